//! The text form of word2vec: a line with the number of vectors and their width, then a token and
//! its numbers in each line. Only U+0020 stands between them, so that other blanks may be tokens,
//! and the numbers are counted from the right, so that a token may hold blanks. Without the first
//! line, as `GloVe` has it, it is a table like any other.

use super::{
    Answers, Fault, Form, FormAbout, Format, Guess, InFull, Meaning, Place, ReadFault, Reading,
    Source, TableFault, Topic,
    delimited::{self, Lines, Separator, Splitting, split},
    grid::{Escape, Grid, Known, Span, is_number, reading, solve},
};

impl Form {
    /// Vectors of words as text.
    pub const WORD2VEC: Self = Self(&FormAbout {
        english: "word2vec text",
        korean: "word2vec 텍스트",
        in_full: InFull::VALUES,
    });
}

/// Vectors of words as text.
pub struct Word2Vec;

impl Format for Word2Vec {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        let head = Head::of(text)?;
        let is_taken = answers.get(Topic::Header).map(|answer| answer == 0);
        match head.kind {
            Kind::Sure if is_taken == Some(false) => None,
            Kind::Doubtful if is_taken != Some(true) => Some(as_data(text, answers)),
            Kind::Sure | Kind::Doubtful => Some(head.read(text, answers)),
        }
    }
}

/// The first line, and what follows it.
struct Head {
    line: Span,
    n_vectors: usize,
    width: usize,
    /// Where the second line starts.
    next: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The rows are as wide as the first line says.
    Sure,
    /// The first line could be a row of the same table.
    Doubtful,
}

impl Head {
    /// The first line, if it is one of two counts and what follows may be vectors.
    fn of(text: &str) -> Option<Self> {
        let mut lines = Lines::new(text, 0);
        let line = lines.next()?;
        let (n_vectors, width) = line.of(text).trim_end_matches(' ').split_once(' ')?;
        let count = |text: &str| {
            text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
        };
        let (n_vectors, width): (usize, usize) = (count(n_vectors)?, count(width)?);
        let second = lines.find(|line| !line.of(text).trim().is_empty())?;
        let fields: Vec<&str> = second.of(text).trim_end_matches(' ').split(' ').collect();
        let is_word = fields.first().is_some_and(|field| !is_number(field));
        // Rows of two numbers look like the first line.
        let kind = match fields.len() {
            2 if !is_word && (width == 1 || width == 2) => {
                let n_lines = 1 + lines.filter(|line| !line.of(text).trim().is_empty()).count();
                (n_lines == n_vectors).then_some(Kind::Doubtful)?
            }
            n if n >= width || is_word => Kind::Sure,
            _ => return None,
        };
        (width > 0).then_some(Self { line, n_vectors, width, next: second.start(), kind })
    }

    /// The vectors below the first line.
    fn read(&self, text: &str, answers: &Answers) -> Result<Reading, ReadFault> {
        let separator = Separator::FromTheRight(self.width);
        let splitting = Splitting { separator, has_quotes: false };
        let grid = split(text, self.next, splitting, usize::MAX)
            .unwrap_or_else(|_| Grid::new(text, Escape::Plain));
        self.check(text, &grid)?;
        let has_labels = grid.width() > self.width;
        let n_texts = Some(usize::from(has_labels));
        let known = Known { has_labels, n_texts, ..Known::default() };
        let below = answers.clone().with(Topic::Header, 1);
        let solved = solve(&grid, known, &below).map_err(|refused| refused.fault)?;
        let mut reading = reading(&grid, solved, Form::WORD2VEC, &below);
        reading.guesses.retain(|guess| guess.topic != Topic::Header);
        let row = self.line.of(text).to_owned();
        let options = vec![Meaning::HeaderTaken { row: row.clone() }, Meaning::HeaderKept { row }];
        // Tokens that all are numbers may be numbers, and the first line a row with one too few.
        let is_token = |row: usize| grid.row(row).first().is_some_and(|s| !is_number(grid.raw(*s)));
        let is_doubtful = known.has_labels && !(0..grid.n_rows()).any(is_token);
        reading.guesses.insert(0, Guess::new(Topic::Header, options, 0, is_doubtful, answers));
        Ok(reading)
    }

    /// Whether there are as many vectors as the first line says, each as wide.
    fn check(&self, text: &str, grid: &Grid<'_>) -> Result<(), ReadFault> {
        let at = Place::at(text, self.line.start(), self.line.end() - self.line.start());
        if grid.n_rows() != self.n_vectors {
            let (said, found) = (self.n_vectors, grid.n_rows());
            return Err(Fault::from(TableFault::VectorCount { said, found }).at(at));
        }
        let numbers = |row: usize| {
            let cells = grid.row(row);
            let label = cells.first().map(|cell| grid.raw(*cell)).unwrap_or_default();
            let n_more = label.rsplit(' ').take_while(|word| is_number(word)).count();
            let is_word = cells.first().is_some_and(|cell| !is_number(grid.raw(*cell)));
            let is_label = cells.len() > self.width || is_word;
            // A token that is one number is a token.
            let is_token = is_label && n_more == 1 && !label.contains(' ');
            cells.len() - usize::from(is_label) + if is_label && !is_token { n_more } else { 0 }
        };
        let first = numbers(0);
        if first != self.width && (0..grid.n_rows()).all(|row| numbers(row) == first) {
            let (said, found) = (self.width, first);
            return Err(Fault::from(TableFault::VectorWidth { said, found }).at(at));
        }
        match (0..grid.n_rows()).find(|row| numbers(*row) != self.width) {
            Some(row) => {
                let (found, expected) = (numbers(row), self.width);
                Err(Fault::Ragged { row: row + 1, found, expected }.at(grid.row_place(row)))
            }
            None => Ok(()),
        }
    }
}

/// All lines as rows of one table, with the question whether the first is a header.
fn as_data(text: &str, answers: &Answers) -> Result<Reading, ReadFault> {
    let kept = answers.clone().with(Topic::Header, 1);
    let mut reading = delimited::read(text, &kept)?;
    for guess in reading.guesses.iter_mut().filter(|guess| guess.topic == Topic::Header) {
        guess.is_doubtful = answers.get(Topic::Header).is_none();
    }
    Ok(reading)
}
