//! How each stage is set out: operands, operators, result. Data; `equation.rs` draws it.

use crate::math::{MatrixName as M, Stage};

/// What stands between matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing: the line begins.
    None,
    /// A matrix product.
    Times,
    /// A product with the transpose of the second operand.
    TimesTransposed,
    /// A division by the divisor.
    DivideBy,
    /// A sum.
    Plus,
    /// A result.
    Equals,
    /// A softmax of each row.
    Softmax,
    /// A rotation by the position.
    Rotate,
    /// Heads side by side.
    SideBySide,
    /// A layer norm of each row.
    Norm,
}

/// A piece of an equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// One matrix.
    Matrix(M),
    /// Matrices one above the other.
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
    /// Matrices side by side.
    Matrices(&'static [M]),
    /// The contexts of all heads, each over its own block of the concatenation.
    AllHeads,
}

/// How a stage is set out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// From left to right: for matrices about as wide as high.
    Row(&'static [Part]),
    /// From top to bottom: for matrices much wider than high.
    Ledger(&'static [Line]),
}

const fn line(sign: Sign, matrices: &'static [M]) -> Line {
    Line { sign, content: Content::Matrices(matrices) }
}

const fn projection(results: &'static [M]) -> [Line; 3] {
    [
        line(Sign::None, &[M::X, M::XKeys, M::XValues]),
        line(Sign::Times, &[M::WQuery, M::WKey, M::WValue]),
        line(Sign::Equals, results),
    ]
}

const PROJECT: [Line; 3] = projection(&[M::Queries, M::Keys, M::Values]);
const PROJECT_BEFORE_ROTARY: [Line; 3] =
    projection(&[M::QueriesBeforeRotary, M::KeysBeforeRotary, M::Values]);
const ROTARY: [Line; 2] = [
    line(Sign::None, &[M::QueriesBeforeRotary, M::KeysBeforeRotary]),
    line(Sign::Rotate, &[M::Queries, M::Keys]),
];
const DOT_PRODUCT: [Part; 3] = [
    Part::Stack(&[M::Queries, M::Keys]),
    Part::Sign(Sign::TimesTransposed),
    Part::Matrix(M::Scores),
];
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
const CONTEXT: [Part; 5] = [
    Part::Matrix(M::Weights),
    Part::Sign(Sign::Times),
    Part::Stack(&[M::Values]),
    Part::Sign(Sign::Equals),
    Part::Stack(&[M::Context]),
];
const CONCAT: [Line; 2] =
    [Line { sign: Sign::None, content: Content::AllHeads }, line(Sign::SideBySide, &[M::Concat])];
const OUTPUT: [Line; 3] = [
    line(Sign::None, &[M::Concat]),
    line(Sign::Times, &[M::WOutput]),
    line(Sign::Equals, &[M::Output]),
];
const ADD_NORM: [Line; 4] = [
    line(Sign::None, &[M::X]),
    line(Sign::Plus, &[M::Output]),
    line(Sign::Equals, &[M::Residual]),
    line(Sign::Norm, &[M::AddNorm]),
];

/// The layout of a stage; projections are turned afterwards where there is rotary position.
pub(super) fn layout(stage: Stage, has_rotary: bool) -> Layout {
    match stage {
        Stage::Project if has_rotary => Layout::Ledger(&PROJECT_BEFORE_ROTARY),
        Stage::Project => Layout::Ledger(&PROJECT),
        Stage::Rotary => Layout::Ledger(&ROTARY),
        Stage::DotProduct => Layout::Row(&DOT_PRODUCT),
        Stage::Scale => Layout::Row(&SCALE),
        Stage::Mask => Layout::Row(&MASK),
        Stage::Softmax => Layout::Row(&SOFTMAX),
        Stage::Context => Layout::Row(&CONTEXT),
        Stage::Concat => Layout::Ledger(&CONCAT),
        Stage::Output => Layout::Ledger(&OUTPUT),
        Stage::AddNorm => Layout::Ledger(&ADD_NORM),
    }
}
