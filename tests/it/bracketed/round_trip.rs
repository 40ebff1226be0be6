//! Any matrix printed in any of these forms comes back bit for bit.

use super::{array, numbers, same};

/// How a form writes rows of numbers.
type Print = fn(&[Vec<f64>]) -> String;

const PRINTS: [(&str, Print); 16] = [
    ("JSON", |rows| lists(rows, ["[", ",", "]"], ",")),
    ("JSON in lines", |rows| lists(rows, ["[\n    ", ",\n    ", "\n  ]"], ",\n  ")),
    ("Python", |rows| lists(rows, ["[", ", ", "]"], ", ")),
    ("Python with trailing commas", |rows| lists(rows, ["(", ", ", ",)"], ",\n")),
    ("NumPy", |rows| lists(&wide(rows), ["[", " ", "]"], "\n ")),
    ("NumPy, broken lines", |rows| wrapped(rows, "", " ", 75)),
    ("NumPy repr", |rows| format!("array({}, dtype=float32)", wrapped(rows, "      ", ", ", 75))),
    ("PyTorch", |rows| {
        format!("tensor({},\n       grad_fn=<AddmmBackward0>)", wrapped(rows, "       ", ", ", 80))
    }),
    ("TensorFlow", |rows| {
        let shape = format!("shape=({}, {}), dtype=float32", rows.len(), rows[0].len());
        format!("tf.Tensor(\n{}, {shape})", wrapped(rows, "", " ", 75))
    }),
    ("MATLAB", |rows| format!("W = {};", lists(rows, ["", " ", ""], "; "))),
    ("MATLAB in lines", |rows| format!("W = {}", lists(rows, ["", ", ", ""], "\n"))),
    ("Julia", |rows| format!("Float64{}", lists(rows, ["", " ", ""], "; "))),
    ("Mathematica", |rows| {
        lists(rows, ["{", ", ", "}"], ", ")
            .replace('e', "*^")
            .replace(['[', ']'], "|")
            .replacen('|', "{", 1)
            .replacen('|', "}", 1)
    }),
    ("C++", |rows| {
        let braces = lists(rows, ["{", ", ", "}"], ", ").replacen('[', "{", 1);
        format!(
            "const double w[{}][{}] = {}}};",
            rows.len(),
            rows[0].len(),
            &braces[..braces.len() - 1]
        )
    }),
    ("R", |rows| {
        let cells: Vec<String> = rows.iter().flatten().map(f64::to_string).collect();
        format!("matrix(c({}), nrow = {}, byrow = TRUE)", cells.join(", "), rows.len())
    }),
    ("numpy 2 scalars", |rows| lists(rows, ["[np.float64(", "), np.float64(", ")]"], ", ")),
];

/// Rows between brackets: what stands before, between and behind their cells, and between rows.
fn lists(rows: &[Vec<f64>], row: [&str; 3], between: &str) -> String {
    let cells = |cells: &Vec<f64>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:?}")).collect();
        format!("{}{}{}", row[0], cells.join(row[1]), row[2])
    };
    format!("[{}]", rows.iter().map(cells).collect::<Vec<_>>().join(between))
}

fn wide(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    rows.to_vec()
}

/// As `NumPy` and `PyTorch` print: cells as wide as the widest, lines broken at a width.
fn wrapped(rows: &[Vec<f64>], indent: &str, separator: &str, width: usize) -> String {
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| format!("{cell:?}")).collect()).collect();
    let widest = cells.iter().flatten().map(String::len).max().unwrap();
    let row = |row: &Vec<String>| {
        let mut text = String::from("[");
        let mut column = indent.len() + 2;
        for (i, cell) in row.iter().enumerate() {
            let separator = if i == 0 { "" } else { separator };
            if column + separator.len() + widest > width {
                text.push_str(separator.trim_end());
                text += "\n";
                text += indent;
                text += "  ";
                column = indent.len() + 2;
            } else {
                text.push_str(separator);
            }
            text += &" ".repeat(widest - cell.len());
            text += cell;
            column += separator.len() + widest;
        }
        text + "]"
    };
    let between = format!("{}\n{indent} ", separator.trim_end());
    format!("[{}]", cells.iter().map(row).collect::<Vec<_>>().join(&between))
}

/// Draws bits, the same ones each time.
pub struct Draws(pub u64);

impl Draws {
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// A finite number of any size: any bits, or few decimals.
    fn number(&mut self) -> f64 {
        let any = f64::from_bits(self.bits());
        match self.below(4) {
            0 if any.is_finite() => any,
            1 => (self.below(2001) as f64 - 1000.0) / 8.0,
            2 => self.below(100) as f64,
            _ => (self.bits() as f64 / u64::MAX as f64 - 0.5) * 6.0,
        }
    }
}

#[test]
fn every_form_gives_back_what_was_printed() {
    let mut draws = Draws(0x9E37_79B9_7F4A_7C15);
    for _ in 0..60 {
        let (n_rows, n_cols) = (2 + draws.below(4), 2 + draws.below(14));
        let rows: Vec<Vec<f64>> =
            (0..n_rows).map(|_| (0..n_cols).map(|_| draws.number()).collect()).collect();
        let values: Vec<f64> = rows.iter().flatten().copied().collect();
        for (form, print) in PRINTS {
            let text = print(&rows);
            let array = array(&text);
            assert_eq!(array.shape, [n_rows, n_cols], "{form}\n{text}");
            assert!(same(&numbers(&array), &values), "{form}\n{text}\n{:?}", array.values);
        }
    }
}

#[test]
fn stacks_and_masks_come_back_too() {
    let mut draws = Draws(7);
    for shape in [vec![2, 3, 4], vec![1, 2, 2, 3], vec![3, 1, 2], vec![2, 2, 2, 2, 2]] {
        let count = shape.iter().product();
        let values: Vec<f64> = (0..count).map(|_| draws.number()).collect();
        let text = nested(&shape, &values.iter().map(|v| format!("{v:?}")).collect::<Vec<_>>());
        assert_eq!(array(&text).shape, shape, "{text}");
        assert!(same(&numbers(&array(&text)), &values), "{text}");
        let flags: Vec<f64> = (0..count).map(|_| draws.below(2) as f64).collect();
        let word = |flag: &f64| if *flag > 0.0 { "True".to_owned() } else { "False".to_owned() };
        let text = nested(&shape, &flags.iter().map(word).collect::<Vec<_>>());
        assert!(same(&numbers(&array(&format!("tensor({text})"))), &flags), "{text}");
    }
}

fn nested(shape: &[usize], cells: &[String]) -> String {
    let Some((first, rest)) = shape.split_first() else { return cells[0].clone() };
    let parts = cells.chunks(cells.len() / first).map(|part| nested(rest, part));
    format!("[{}]", parts.collect::<Vec<_>>().join(",\n"))
}
