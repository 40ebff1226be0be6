//! The ways to cut a text into cells that make a table of it.

use super::{
    split::{Separator, Splitting, split},
    tidy::{named_separator, tidy},
    vectors::spread,
};
use crate::input::{
    Answers, Fault, Note, Place, ReadFault, TableFault,
    grid::{Escape, Grid, Known, Label, Layout, Solved, Span, is_number, solve},
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
    /// How many of the first cells are numbers in some way of writing them.
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
    if fits.is_empty() {
        fits.extend(from_the_right(text, start, &misses));
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
        Ok(solved) => match mixed(&grid, &solved.layout) {
            None => Ok(Fit { splitting, grid, notes, known, solved }),
            Some((cell, second)) => {
                let first = splitting.separator;
                let fault = Fault::from(TableFault::MixedSeparators { first, second });
                let fault = fault.at(grid.place(cell));
                Err(Box::new(miss(splitting, grid, Some(cell), fault)))
            }
        },
        Err(refused) => Err(Box::new(miss(splitting, grid, refused.cell, refused.fault))),
    }
}

fn miss(splitting: Splitting, grid: Grid<'_>, cell: Option<Span>, fault: ReadFault) -> Miss<'_> {
    let rows = 0..grid.n_rows().min(SAMPLE);
    let cells: Vec<Span> = rows.flat_map(|row| grid.row(row)).copied().collect();
    let n_numbers = cells.iter().filter(|span| is_number(&grid.cell(**span))).count();
    Miss { splitting, n_numbers, n_cells: cells.len(), grid, cell, fault }
}

/// A cell of a column of texts that all are numbers with another separator between them.
fn mixed(grid: &Grid<'_>, layout: &Layout) -> Option<(Span, char)> {
    let rows = layout.first_row()..grid.n_rows();
    layout.texts.iter().find_map(|column| {
        let cells = rows.clone().filter_map(|row| grid.row(row).get(*column).copied());
        let mut seconds = cells.clone().map(|span| second_separator(grid.raw(span)));
        let first = seconds.next()??;
        seconds.all(|second| second == Some(first)).then_some((cells.clone().next()?, first))
    })
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
    let has = |c: char| text.contains(c);
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
        _ if fit(Separator::Tab).is_some_and(|fit| fit.splitting != splitting.raw()) => true,
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

/// Tokens that hold blanks: as many numbers in each row, counted from the right.
fn from_the_right<'a>(text: &'a str, start: usize, misses: &[Miss<'a>]) -> Option<Fit<'a>> {
    let is_blanks = |miss: &&Miss<'_>| {
        miss.splitting.separator == Separator::Blanks && !miss.splitting.has_quotes
    };
    let grid = &misses.iter().find(is_blanks)?.grid;
    let n = (1..grid.n_rows()).map(|row| grid.row(row).len()).min()?.checked_sub(1)?;
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
    let mut at = 1;
    while at < fits.len() {
        let (before, rest) = fits.split_at(at);
        let layout = |fit: &Fit<'_>| (fit.grid.n_rows(), fit.solved.layout.data.len());
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
