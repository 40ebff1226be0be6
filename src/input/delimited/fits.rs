//! The ways to cut a text into cells that make a table of it.

use super::{
    split::{Separator, Splitting, split},
    tidy::{named_separator, tidy},
    vectors::spread,
};
use crate::input::{
    Answers, Fault, Note, Place, ReadFault, TableFault,
    grid::{Escape, Grid, Known, Label, Layout, Solved, Span, Words, is_number, solve},
    number::NotANumber,
};

/// Rows that are looked at before all are.
const SAMPLE: usize = 32;

/// A way to cut the text that makes a table of it.
pub struct Fit<'a> {
    /// The way.
    pub splitting: Splitting,
    /// The cells.
    pub grid: Grid<'a>,
    /// What must be said of what was left out.
    pub notes: Vec<Note>,
    /// What is known of it.
    pub known: Known,
    /// The table.
    pub solved: Solved,
}

/// A way to cut the text that makes no table of it.
pub struct Miss<'a> {
    /// The way.
    pub splitting: Splitting,
    /// The cells.
    pub grid: Grid<'a>,
    /// How many of the first cells are numbers in some way of writing them, or damaged ones.
    pub n_numbers: usize,
    /// Of how many.
    pub n_cells: usize,
    /// The cell that is to blame, where it is one.
    pub cell: Option<Span>,
    /// Why.
    pub fault: ReadFault,
}

/// What came of every way.
pub struct Found<'a> {
    /// Those that make a table; the likeliest first, with other values each.
    pub fits: Vec<Fit<'a>>,
    /// Those that make none.
    pub misses: Vec<Miss<'a>>,
    /// Separators that occur and were not taken.
    pub others: Vec<Splitting>,
    /// Where the table starts.
    pub start: usize,
}

/// Tries the ways in turn.
pub fn fits(text: &str) -> Found<'_> {
    let (named, start) = named_separator(text);
    let splittings = named.map_or_else(|| splittings(text), |separator| variants(text, separator));
    let (mut fits, mut misses) = (Vec::<Fit<'_>>::new(), Vec::new());
    for splitting in &splittings {
        if is_needless(&fits, *splitting) {
            continue;
        }
        match attempt(text, start, *splitting) {
            Ok(fit) => fits.push(fit),
            Err(miss) => misses.push(*miss),
        }
    }
    let blanks = fits.iter().find(|fit| fit.splitting.separator == Separator::Blanks);
    let n = match blanks {
        // Several words before the numbers may be one name.
        Some(fit) => Some(fit.solved.layout.data.len()).filter(|_| fit.has_several_names()),
        None if fits.is_empty() => n_at_the_right(&misses),
        None => None,
    };
    if let Some(fit) = n.and_then(|n| from_the_right(text, start, n)) {
        fits.insert(0, fit);
    }
    drop_unlikely(&mut fits);
    let is_other = |other: &Splitting| {
        let is_same = |fit: &Fit<'_>| fit.splitting.separator == other.separator;
        !fits.iter().any(is_same) && other.separator != Separator::AnyBlanks
    };
    let mut others: Vec<Splitting> = splittings.into_iter().filter(is_other).collect();
    others.dedup_by_key(|other| other.separator);
    Found { fits, misses, others, start }
}

/// Whether the first rows hold vectors in cells, and words that name them in others.
pub fn is_of_vectors(text: &str) -> bool {
    let separators = [(Separator::Tab, '\t'), (Separator::Semicolon, ';'), (Separator::Comma, ',')];
    let occurring = separators.into_iter().filter(|(_, c)| text.contains(*c));
    let mut splittings = occurring.flat_map(|(separator, _)| variants(text, separator));
    splittings.any(|splitting| {
        let Ok(((grid, _), _)) = cut(text, 0, splitting, SAMPLE) else { return false };
        let Some((spread, known)) = spread(&grid, splitting) else { return false };
        let is_word = |row: usize| {
            let name = spread.row(row).first().map(|span| grid.cell(*span)).unwrap_or_default();
            !name.trim().is_empty() && !is_number(&name) && !name.contains(['[', ']'])
        };
        // `np.array([` above `[1.5],  # 1` is no header.
        let is_header = |cells: &[Span]| {
            cells.len() == grid.width() && !cells.iter().any(|cell| grid.raw(*cell).contains('['))
        };
        let has_good_header = spread.n_rows() == grid.n_rows() || is_header(grid.row(0));
        known.has_labels && has_good_header && (0..spread.n_rows()).all(is_word)
    })
}

impl Fit<'_> {
    /// Whether several columns of words stand before the numbers.
    fn has_several_names(&self) -> bool {
        let layout = &self.solved.layout;
        layout.texts.len() > 1 && layout.texts.iter().copied().eq(0..layout.texts.len())
    }

    /// Whether each row is one number with a comma in it, or two numbers with one between them.
    pub fn is_list_of_commas(&self) -> bool {
        let mut rows = self.solved.layout.first_row()..self.grid.n_rows();
        let has_comma = |row: usize| matches!(self.grid.row(row), [only] if self.grid.raw(*only).matches(',').count() == 1);
        self.grid.width() == 1 && rows.all(has_comma)
    }
}

/// Cuts the first rows, and all of them if they make a table.
///
/// # Errors
/// Why it makes none.
pub fn attempt(text: &str, start: usize, splitting: Splitting) -> Result<Fit<'_>, Box<Miss<'_>>> {
    let (sample, is_whole) = cut(text, start, splitting, SAMPLE)?;
    let fit = solved(splitting, sample)?;
    if is_whole {
        return Ok(fit);
    }
    let (whole, _) = cut(text, start, splitting, usize::MAX)?;
    solved(splitting, whole)
}

type Cut<'a> = (Grid<'a>, Vec<Note>);

/// The cells, and whether they are all there are.
fn cut(
    text: &str,
    start: usize,
    splitting: Splitting,
    most: usize,
) -> Result<(Cut<'_>, bool), Box<Miss<'_>>> {
    match split(text, start, splitting, most) {
        Ok(mut grid) => {
            let is_whole = grid.n_rows() < most;
            let notes = tidy(&mut grid, splitting.separator);
            Ok(((grid, notes), is_whole))
        }
        Err(at) => Err(Box::new(Miss {
            splitting,
            grid: Grid::new(text, Escape::Plain),
            n_numbers: 0,
            n_cells: 0,
            cell: None,
            fault: Fault::from(TableFault::OpenQuote).at(Place::at(text, at, 1)),
        })),
    }
}

fn solved(splitting: Splitting, (grid, notes): Cut<'_>) -> Result<Fit<'_>, Box<Miss<'_>>> {
    let (grid, known) = spread(&grid, splitting).unwrap_or((grid, splitting.known()));
    match solve(&grid, known, &Answers::none()) {
        Ok(solved) => {
            match (mixed(&grid, &solved.layout, known), open_quote(&grid, &solved.layout)) {
                (None, None) => Ok(Fit { splitting, grid, notes, known, solved }),
                (None, Some(cell)) => {
                    let place = Place { length: 1, ..grid.place(cell) };
                    let fault = Fault::from(TableFault::OpenQuote).at(place);
                    Err(Box::new(miss(splitting, grid, Some(cell), fault)))
                }
                (Some((cell, second)), _) => {
                    let first = splitting.separator;
                    let fault = Fault::from(TableFault::MixedSeparators { first, second });
                    let fault = fault.at(grid.place(cell));
                    Err(Box::new(miss(splitting, grid, Some(cell), fault)))
                }
            }
        }
        Err(refused) => Err(Box::new(miss(splitting, grid, refused.cell, refused.fault))),
    }
}

fn miss(splitting: Splitting, grid: Grid<'_>, cell: Option<Span>, fault: ReadFault) -> Miss<'_> {
    let rows = 0..grid.n_rows().min(SAMPLE);
    let cells: Vec<Span> = rows.flat_map(|row| grid.row(row)).copied().collect();
    let is_like_number = |span: &&Span| {
        let cell = grid.cell(**span);
        let is_word = matches!(NotANumber::of(cell.trim()), NotANumber::Text | NotANumber::Symbol);
        is_number(&cell) || !(is_word || cell.trim().is_empty())
    };
    let n_numbers = cells.iter().filter(is_like_number).count();
    Miss { splitting, n_numbers, n_cells: cells.len(), grid, cell, fault }
}

/// A cell of a column of texts that all are numbers with another separator between them.
fn mixed(grid: &Grid<'_>, layout: &Layout, known: Known) -> Option<(Span, char)> {
    let rows = layout.first_row()..grid.n_rows();
    let header = if layout.first.is_header { grid.row(0) } else { &[] };
    // No name holds a tab, unless it stands in quotes.
    let has_tab = |span: &&Span| {
        let cell = grid.raw(**span);
        cell.contains('\t') && !cell.starts_with('"')
    };
    let texts = rows
        .clone()
        .flat_map(|row| layout.texts.iter().filter_map(move |column| grid.row(row).get(*column)));
    if let Some(tabbed) = header.iter().chain(texts).find(has_tab) {
        return Some((*tabbed, '\t'));
    }
    let is_of_words = known.words == Words::Tokens;
    layout.texts.iter().find_map(|column| {
        // `kg,2` between blanks, as `1 kg,2 kg` has it; in a first column it may be a token.
        let second_of = |cell: &str| {
            second_separator(cell)
                .or_else(|| behind_word(cell).filter(|_| is_of_words && *column > 0))
        };
        let cells = rows.clone().filter_map(|row| grid.row(row).get(*column).copied());
        let mut seconds = cells.clone().map(|span| second_of(grid.raw(span)));
        let first = seconds.next()??;
        seconds.all(|second| second == Some(first)).then_some((cells.clone().next()?, first))
    })
}

/// A number behind a quote that no other quote closes, among the cells that are no numbers.
fn open_quote(grid: &Grid<'_>, layout: &Layout) -> Option<Span> {
    let rows = layout.first_row()..grid.n_rows();
    let mut texts = rows
        .flat_map(|row| layout.texts.iter().filter_map(move |column| grid.row(row).get(*column)));
    let is_open = |span: &&Span| grid.raw(**span).strip_prefix('"').is_some_and(is_number);
    texts.find(is_open).copied()
}

/// The separator between a word and the number that ends the cell.
fn behind_word(cell: &str) -> Option<char> {
    let separator = cell.chars().find(|c| matches!(c, ',' | ';'))?;
    let (word, number) = cell.split_once(separator)?;
    (word.ends_with(char::is_alphabetic) && is_number(number)).then_some(separator)
}

/// The separator that stands between the numbers of a cell, if it holds several.
pub fn second_separator(cell: &str) -> Option<char> {
    let is_between = |separator: &char| {
        let mut parts = cell.split(*separator).map(str::trim).filter(|part| !part.is_empty());
        cell.contains(*separator) && parts.clone().next().is_some() && parts.all(is_number)
    };
    [';', ',', '|', '\t', ' '].into_iter().find(is_between)
}
/// Separators that occur, the likelier first.
fn splittings(text: &str) -> Vec<Splitting> {
    let is_ascii = text.is_ascii();
    let has = |c: char| (c.is_ascii() || !is_ascii) && text.contains(c);
    let other_blanks = ['\u{A0}', '\u{2009}', '\u{202F}', '\u{3000}'];
    let separators = [
        (Separator::Tab, has('\t')),
        (Separator::Semicolon, has(';')),
        (Separator::Comma, has(',')),
        (Separator::Bar, has('|')),
        (Separator::Blanks, true),
        (Separator::AnyBlanks, other_blanks.into_iter().any(has)),
        (Separator::CommaOrBlanks, has(',') && has(' ')),
    ];
    let occurring = separators.into_iter().filter(|(_, occurs)| *occurs);
    occurring.flat_map(|(separator, _)| variants(text, separator)).collect()
}

/// With quotes, where there are any, and without.
fn variants(text: &str, separator: Separator) -> Vec<Splitting> {
    let with = |has_quotes| Splitting { separator, has_quotes };
    if text.contains('"') { vec![with(true), with(false)] } else { vec![with(false)] }
}

/// Whether another way need not be tried after those that fit.
fn is_needless(fits: &[Fit<'_>], splitting: Splitting) -> bool {
    let fit = |separator| fits.iter().find(move |fit| fit.splitting.separator == separator);
    match splitting.separator {
        // No cell holds a tab.
        separator if separator != Separator::Tab && fit(Separator::Tab).is_some() => true,
        Separator::AnyBlanks => fit(Separator::Blanks).is_some(),
        // Only as the other way to read decimal commas; else two separators are a mistake.
        Separator::CommaOrBlanks => fit(Separator::Blanks).is_none(),
        separator => fit(separator).is_some_and(|fit| !has_long_cell(fit)),
    }
}

/// Whether a quoted cell goes over several lines: what the quotes hold may be rows as well.
fn has_long_cell(fit: &Fit<'_>) -> bool {
    let rows = 0..fit.grid.n_rows();
    fit.splitting.has_quotes
        && rows.flat_map(|row| fit.grid.row(row)).any(|span| fit.grid.raw(*span).contains('\n'))
}

/// How many numbers a row has, where tokens hold blanks so that rows have unequal lengths.
fn n_at_the_right(misses: &[Miss<'_>]) -> Option<usize> {
    let is_blanks = |miss: &&Miss<'_>| miss.splitting == Splitting::BLANKS;
    let grid = &misses.iter().find(is_blanks)?.grid;
    let n_cells = |row: usize| grid.row(row).len();
    let has_header = !grid.row(0).iter().any(|span| is_number(&grid.cell(*span)));
    // A print has names above the numbers; else the shortest token is one word.
    let n = (1..grid.n_rows()).map(n_cells).min()?.checked_sub(1)?;
    Some(if has_header { n.min(n_cells(0)) } else { n })
}

/// Tokens that hold blanks: `n` numbers in each row, counted from the right.
fn from_the_right(text: &str, start: usize, n: usize) -> Option<Fit<'_>> {
    let splitting = Splitting { separator: Separator::FromTheRight(n), has_quotes: false };
    let fit = attempt(text, start, splitting).ok().filter(|_| n > 0)?;
    let names = (0..fit.grid.n_rows()).filter_map(|row| {
        let cells = fit.grid.row(row);
        (cells.len() > n).then(|| fit.grid.raw(cells[0]))
    });
    // A name that ends in a number is more likely a row with a number too many.
    let is_name = |name: &str| name.rsplit_once(' ').is_none_or(|(_, last)| !is_number(last));
    (fit.solved.layout.label == Label::In(0) && names.into_iter().all(is_name)).then_some(fit)
}

/// Leaves fits with other values each, the likeliest first.
fn drop_unlikely(fits: &mut Vec<Fit<'_>>) {
    let n_data = |fit: &Fit<'_>| fit.solved.layout.values.len();
    let is_usual = |fit: &&Fit<'_>| fit.splitting.separator != Separator::CommaOrBlanks;
    let most = fits.iter().filter(is_usual).map(n_data).max().unwrap_or(0);
    // A column of texts is unlikely where cutting otherwise makes numbers of them.
    fits.retain(|fit| fit.solved.layout.texts.is_empty() || n_data(fit) >= most);
    if fits.iter().any(|fit| fit.splitting.separator == Separator::Blanks) {
        fits.sort_by_key(has_numbers_in_names);
    }
    // Lines that make rows by themselves are hardly one cell.
    let has_variants = |pair: &[Fit<'_>]| {
        pair[0].splitting.raw() == pair[1].splitting.raw() && pair[0].splitting.has_quotes
    };
    if let Some(at) = fits.windows(2).position(has_variants) {
        fits.swap(at, at + 1);
    }
    let mut at = 1;
    while at < fits.len() {
        let (before, rest) = fits.split_at(at);
        let layout = |fit: &Fit<'_>| {
            let layout = &fit.solved.layout;
            (fit.grid.n_rows(), layout.data.len(), layout.texts.len())
        };
        let is_same = |other: &Fit<'_>| {
            layout(other) == layout(&rest[0])
                && other.solved.layout.has_values_of(&rest[0].solved.layout)
        };
        if before.iter().any(is_same) {
            fits.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Whether every name ends in a blank and a number: `the 0` before a comma.
fn has_numbers_in_names(fit: &Fit<'_>) -> bool {
    let layout = &fit.solved.layout;
    let Label::In(column) = layout.label else { return false };
    let mut rows = layout.first_row()..fit.grid.n_rows();
    rows.all(|row| {
        let name = fit.grid.row(row).get(column).map(|span| fit.grid.cell(*span));
        name.is_some_and(|name| name.rsplit_once(' ').is_some_and(|(_, last)| is_number(last)))
    })
}
