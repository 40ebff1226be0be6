//! The pair of files that the Embedding Projector takes: vectors without names in one, their
//! names in the other, line by line. One column of names has no header, several have one.

use super::{
    Answers, Fault, Form, FormAbout, Guess, InFull, Meaning, ReadFault, Reading, Source,
    TableFault, TableNote, Topic,
    delimited::{self, Lines},
    grid::{beginning, names_tokens},
    tabular::repeated,
};

impl Form {
    /// Vectors and labels of the Embedding Projector.
    pub const PROJECTOR: Self = Self(&FormAbout {
        english: "vectors and labels of the Embedding Projector",
        korean: "Embedding Projector의 벡터와 이름",
        in_full: InFull::VALUES,
    });
}

/// Reads vectors and their names.
///
/// # Errors
/// What is wrong with the vectors; names and vectors in different numbers.
pub fn read(
    vectors: &Source<'_>,
    metadata: &Source<'_>,
    answers: &Answers,
) -> Result<Reading, ReadFault> {
    let (Some(numbers), Some(names)) = (vectors.text(), metadata.text()) else {
        return Err(Fault::Unrecognized.whole());
    };
    // The vectors have neither header nor names; answers about those are about the other file.
    let bare = answers.clone().with(Topic::Header, 1).with(Topic::LabelColumn, 0);
    let mut reading = delimited::read(numbers, &bare)?;
    reading.form = Form::PROJECTOR;
    let of_names = [Topic::Header, Topic::LabelColumn];
    reading.guesses.retain(|guess| !of_names.contains(&guess.topic));
    let vectors_on = usize::from(answers.get(Topic::Orientation) == Some(1));
    let n_vectors = reading.arrays.first().and_then(|array| array.shape.get(vectors_on)).copied();
    let names = Names::of(names, n_vectors.unwrap_or(0), answers)?;
    reading.guesses.extend(names.guesses);
    reading.notes.extend(names.notes);
    reading.notes.extend(repeated(&names.labels));
    if let Some(array) = reading.arrays.first_mut() {
        let labels = if vectors_on == 1 { &mut array.col_labels } else { &mut array.row_labels };
        *labels = Some(names.labels);
    }
    Ok(reading)
}

/// What the second file amounts to.
struct Names {
    labels: Vec<String>,
    guesses: Vec<Guess>,
    notes: Vec<super::Note>,
}

impl Names {
    fn of(text: &str, n_vectors: usize, answers: &Answers) -> Result<Self, ReadFault> {
        let rows: Vec<Vec<&str>> =
            Lines::new(text, 0).map(|line| line.of(text).split('\t').collect()).collect();
        let n_columns = rows.first().map_or(0, Vec::len);
        let has_one_more = rows.len() == n_vectors + 1;
        let first = rows.first().map(|row| beginning(&row.join(" "))).unwrap_or_default();
        let options = vec![
            Meaning::HeaderTaken { row: first.clone() },
            Meaning::HeaderKept { row: first.clone() },
        ];
        // Several columns should have a header; as many lines as vectors say that there is none.
        let is_doubtful = !has_one_more && n_columns > 1;
        let header =
            Guess::new(Topic::Header, options, usize::from(!has_one_more), is_doubtful, answers);
        let n_labels = rows.len() - usize::from(header.chosen == 0 && !rows.is_empty());
        if n_labels != n_vectors {
            let fault = TableFault::LabelCount { vectors: n_vectors, labels: n_labels };
            return Err(Fault::from(fault).whole());
        }
        let mut notes = Vec::new();
        if header.chosen == 0 && n_columns == 1 {
            notes.push(TableNote::MetadataHeader { name: first }.into());
        }
        let named = rows.first().filter(|_| header.chosen == 0);
        let named = named.and_then(|row| row.iter().position(|name| names_tokens(name)));
        let options = (0..n_columns).map(|column| Meaning::LabelsFrom { column: column + 1 });
        let column =
            Guess::new(Topic::LabelColumn, options.collect(), named.unwrap_or(0), false, answers);
        let label = |row: &Vec<&str>| row.get(column.chosen).copied().unwrap_or("").to_owned();
        let labels: Vec<String> = rows.iter().skip(rows.len() - n_vectors).map(label).collect();
        if let Some(empty) = labels.iter().position(String::is_empty) {
            notes.push(TableNote::EmptyLabel { number: empty + 1 }.into());
        }
        let guesses = if n_columns > 1 { vec![header, column] } else { vec![header] };
        Ok(Self { labels, guesses, notes })
    }
}
