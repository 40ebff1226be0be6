//! Prints of R and of pandas: names above the columns and before the rows, blocks of columns one
//! below the other where the screen was too narrow, a last line with the size.

use crate::input::{
    Answers, Array, Fault, Form, Format, ReadFault, Reading, Source, TableFault,
    delimited::Lines,
    grid::{Escape, Grid, Known, Span, is_number, is_type, reading, shortened, solve},
    number::{NotANumber, Style, number},
};

/// Lines in which such a print is told.
const HEAD: usize = 64;

/// Prints of data frames and matrices.
pub struct Frames;

impl Format for Frames {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        if is_vector(text) {
            return Some(vector(text));
        }
        let frame = Frame::of(text)?;
        Some(frame.read(text, answers))
    }
}

/// Columns that are shown together, with their names.
struct Block {
    names: Vec<Span>,
    rows: Vec<Span>,
}

/// A print: blocks of the same rows.
struct Frame {
    form: Form,
    blocks: Vec<Block>,
    /// How large the whole is, where it is said.
    whole: Option<String>,
}

impl Frame {
    /// The print that a text is, if it is one: told by its first lines and its last.
    fn of(text: &str) -> Option<Self> {
        let head = || Lines::new(text, 0).take(HEAD).map(|line| line.trimmed(text).of(text));
        let is_r = |line: &str| {
            let mut words = line.split(' ').filter(|word| !word.is_empty());
            let first = words.next().unwrap_or_default();
            is_column_index(first) || (is_index(first) && words.next().is_some())
        };
        if text.trim_start().starts_with("# A tibble: ") || head().any(is_r) {
            return Some(Self::in_r(text));
        }
        let last = text.trim_end().rsplit('\n').next().unwrap_or("").trim();
        let has_footer = footer(last).is_some();
        if has_footer || head().any(|line| line.ends_with('\\')) {
            // A line that goes on is followed by other columns.
            let is_print = |frame: &Self| frame.is_even() && (has_footer || frame.blocks.len() > 1);
            return Some(Self::in_pandas(text)).filter(is_print);
        }
        Self::wrapped(text)
    }

    /// Data frames of R that were wrapped: the same rows below other names.
    fn wrapped(text: &str) -> Option<Self> {
        let ends_in_number = |line: &Span| {
            let last = line.of(text).trim_end().rsplit(' ').next().unwrap_or("");
            is_number(last)
        };
        let has_content = |line: &Span| line.start() < line.end();
        let mut lines = Lines::new(text, 0).filter(has_content).map(|line| ends_in_number(&line));
        let begins = lines.next() == Some(false) && lines.next() == Some(true);
        // Where more lines than one have no number at their end, each should be names.
        let n_names = if begins { 1 + lines.filter(|is_number| !is_number).count() } else { 0 };
        let may_be = n_names > 1 && !text.contains(['[', '{', '(']);
        let frame = may_be.then(|| Self::in_r(text))?;
        (frame.blocks.len() > 1 && frame.is_even()).then_some(frame)
    }

    /// Whether every block has names and as many rows.
    fn is_even(&self) -> bool {
        let n_rows = self.blocks.first().map_or(0, |block| block.rows.len());
        let is_like = |block: &Block| block.rows.len() == n_rows && !block.names.is_empty();
        n_rows > 0 && self.blocks.iter().all(is_like)
    }

    /// R: a line without numbers names the columns of a block.
    fn in_r(text: &str) -> Self {
        let mut frame = Self { form: Form::R_PRINT, blocks: Vec::new(), whole: None };
        for line in Lines::new(text, 0).map(|line| line.trimmed(text)) {
            let content = line.of(text);
            if let Some(said) = content.strip_prefix('#') {
                let whole = said.trim_start().strip_prefix("A tibble: ");
                frame.whole = frame.whole.or(whole.map(str::to_owned));
                continue;
            }
            let words = line.parts(text, ' ');
            let is_names = words.iter().all(|word| is_name(word.of(text)));
            let is_types = words.iter().all(|word| is_type(word.of(text)));
            match frame.blocks.last_mut() {
                _ if words.is_empty() => {}
                Some(block) if block.rows.is_empty() && is_types => {}
                Some(block) if !is_names => block.rows.push(line),
                _ if is_names => frame.blocks.push(Block { names: words, rows: Vec::new() }),
                _ => frame.blocks.push(Block { names: Vec::new(), rows: vec![line] }),
            }
        }
        frame
    }

    /// pandas: blank lines part blocks, the first line of each names its columns.
    fn in_pandas(text: &str) -> Self {
        let mut frame = Self { form: Form::PANDAS, blocks: Vec::new(), whole: None };
        let mut is_open = false;
        for line in Lines::new(text, 0).map(|line| line.trimmed(text)) {
            let content = line.of(text);
            let names = content.strip_suffix('\\').unwrap_or(content);
            let words = Span::new(line.start(), line.start() + names.len()).parts(text, ' ');
            match frame.blocks.last_mut() {
                _ if content.is_empty() => is_open = false,
                _ if footer(content).is_some() => frame.whole = footer(content).map(str::to_owned),
                // The name of the index stands on a line of its own.
                Some(block) if is_open && block.rows.is_empty() && words.len() == 1 => {}
                Some(block) if is_open => block.rows.push(line),
                _ => {
                    frame.blocks.push(Block { names: words, rows: Vec::new() });
                    is_open = true;
                }
            }
        }
        frame
    }

    fn read(&self, text: &str, answers: &Answers) -> Result<Reading, ReadFault> {
        let grid =
            self.grid(text).map_err(|fault| shortened(fault, self.form, self.whole.clone()))?;
        let n_rows = grid.n_rows();
        let solved = solve(&grid, Known::default(), answers)
            .map_err(|refused| shortened(refused.fault, self.form, self.whole.clone()))?;
        let reading = reading(&grid, solved, self.form, answers);
        let said = self.whole.as_deref().and_then(|whole| whole.split([' ', ',']).next());
        let said = said.and_then(|said| said.parse::<usize>().ok());
        let n_data = reading.arrays.first().map_or(n_rows, |_| self.blocks[0].rows.len());
        match said {
            Some(said) if said != n_data => {
                let (found, whole) = ("…".to_owned(), self.whole.clone());
                Err(Fault::Shortened { found, whole, form: self.form }.whole())
            }
            _ => Ok(reading),
        }
    }

    /// Names and rows with the blocks side by side.
    fn grid<'a>(&self, text: &'a str) -> Result<Grid<'a>, ReadFault> {
        let mut grid = Grid::new(text, Escape::Quotes);
        let names = || self.blocks.iter().flat_map(|block| &block.names);
        if !names().all(|name| is_column_index(name.of(text))) {
            for name in names() {
                grid.push(*name);
            }
            grid.end_row();
        }
        let n_rows = self.blocks.first().map_or(0, |block| block.rows.len());
        for row in 0..n_rows {
            let mut first_label = None;
            for (at, block) in self.blocks.iter().enumerate() {
                let Some(line) = block.rows.get(row) else {
                    let fault = TableFault::BlockRows { found: block.rows.len(), expected: n_rows };
                    let last = block.rows.last().or(block.names.last()).copied();
                    return Err(Fault::from(fault).at(grid.place(last.unwrap_or(Span::new(0, 0)))));
                };
                let words = line.parts(text, ' ');
                let n_names =
                    if block.names.is_empty() { words.len() - 1 } else { block.names.len() };
                let (label, cells) = words.split_at(words.len().saturating_sub(n_names));
                let label = label_span(text, label);
                if at == 0 {
                    first_label = label;
                    grid.extend(label);
                } else if label.map(|label| label.of(text))
                    != first_label.map(|label| label.of(text))
                {
                    let fault = TableFault::BlockLabels { row: row + 1 };
                    return Err(Fault::from(fault).at(grid.place(*line)));
                }
                grid.extend(cells.iter().copied());
            }
            grid.end_row();
        }
        Ok(grid)
    }
}

/// The words before the numbers of a row as one name; positions as R prints them are none.
fn label_span(text: &str, words: &[Span]) -> Option<Span> {
    let (first, last) = (words.first()?, words.last()?);
    let label = Span::new(first.start(), last.end());
    (!is_index(label.of(text))).then_some(label)
}

/// Whether a word can stand above a column: no number, nothing that was left out or is missing.
fn is_name(word: &str) -> bool {
    is_column_index(word)
        || matches!(number(word, Style::POINT), Err(NotANumber::Text | NotANumber::Symbol))
            && !is_number(word)
            && !is_index(word)
}

/// `[1,]`, as R counts rows.
fn is_index(word: &str) -> bool {
    let index = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(",]"));
    index.is_some_and(|index| !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit()))
}

/// `[,1]`, as R counts columns.
fn is_column_index(word: &str) -> bool {
    let index = word.strip_prefix("[,").and_then(|rest| rest.strip_suffix(']'));
    index.is_some_and(|index| !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit()))
}

/// The size in `[80 rows x 4 columns]`.
fn footer(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let mut words = inner.split(' ');
    let is_count = |word: Option<&str>| word.is_some_and(|word| word.parse::<usize>().is_ok());
    let is_size = is_count(words.next())
        && words.next() == Some("rows")
        && words.next() == Some("x")
        && is_count(words.next());
    is_size.then_some(inner)
}

/// Whether every line begins as those of a vector of R do: `[1]`, `[13]`.
fn is_vector(text: &str) -> bool {
    let is_counted = |line: &str| {
        let position = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
        position
            .is_some_and(|(at, rest)| at.parse::<usize>().is_ok() && rest.starts_with([' ', '\t']))
    };
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    lines.peek().is_some_and(|line| line.trim_start().starts_with("[1]")) && lines.all(is_counted)
}

/// A vector of R.
fn vector(text: &str) -> Result<Reading, ReadFault> {
    let mut values = Vec::new();
    let grid = Grid::new(text, Escape::Plain);
    for line in Lines::new(text, 0) {
        for word in line.parts(text, ' ').into_iter().skip(1) {
            let why = |why: NotANumber| why.fault(word.of(text)).at(grid.place(word));
            values.push(number(word.of(text), Style::POINT).map_err(why)?.value);
        }
    }
    Ok(Reading::of(Form::R_PRINT, Array::numbers(vec![values.len()], values)))
}
