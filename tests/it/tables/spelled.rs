//! Tables as programs spell them, beyond the cases: what pandas, R, MATLAB, Julia, psql, `MySQL`,
//! `DuckDB`, spreadsheets and papers write of the same numbers.

use attnscope::input::{Answers, Source, View, read, view};

const THE_CAT: [&str; 2] = ["the", "cat"];
const SMALL: [&[f64]; 2] = [&[0.5, -1.0], &[2.0, 3.25]];

#[track_caller]
fn viewed(text: &str) -> View {
    let answers = Answers::none();
    let result = read(&Source::pasted(text), &answers).and_then(|reading| view(&reading, &answers));
    match result {
        Ok(view) => view,
        Err(fault) => panic!("{fault}\n{text}"),
    }
}

/// The default reading of a text; what is said and asked of it.
#[track_caller]
fn check(text: &str, rows: &[&[f64]], labels: Option<&[&str]>) -> String {
    let view = viewed(text);
    let values: Vec<f64> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    assert_eq!((view.table.rows, &view.table.values), (rows.len(), &values), "{text}");
    let expected = labels.map(|labels| labels.iter().map(|label| (*label).to_owned()).collect());
    assert_eq!(view.table.labels, expected, "{text}");
    let asked = view.guesses.iter().filter(|guess| guess.is_doubtful).map(ToString::to_string);
    asked.chain(view.notes.iter().map(ToString::to_string)).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check_said(text: &str, rows: &[&[f64]], labels: Option<&[&str]>, words: &[&str]) {
    let said = check(text, rows, labels);
    for word in words {
        assert!(said.contains(word), "“{said}” without “{word}”:\n{text}");
    }
}

#[track_caller]
fn check_small(text: &str) {
    let said = check(text, &SMALL, Some(&THE_CAT));
    assert!(said.is_empty(), "{said}\n{text}");
}

#[test]
fn drawn_tables_are_read() {
    check_small(
        " token | d0  |  d1  \n-------+-----+------\n the   | 0.5 |   -1\n cat   |   2 | 3.25\n(2 rows)\n",
    );
    check_small(
        "+-------+------+------+\n| token | d0   | d1   |\n+-------+------+------+\n| the   |  0.5 |   -1 |\n| cat   |    2 | 3.25 |\n+-------+------+------+\n2 rows in set (0.00 sec)\n",
    );
    check_small(
        "┌─────────┬────────┬────────┐\n│  token  │   d0   │   d1   │\n│ varchar │ double │ double │\n├─────────┼────────┼────────┤\n│ the     │    0.5 │   -1.0 │\n│ cat     │    2.0 │   3.25 │\n└─────────┴────────┴────────┘\n",
    );
    check_small(
        "Here it is:\n\n| token | d0 | d1 |\n|:------|---:|:--:|\n| the | 0.5 | -1 |\n| cat | 2 | **3.25** |\n\nThe 2 rows are unit vectors.\n",
    );
    check_small("token | d0 | d1\n--- | --- | ---\nthe | 0.5 | -1\ncat | 2 | 3.25\n");
    check_small(
        "| token | d0 | d1 |\n|-------+-----+------|\n| the | 0.5 | -1 |\n| cat | 2 | 3.25 |\n",
    );
    check_small("| the | 0.5 | -1 |\n| cat | 2 | 3.25 |\n");
    check_small("token  d0    d1\n----- --- ----\nthe   0.5   -1\ncat     2 3.25\n");
    let labels = ["<s>", "a|b", "the 고양이"];
    let text =
        "| t | d0 |\n|---|---|\n| &lt;s&gt; | 1 |\n| a\\|b | 2 |\n| the 고양이 | &minus;3 |\n";
    check(text, &[&[1.0], &[2.0], &[-3.0]], Some(&labels));
    let text = "==========  ====\n토큰          d0\n==========  ====\n검은 고양이    1\nthe cat        2\n==========  ====\n";
    check(text, &[&[1.0], &[2.0]], Some(&["검은 고양이", "the cat"]));
    let text = "| 0.5 | 1 |\n|---|---|\n| 2 | 3 |\n";
    check_said(text, &[&[2.0, 3.0]], None, &["header"]);
    check("|  |  |\n|--|--|\n| 0.5 | 1 |\n| 2 | 3 |\n", &[&[0.5, 1.0], &[2.0, 3.0]], None);
}

#[test]
fn html_is_read() {
    check_small(
        "<TABLE><TR><TH>token<TH>d0<TH>d1<TR><TD>the<TD>0.5<TD>-1<TR><TD>cat<TD>2<TD><b>3.25</b></TABLE>",
    );
    check(
        "<table><tr><td>1.5&times;10<sup>&#8722;5</sup></td><td>2</td></tr></table>",
        &[&[1.5e-5, 2.0]],
        None,
    );
    check(
        "<p>1 &lt; 2</p><table><tr><td>a < b</td><td>7</td></tr></table>",
        &[&[7.0]],
        Some(&["a < b"]),
    );
    let two = "<table><tr><td>1</td></tr></table><table><tr><td>2</td></tr></table>";
    check_said(two, &[&[1.0]], None, &["Which array?", "2 matrices"]);
}

#[test]
fn latex_is_read() {
    check_small(
        "\\begin{tabular}{l r@{.}l}\n\\toprule\ntoken & $d_0$ & $d_1$ \\\\ \\midrule\n\\textbf{the} & 0.5 & $-1$ \\\\\ncat & 2 & \\num{3.25} \\\\\n\\bottomrule\n\\end{tabular}\n",
    );
    check_small(
        "\\begin{tabular}{lcc} the & 0.5 & $-$1 \\\\[1ex] % 7 & 8 \\\\\n\\cline{1-2} cat & 2 & 3.25 \\tabularnewline \\end{tabular}",
    );
    check(
        "$$W_Q = \\begin{bmatrix} 1 & \\phantom{-}2 & -\\infty \\\\ 3 & - 4 & \\frac{1}{3} \\end{bmatrix}^\\top$$",
        &[&[1.0, 3.0], &[2.0, -4.0], &[f64::NEG_INFINITY, 1.0 / 3.0]],
        None,
    );
    check_said(
        "A = \\frac{1}{2}\\begin{pmatrix}1 & 2\\\\ 3 & 4\\end{pmatrix}",
        &[&[0.5, 1.0], &[1.5, 2.0]],
        None,
        &["factor", "\\frac{1}{2}"],
    );
    check(
        "\\begin{matrix}1\\,234.5 & 1.5\\cdot 10^{-3} \\\\ 2 & {-}3 \\end{matrix}",
        &[&[1234.5, 1.5e-3], &[2.0, -3.0]],
        None,
    );
    check("1 & 2 \\\\\n3 & 4 \\\\\n", &[&[1.0, 2.0], &[3.0, 4.0]], None);
    check_said(
        "X = \\begin{bmatrix}1&2\\end{bmatrix}, Y = \\begin{bmatrix}3&4\\end{bmatrix}",
        &[&[1.0, 2.0]],
        None,
        &["Y (1 x 2)"],
    );
}

#[test]
fn prints_of_pandas_and_r_are_read() {
    check("      0     1\n0   0.5  -1.0\n1   2.0  3.25\n", &SMALL, None);
    check_small(
        "         d0    d1\ntoken            \nthe     0.5 -1.00\ncat     2.0  3.25\n\n[2 rows x 2 columns]",
    );
    check(
        "            d0    d1\nthe cat    0.5 -1.00\nnew york   2.0  3.25\n",
        &SMALL,
        Some(&["the cat", "new york"]),
    );
    check(
        "     d0  \\\nthe 0.5   \ncat 2.0   \n\n       d1  \nthe -1.00  \ncat  3.25  \n\n[2 rows x 2 columns]\n",
        &SMALL,
        Some(&THE_CAT),
    );
    check("     [,1]\n[1,]  0.5\n[2,]  2.0\n      [,2]\n[1,] -1.00\n[2,]  3.25\n", &SMALL, None);
    check("     d0\nthe 0.5\ncat 2.0\n       d1\nthe -1.00\ncat  3.25\n", &SMALL, Some(&THE_CAT));
    check("    [,1]  [,2]\nthe  0.5 -1.00\ncat  2.0  3.25\n", &SMALL, Some(&THE_CAT));
    check_small(
        "# A tibble: 2 × 3\n  token    d0    d1\n  <chr> <dbl> <dbl>\n1 the     0.5 -1   \n2 cat     2    3.25\n",
    );
    check_said(
        " [1]  0.5 -1.0\n [3]  2.0  3.25\n",
        &[&[0.5, -1.0, 2.0, 3.25]],
        None,
        &["How many rows?"],
    );
}

#[test]
fn prints_of_matlab_and_julia_are_read() {
    check("ans =\n\n    0.5000   -1.0000\n    2.0000    3.2500\n", &SMALL, None);
    check(
        "x =\n\n  Columns 1 through 1\n\n    0.5\n    2\n\n  Column 2\n\n   -1\n    3.25\n",
        &SMALL,
        None,
    );
    check_said(
        "a =\n\n     1     2\n\n\nb =\n\n     3     4\n\n",
        &[&[1.0, 2.0]],
        None,
        &["a (1 x 2)", "b (1 x 2)"],
    );
    check_said("w =\n\n   1.0e-03 *\n\n    0.1    0.2\n", &[&[0.1e-3, 0.2e-3]], None, &["1.0e-03"]);
    check("julia> W\n2×2 Matrix{Float64}:\n 0.5  -1.0\n 2.0   3.25\n", &SMALL, None);
    check("3-element Vector{Float64}:\n 1.0\n 2.0\n 3.0\n", &[&[1.0], &[2.0], &[3.0]], None);
}

#[test]
fn matrix_market_is_read() {
    let text = "%%MatrixMarket matrix coordinate real symmetric\n% a comment\n3 3 3\n1 1 2.5\n3 1 -1e0\n2 2 4\n";
    check_said(
        text,
        &[&[2.5, 0.0, -1.0], &[0.0, 4.0, 0.0], &[-1.0, 0.0, 0.0]],
        None,
        &["3 entries"],
    );
    let text = "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n";
    check(text, &[&[0.0, -1.0, -2.0], &[1.0, 0.0, -3.0], &[2.0, 3.0, 0.0]], None);
    let text = "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n";
    check(text, &[&[0.0, 1.0], &[1.0, 0.0]], None);
}

#[test]
fn spreadsheets_of_every_country_are_read() {
    check_small("token;d0;d1\r\nthe;0,5;-1\r\ncat;2;3,25\r\n");
    check("1'234.5\t2\n-3’000\t4\n", &[&[1234.5, 2.0], &[-3000.0, 4.0]], None);
    check("1.234.567,5;2\n3;4\n", &[&[1_234_567.5, 2.0], &[3.0, 4.0]], None);
    check("1 234,5\t2\n3\t4\n", &[&[1234.5, 2.0], &[3.0, 4.0]], None);
    check(
        "토큰,차원0,차원1\n오랜,0.5,1\n지병,2,3\n",
        &[&[0.5, 1.0], &[2.0, 3.0]],
        Some(&["오랜", "지병"]),
    );
    check("０．５\t－１\n２\t３．２５\n", &SMALL, None);
    check_said(
        "share\tx\n50%\t1\n12.5 %\t2\n",
        &[&[0.5, 1.0], &[0.125, 2.0]],
        None,
        &["percent", "50%"],
    );
    check("\t\t\n\t0.5\t-1\n\t2\t3.25\n\t\t\n", &SMALL, None);
    check_said(
        "TRUE\tFALSE\nTRUE\tTRUE\n",
        &[&[1.0, 0.0], &[1.0, 1.0]],
        None,
        &["true was read as 1"],
    );
    check("0.5\u{A0}-1\n2\u{3000}3.25\n", &SMALL, None);
}

#[test]
fn columns_of_other_things_are_told_apart() {
    let text = "id,token,pos,d0,d1\n0,the,DET,0.5,-1\n1,cat,NOUN,2,3.25\n";
    check_said(text, &SMALL, Some(&THE_CAT), &["text and was left out"]);
    check(",d0,d1\n0,0.5,-1\n1,2,3.25\n", &SMALL, None);
    check(",0,1\nthe,0.5,-1\ncat,2,3.25\n", &SMALL, Some(&THE_CAT));
    check("token,d0,d1\n2024,0.5,-1\n7,2,3.25\n", &SMALL, Some(&["2024", "7"]));
    check("d0,d1,label\n0.5,-1,the\n2,3.25,cat\n", &SMALL, Some(&THE_CAT));
    check_said("2024,0.5,-1\nthe,2,3.25\n", &SMALL, Some(&["2024", "the"]), &["Which column"]);
    check_said(
        "0\t1\n0.5\t-1\n2\t3.25\n",
        &[&[0.0, 1.0], &[0.5, -1.0], &[2.0, 3.25]],
        None,
        &["header"],
    );
    check("2020-01-01,0.5,-1\n2020-01-02,2,3.25\n", &SMALL, Some(&["2020-01-01", "2020-01-02"]));
    check_said("dim,the,cat\nd0,0.5,2\nd1,-1,3.25\n", &SMALL, Some(&THE_CAT), &["transpose"]);
    check(
        "# made by hand\n# 7 rows were left out\nthe 0.5 -1\ncat 2 3.25\n",
        &SMALL,
        Some(&THE_CAT),
    );
    check("0.5 -1\n# 9 9\n2 3.25\n", &SMALL, None);
    check("the\t0.5 -1\ncat\t2 3.25\n", &SMALL, Some(&THE_CAT));
    check("the,[0.5, -1],7\ncat,[2, 3.25],8\n", &SMALL, Some(&THE_CAT));
}

#[test]
fn decimal_commas_between_blanks_are_asked_about_with_their_previews() {
    let said = check("0,5 1,25\n2,0 3,75\n", &[&[0.5, 1.25], &[2.0, 3.75]], None);
    assert!(said.contains("0.5 1.25") && said.contains("0 5 1 25"), "{said}");
    let said = check("1,234 2,345\n3,456 4,567\n", &[&[1.234, 2.345], &[3.456, 4.567]], None);
    for preview in ["1.234 2.345", "1234 2345", "1 234 2 345"] {
        assert!(said.contains(preview), "{said}");
    }
    let said = check("1,2\n3,4\n", &[&[1.0, 2.0], &[3.0, 4.0]], None);
    assert!(said.contains("1.2"), "{said}");
    let said = check("the 0,5\ncat 1,25\n", &[&[0.5], &[1.25]], Some(&THE_CAT));
    assert!(said.contains("decimal") || said.contains("separates"), "{said}");
}
