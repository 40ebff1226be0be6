//! What is guessed, said and found wrong while pieces are put together.

use super::{Asked, Misfit, Notice, Piece, Role, Spot};
use crate::input::{Answers, Array, Guess, Meaning, Reading, Topic};

/// No more matrices of a stack can be chosen from; nobody reads a longer list.
const MOST_LAYERS: usize = 4096;

/// Why a part cannot be made; boxed, because it is rare and large.
pub(super) type Unfit = Box<Misfit>;

/// Guesses and remarks so far.
pub(super) struct Said<'a> {
    pieces: &'a [Piece],
    answers: &'a Answers,
    pub(super) guesses: Vec<Asked>,
    pub(super) notes: Vec<Notice>,
}

impl<'a> Said<'a> {
    pub(super) fn new(pieces: &'a [Piece], answers: &'a Answers) -> Self {
        Self { pieces, answers, guesses: Vec::new(), notes: Vec::new() }
    }

    pub(super) fn note(&mut self, notice: Notice) {
        self.notes.push(notice);
    }

    /// Asks about the whole; returns the number of the option that is taken.
    pub(super) fn ask(
        &mut self,
        topic: Topic,
        options: Vec<Meaning>,
        default: usize,
        is_doubtful: bool,
    ) -> usize {
        self.put(None, Guess::new(topic, options, default, is_doubtful, self.answers))
    }

    /// Asks about one piece.
    pub(super) fn ask_piece(
        &mut self,
        piece: usize,
        topic: Topic,
        options: Vec<Meaning>,
        default: usize,
        is_doubtful: bool,
    ) -> usize {
        let Some(of) = self.pieces.get(piece) else { return default };
        self.put(Some(piece), Guess::new(topic, options, default, is_doubtful, &of.answers))
    }

    /// Asks which matrix of a stack of a piece; returns its number over the leading axes.
    pub(super) fn which(&mut self, piece: usize, leading: &[usize], shape: &[usize]) -> usize {
        let count = leading.iter().product::<usize>().min(MOST_LAYERS);
        let at = |layer: usize| {
            let mut rest = layer;
            let mut at = leading.to_vec();
            for digit in at.iter_mut().rev() {
                let n = (*digit).max(1);
                (*digit, rest) = (rest % n + 1, rest / n);
            }
            Meaning::TheLayer { at, shape: shape.to_vec() }
        };
        self.ask_piece(piece, Topic::Layer, (0..count).map(at).collect(), 0, true)
    }

    /// What was read of a piece.
    pub(super) fn reading(&self, piece: usize) -> Option<&'a Reading> {
        self.pieces.get(piece).map(|of| &of.reading)
    }

    /// What the user answered about a piece.
    pub(super) fn answers_of(&self, piece: usize) -> &'a Answers {
        self.pieces.get(piece).map_or(self.answers, |of| &of.answers)
    }

    /// What the user says that an array is for.
    pub(super) fn told(&self, item: Item<'_>) -> Option<Role> {
        self.pieces.get(item.piece)?.roles.get(item.index).copied().flatten()
    }

    /// Whether the user answered about a piece.
    pub(super) fn is_answered(&self, piece: usize, topic: Topic) -> bool {
        self.answers_of(piece).get(topic).is_some()
    }

    /// Takes over a guess about a piece that was made elsewhere.
    pub(super) fn put_piece(&mut self, piece: usize, guess: Guess) {
        self.put(Some(piece), guess);
    }

    /// One guess about each topic of a piece, or of the whole: later arrays follow the first.
    fn put(&mut self, piece: Option<usize>, guess: Guess) -> usize {
        let chosen = guess.chosen;
        if guess.options.len() < 2 {
            return 0;
        }
        let is_asked = |asked: &Asked| asked.piece == piece && asked.guess.topic == guess.topic;
        if !self.guesses.iter().any(is_asked) {
            self.guesses.push(Asked { piece, guess });
        }
        chosen
    }
}

/// An array and what it is for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) piece: usize,
    pub(super) index: usize,
    pub(super) has_siblings: bool,
    pub(super) array: &'a Array,
}

impl Item<'_> {
    /// Its name, else which one it is.
    pub(super) fn name(&self) -> String {
        self.array.name.clone().unwrap_or_else(|| {
            let number = self.index + 1;
            if self.has_siblings {
                format!("{}.{number}", self.piece + 1)
            } else {
                number.to_string()
            }
        })
    }

    pub(super) fn spot(&self) -> Spot {
        Spot {
            piece: self.piece,
            has_siblings: self.has_siblings,
            array: self.index,
            name: self.array.name.clone(),
            place: self.array.place,
        }
    }
}
