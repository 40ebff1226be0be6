//! Making a problem of what was handed over: what each array is for, whether the shapes fit, and
//! what stands in for what is missing.
//!
//! One paste can be tokens, embeddings, projections apart or fused, ready queries, keys and
//! values, scores, weights or a mask. What an array is, is told by its name, else by its shape,
//! and said. Imports `math`, `input` and `document`; knows nothing of the browser.

mod begin;
mod from_x;
mod heads;
mod labels;
mod mask;
mod matrix;
mod misfit;
mod names;
mod notice;
mod opened;
mod parameters;
mod placing;
mod ready;
mod remarks;
mod role;
mod said;
mod settings;
mod shares;

use crate::{
    document::{Document, Span},
    input::{Answers, Guess, MOST_NUMBERS, Reading},
    math::{Mask, Problem, Start},
};
use begin::begin;
use labels::names;
use mask::mask;
use placing::Places;
use remarks::remarks;
use said::{Said, Unfit};
use settings::Settings;

pub use misfit::{Misfit, Spot, Why};
pub use notice::{Notice, some};
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
    /// The tokens that were given, queries or keys, whichever are more; 0 where there is no problem.
    pub tokens: usize,
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
    /// Arrays (of which piece, which array) whose numbers were left in a large file and are needed:
    /// [`crate::input::load`] them and assemble again. There is neither problem nor misfit then.
    pub wanted: Vec<(usize, usize)>,
}

/// Puts the pieces together; `answers` are those about the whole.
///
/// What can be answered, beyond the guesses that the readings have themselves, stands in
/// [`Assembly::guesses`], each with the piece whose [`Piece::answers`] take the answer: of a piece
/// [`Topic::Array`] (which of several without names), [`Topic::Block`] (which layer of a
/// checkpoint), [`Topic::Axis`] and [`Topic::Layer`] (what a third axis is, which matrix of it),
/// [`Topic::Orientation`] and [`Topic::Rows`]; of the whole [`Topic::Heads`],
/// [`Topic::WeightLayout`], [`Topic::FusedOrder`], [`Topic::Polarity`], [`Topic::Corner`] and
/// [`Topic::ScoresOrWeights`]. What an array is for is answered in [`Piece::roles`].
///
/// [`Topic::Array`]: crate::input::Topic::Array
/// [`Topic::Block`]: crate::input::Topic::Block
/// [`Topic::Axis`]: crate::input::Topic::Axis
/// [`Topic::Layer`]: crate::input::Topic::Layer
/// [`Topic::Orientation`]: crate::input::Topic::Orientation
/// [`Topic::Rows`]: crate::input::Topic::Rows
/// [`Topic::Heads`]: crate::input::Topic::Heads
/// [`Topic::WeightLayout`]: crate::input::Topic::WeightLayout
/// [`Topic::FusedOrder`]: crate::input::Topic::FusedOrder
/// [`Topic::Polarity`]: crate::input::Topic::Polarity
/// [`Topic::Corner`]: crate::input::Topic::Corner
/// [`Topic::ScoresOrWeights`]: crate::input::Topic::ScoresOrWeights
pub fn assemble(pieces: &[Piece], answers: &Answers) -> Assembly {
    assemble_some(pieces, answers, Span::ALL)
}

/// As [`assemble`], of some of the tokens only: what follows from the others is not computed.
pub fn assemble_some(pieces: &[Piece], answers: &Answers, taken: Span) -> Assembly {
    let mut said = Said::new(pieces, answers);
    let places = Places::new(pieces, &mut said);
    let mut assembly = Assembly { placed: places.placed(), ..Assembly::default() };
    let made = places.unread().and_then(|wanted| {
        if wanted.is_empty() {
            return make(&places, pieces, taken, &mut said).map(Some);
        }
        assembly.wanted = wanted;
        Ok(None)
    });
    match made {
        Ok(Some((document, problem, tokens))) => {
            place_ready(&mut assembly.placed, &problem.inputs().start);
            (assembly.document, assembly.problem) = (Some(document), Some(problem));
            assembly.tokens = tokens;
        }
        Ok(None) => {}
        Err(misfit) => assembly.misfits.push(*misfit),
    }
    let Said { guesses, notes, .. } = said;
    Assembly { guesses, notes, ..assembly }
}

/// Ready numbers stand as what they turned out to be, whatever they are called.
fn place_ready(placed: &mut [Placed], start: &Start) {
    let [from, to] = match start {
        Start::Scores { .. } => [Role::Weights, Role::Scores],
        Start::Weights { .. } => [Role::Scores, Role::Weights],
        Start::Embeddings(_) | Start::Projections { .. } => return,
    };
    if placed.iter().all(|placed| placed.role != to) {
        placed.iter_mut().filter(|placed| placed.role == from).for_each(|it| it.role = to);
    }
}

fn make(
    places: &Places<'_>,
    pieces: &[Piece],
    taken: Span,
    said: &mut Said<'_>,
) -> Result<(Document, Problem, usize), Unfit> {
    places.refuse_twice()?;
    let settings = Settings::of(pieces);
    let begun = begin(places, &settings, said)?;
    let [heads, n, m] = begun.scores();
    let names = names(&begun, [n, m], places, said)?;
    let tokens = n.max(m);
    let document = Document::of_inputs(begun.inputs.clone(), Mask::None, settings.scale, names);
    let document = if taken.count < tokens { document.some_tokens(taken) } else { document };
    // Before anything as large as the scores is made.
    document.check_sizes(MOST_NUMBERS).map_err(|error| Why::from(error).whole())?;
    let shown = [taken.of(n), taken.of(m)];
    let mask = if let Start::Weights { .. } = begun.inputs.start {
        if places.has(Role::Mask) {
            said.note(Notice::BeginsWith { from: Role::Weights, others: vec![Role::Mask] });
        }
        Mask::None
    } else {
        mask([heads, n, m], &shown, places, &settings, said)?
    };
    said.notes.extend(remarks(&begun.inputs, &mask, heads, &shown, &document.named_tokens()));
    let unused: Vec<String> = places.unused().into_iter().chain(settings.unused).collect();
    if !unused.is_empty() {
        said.note(Notice::NotUsed { names: unused });
    }
    let document = document.with_mask(mask);
    let problem = document.problem().map_err(|error| Why::from(error).whole())?;
    Ok((document, problem, tokens))
}
