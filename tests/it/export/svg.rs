//! The picture: names and numbers as text, marks, and large matrices as one bitmap.

use attnscope::{
    document::Document,
    draw::{ColorMap, Domain, Look, Position, Rgb, Theme, color},
    export::{self, Table},
    math::MatrixName as M,
};
use miniz_oxide::inflate::decompress_to_vec_zlib;
use serde_json::json;

use super::matrices::traced;
use crate::cases::base64;

fn svg(document: &Document, name: M) -> String {
    let (trace, tokens, tokens_k) = traced(document);
    let table = Table::of(&trace, name, 0, &tokens, Some(&tokens_k)).unwrap();
    String::from_utf8(export::matrix("svg", &table).unwrap().bytes).unwrap()
}

/// The contents of `<text>` elements.
fn texts(svg: &str) -> Vec<&str> {
    let after = svg.split("<text").skip(1).filter_map(|part| part.split_once('>'));
    after.map(|(_, rest)| rest.split("</text>").next().unwrap().trim()).collect()
}

#[test]
fn names_are_escaped_and_numbers_stand_in_the_cells() {
    let document = json!({
        "inputs": {
            "tokens": ["<s>", "a&b\u{1}\"c\""], "tokens_k": ["고양이", "it's"],
            "scores": [[1, 2], [3, 4.5]] },
        "options": { "mask": { "kind": "causal" } }
    });
    let document = Document::from_json(&document.to_string()).unwrap();
    let scores = svg(&document, M::Masked);
    let expected = ["masked", "&lt;s&gt;", "a&amp;b &quot;c&quot;", "고양이", "it's"];
    assert_eq!(texts(&scores)[..5], expected);
    assert_eq!(texts(&scores)[5..], ["1.00", "−∞", "3.00", "4.50", "−4.5 … 4.5"]);
    assert!(scores.matches("<line").count() > 3, "no hatch: {scores}");
    // A masked weight is 0 and hatched too.
    let weights = svg(&document, M::Weights);
    assert!(weights.matches("<line").count() > 3 && weights.contains("0 … 1"));
    assert!(!scores.contains('\u{1}'));
}

#[test]
fn weights_on_many_keys_have_the_colors_of_a_usual_row() {
    let scores = vec![vec![0.0; 40]; 3];
    let document = json!({ "inputs": { "scores": scores } }).to_string();
    let svg = svg(&Document::from_json(&document).unwrap(), M::Weights);
    assert_eq!(texts(&svg).last(), Some(&"0 … 0.025"));
}

#[test]
fn a_large_matrix_is_one_bitmap_of_its_colors() {
    let matrix: Vec<Vec<f64>> = (0..60)
        .map(|row| (0..480).map(|column| f64::from(row * column % 97) - 40.0).collect())
        .collect();
    let document =
        Document::from_json(&json!({ "inputs": { "x_q": matrix } }).to_string()).unwrap();
    let svg = svg(&document, M::X);
    assert_eq!(svg.matches("<image").count(), 1);
    assert!(svg.len() < 200_000, "{}", svg.len());
    let data = svg.split("base64,").nth(1).unwrap().split('"').next().unwrap();
    let png = base64(data);
    assert_eq!(png[..16], *b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR");
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as usize;
    let (width, height) = (size(16), size(20));
    let start = 8 + 25;
    assert_eq!(png[start + 4..start + 8], *b"IDAT");
    let rows = decompress_to_vec_zlib(&png[start + 8..start + 8 + size(start)]).unwrap();
    assert_eq!(rows.len(), height * (1 + 3 * width));
    let domain = Domain::symmetric(56.0);
    let grid = Look::new(Theme::Light, domain).grid((width as u32, height as u32), 60, 480);
    for (row, column) in [(0, 0), (59, 479), (31, 77)] {
        let (x, y) = grid.pixel_from_cell(row, column).upper_left();
        let at = y as usize * (1 + 3 * width) + 1 + 3 * x as usize;
        let Position::Inside(unit) = domain.position(matrix[row][column]) else { panic!() };
        let Rgb(r, g, b) = color(Theme::Light, ColorMap::Diverging, unit);
        assert_eq!(rows[at..at + 3], [r, g, b], "{row}, {column}");
    }
}
