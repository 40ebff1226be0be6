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

/// The layout of a stage; projections are turned afterwards where there is rotary position.
pub(super) fn layout(stage: Stage, has_rotary: bool) -> Layout {
    use Part::{Matrix, Sign as S, Stack};
    match stage {
        Stage::Project if has_rotary => Layout::Ledger(
            &const { projection(&[M::QueriesBeforeRotary, M::KeysBeforeRotary, M::Values]) },
        ),
        Stage::Project => Layout::Ledger(&const { projection(&[M::Queries, M::Keys, M::Values]) }),
        Stage::Rotary => Layout::Ledger(
            &const {
                [
                    line(Sign::None, &[M::QueriesBeforeRotary, M::KeysBeforeRotary]),
                    line(Sign::Rotate, &[M::Queries, M::Keys]),
                ]
            },
        ),
        Stage::DotProduct => Layout::Row(&[
            Stack(&[M::Queries, M::Keys]),
            S(Sign::TimesTransposed),
            Matrix(M::Scores),
        ]),
        Stage::Scale => Layout::Row(&[Matrix(M::Scores), S(Sign::DivideBy), Matrix(M::Scaled)]),
        Stage::Mask => Layout::Row(&[
            Matrix(M::Scaled),
            S(Sign::Plus),
            Matrix(M::MaskTerm),
            S(Sign::Equals),
            Matrix(M::Masked),
        ]),
        Stage::Softmax => Layout::Row(&[Matrix(M::Masked), S(Sign::Softmax), Matrix(M::Weights)]),
        Stage::Context => Layout::Row(&[
            Matrix(M::Weights),
            S(Sign::Times),
            Stack(&[M::Values]),
            S(Sign::Equals),
            Stack(&[M::Context]),
        ]),
        Stage::Concat => Layout::Ledger(
            &const {
                [
                    Line { sign: Sign::None, content: Content::AllHeads },
                    line(Sign::SideBySide, &[M::Concat]),
                ]
            },
        ),
        Stage::Output => Layout::Ledger(
            &const {
                [
                    line(Sign::None, &[M::Concat]),
                    line(Sign::Times, &[M::WOutput]),
                    line(Sign::Equals, &[M::Output]),
                ]
            },
        ),
        Stage::AddNorm => Layout::Ledger(
            &const {
                [
                    line(Sign::None, &[M::X]),
                    line(Sign::Plus, &[M::Output]),
                    line(Sign::Equals, &[M::Residual]),
                    line(Sign::Norm, &[M::AddNorm]),
                ]
            },
        ),
    }
}
