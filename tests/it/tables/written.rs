//! Random matrices with random labels, written in every form, read back as they were, or it is
//! asked or refused: never another matrix without a word.

use std::fmt::Write as _;

use attnscope::input::{Answers, Source, View, read, view};

/// Labels that a reader may stumble over.
const LABELS: [&str; 26] = [
    "the",
    "cat",
    "hello, world",
    "say \"hi\"",
    "\"",
    "'",
    ",",
    ";",
    "|",
    "a|b",
    "고양이",
    "토큰",
    "2024",
    "7",
    "-1",
    "0.5",
    "1e5",
    "NA",
    "nan",
    "null",
    "#",
    "##ing",
    "new york",
    "<s>",
    "[PAD]",
    "Ġcat",
];

/// A xorshift generator: the same matrices on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn number(&mut self) -> f64 {
        let value = self.below(2_000_001) as f64 / 1e6 - 1.0;
        match self.below(8) {
            0 => value.signum() * self.below(10) as f64,
            1 => value * 1e-9,
            2 => value * 1e12,
            _ => value,
        }
    }
}

/// What is written.
#[derive(Debug)]
struct Matrix {
    labels: Option<Vec<String>>,
    has_header: bool,
    rows: Vec<Vec<f64>>,
}

impl Matrix {
    fn random(random: &mut Random) -> Self {
        let (n_rows, n_cols) = (1 + random.below(6), 1 + random.below(5));
        let row = |random: &mut Random| (0..n_cols).map(|_| random.number()).collect();
        let rows = (0..n_rows).map(|_| row(random)).collect();
        let label = |random: &mut Random| LABELS[random.below(LABELS.len())].to_owned();
        let labels = (random.below(4) > 0).then(|| (0..n_rows).map(|_| label(random)).collect());
        Self { labels, has_header: random.below(2) == 0, rows }
    }

    /// Cells as texts, the header among them.
    fn cells(&self, number: impl Fn(f64) -> String) -> Vec<Vec<String>> {
        let corner = self.labels.iter().map(|_| "token".to_owned());
        let names = (0..self.rows[0].len()).map(|i| format!("d{i}"));
        let header = self.has_header.then(|| corner.chain(names).collect());
        let row = |(i, row): (usize, &Vec<f64>)| {
            let label = self.labels.iter().map(|labels| labels[i].clone());
            label.chain(row.iter().map(|value| number(*value))).collect()
        };
        header.into_iter().chain(self.rows.iter().enumerate().map(row)).collect()
    }

    /// Cells as texts without a header; without labels where there are none.
    fn rows_only(&self, number: impl Fn(f64) -> String) -> Vec<Vec<String>> {
        self.cells(number).split_off(usize::from(self.has_header))
    }

    fn labels_are_words(&self) -> bool {
        self.labels.as_ref().is_none_or(|labels| labels.iter().all(is_word))
    }

    /// Whether a form without names of columns tells labels from numbers, and the counts in the
    /// first line of word2vec from a row.
    fn is_told_by(&self, form: &str) -> bool {
        let has_word = self.labels.as_ref().is_none_or(|labels| labels.iter().any(is_word));
        match form {
            "GloVe" => has_word,
            "word2vec" => has_word && self.rows[0].len() > 2,
            _ => true,
        }
    }
}

fn is_word(label: &String) -> bool {
    label.parse::<f64>().is_err() && label != "NA"
}

fn lines(cells: &[Vec<String>], separator: &str, escape: impl Fn(&str) -> String) -> String {
    let row = |row: &Vec<String>| {
        row.iter().map(|cell| escape(cell)).collect::<Vec<_>>().join(separator) + "\n"
    };
    cells.iter().map(row).collect()
}

fn csv(cell: &str) -> String {
    if cell.contains([',', ';', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

fn markdown(cell: &str) -> String {
    let mut escaped = String::new();
    for c in cell.chars() {
        if "\\|`*$<&[]#".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn latex(cell: &str) -> String {
    let mut escaped = String::new();
    for c in cell.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => write!(escaped, "\\{c}").unwrap(),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            _ => escaped.push(c),
        }
    }
    escaped
}

fn html(cell: &str) -> String {
    let cell = cell.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<td>{cell}</td>")
}

/// A form: its name, and the text of a matrix.
type Form = (&'static str, fn(&Matrix) -> String);

fn plain(value: f64) -> String {
    value.to_string()
}

fn with_comma(value: f64) -> String {
    value.to_string().replace('.', ",")
}

const FORMS: [Form; 11] = [
    ("CSV", |m| lines(&m.cells(plain), ",", csv)),
    ("CSV with exponents", |m| lines(&m.cells(|value| format!("{value:e}")), ",", csv)),
    ("CSV with semicolons", |m| lines(&m.cells(with_comma), ";", csv)),
    ("CSV with CRLF", |m| lines(&m.cells(plain), ",", csv).replace('\n', "\r\n")),
    ("TSV", |m| lines(&m.cells(plain), "\t", str::to_owned)),
    ("TSV with commas", |m| lines(&m.cells(with_comma), "\t", str::to_owned)),
    ("word2vec", |m| {
        let rows = lines(&m.rows_only(plain), " ", str::to_owned);
        format!("{} {}\n{rows}", m.rows.len(), m.rows[0].len())
    }),
    ("GloVe", |m| lines(&m.rows_only(plain), " ", str::to_owned)),
    ("Markdown", |m| {
        let lines = lines(&m.cells(plain), " | ", markdown);
        let mut rows: Vec<String> = lines.lines().map(|line| format!("| {line} |")).collect();
        let n = m.rows[0].len() + usize::from(m.labels.is_some());
        if !m.has_header {
            rows.insert(0, format!("|{}", "  |".repeat(n)));
        }
        rows.insert(1, format!("|{}", " --- |".repeat(n)));
        rows.join("\n")
    }),
    ("LaTeX", |m| {
        let body = lines(&m.cells(plain), " & ", latex).replace('\n', " \\\\\n");
        format!("\\begin{{tabular}}{{lrr}}\n\\hline\n{body}\\end{{tabular}}\n")
    }),
    ("HTML", |m| {
        let rows = lines(&m.cells(plain), "", html).replace('\n', "</tr>\n<tr>");
        format!("<table border=\"1\"><tr>{rows}</tr></table>")
    }),
];

/// Whether a reading is the matrix, bit for bit.
fn is_right(view: &View, matrix: &Matrix) -> bool {
    let table = &view.table;
    let values: Vec<u64> = matrix.rows.iter().flatten().map(|value| value.to_bits()).collect();
    let read: Vec<u64> = table.values.iter().map(|value| value.to_bits()).collect();
    table.rows == matrix.rows.len() && read == values && table.labels == matrix.labels
}

#[test]
fn what_is_written_reads_back_or_is_asked_about() {
    let mut random = Random(0x5EED);
    let mut counts = [[0; 3]; FORMS.len()];
    for _ in 0..300 {
        let mut matrix = Matrix::random(&mut random);
        // Without a header nothing tells a column of numbers from a column of labels.
        matrix.has_header |= !matrix.labels_are_words();
        for (form, count) in FORMS.iter().zip(&mut counts) {
            if !matrix.is_told_by(form.0) {
                continue;
            }
            let text = form.1(&matrix);
            let source = Source::pasted(&text);
            let answers = Answers::none();
            let result = read(&source, &answers).and_then(|reading| view(&reading, &answers));
            match result {
                Ok(view) if is_right(&view, &matrix) => count[0] += 1,
                Ok(view) => {
                    let is_asked = view.guesses.iter().any(|guess| guess.is_doubtful);
                    assert!(is_asked, "{}\n{text}\n{matrix:?}\n{view:?}", form.0);
                    count[1] += 1;
                }
                Err(_) => count[2] += 1,
            }
        }
    }
    for (form, [right, asked, refused]) in FORMS.iter().zip(counts) {
        assert!(right > 19 * (asked + refused), "{}: {right}, {asked}, {refused}", form.0);
    }
}
