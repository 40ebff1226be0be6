//! How each stage is set out: operands, operators, result. Data; `equation.rs` draws it. Where tokens are columns
//! the operands of a product change places, and lines stand side by side.

use crate::{
    math::{MatrixName as M, Stage},
    state::Convention,
};

/// What stands between matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing: the line begins.
    None,
    /// A matrix product.
    Times,
    /// The product of queries and keys, one of them transposed.
    QueriesTimesKeys,
    /// A division by the divisor.
    DivideBy,
    /// A sum.
    Plus,
    /// A result.
    Equals,
    /// A softmax over the keys of each query.
    Softmax,
    /// A rotation by the position.
    Rotate,
    /// Heads side by side, or where tokens are columns, one below the other.
    SideBySide,
    /// A layer norm of each token.
    Norm,
}

/// A piece of an equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// One matrix.
    Matrix(M),
    /// Matrices one above the other, or where tokens are columns, side by side.
    Stack(&'static [M]),
    /// An operator.
    Sign(Sign),
}

/// A line of a ledger: an operator and the matrices it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    /// What leads to this line.
    pub sign: Sign,
    /// What stands in it.
    pub content: Content,
}

/// What stands in a line of a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// Matrices side by side, or where tokens are columns, one above the other.
    Matrices(&'static [M]),
    /// The contexts of all heads, each over its own block of the concatenation.
    AllHeads,
}

/// How a stage is set out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// From left to right: for matrices about as wide as high.
    Row(&'static [Part]),
    /// From top to bottom: for matrices much wider than high. Where tokens are columns, from left to right.
    Ledger(&'static [Line]),
}

const fn line(sign: Sign, matrices: &'static [M]) -> Line {
    Line { sign, content: Content::Matrices(matrices) }
}

const EMBEDDINGS: &[M] = &[M::X, M::XKeys, M::XValues];
const PROJECTIONS: &[M] = &[M::WQuery, M::WKey, M::WValue];
const PROJECTED: &[M] = &[M::Queries, M::Keys, M::Values];
const PROJECTED_BEFORE_ROTARY: &[M] = &[M::QueriesBeforeRotary, M::KeysBeforeRotary, M::Values];

const fn product([left, right]: [&'static [M]; 2], result: &'static [M]) -> [Line; 3] {
    [line(Sign::None, left), line(Sign::Times, right), line(Sign::Equals, result)]
}

const BY_ROWS: [&[M]; 2] = [EMBEDDINGS, PROJECTIONS];
const BY_COLUMNS: [&[M]; 2] = [PROJECTIONS, EMBEDDINGS];
const PROJECT: [[Line; 3]; 2] = [product(BY_ROWS, PROJECTED), product(BY_COLUMNS, PROJECTED)];
const PROJECT_BEFORE_ROTARY: [[Line; 3]; 2] =
    [product(BY_ROWS, PROJECTED_BEFORE_ROTARY), product(BY_COLUMNS, PROJECTED_BEFORE_ROTARY)];
const ROTARY: [Line; 2] = [
    line(Sign::None, &[M::QueriesBeforeRotary, M::KeysBeforeRotary]),
    line(Sign::Rotate, &[M::Queries, M::Keys]),
];
const fn dot_product(operands: &'static [M]) -> [Part; 3] {
    [Part::Stack(operands), Part::Sign(Sign::QueriesTimesKeys), Part::Matrix(M::Scores)]
}

const DOT_PRODUCT: [[Part; 3]; 2] =
    [dot_product(&[M::Queries, M::Keys]), dot_product(&[M::Keys, M::Queries])];
const SCALE: [Part; 3] =
    [Part::Matrix(M::Scores), Part::Sign(Sign::DivideBy), Part::Matrix(M::Scaled)];
const MASK: [Part; 5] = [
    Part::Matrix(M::Scaled),
    Part::Sign(Sign::Plus),
    Part::Matrix(M::MaskTerm),
    Part::Sign(Sign::Equals),
    Part::Matrix(M::Masked),
];
const SOFTMAX: [Part; 3] =
    [Part::Matrix(M::Masked), Part::Sign(Sign::Softmax), Part::Matrix(M::Weights)];
const fn context(left: Part, right: Part) -> [Part; 5] {
    let context = Part::Stack(&[M::Context]);
    [left, Part::Sign(Sign::Times), right, Part::Sign(Sign::Equals), context]
}

const CONTEXT: [[Part; 5]; 2] = [
    context(Part::Matrix(M::Weights), Part::Stack(&[M::Values])),
    context(Part::Stack(&[M::Values]), Part::Matrix(M::Weights)),
];
const CONCAT: [Line; 2] =
    [Line { sign: Sign::None, content: Content::AllHeads }, line(Sign::SideBySide, &[M::Concat])];
const OUTPUT: [[Line; 3]; 2] = [
    product([&[M::Concat], &[M::WOutput]], &[M::Output]),
    product([&[M::WOutput], &[M::Concat]], &[M::Output]),
];
const ADD_NORM: [Line; 4] = [
    line(Sign::None, &[M::X]),
    line(Sign::Plus, &[M::Output]),
    line(Sign::Equals, &[M::Residual]),
    line(Sign::Norm, &[M::AddNorm]),
];

/// The layout of a stage; projections are turned afterwards where there is rotary position.
pub(super) fn layout(stage: Stage, has_rotary: bool, convention: Convention) -> Layout {
    let turn = match convention {
        Convention::Rows => 0,
        Convention::Columns => 1,
    };
    match stage {
        Stage::Project if has_rotary => Layout::Ledger(&PROJECT_BEFORE_ROTARY[turn]),
        Stage::Project => Layout::Ledger(&PROJECT[turn]),
        Stage::Rotary => Layout::Ledger(&ROTARY),
        Stage::DotProduct => Layout::Row(&DOT_PRODUCT[turn]),
        Stage::Scale => Layout::Row(&SCALE),
        Stage::Mask => Layout::Row(&MASK),
        Stage::Softmax => Layout::Row(&SOFTMAX),
        Stage::Context => Layout::Row(&CONTEXT[turn]),
        Stage::Concat => Layout::Ledger(&CONCAT),
        Stage::Output => Layout::Ledger(&OUTPUT[turn]),
        Stage::AddNorm => Layout::Ledger(&ADD_NORM),
    }
}
