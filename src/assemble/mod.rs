//! Making a problem of what was handed over: what each array is for, whether the shapes fit, and
//! what stands in for what is missing.
//!
//! One paste can be tokens, embeddings, projections apart or fused, ready queries, keys and
//! values, scores, weights or a mask. What an array is, is told by its name, else by its shape,
//! and said. Imports `math`, `input` and `document`; knows nothing of the browser.

mod misfit;
mod notice;
mod opened;
mod role;

use crate::{
    document::Document,
    input::{Answers, Guess, Reading, view},
    math::{
        Affine, Embeddings, HeadCounts, Inputs, Mask, Matrix, OutputProjection, Problem, Start,
    },
};

pub use misfit::{Misfit, Spot, Why};
pub use notice::Notice;
pub use opened::first_array;
pub use role::Role;

/// One thing that was handed over, and what was said of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// What was read.
    pub reading: Reading,
    /// What the user answered about this piece.
    pub answers: Answers,
    /// What the user takes each array for; `None`, or none, leaves it to the guess.
    pub roles: Vec<Option<Role>>,
}

impl Piece {
    /// A piece of which nothing was said yet.
    pub fn of(reading: Reading) -> Self {
        Self { reading, answers: Answers::none(), roles: Vec::new() }
    }
}

/// Where an array went.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Which piece, counted from 0.
    pub piece: usize,
    /// Which of its arrays, counted from 0.
    pub array: usize,
    /// What it is for.
    pub role: Role,
    /// Whether that was told by the user or by its name, and not by its shape.
    pub is_certain: bool,
    /// Its dimensions.
    pub shape: Vec<usize>,
}

/// A guess about how the arrays belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The piece whose [`Piece::answers`] take the answer; `None` for the answers about the whole.
    pub piece: Option<usize>,
    /// The guess.
    pub guess: Guess,
}

/// What the pieces amount to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Assembly {
    /// The problem as a document; `None` where something is missing or does not fit.
    pub document: Option<Document>,
    /// The problem itself, checked; there whenever `document` is.
    pub problem: Option<Problem>,
    /// Where each array went.
    pub placed: Vec<Placed>,
    /// What can be answered beyond the guesses of each reading: heads, orientation of weights,
    /// polarity of a mask …
    pub guesses: Vec<Asked>,
    /// What must be said of the whole, stand-ins among it.
    pub notes: Vec<Notice>,
    /// Why there is no problem, where there is none.
    pub misfits: Vec<Misfit>,
}

/// Puts the pieces together; `answers` are those about the whole.
pub fn assemble(pieces: &[Piece], _answers: &Answers) -> Assembly {
    let Some(piece) = pieces.first() else {
        return Assembly { misfits: vec![Why::Nothing.whole()], ..Assembly::default() };
    };
    let at = Spot { piece: 0, has_siblings: pieces.len() > 1, array: 0, name: None, place: None };
    weightless(piece)
        .unwrap_or_else(|why| Assembly { misfits: vec![why.at(at)], ..Assembly::default() })
}

/// Q = K = V = X.
fn weightless(piece: &Piece) -> Result<Assembly, Why> {
    let table = view(&piece.reading, &piece.answers)?.table;
    let shape = vec![table.rows, table.cols];
    let x_q = Matrix::from_shape_vec((table.rows, table.cols), table.values).map_err(|_| {
        Why::Rank { role: Role::X, found: shape.clone(), expected: "[rows, columns]" }
    })?;
    let [query, key, value] = [Affine::default(), Affine::default(), Affine::default()];
    let embeddings = Embeddings { x_q: x_q.into(), x_k: None, x_v: None, query, key, value };
    let inputs = Inputs {
        start: Start::Embeddings(Box::new(embeddings)),
        heads: HeadCounts::equal(1),
        rotary: None,
        output: OutputProjection::Unknown,
        add_norm: None,
    };
    let document = Document::of_inputs(inputs, Mask::None, None, [table.labels, None]);
    let problem = document.problem()?;
    let placed = Placed { piece: 0, array: 0, role: Role::X, is_certain: false, shape };
    Ok(Assembly {
        document: Some(document),
        problem: Some(problem),
        placed: vec![placed],
        notes: vec![Notice::NoProjections, Notice::OneHead, Notice::NoOutput],
        ..Assembly::default()
    })
}
