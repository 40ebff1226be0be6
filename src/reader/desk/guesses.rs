//! Guesses as they are shown: in words, with a preview of each way where the user should choose.

use super::{preview, said};
use crate::{
    assemble::Piece,
    input::{Guess, Source, Topic, View, read, view},
    wire::desk::{self, Choice},
};

/// Options that get a preview; with more, they are a list of words.
const MOST_PREVIEWS: usize = 6;
/// The longest source that is read again for each option.
const LONGEST_READ_AGAIN: usize = 1 << 15;

/// A guess in words.
pub(super) fn told(guess: &Guess) -> desk::Guess {
    let option = |meaning| Choice { words: said(meaning), preview: None };
    desk::Guess {
        topic: guess.topic.key(),
        question: said(&guess.topic),
        options: guess.options.iter().map(option).collect(),
        chosen: guess.chosen,
        is_doubtful: guess.is_doubtful,
    }
}

/// What would come of each option, where that is quickly told.
pub(super) fn add_previews(
    told: &mut desk::Guess,
    guess: &Guess,
    source: &Source<'_>,
    piece: &Piece,
) {
    let is_short = source.bytes.len() <= LONGEST_READ_AGAIN;
    if guess.options.len() > MOST_PREVIEWS || !is_short || !changes_matrix(guess.topic) {
        return;
    }
    for (option, choice) in told.options.iter_mut().enumerate() {
        let answers = piece.answers.clone().with(guess.topic, option);
        let view = read(source, &answers).and_then(|reading| view(&reading, &answers));
        choice.preview =
            view.ok().map(|View { table, .. }| preview::of_table(&table, [table.rows, table.cols]));
    }
}

/// Whether the matrix itself hangs on it, and not only what it is for.
fn changes_matrix(topic: Topic) -> bool {
    match topic {
        Topic::Header
        | Topic::LabelColumn
        | Topic::DecimalMark
        | Topic::Separator
        | Topic::Orientation
        | Topic::Array
        | Topic::Layer
        | Topic::Axis
        | Topic::Rows
        | Topic::Together
        | Topic::Factor
        | Topic::Percent
        | Topic::Expression
        | Topic::Dtype => true,
        Topic::Block
        | Topic::Heads
        | Topic::WeightLayout
        | Topic::FusedOrder
        | Topic::Polarity
        | Topic::Corner
        | Topic::ScoresOrWeights => false,
    }
}
