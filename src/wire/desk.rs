//! What the panel asks the reader about the pieces that lie on its desk, and what it is answered:
//! plain data, as JSON between two wasms of one build. Texts come in every language at once, so
//! that another language needs no other reading.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A text in each language.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Said {
    /// English.
    pub en: String,
    /// Korean.
    pub ko: String,
}

/// For each topic, by its name, the number of an option.
pub type Choices = BTreeMap<String, usize>;

/// The question: what do these pieces amount to?
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Request {
    /// The pieces, in the order in which they are shown.
    pub pieces: Vec<PieceRequest>,
    /// What was answered about the whole.
    pub answers: Choices,
    /// The first token that is taken, counted from 0.
    pub start: usize,
    /// How many of the tokens are taken; `None` takes as many as can be shown.
    pub tokens: Option<usize>,
}

/// One piece on the desk.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PieceRequest {
    /// The number under which it was put there.
    pub id: u32,
    /// Whether it is a list of tokens and nothing else.
    pub is_tokens: bool,
    /// What was answered about it.
    pub answers: Choices,
    /// What the user takes an array of it for: the array, counted from 0, and the role's name.
    pub roles: BTreeMap<usize, String>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The pieces, in the order of the request.
    pub pieces: Vec<PieceAnswer>,
    /// What was guessed about the whole.
    pub guesses: Vec<Guess>,
    /// What must be said of the whole, stand-ins among it.
    pub notes: Vec<Said>,
    /// Why there is nothing to show, where there is not.
    pub misfits: Vec<Misfit>,
    /// What there is to show, where everything fits.
    pub problem: Option<Summary>,
    /// What an array can be for.
    pub roles: Vec<RoleName>,
}

/// What a piece was understood as.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PieceAnswer {
    /// The number under which it lies on the desk.
    pub id: u32,
    /// Its size in bytes.
    pub bytes: usize,
    /// Its lines; `None` where it is no text.
    pub lines: Option<usize>,
    /// What it was taken for; `None` where it could not be read.
    pub form: Option<Said>,
    /// The arrays in it.
    pub arrays: Vec<Array>,
    /// What was guessed.
    pub guesses: Vec<Guess>,
    /// What must be said.
    pub notes: Vec<Said>,
    /// Why it could not be read.
    pub trouble: Option<Trouble>,
    /// Whether it seems to be a text in an older encoding.
    pub is_encoded: bool,
    /// Whether it is left out because another piece is a whole by itself.
    pub is_left_out: bool,
}

/// An array of a piece.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Array {
    /// Its name in the piece.
    pub name: Option<String>,
    /// Its dimensions.
    pub shape: Vec<usize>,
    /// Whether it holds texts.
    pub is_texts: bool,
    /// What it is for, by the role's name.
    pub role: Option<String>,
    /// Whether that was told by the user or by its name.
    pub is_certain: bool,
    /// What its dimensions must be in that role, where they are not.
    pub needed: Option<Said>,
    /// Its beginning, where it is used.
    pub preview: Option<Preview>,
}

/// The beginning of a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Preview {
    /// All its rows.
    pub rows: usize,
    /// All its columns.
    pub cols: usize,
    /// Names of the rows shown; none where they have none.
    pub labels: Vec<String>,
    /// Names of the columns shown; none where they have none.
    pub col_labels: Vec<String>,
    /// The cells shown, row by row, each the shortest text of its number.
    pub cells: Vec<Vec<String>>,
}

/// Something that can be read in more than one way.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Guess {
    /// What it is about, by its name.
    pub topic: String,
    /// The question.
    pub question: Said,
    /// The ways.
    pub options: Vec<Choice>,
    /// The one that was taken.
    pub chosen: usize,
    /// Whether the user should be asked.
    pub is_doubtful: bool,
}

/// One way to read it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Choice {
    /// What it says.
    pub words: Said,
    /// What would come of it, where the user should be asked.
    pub preview: Option<Preview>,
}

/// Why a piece could not be read, and where.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Trouble {
    /// The sentence.
    pub words: Said,
    /// The place in the text; `None` where it is the whole.
    pub spot: Option<Spot>,
}

/// A place in a text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spot {
    /// Where the marked part begins, in UTF-16 units from the beginning of the text.
    pub start: usize,
    /// Its length in UTF-16 units.
    pub length: usize,
    /// The lines around, the one in question among them.
    pub lines: Vec<Line>,
}

/// A line of a text, perhaps only a part of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Line {
    /// Its number, counted from 1.
    pub number: usize,
    /// What stands before the marked part; all of it where nothing is marked.
    pub before: String,
    /// The marked part; `None` where this is not the line in question.
    pub marked: Option<String>,
    /// What stands after it.
    pub after: String,
}

/// What does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Misfit {
    /// The sentence.
    pub words: Said,
    /// The piece, by its number.
    pub piece: Option<u32>,
    /// The array in it, counted from 0.
    pub array: Option<usize>,
}

/// What there is to show.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// What it is called, where it has a name.
    pub name: Option<String>,
    /// In a few words.
    pub words: Said,
    /// The tokens that are given: queries or keys, whichever are more.
    pub tokens: usize,
    /// The first token that is taken, counted from 0.
    pub start: usize,
    /// How many tokens are taken.
    pub taken: usize,
    /// The tokens that can be shown.
    pub limit: usize,
}

/// What an array can be for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RoleName {
    /// The role's name in requests.
    pub key: String,
    /// What it is called.
    pub words: Said,
    /// Whether it takes texts.
    pub is_texts: bool,
}
