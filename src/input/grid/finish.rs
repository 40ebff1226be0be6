//! What a laid out grid amounts to: an array with its names, and the guesses that led to it.

use super::{
    Grid, Solved, Span, beginning,
    fill::Kind,
    header::{are_dimensions, counts_from, names_dimensions},
    layout::{Label, Layout},
};
use crate::input::{
    Answers, Array, Fault, Form, Guess, Meaning, Note, ReadFault, Reading, TableMeaning, TableNote,
    Topic, Values, choice::likeliest, tabular::repeated,
};

/// The reading of a grid; the guesses are about the header, the names of the rows, the decimal
/// mark, percentages and the orientation, in this order.
pub fn reading(grid: &Grid<'_>, mut solved: Solved, form: Form, answers: &Answers) -> Reading {
    let mut values = std::mem::take(&mut solved.layout.values);
    let layout = &solved.layout;
    let mut guesses = Vec::new();
    let mut notes = Vec::new();
    if grid.n_rows() > 1 {
        guesses.push(header_guess(grid, layout, answers));
    }
    if layout.data.len() > 1 || layout.label != Label::Nowhere {
        guesses.push(label_guess(&solved, answers));
    }
    guesses.extend(decimal_guess(&solved, answers));
    if let Some(span) = layout.said.percent {
        let guess = percent_guess(&grid.cell(span), answers);
        if guess.chosen == 0 {
            take_shares(grid, layout, &mut values);
        }
        guesses.push(guess);
    }
    let (rows, cols) = (grid.n_rows() - layout.first_row(), layout.data.len());
    let labels = match layout.label {
        Label::In(column) => Some(names_in(grid, layout, column)),
        Label::Nowhere | Label::Counted(_) => None,
    };
    let names = column_names(grid, layout);
    let guess = orientation_guess(grid, layout, labels.as_deref(), names.as_deref(), answers);
    let is_turned = guess.chosen == 1;
    guesses.push(guess);
    said(grid, layout, &mut notes);
    let mut array = Array::matrix(rows, cols, values).at(grid.row_place(0)).with_labels(labels);
    array.col_labels = names;
    if layout.kind == Kind::Truths {
        array.values = truths(array.values);
    }
    if is_turned {
        array = array.transposed();
    }
    notes.extend(array.row_labels.as_deref().and_then(repeated));
    Reading { form, arrays: vec![array], settings: Vec::new(), guesses, notes }
}

/// Several readings as one of several arrays; the guesses are those about the one that is looked
/// at, the answers go for all.
pub fn stack(readings: Vec<Reading>, answers: &Answers) -> Reading {
    let arrays = || readings.iter().flat_map(|reading| &reading.arrays);
    let chosen = answers.get(Topic::Array).filter(|answer| *answer < arrays().count());
    let chosen = chosen.unwrap_or_else(|| likeliest(&arrays().collect::<Vec<_>>()));
    let mut stacked = Reading {
        form: readings.first().map_or(Form::TABLE, |reading| reading.form),
        arrays: Vec::new(),
        settings: Vec::new(),
        guesses: Vec::new(),
        notes: Vec::new(),
    };
    for reading in readings {
        if (stacked.arrays.len()..stacked.arrays.len() + reading.arrays.len()).contains(&chosen) {
            stacked.guesses = reading.guesses;
            stacked.notes = reading.notes;
        }
        stacked.arrays.extend(reading.arrays);
    }
    stacked
}

/// A fault with what the form says of its shortened prints.
pub fn shortened(mut fault: ReadFault, form: Form, whole: Option<String>) -> ReadFault {
    if let Fault::Shortened { form: by, whole: size, .. } = &mut fault.fault {
        *by = form;
        *size = whole;
    }
    fault
}

fn header_guess(grid: &Grid<'_>, layout: &Layout, answers: &Answers) -> Guess {
    let row = grid.beginning(0);
    let options = vec![Meaning::HeaderTaken { row: row.clone() }, Meaning::HeaderKept { row }];
    let default = usize::from(!layout.first.is_header);
    Guess::new(Topic::Header, options, default, layout.first.is_doubtful, answers)
}

fn label_guess(solved: &Solved, answers: &Answers) -> Guess {
    let meaning = |label: &Label| match label {
        Label::Nowhere => Meaning::NoLabels,
        Label::In(column) => Meaning::LabelsFrom { column: column + 1 },
        Label::Counted(column) => TableMeaning::RowNumbers { column: column + 1 }.into(),
    };
    let layout = &solved.layout;
    let options = solved.labels.iter().map(meaning).collect();
    let default = solved.labels.iter().position(|label| *label == layout.label).unwrap_or(0);
    Guess::new(Topic::LabelColumn, options, default, layout.is_label_doubtful, answers)
}

/// Asked where there is more than one way; said where it is not the usual one.
fn decimal_guess(solved: &Solved, answers: &Answers) -> Option<Guess> {
    let meaning = |(kind, preview): &(Kind, Option<String>)| match kind {
        Kind::Truths => None,
        Kind::Numbers(style) => Some(
            TableMeaning::Marks {
                decimal: style.decimal,
                group: style.group,
                preview: preview.clone().unwrap_or_default(),
            }
            .into(),
        ),
    };
    let options: Vec<Meaning> = solved.kinds.iter().filter_map(meaning).collect();
    let n_fit = solved.kinds.iter().filter(|(_, preview)| preview.is_some()).count();
    (options.len() > 1)
        .then(|| Guess::new(Topic::DecimalMark, options, solved.chosen, n_fit > 1, answers))
}

fn percent_guess(example: &str, answers: &Answers) -> Guess {
    let example = beginning(example);
    let options = vec![
        TableMeaning::PercentAsShare { example: example.clone() }.into(),
        TableMeaning::PercentAsNumber { example }.into(),
    ];
    Guess::new(Topic::Percent, options, 0, true, answers)
}

/// Divides what has a percent sign by 100, in decimal so that it is rounded once.
fn take_shares(grid: &Grid<'_>, layout: &Layout, values: &mut [f64]) {
    let rows = layout.first_row()..grid.n_rows();
    let cells = rows.flat_map(|row| layout.data.iter().map(move |column| (row, *column)));
    for (value, (row, column)) in values.iter_mut().zip(cells) {
        let cell = grid.row(row).get(column).map(|span| grid.raw(*span)).unwrap_or_default();
        if cell.contains(['%', '％']) {
            *value = format!("{value}e-2").parse().unwrap_or(*value / 100.0);
        }
    }
}

fn names_in(grid: &Grid<'_>, layout: &Layout, column: usize) -> Vec<String> {
    let rows = layout.first_row()..grid.n_rows();
    let cell = |row| grid.row(row).get(column).map(|span| grid.cell(*span).into_owned());
    rows.map(|row| cell(row).unwrap_or_default()).collect()
}

/// Names of the columns of data; none where the header only counts them.
fn column_names(grid: &Grid<'_>, layout: &Layout) -> Option<Vec<String>> {
    let span = |column: &usize| {
        let span = grid.row(0).get(column.checked_sub(layout.shift)?)?;
        // What stands in quotes has the blanks that it is meant to have.
        Some(if grid.is_quoted(*span) { *span } else { span.trimmed(grid.text()) })
    };
    let spans: Option<Vec<Span>> = layout.data.iter().map(span).collect();
    let spans = spans.filter(|_| layout.first.is_header)?;
    let names: Vec<String> = spans.iter().map(|span| grid.cell(*span).into_owned()).collect();
    let number = |(span, name): (&Span, &String)| {
        let number = layout.kind.value(name).ok().filter(|_| !grid.is_quoted(*span));
        number.map(|(number, _)| number)
    };
    let numbers: Option<Vec<f64>> = spans.iter().zip(&names).map(number).collect();
    let is_counted =
        |numbers: Vec<f64>| [0.0, 1.0].iter().any(|first| counts_from(&numbers, *first));
    (!numbers.is_some_and(is_counted)).then_some(names)
}

/// Tokens stand in columns where the rows are named as dimensions are.
fn orientation_guess(
    grid: &Grid<'_>,
    layout: &Layout,
    labels: Option<&[String]>,
    names: Option<&[String]>,
    answers: &Answers,
) -> Guess {
    let corner = grid.row(0).first().map(|span| grid.cell(*span)).unwrap_or_default();
    let has_corner = layout.first.is_header && layout.shift == 0 && layout.label != Label::Nowhere;
    let rows_are_dimensions =
        (has_corner && names_dimensions(&corner)) || labels.is_some_and(are_dimensions);
    let is_turned = rows_are_dimensions && names.is_some_and(|names| !are_dimensions(names));
    let options = vec![Meaning::RowsAreTokens, Meaning::ColumnsAreTokens];
    Guess::new(Topic::Orientation, options, usize::from(is_turned), is_turned, answers)
}

fn truths(values: Values) -> Values {
    match values {
        Values::Numbers(numbers) => {
            Values::Booleans(numbers.iter().map(|number| *number != 0.0).collect())
        }
        other => other,
    }
}

/// What the spelling of numbers and the columns left out ask to be said.
fn said(grid: &Grid<'_>, layout: &Layout, notes: &mut Vec<Note>) {
    if let Some(found) = layout.said.minus {
        notes.push(Note::LooksLikeMinus { found });
    }
    if let Some(span) = layout.said.power {
        notes.push(Note::PowersOfTen { found: beginning(&grid.cell(span)) });
    }
    // Numbers of the rows are left out without a word.
    let mut texts = layout.left_out.iter().filter(|column| layout.texts.contains(column));
    if let Some(first) = texts.next() {
        let note = TableNote::ColumnsLeftOut { first: first + 1, more: texts.count() };
        notes.push(note.into());
    }
}
