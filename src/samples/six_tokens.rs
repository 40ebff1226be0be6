//! The six-token example: a built model whose twelve heads each do one nameable thing. It is not
//! trained, yet every score comes from X · W; only X and the W are built, as follows.
//!
//! **Embeddings.** A row of X is a sum of directions in 768 dimensions, one for each thing that is
//! true of the token: the constant one, its position, its word, the word it is about, its kind,
//! and what it is: a mixture of 64 directions by a hash of its text. Then comes noise, 1 % of a
//! direction on each. The directions are vectors of 1s and −1s, rows of shuffled Walsh matrices,
//! and so orthogonal. A renamed, moved or added token keeps what is true of it.
//!
//! **Queries and keys.** A head follows one to three [`Rule`]s. A rule owns some of the head's 64
//! columns. Each of them asks one question of the query through `w_q` and one of the key through
//! `w_k`; where both say yes, the dot product grows by the rule's score. So the query of head 1
//! lights the column of the position *before* its own, and the key that of its *own* position.
//!
//! | head | query reads | key reads | raw score |
//! | --- | --- | --- | --- |
//! | 1 previous token | position before (the first: its own) | position | +40 |
//! | 2 itself | position | position | +40 |
//! | 3 first token | one | first position | +40 |
//! | 4 next token | position after | position | +40 |
//! | 5 mixture | what it is | what it is, in other columns with other signs | σ 19 |
//! | 6 even spread | what it is | one, so all keys are the same | σ 12 |
//! | 7 other half of its word | word; position | word; position | +60; −40 |
//! | 8 what it is about | word it is about | word | +40 |
//! | 9 same kind of word | kind | kind | +40 |
//! | 10 two back | position two before (the first two: the first) | position | +40 |
//! | 11 fading | position | nearness, down to 0 at 6 steps | +33 |
//! | 12 anything but itself | position | position | −40 |
//!
//! All but heads 5 and 6 also have a rule *one × one* that moves every score of the head alike. It
//! changes no weight; it makes "does not match" negative, as it often is in trained models.
//! Where no key matches, a row spreads nearly evenly: in head 4 when the causal mask hides the next
//! token, in head 8 for a token about nothing. In head 7 a token whose other half is missing or
//! masked stays with itself, as 60 − 40 is still the most. Head 11 loses 5.5 a step: at ÷ 8, each
//! step about halves the weight. The first row under the causal mask sees only itself.
//!
//! **Values and output.** `w_v` and `w_o` are random with standard deviation 1/√768: each head's
//! values are its own view of the whole row, and the output mixes all heads. All numbers are
//! multiples of 1/4096 made from integers: the same bits on every machine, and every sum in X · W
//! is exact. This module imports `math` and nothing else of other layers.

mod directions;

use super::draws::random_matrix;
use crate::math::{
    Affine, Embeddings, HeadCounts, Inputs, Mask, Matrix, OutputProjection, Overrides, Problem,
    ShapeError, Start,
};
use directions::Directions;

/// Width of the embeddings.
pub const D_MODEL: usize = 768;
/// Width of a head.
pub const D_HEAD: usize = 64;
/// The head that is selected at start, counted from 0.
pub const START_HEAD: usize = 4;
/// Positions with a direction of their own; further ones repeat them.
pub const POSITIONS: usize = 32;
/// Words with a direction of their own; further ones repeat them.
pub const WORDS: usize = 16;

/// A token and what is true of it, apart from its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// The token as a tokenizer gives it, leading space included.
    pub text: &'a str,
    /// What kind of word it belongs to.
    pub kind: Kind,
    /// Which word of the sentence it belongs to; the halves of a word share it.
    pub word: usize,
    /// Which word it is about, if any.
    pub about: Option<usize>,
}

/// What is true of a token of the built model besides its text: it stays with the token when that
/// is moved or renamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features {
    /// What kind of word it belongs to.
    pub kind: Kind,
    /// Which word of the sentence it belongs to.
    pub word: usize,
    /// Which word it is about, if any.
    pub about: Option<usize>,
    /// The position that its embedding says it has.
    pub position: usize,
}

impl Features {
    /// Those of a new word among others, about nothing and of no kind.
    pub fn of_new_word(others: &[Self], position: usize) -> Self {
        let word = others.iter().map(|other| other.word + 1).max().unwrap_or_default();
        Self { kind: Kind::Other, word, about: None, position }
    }
}

/// A kind of word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// data, users.
    Noun,
    /// empowers.
    Verb,
    /// Adjectives and adverbs.
    Modifier,
    /// to, the, and.
    Function,
    /// Numbers, punctuation and all else.
    Other,
}

/// "Data visualization empowers users to", in six tokens.
pub const TOKENS: [Token<'static>; 6] = [
    Token { text: "Data", kind: Kind::Noun, word: 0, about: Some(1) },
    Token { text: " visualization", kind: Kind::Noun, word: 1, about: Some(0) },
    Token { text: " em", kind: Kind::Verb, word: 2, about: Some(1) },
    Token { text: "powers", kind: Kind::Verb, word: 2, about: Some(1) },
    Token { text: " users", kind: Kind::Noun, word: 3, about: Some(1) },
    Token { text: " to", kind: Kind::Function, word: 4, about: Some(3) },
];

/// What a head does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeadRole {
    /// Looks at the token before.
    PreviousToken,
    /// Looks at itself.
    Itself,
    /// Looks at the first token.
    FirstToken,
    /// Looks at the token after; the causal mask hides it.
    NextToken,
    /// Mixes tokens by what they are, with a wide range of scores.
    Mixture,
    /// Looks at all keys evenly.
    EvenSpread,
    /// Looks at the other half of its word.
    OtherHalf,
    /// Looks at the word it is about.
    About,
    /// Looks at words of its kind, itself among them.
    SameKind,
    /// Looks at the token two before.
    TwoBack,
    /// Looks less the farther away.
    Fading,
    /// Looks at all but itself.
    NotItself,
}

/// A yes-or-no question that a column of a head asks of a token; a fading one is in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reads {
    /// The constant: always yes.
    One,
    /// Is its position, moved by so many steps but not before the first, this column's?
    Position(isize),
    /// How near to this column's position is it? From 1 down to 0 at [`REACH`] steps.
    Nearness,
    /// Is it at the first position?
    First,
    /// Does it belong to this column's word?
    Word,
    /// Is it about this column's word?
    About,
    /// Is it of this column's kind?
    Kind,
    /// How much of this column's direction is in what it is?
    Token,
    /// As `Token`, but of another column's direction and with another sign.
    TokenShuffled,
}

/// Steps at which [`Reads::Nearness`] reaches 0.
pub const REACH: usize = 6;

/// One reason for a query to look at a key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// What `w_q` reads.
    pub query: Reads,
    /// What `w_k` reads.
    pub key: Reads,
    /// What a full match adds to the raw score; where `Token` is read, matches are partial.
    pub score: f64,
    /// How many of the head's columns the rule owns.
    pub columns: usize,
}

impl HeadRole {
    /// All roles, in the order of the heads.
    pub const ALL: [Self; 12] = [
        Self::PreviousToken,
        Self::Itself,
        Self::FirstToken,
        Self::NextToken,
        Self::Mixture,
        Self::EvenSpread,
        Self::OtherHalf,
        Self::About,
        Self::SameKind,
        Self::TwoBack,
        Self::Fading,
        Self::NotItself,
    ];

    /// How the head is built: its rules, which own its columns from left to right.
    pub fn rules(self) -> Vec<Rule> {
        use Reads::{About, First, Kind, Nearness, One, Position, Token, TokenShuffled, Word};
        let rule = |query, key, score, columns| Rule { query, key, score, columns };
        let all = |score| rule(One, One, score, 32);
        match self {
            Self::PreviousToken => vec![rule(Position(-1), Position(0), 40.0, 32), all(-10.0)],
            Self::Itself => vec![rule(Position(0), Position(0), 40.0, 32), all(-10.0)],
            Self::FirstToken => vec![rule(One, First, 40.0, 32), all(-10.0)],
            Self::NextToken => vec![rule(Position(1), Position(0), 40.0, 32), all(-10.0)],
            Self::Mixture => vec![rule(Token, TokenShuffled, 153.7, 64)],
            Self::EvenSpread => vec![rule(Token, One, 12.0, 64)],
            Self::OtherHalf => vec![
                rule(Word, Word, 60.0, 16),
                rule(Position(0), Position(0), -40.0, 32),
                rule(One, One, -20.0, 16),
            ],
            Self::About => vec![rule(About, Word, 40.0, 32), all(-10.0)],
            Self::SameKind => vec![rule(Kind, Kind, 40.0, 32), all(-10.0)],
            Self::TwoBack => vec![rule(Position(-2), Position(0), 40.0, 32), all(-10.0)],
            Self::Fading => vec![rule(Position(0), Nearness, 33.0, 32), all(-15.0)],
            Self::NotItself => vec![rule(Position(0), Position(0), -40.0, 32), all(10.0)],
        }
    }
}

/// Where all random numbers start.
const SEED: u64 = 0x5eed;

/// The embedding of each token, `[n_tokens, d_model]`: its text, and what else is true of it.
pub fn embeddings<'a>(tokens: impl ExactSizeIterator<Item = (&'a str, Features)>) -> Matrix {
    let placed = tokens.map(|(text, Features { kind, word, about, position })| {
        (Token { text, kind, word, about }, position)
    });
    Directions::new().embed(placed)
}

/// What is true of the six tokens besides their texts.
pub fn features() -> Vec<Features> {
    features_of(&TOKENS)
}

/// The same of any tokens.
pub fn features_of(tokens: &[Token<'_>]) -> Vec<Features> {
    let features = |(position, token): (usize, &Token<'_>)| {
        let Token { kind, word, about, .. } = *token;
        Features { kind, word, about, position }
    };
    tokens.iter().enumerate().map(features).collect()
}

/// The example: the six tokens under the causal mask, scores divided by √64.
///
/// # Errors
/// None in practice: the shapes fit by construction.
pub fn problem() -> Result<Problem, ShapeError> {
    Problem::new(inputs(&TOKENS), Mask::Causal, None)
}

/// Any tokens under the built model; the W do not depend on them.
pub fn inputs(tokens: &[Token<'_>]) -> Inputs {
    let directions = Directions::new();
    let [query, key] = directions.query_and_key();
    let placed = tokens.iter().copied().enumerate().map(|(position, token)| (token, position));
    let embeddings = Embeddings {
        x_q: directions.embed(placed).into(),
        x_k: None,
        x_v: None,
        query: Affine::linear(query),
        key: Affine::linear(key),
        value: Affine::linear(random_matrix(SEED ^ 1, D_MODEL)),
    };
    Inputs {
        start: Start::Embeddings(Box::new(embeddings)),
        heads: HeadCounts::equal(HeadRole::ALL.len()),
        rotary: None,
        output: OutputProjection::Given(Affine::linear(random_matrix(SEED ^ 2, D_MODEL))),
        add_norm: None,
        overrides: Overrides::new(),
    }
}
