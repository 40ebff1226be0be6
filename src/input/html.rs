//! Tables of web pages and of `DataFrame.to_html`: cells between tags, whatever the tags say of
//! looks. A page without a table is refused by name: it is usually a download that failed.

use std::borrow::Cow;

use super::{
    Answers, Fault, Form, FormAbout, Format, InFull, ReadFault, Reading, Source, TableFault,
    entities,
    grid::{Escape, Grid, Known, Span, reading, shortened, solve, stack},
};

impl Form {
    /// A table in HTML.
    pub const HTML: Self =
        Self(&FormAbout { english: "an HTML table", korean: "HTML 표", in_full: InFull::VALUES });
}

/// Tables in HTML.
pub struct Html;

impl Format for Html {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        let start: String = text.trim_start().chars().take(16).collect();
        let start = start.to_ascii_lowercase();
        let is_page = start.starts_with("<!doctype html") || start.starts_with("<html");
        let has_cells = || text.contains("</td>") || text.contains("</TD>");
        if !(is_page || start.starts_with('<') || (text.contains('<') && has_cells())) {
            return None;
        }
        let tables = tables(text);
        if tables.is_empty() {
            return is_page.then(|| Err(Fault::from(TableFault::HtmlPage).whole()));
        }
        let whole = whole(text);
        let readings = tables.into_iter().map(|(mut grid, mut known)| {
            known.has_header &= !grid.drop_empty_ends();
            match solve(&grid, known, answers) {
                Ok(solved) => Ok(reading(&grid, solved, Form::HTML, answers)),
                Err(refused) => Err(shortened(refused.fault, Form::HTML, whole.clone())),
            }
        });
        Some(readings.collect::<Result<Vec<_>, _>>().map(|all| stack(all, answers)))
    }
}

/// A tag: its name in small letters, whether it closes, and where it stands.
struct Tag {
    name: String,
    is_closing: bool,
    span: Span,
}

/// Tags, one after the other.
fn tags(text: &str) -> impl Iterator<Item = Tag> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text.get(at..)?.find('<')?;
            at = start + 1;
            let rest = &text[at..];
            let is_closing = rest.starts_with('/');
            let name = &rest[usize::from(is_closing)..];
            let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
            // A sign that is less than something begins no tag.
            if length == 0 {
                continue;
            }
            at += rest.find('>')? + 1;
            let name = name[..length].to_ascii_lowercase();
            return Some(Tag { name, is_closing, span: Span::new(start, at) });
        }
    })
}

/// The cells of every table, and what the tags say of its first row and column.
fn tables(text: &str) -> Vec<(Grid<'_>, Known)> {
    let mut tables = Vec::new();
    let mut table: Option<Marked<'_>> = None;
    for tag in tags(text) {
        match (tag.name.as_str(), tag.is_closing) {
            ("table", false) => {
                table.get_or_insert_with(|| Marked::new(text));
            }
            ("table", true) => tables.extend(table.take().and_then(|table| table.end(tag.span))),
            _ => {
                if let Some(table) = &mut table {
                    table.take(&tag);
                }
            }
        }
    }
    tables.extend(table.and_then(|table| table.end(Span::new(text.len(), text.len()))));
    tables
}

/// A table that is being read.
struct Marked<'a> {
    grid: Grid<'a>,
    /// Whether each cell of the present row stands in a `th`.
    heads: Vec<bool>,
    /// Where the present cell begins.
    cell: Option<usize>,
    first: Vec<bool>,
    is_named: bool,
}

impl<'a> Marked<'a> {
    fn new(text: &'a str) -> Self {
        let grid = Grid::new(text, Escape::By(cell_text));
        Self { grid, heads: Vec::new(), cell: None, first: Vec::new(), is_named: true }
    }

    fn take(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "td" | "th" => {
                self.end_cell(tag.span);
                if !tag.is_closing {
                    self.cell = Some(tag.span.end());
                    self.heads.push(tag.name == "th");
                }
            }
            "tr" | "thead" | "tbody" | "tfoot" => self.end_row(tag.span),
            _ => {}
        }
    }

    fn end_cell(&mut self, tag: Span) {
        if let Some(start) = self.cell.take() {
            self.grid.push(Span::new(start, tag.start()).trimmed(self.grid.text()));
        }
    }

    fn end_row(&mut self, tag: Span) {
        self.end_cell(tag);
        if self.heads.is_empty() {
            return;
        }
        self.grid.end_row();
        let heads = std::mem::take(&mut self.heads);
        if self.grid.n_rows() == 1 {
            self.first = heads;
        } else {
            self.is_named &= heads.first() == Some(&true);
        }
    }

    fn end(mut self, tag: Span) -> Option<(Grid<'a>, Known)> {
        self.end_row(tag);
        let has_header = self.first.iter().all(|is_head| *is_head) && self.grid.n_rows() > 1;
        let has_labels = self.is_named && self.grid.n_rows() > 1;
        let known = Known { has_header, has_labels, ..Known::default() };
        (self.grid.n_rows() > 0).then_some((self.grid, known))
    }
}

/// The text of a cell: tags left out, but for powers and line ends; entities resolved.
fn cell_text(raw: &str) -> Cow<'_, str> {
    if !raw.contains('<') {
        return entities::decoded(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut at = 0;
    for tag in tags(raw) {
        text.push_str(&raw[at..tag.span.start()]);
        match (tag.name.as_str(), tag.is_closing) {
            ("sup", false) => text.push_str("^{"),
            ("sup", true) => text.push('}'),
            ("br", _) => text.push('\n'),
            _ => {}
        }
        at = tag.span.end();
    }
    text.push_str(&raw[at..]);
    Cow::Owned(entities::decoded(text.trim()).into_owned())
}

/// What pandas says below a shortened table: `80 rows × 4 columns`.
fn whole(text: &str) -> Option<String> {
    let end = text.rfind(" columns</p>")? + " columns".len();
    let start = text[..end].rfind("<p>")? + "<p>".len();
    Some(text[start..end].to_owned())
}
