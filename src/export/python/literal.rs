//! Arrays and texts as Python writes them.

use ndarray::{ArrayViewD, Axis};

use crate::export::{arrays::Array, json, numpy};

/// What stands after `name = `.
pub(super) fn array(array: &Array<'_>) -> String {
    match array {
        Array::Numbers(numbers) => of(numbers.view(), |number| numpy::SPELLING.write(*number)),
        Array::Flags(flags) => of(flags.view(), |flag| flag_word(*flag).to_owned()),
        // A text of JSON is one of Python.
        Array::Texts(texts) => json::texts(texts),
        Array::Word(word) => format!("\"{word}\""),
    }
}

fn flag_word(flag: bool) -> &'static str {
    if flag { "True" } else { "False" }
}

fn of<T>(array: ArrayViewD<'_, T>, word: impl Fn(&T) -> String) -> String {
    let mut text = String::from("np.array(");
    write(&mut text, &array, 0, &word);
    text.push(')');
    text
}

/// Nested lists, a row to a line.
fn write<T>(
    text: &mut String,
    array: &ArrayViewD<'_, T>,
    depth: usize,
    word: &impl Fn(&T) -> String,
) {
    if array.ndim() <= 1 {
        let words: Vec<String> = array.iter().map(word).collect();
        text.push('[');
        text.push_str(&words.join(", "));
        text.push(']');
        return;
    }
    text.push('[');
    for rows in array.axis_iter(Axis(0)) {
        text.push('\n');
        text.push_str(&"    ".repeat(depth + 1));
        write(text, &rows, depth + 1, word);
        text.push(',');
    }
    text.push('\n');
    text.push_str(&"    ".repeat(depth));
    text.push(']');
}
