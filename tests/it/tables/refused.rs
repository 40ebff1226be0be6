//! Tables that make no sense: what is said of them, and where.

use attnscope::input::{Answers, Source, read, view};

use crate::korean;

/// The place, and words of the message.
#[track_caller]
fn check(text: &str, place: &str, words: &[&str]) {
    let answers = Answers::none();
    let result = read(&Source::pasted(text), &answers).and_then(|reading| view(&reading, &answers));
    let fault = match result {
        Ok(view) => panic!("read as {:?}\n{text}", view.table),
        Err(fault) => fault,
    };
    let said = fault.to_string();
    assert!(said.starts_with(place), "“{said}” is not at {place}\n{text}");
    for word in words {
        assert!(said.contains(word), "“{said}” without “{word}”\n{text}");
    }
    korean::check(&fault);
}

#[test]
fn a_cell_that_is_no_number_is_named() {
    check(
        "0.1,0.2,0.3\n0.4,abc,0.6\n0.7,0.8,0.9\n",
        "line 2, character 5 (row 2, column 2 of the table)",
        &["`abc`"],
    );
    check(
        "d0,d1\n0.1,0.2\n0.3,\n",
        "line 3, character 5 (row 2, column 2 of the table)",
        &["empty"],
    );
    check(
        "token\td0\nthe\tNA\ncat\t1\n",
        "line 2, character 5 (row 1, column 1 of the table)",
        &["NA", "missing"],
    );
    check(
        "the 0.5 1\ncat 2 --\n",
        "line 2, character 7 (row 2, column 2 of the table)",
        &["--", "missing"],
    );
    check("| a | b |\n|---|---|\n| 1 | - |\n", "line 3", &["-", "missing"]);
    check("1 2\n3 1e999\n", "line 2, character 3 (row 2, column 2 of the table)", &["too large"]);
    check("1;2\n3;0x1F\n", "line 2, character 3", &["0x1F", "hexadecimal"]);
    check("1,2+3i\n4,5\n", "line 1, character 3", &["complex"]);
    check("0.5\t#VALUE!\n1\t2\n", "line 1, character 5", &["#VALUE!"]);
    check("1,2,3\n,3,4\n", "line 2, character 1", &["empty"]);
    for text in ["1 kg,2 kg", "1 kg,2 kg\n3 kg,4 kg\n", "1 kg;2,5 kg\n3 kg;4 kg\n"] {
        check(text, "line 1, character 1 (row 1, column 1 of the table)", &["`1 kg`", "unit"]);
    }
    check("a,b\n1 kg,2 kg\n", "line 2, character 1", &["`1 kg`", "unit"]);
}

#[test]
fn a_row_of_another_length_is_named() {
    check("1,2,3\n4,5\n6,7,8\n", "line 2", &["row 2", "2 values", "expected 3"]);
    check("the 1 2 3\ncat 4 5 6 7\nsat 8 9 1\n", "line 2", &["4 values", "expected 3"]);
    check("1\t2\n3\t4\t5\n6\t7\n", "line 2", &["3 values", "expected 2"]);
    check("2 3\nthe 0.1 0.2 0.3\ncat 0.4 0.5\n", "line 3", &["2 values", "expected 3"]);
    check("2 3\nthe 0.1 0.2\ncat 0.4 0.5\n", "line 1", &["3", "2"]);
    check("1 0.5 1\n2 0.5\n", "line 2", &["2 values", "expected 3"]);
}

#[test]
fn what_was_left_out_is_missed() {
    check(
        "     d0  ...   d9\n0   0.5  ...  1.0\n1   2.0  ...  3.0\n\n[2 rows x 10 columns]\n",
        "line 2",
        &["...", "2 rows x 10 columns"],
    );
    check("0.5 1\n...\n2 3\n", "line 2", &["...", "left out"]);
    check(
        "shape: (90, 2)\n┌─────┬─────┐\n│ d0  ┆ d1  │\n│ --- ┆ --- │\n│ f64 ┆ f64 │\n╞═════╪═════╡\n│ 0.5 ┆ 1.0 │\n│ …   ┆ …   │\n│ 2.0 ┆ 3.0 │\n└─────┴─────┘\n",
        "line 8",
        &["…", "(90, 2)"],
    );
    check("90×2 Matrix{Float64}:\n 0.5  1.0\n ⋮    \n 2.0  3.0\n", "line 3", &["⋮", "90 x 2"]);
    check(
        "# A tibble: 90 × 2\n     d0    d1\n  <dbl> <dbl>\n1   0.5     1\n2   2       3\n# ℹ 88 more rows\n",
        "",
        &["90 × 2"],
    );
    check(
        "\\begin{bmatrix} 1 & \\cdots & 2 \\\\ 3 & \\cdots & 4 \\end{bmatrix}",
        "line 1",
        &["\\cdots"],
    );
    check(
        "<table><tr><td>1</td></tr><tr><td>...</td></tr></table><p>80 rows × 1 columns</p>",
        "line 1",
        &["80 rows"],
    );
}

#[test]
fn sizes_that_do_not_agree_are_told() {
    check("3×2 Matrix{Float64}:\n 0.5  1.0\n 2.0  3.0\n", "line 1", &["3 x 2", "2 x 2"]);
    check(
        "x =\n\n Columns 1 through 2:\n\n 1 2\n 3 4\n\n Column 3:\n\n 5\n",
        "line",
        &["1 rows", "2"],
    );
    check("     [,1]\n[1,]  1\n[2,]  2\n     [,2]\n[1,]  3\n", "line 5", &["1 rows", "2"]);
    check("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n", "line 2", &["4", "3"]);
    check("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n", "line 3", &["1 to 2"]);
    check("%%MatrixMarket matrix coordinate complex general\n", "line 1", &["complex"]);
    check(
        "%%MatrixMarket matrix coordinate real general\n99999999 99999999 1\n1 1 1\n",
        "line 2",
        &["at most"],
    );
    check("%%MatrixMarket matrix coordinate real general\nx\n", "line 2", &["rows and columns"]);
}

#[test]
fn what_is_no_table_is_told() {
    check("Hello there, this is a sentence about 5 apples.", "this was not recognized", &[]);
    check("the,cat\nDET,NOUN\n", "", &[]);
    check("\"abc\ndef\n", "line 1, character 1", &["quoted"]);
    check("\"1,2", "line 1, character 1", &["quoted"]);
    check("1,2\n\"3,4\n", "line 2, character 1", &["quoted"]);
    check("a\tb\n1\t\"2\n", "line 2, character 3", &["quoted"]);
    check("\"1 2\n3 4\n", "line 1, character 1", &["quoted"]);
    check("1 2 3\n<<<<<<< ours\n4 5 6\n", "line 2", &["merge"]);
    check("<html><body><p>Not found</p></body></html>", "", &["HTML"]);
    check("1, 2; 3\n4, 5; 6\n", "line 1", &["separator"]);
}

#[test]
fn a_first_row_of_numbers_is_no_name_of_a_column() {
    check("1,2,3\n4,5\n", "line 2", &["2 values", "expected 3"]);
    check("1e400,2\n3,4\n", "line 1, character 1", &["1e400", "too large"]);
    check("１.５，２\n３，４\n", "line 1", &["１.５，２"]);
}
