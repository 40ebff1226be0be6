//! The same heatmap as SVG.

use attnscope::draw::{
    ColorMap, Digits, Domain, Look, Numbers, SVG_TEXT_SCALE, Theme, color, format_number, heatmap,
};
use ndarray::{Array2, array};
use plotters_backend::DrawingBackend as _;
use plotters_svg::SVGBackend;

fn drawn(look: &Look<'_>, size: (u32, u32), matrix: &Array2<f64>) -> String {
    let mut svg = String::new();
    let mut backend = SVGBackend::with_string(&mut svg, size);
    heatmap(&mut backend, look, matrix.view()).unwrap();
    backend.present().unwrap();
    drop(backend);
    svg
}

/// The contents of `<text>` elements.
fn texts(svg: &str) -> Vec<&str> {
    let after = svg.split("<text").skip(1).filter_map(|part| part.split_once('>'));
    after.map(|(_, rest)| rest.split("</text>").next().unwrap().trim()).collect()
}

#[test]
fn numbers_and_rectangles_are_those_of_the_matrix() {
    let matrix = array![[0.45, f64::NEG_INFINITY], [-2.67, 3.74]];
    let look = Look {
        numbers: Numbers::WhenTheyFit,
        text_scale: SVG_TEXT_SCALE,
        ..Look::new(Theme::Light, Domain::symmetric(4.97))
    };
    let svg = drawn(&look, (120, 100), &matrix);
    let expected: Vec<_> = matrix.iter().map(|&v| format_number(v, Digits::Fixed(2))).collect();
    assert_eq!(texts(&svg), expected);
    // The ground, three cells, and the room of −∞.
    assert_eq!(svg.matches("<rect").count(), 5);
    assert!(svg.matches("<line").count() > 5, "no hatch");
    for value in [0.45, -2.67, 3.74] {
        let fill =
            color(Theme::Light, ColorMap::Diverging, value / 4.97).to_string().to_uppercase();
        assert_eq!(svg.matches(&format!("fill=\"{fill}\"")).count(), 1, "{value}");
    }
    let size = svg.split("font-size=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!((size.parse::<f64>().unwrap() - 13.0).abs() < 1e-9, "{size}");
}

#[test]
fn without_numbers_there_is_no_text() {
    let matrix = Array2::from_shape_fn((6, 6), |(row, column)| (row * column) as f64);
    let svg = drawn(&Look::new(Theme::Dark, Domain::symmetric(25.0)), (330, 300), &matrix);
    assert_eq!((svg.matches("<rect").count(), texts(&svg).len()), (37, 0));
}
