//! The grammar of numbers: every spelling has the value that another program, or Rust's own
//! parser, gives to the same number; everything else is told for what it is.

use attnscope::input::{
    NotANumber,
    number::{Number, Oddity, Style, number},
};

#[track_caller]
fn check(cell: &str, style: Style, value: f64, oddity: Option<Oddity>) {
    let read = number(cell, style);
    let same =
        |n: &Number| n.value.to_bits() == value.to_bits() || n.value.is_nan() && value.is_nan();
    assert!(read.is_ok_and(|n| same(&n) && n.oddity == oddity), "{cell}: {read:?}, not {value:?}");
}

const POINT: Style = Style::POINT;

fn grouped(decimal: char, group: char) -> Style {
    Style { decimal, group: Some(group) }
}

#[test]
fn plain_numbers_are_read() {
    for (cell, value) in [
        ("0.1", 0.1),
        ("-2.5", -2.5),
        ("4.", 4.0),
        (".5", 0.5),
        ("+.5", 0.5),
        ("-0", -0.0),
        ("00.25", 0.25),
        ("1e-10", 1e-10),
        ("2.5E+05", 2.5e5),
        (" 3 ", 3.0),
        ("\u{200B}3\u{A0}", 3.0),
        ("1.000000000000000056e-01", 0.1),
        ("1e-400", 0.0),
        ("5e-324", 5e-324),
        ("179769313486231570000000000000000000000", 17_976_931_348_623_157e22),
    ] {
        check(cell, POINT, value, None);
    }
}

#[test]
fn other_spellings_have_the_same_value() {
    let minus = |c| Some(Oddity::Minus(c));
    for (cell, value, oddity) in [
        ("−0.5", -0.5, minus('−')),
        ("－3.25", -3.25, minus('－')),
        ("–0.5", -0.5, minus('–')),
        ("‐7", -7.0, minus('‐')),
        ("–.5", -0.5, minus('–')),
        ("1.5e−05", 1.5e-5, minus('−')),
        ("−∞", f64::NEG_INFINITY, None),
        ("1.5D-03", 1.5e-3, None),
        ("-4.0d0", -4.0, None),
        ("1.5*^-5", 1.5e-5, None),
        ("1.0f-10", 1e-10, None),
        ("-6.0f0", -6.0, None),
        ("0.1f", 0.1, None),
        ("3.0_f32", 3.0, None),
        ("2.5f64", 2.5, None),
        ("4L", 4.0, None),
        ("１．５", 1.5, None),
        ("－２", -2.0, minus('－')),
        ("1_000", 1000.0, None),
        ("-3_250.5", -3250.5, None),
        ("1.5×10⁻⁵", 1.5e-5, Some(Oddity::PowerOfTen)),
        ("2×10³", 2e3, Some(Oddity::PowerOfTen)),
        ("4·10^2", 4e2, Some(Oddity::PowerOfTen)),
        ("1.1 \\cdot 10^{-3}", 1.1e-3, Some(Oddity::PowerOfTen)),
        ("-3.3\\times10^{12}", -3.3e12, Some(Oddity::PowerOfTen)),
        ("1.5x10^-5", 1.5e-5, Some(Oddity::PowerOfTen)),
        ("7*10**4", 7e4, Some(Oddity::PowerOfTen)),
        ("10⁻⁷", 1e-7, Some(Oddity::PowerOfTen)),
        ("-10^3", -1e3, Some(Oddity::PowerOfTen)),
        ("−2×10⁻³", -2e-3, Some(Oddity::PowerOfTen)),
        ("50%", 50.0, Some(Oddity::Percent)),
        ("-12.5 %", -12.5, Some(Oddity::Percent)),
        ("7\\%", 7.0, Some(Oddity::Percent)),
        ("−7％", -7.0, Some(Oddity::Percent)),
        ("1/3", 1.0 / 3.0, None),
        ("\\frac{1}{2}", 0.5, None),
        ("-\\frac{1}{3}", -1.0 / 3.0, None),
        ("\\dfrac{-2}{7}", -2.0 / 7.0, None),
        ("0.1/0.3", 1.0 / 3.0, None),
        ("1.5/2", 0.75, None),
        // 0.1 as sympy writes the float.
        ("\\frac{3602879701896397}{36028797018963968}", 0.1, None),
        // The nearest number to the quotient; two roundings give another one.
        ("9007199254740993/3", 3_002_399_751_580_331.0, None),
    ] {
        check(cell, POINT, value, oddity);
    }
}

#[test]
fn what_no_digits_can_write_has_names() {
    for name in ["nan", "NaN", "-nan", "np.nan", "float('nan')", "1.#QNAN", "-nan(ind)", "NaN32"] {
        check(name, POINT, f64::NAN, None);
    }
    for name in
        ["inf", "Infinity", "+Inf", "∞", "np.inf", "\\infty", "1.#INF", "Inf32", "float(\"inf\")"]
    {
        check(name, POINT, f64::INFINITY, None);
    }
    for name in ["-inf", "-Infinity", "-∞", "−Inf", "-np.inf", "-\\infty", "float('-inf')"] {
        check(name, POINT, f64::NEG_INFINITY, None);
    }
}

#[test]
fn groups_are_read_where_the_style_has_them() {
    for (cell, style, value) in [
        ("1,234.50", grouped('.', ','), 1234.5),
        ("-3,000", grouped('.', ','), -3000.0),
        ("1.234.567,5", grouped(',', '.'), 1_234_567.5),
        ("1\u{202F}234,5", grouped(',', ' '), 1234.5),
        ("-2\u{A0}000,25", grouped(',', ' '), -2000.25),
        ("3,25", grouped(',', ' '), 3.25),
        ("12'345.6", grouped('.', '\''), 12345.6),
        ("12’345.6", grouped('.', '\''), 12345.6),
        ("0,5", Style::COMMA, 0.5),
        ("1,00E-10", Style::COMMA, 1e-10),
        ("-3", Style::COMMA, -3.0),
        ("0.123", grouped('.', ','), 0.123),
    ] {
        check(cell, style, value, None);
    }
    for (cell, style) in [
        ("1,23,456", grouped('.', ',')),
        ("1234,567.0", grouped('.', ',')),
        ("1,23", grouped('.', ',')),
        ("0,123", grouped('.', ',')),
        (",123", grouped('.', ',')),
        ("1,234,", grouped('.', ',')),
        ("1,,234", grouped('.', ',')),
        ("1.5,000", grouped('.', ',')),
        ("1.5", Style::COMMA),
        ("1,5", POINT),
        ("1 234", POINT),
        ("1\n234", grouped('.', ' ')),
        ("1.234,5,6", grouped(',', '.')),
    ] {
        assert!(number(cell, style).is_err(), "{cell} in {style:?}");
    }
}

#[test]
fn what_is_no_number_is_told_apart() {
    use NotANumber as N;
    for (cell, expected) in [
        ("", N::Empty),
        (" \u{A0}", N::Empty),
        ("--", N::Missing),
        ("NA", N::Missing),
        ("null", N::Missing),
        ("None", N::Missing),
        ("–", N::Missing),
        ("...", N::Ellipsis),
        ("..", N::Ellipsis),
        ("⋮", N::Ellipsis),
        ("\\cdots", N::Ellipsis),
        ("1e400", N::TooLarge),
        ("-1e999", N::TooLarge),
        ("1,5×10⁴⁰⁰", N::Text),
        ("2×10⁴⁰⁰", N::TooLarge),
        ("1.+2.j", N::Complex),
        ("3.0 + 4.0im", N::Complex),
        ("-2i", N::Complex),
        ("0x1F", N::Hexadecimal),
        ("1 kg", N::Unit),
        ("-1 000,5 m/s²", N::Unit),
        ("0.5-1.25", N::Glued),
        ("-1.5-.25", N::Glued),
        ("2020-01-02", N::Glued),
        ("#DIV/0!", N::SheetError),
        ("#N/A", N::SheetError),
        ("#WERT!", N::SheetError),
        ("########", N::TooNarrow),
        ("x_1", N::Symbol),
        ("\\alpha", N::Symbol),
        ("-a", N::Symbol),
        ("the", N::Text),
        ("1:3", N::Text),
        ("1.0f32", N::Text),
        ("1__0", N::Text),
        ("1_", N::Text),
        ("_1", N::Text),
        ("1e", N::Text),
        ("e5", N::Symbol),
        ("1.2.3", N::Text),
        ("4·10", N::Text),
        ("1/0", N::Text),
        ("5%%", N::Text),
        ("$1.50", N::Text),
        ("(1.5)", N::Text),
        ("1 - 2", N::Text),
        ("10⁻", N::Text),
        ("-", N::Missing),
        ("##ing", N::Text),
        ("+", N::Text),
        ("\\frac{1}{x}", N::Symbol),
        ("18446744073709551616/3", N::Text),
    ] {
        assert_eq!(number(cell, POINT), Err(expected), "{cell}");
    }
}

/// Numbers that are no more random than a fixed start makes them.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn digits(&mut self, most: u64) -> String {
        (0..=self.below(most)).map(|_| char::from(b'0' + self.below(10) as u8)).collect()
    }
}

#[test]
fn every_spelling_of_a_number_has_the_value_of_its_plain_text() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..20_000 {
        let (whole, decimals) = (random.digits(20), random.digits(20));
        let exponent = random.below(700).cast_signed() - 350;
        let (sign, mark) =
            [("", "."), ("-", "."), ("+", "."), ("-", ",")][random.below(4) as usize];
        let plain = format!("{sign}{whole}.{decimals}e{exponent}");
        let value: f64 = plain.parse().unwrap();
        let raised: String = exponent.to_string().chars().map(superscript).collect();
        let style = if mark == "," { Style::COMMA } else { POINT };
        let wide: String =
            whole.chars().map(|c| char::from_u32(c as u32 + 0xFEE0).unwrap()).collect();
        let minus = sign.replace('-', "−");
        for spelled in [
            format!("{sign}{whole}{mark}{decimals}e{exponent}"),
            format!("{sign}{whole}{mark}{decimals}D{exponent}"),
            format!("{sign}{whole}{mark}{decimals}*^{exponent}"),
            format!("{sign}{whole}{mark}{decimals}×10{raised}"),
            format!("{minus}{wide}{mark}{decimals}\\cdot 10^{{{exponent}}}"),
        ] {
            match number(&spelled, style) {
                Ok(read) => assert_eq!(read.value.to_bits(), value.to_bits(), "{spelled}"),
                Err(why) => {
                    assert!(value.is_infinite() && why == NotANumber::TooLarge, "{spelled}");
                }
            }
        }
    }
}

fn superscript(c: char) -> char {
    match c {
        '-' => '⁻',
        _ => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][c as usize - '0' as usize],
    }
}

#[test]
fn no_text_is_read_as_what_rust_reads_otherwise() {
    let alphabet: Vec<char> = "0019.,-+eE_ dfx%/−×^#i".chars().collect();
    let mut random = Random(42);
    for _ in 0..300_000 {
        let n = 1 + random.below(7);
        let text: String =
            (0..n).map(|_| alphabet[random.below(alphabet.len() as u64) as usize]).collect();
        let (read, plain) = (number(&text, POINT), text.trim().parse::<f64>());
        match plain {
            Ok(plain) if plain.is_finite() => {
                assert_eq!(read.unwrap().value.to_bits(), plain.to_bits());
            }
            _ => drop(number(&text, grouped(',', '.'))),
        }
    }
}

#[test]
fn fractions_are_the_nearest_numbers() {
    let mut random = Random(7);
    for _ in 0..5_000 {
        // Below 2⁵³ both are exact, and IEEE division rounds once.
        let (a, b) = (random.below(1 << 53), 1 + random.below((1 << 53) - 1));
        check(&format!("{a}/{b}"), POINT, a as f64 / b as f64, None);
    }
}
