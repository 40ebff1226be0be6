//! The way of writing numbers in which a whole grid makes sense: the few there are, tried in turn,
//! each given up at the first cell that does not fit.

use super::{
    Grid, Span,
    fill::{Bad, Kind, is_number},
    layout::{Frame, Known, Label, Layout, Told, Words},
};
use crate::input::{
    Answers, Fault, Place, ReadFault, TableFault, Topic,
    number::{NotANumber, Style},
};

/// A grid that makes sense.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The parts of the grid.
    pub layout: Layout,
    /// Ways of writing numbers, each with what the first numbers would be; nothing where the grid
    /// makes no sense in it.
    pub kinds: Vec<(Kind, Option<String>)>,
    /// Which of them was taken.
    pub chosen: usize,
    /// Where the names of the rows could be; depends on the grid alone.
    pub labels: Vec<Label>,
}

/// Why a grid makes no sense.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// How many rows made sense.
    pub n_rows: usize,
    /// The cell to blame, where it is one.
    pub cell: Option<Span>,
    /// What is wrong, and where.
    pub fault: ReadFault,
}

impl Refused {
    /// Whether this says more: a cell that is no number in whatever way of writing, else a later
    /// one.
    fn is_better(&self, other: &Self, grid: &Grid<'_>) -> bool {
        let rank = |refused: &Self| {
            let is_like = refused.cell.is_some_and(|span| is_number(&grid.cell(span)));
            (!is_like, refused.n_rows)
        };
        rank(self) > rank(other)
    }
}

/// Decides how the numbers of a grid are written, which row is a header and which column names
/// the rows.
///
/// # Errors
/// The first cell or row that fits no way.
pub fn solve(grid: &Grid<'_>, known: Known, answers: &Answers) -> Result<Solved, Box<Refused>> {
    let width = even_width(grid)?;
    let told = Told { header: answers.get(Topic::Header).map(|answer| answer == 0), label: None };
    let free = Search { grid, width, known, told }.layouts()?;
    let default = free.first().map_or(Label::Nowhere, |layout| layout.label);
    let texts = free.first().map(|layout| layout.texts.clone()).unwrap_or_default();
    let mut labels = vec![Label::Nowhere, Label::In(0)];
    for label in texts.into_iter().map(Label::In).chain([default, Label::Counted(0)]) {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    let label = answers.get(Topic::LabelColumn).and_then(|answer| labels.get(answer).copied());
    let search = Search { grid, width, known, told: Told { label, ..told } };
    let mut found = if label.is_some() && width > 1 { search.layouts()? } else { free };
    let mut kinds: Vec<_> =
        found.iter().map(|layout| (layout.kind, Some(layout.preview()))).collect();
    let point = Kind::Numbers(Style::POINT);
    if let [(Kind::Numbers(style), _)] = *kinds
        && style != Style::POINT
    {
        kinds.push((point, None));
    }
    let answer = answers.get(Topic::DecimalMark).filter(|answer| *answer < kinds.len());
    let chosen = answer.unwrap_or(0);
    let layout =
        if chosen < found.len() { found.swap_remove(chosen) } else { search.one(point)? };
    Ok(Solved { layout, kinds, chosen, labels })
}

struct Search<'a> {
    grid: &'a Grid<'a>,
    width: usize,
    known: Known,
    told: Told,
}

impl Search<'_> {
    /// The layout under one way of writing numbers.
    fn one(&self, kind: Kind) -> Result<Layout, Box<Refused>> {
        let Self { grid, width, known, told } = *self;
        Frame { grid, width, kind, known, told }
            .layout()
            .map_err(|bad| Box::new(self.refused(bad, kind)))
    }

    /// Layouts that fit, of the same columns and with other values each; the likeliest first.
    fn layouts(&self) -> Result<Vec<Layout>, Box<Refused>> {
        let Self { grid, width, known, told } = *self;
        let mut found: Vec<Layout> = Vec::new();
        let mut refused: Option<Refused> = None;
        for kind in kinds(grid) {
            // Where no name is a number when written otherwise, groups make no more of it.
            let has_all =
                |layout: &Layout| decimal(layout.kind) == decimal(kind) && !layout.has_likes;
            if found.iter().any(has_all) || (kind == Kind::Truths && !found.is_empty()) {
                continue;
            }
            match (Frame { grid, width, kind, known, told }.layout()) {
                Ok(layout) if layout.data.is_empty() => {}
                Ok(layout) => found.push(layout),
                Err(_) if kind == Kind::Truths => {}
                Err(bad) => {
                    let other = self.refused(bad, kind);
                    if refused.as_ref().is_none_or(|refused| other.is_better(refused, grid)) {
                        refused = Some(other);
                    }
                }
            }
        }
        self.drop_unlikely(&mut found);
        if found.is_empty() {
            let fault = Fault::Unrecognized.whole();
            return Err(Box::new(refused.unwrap_or(Refused { n_rows: 0, cell: None, fault })));
        }
        Ok(found)
    }

    /// Leaves the layouts that have the most columns of data and other values each.
    fn drop_unlikely(&self, found: &mut Vec<Layout>) {
        // In a text with blanks between the cells `1,000` may be a token among others that look
        // like numbers; elsewhere a column that can be read as numbers is one.
        let is_token =
            |layout: &&Layout| self.known.words == Words::Tokens && layout.is_label_doubtful;
        let has_comma = found.iter().any(|layout| layout.kind == Kind::Numbers(Style::COMMA));
        let likely = found.first().filter(is_token).filter(|_| !has_comma);
        let likely = likely.or_else(|| found.iter().rev().max_by_key(|layout| layout.values.len()));
        let best = likely.map(|layout| (layout.data.clone(), layout.first.is_header));
        found.retain(|layout| {
            best.as_ref()
                .is_some_and(|best| layout.data == best.0 && layout.first.is_header == best.1)
        });
        let mut at = 0;
        while at < found.len() {
            if found[..at].iter().any(|other| other.has_values_of(&found[at])) {
                found.remove(at);
            } else {
                at += 1;
            }
        }
    }

    fn refused(&self, bad: Bad, kind: Kind) -> Refused {
        let grid = self.grid;
        let bad = self.first_damaged(bad, kind).unwrap_or(bad);
        let row = grid.row(bad.row);
        let is_short = row.len() < self.width;
        let header = grid.row(0).iter().skip(1);
        let has_header = bad.row > 0
            && !header.clone().any(|span| kind.value(&grid.cell(*span)).is_ok())
            && header.len() > 0;
        let has_label =
            bad.column > 0 && !row.first().is_some_and(|span| is_number(&grid.cell(*span)));
        let fault = match row.get(bad.column) {
            Some(_) if is_short => ragged(grid, bad.row, self.width),
            Some(span) => {
                let cell = (
                    bad.row + 1 - usize::from(has_header),
                    bad.column + 1 - usize::from(has_label),
                );
                bad.why
                    .fault(&shown(&grid.cell(*span)))
                    .at(grid.place(*span).in_cell(cell.0, cell.1))
            }
            None => ragged(grid, bad.row, self.width),
        };
        Refused { n_rows: bad.row, cell: row.get(bad.column).copied(), fault }
    }
}

impl Search<'_> {
    /// The cell above a damaged one, in the first row, if it is damaged too.
    fn first_damaged(&self, bad: Bad, kind: Kind) -> Option<Bad> {
        let cell = self.grid.cell(*self.grid.row(0).get(bad.column)?);
        let why = kind.value(&cell).err()?;
        let is_name = matches!(why, NotANumber::Text | NotANumber::Symbol | NotANumber::Empty);
        (!is_name && self.grid.row(0).len() == self.width).then_some(Bad { row: 0, why, ..bad })
    }
}

/// The number of cells of every row but the first, which may have one less.
fn even_width(grid: &Grid<'_>) -> Result<usize, Box<Refused>> {
    let width = grid.width();
    let n_cells = |row: usize| grid.row(row).len();
    let n_rows = grid.n_rows();
    let has_unit = |span: &Span| NotANumber::of(grid.cell(*span).trim()) == NotANumber::Unit;
    let first = grid.row(0);
    if n_rows == 1
        && first.iter().all(|span| is_word(&grid.cell(*span)))
        && !first.iter().all(has_unit)
    {
        let fault = Fault::from(TableFault::NoRows { header: grid.beginning(0) });
        let fault = fault.at(grid.row_place(0));
        return Err(Box::new(Refused { n_rows: 0, cell: None, fault }));
    }
    let is_first_short = n_rows > 1 && width > 1 && n_cells(0) + 1 == width;
    let odd = (usize::from(is_first_short)..n_rows).find(|row| n_cells(*row) != width);
    match odd {
        Some(row) => {
            Err(Box::new(Refused { n_rows: row, cell: None, fault: ragged(grid, row, width) }))
        }
        None => Ok(width),
    }
}

/// What is wrong with a row of another length.
fn ragged(grid: &Grid<'_>, row: usize, width: usize) -> ReadFault {
    let cells = grid.row(row);
    let why = |cell: &str| NotANumber::of(cell.trim());
    let damaged = cells.iter().find(|span| {
        let cell = grid.cell(**span);
        let is_number = Kind::Numbers(Style::POINT).value(&cell).is_ok();
        !is_number && matches!(why(&cell), NotANumber::Glued | NotANumber::Ellipsis)
    });
    if let Some(span) = damaged {
        let cell = grid.cell(*span);
        return why(&cell).fault(&shown(&cell)).at(grid.place(*span));
    }
    let has_label = cells.first().is_some_and(|span| is_word(&grid.cell(*span)));
    let labels = usize::from(has_label && cells.len() > 1 && width > 1);
    let fault =
        Fault::Ragged { row: row + 1, found: cells.len() - labels, expected: width - labels };
    fault.at(Place { cell: None, ..grid.row_place(row) })
}

/// A cell in a message.
fn shown(cell: &str) -> String {
    super::beginning(cell)
}

/// Whether a cell is a word, and no number in whatever style.
fn is_word(cell: &str) -> bool {
    let value = Kind::Numbers(Style::POINT).value(cell);
    matches!(value, Err(NotANumber::Text | NotANumber::Symbol | NotANumber::Unit))
        && Kind::Numbers(Style { decimal: ',', group: Some('.') }).value(cell).is_err()
        && !cell.trim().is_empty()
}

/// Ways of writing numbers that a text could follow, the likelier first.
fn kinds(grid: &Grid<'_>) -> Vec<Kind> {
    let text = grid.extent();
    let is_ascii = text.is_ascii();
    let has = |c: char| (c.is_ascii() || !is_ascii) && text.contains(c);
    let (points, commas) = (has('.'), has(',') || has('，'));
    let blanks = has('\u{A0}') || has('\u{202F}') || has('\u{2009}') || has(' ');
    let apostrophes = has('\'') || has('’');
    let mut styles = vec![Style::POINT];
    let mut add = |decimal, group| styles.push(Style { decimal, group });
    if commas {
        add(',', None);
        add('.', Some(','));
    }
    if points {
        add(',', Some('.'));
    }
    for (is_there, group) in [(blanks, ' '), (apostrophes, '\'')] {
        if is_there {
            add('.', Some(group));
            add(',', Some(group));
        }
    }
    styles.into_iter().map(Kind::Numbers).chain([Kind::Truths]).collect()
}

/// The decimal mark of a kind.
fn decimal(kind: Kind) -> Option<char> {
    match kind {
        Kind::Numbers(style) => Some(style.decimal),
        Kind::Truths => None,
    }
}
