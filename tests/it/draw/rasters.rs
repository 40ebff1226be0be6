//! Heatmaps as one bitmap.

use attnscope::draw::{ColorMap, Domain, Look, Rgb, Theme, color};
use ndarray::Array2;

use super::framebuffer::{UNTOUCHED, picture};

fn more(unit: f64) -> Rgb {
    color(Theme::Light, ColorMap::Diverging, unit)
}

#[test]
fn a_spike_is_seen_when_ten_columns_share_a_pixel() {
    for column in [0, 5, 1023, 1024, 2047] {
        for spike in [1.0, -1.0] {
            let mut matrix = Array2::from_elem((1, 2048), 0.1);
            matrix[(0, column)] = spike;
            let look = Look::new(Theme::Light, Domain::symmetric(1.0));
            let drawn = picture((200, 20), &look, matrix.view());
            assert_eq!((drawn.bitmaps, drawn.rectangles), (1, 0));
            let x = i32::try_from(column * 200 / 2048).unwrap();
            assert_eq!(drawn.at((x, 10)), more(spike), "column {column}");
            let others = (0..200).filter(|&other| other != x);
            assert!(others.into_iter().all(|x| drawn.at((x, 10)) == more(0.1)), "{column}");
        }
    }
}

#[test]
fn a_spike_is_seen_in_rows_and_columns_at_once() {
    let mut matrix = Array2::zeros((1000, 1000));
    matrix[(501, 333)] = -2.0;
    let look = Look::new(Theme::Light, Domain::symmetric(2.0));
    let drawn = picture((100, 90), &look, matrix.view());
    assert_eq!(drawn.at((33, 501 * 90 / 1000)), more(-1.0));
}

#[test]
fn a_fine_matrix_with_pixels_for_every_cell_is_exact() {
    let matrix = Array2::from_shape_fn((6, 64), |(r, c)| (r as f64 - c as f64 / 12.0) / 6.0);
    let look = Look { pixel_ratio: 2.0, ..Look::new(Theme::Light, Domain::symmetric(1.0)) };
    let drawn = picture((129, 100), &look, matrix.view());
    assert_eq!(drawn.bitmaps, 1);
    let grid = look.grid((129, 100), 6, 64);
    for (cell, &value) in matrix.indexed_iter() {
        let rect = grid.pixel_from_cell(cell.0, cell.1);
        assert_eq!(drawn.at(rect.upper_left()), more(value), "{cell:?}");
        assert_eq!(drawn.at(rect.last()), more(value), "{cell:?}");
    }
}

#[test]
fn many_large_cells_are_one_bitmap_with_gaps() {
    let matrix = Array2::from_elem((60, 60), 0.5);
    let look = Look::new(Theme::Light, Domain::symmetric(1.0));
    let drawn = picture((900, 900), &look, matrix.view());
    assert_eq!((drawn.bitmaps, drawn.rectangles), (1, 0));
    let cell = look.grid((900, 900), 60, 60).pixel_from_cell(7, 9);
    assert_eq!(drawn.at(cell.center()), more(0.5));
    assert_eq!(drawn.at(cell.last()), more(0.5));
    assert_eq!(drawn.at(cell.lower_right()), look.theme.inks().paper);
    assert!(!drawn.contains(UNTOUCHED));
}

#[test]
fn what_is_not_a_finite_number_stays_visible() {
    let inks = Theme::Light.inks();
    let look = Look::new(Theme::Light, Domain::symmetric(1.0));
    for (columns, x) in [(2048, 97), (200, 99)] {
        let pixel = |value| {
            let mut matrix = Array2::from_elem((1, columns), 1.0);
            matrix[(0, 999.min(columns / 2 - 1))] = value;
            picture((200, 8), &look, matrix.view()).at((x, 4))
        };
        assert_eq!(pixel(f64::NAN), inks.ink, "{columns}");
        assert_eq!(pixel(f64::INFINITY), inks.ink, "{columns}");
        let masked = pixel(f64::NEG_INFINITY);
        // Beside numbers in the same pixel the numbers win; alone, it is some part of the hatch.
        let expected = if columns > 200 { masked == more(1.0) } else { masked != more(1.0) };
        assert!(expected, "{columns}: {masked}");
    }
}

#[test]
fn a_masked_triangle_is_hatched_at_any_size() {
    let matrix =
        Array2::from_shape_fn(
            (512, 512),
            |(row, column)| {
                if column > row { f64::NEG_INFINITY } else { 0.0 }
            },
        );
    let look = Look::new(Theme::Dark, Domain::symmetric(1.0));
    let drawn = picture((100, 100), &look, matrix.view());
    let inks = look.theme.inks();
    let is_hatch = |at| [inks.hatch, inks.hatch_tint].contains(&drawn.at(at));
    for (x, y) in (0..100).flat_map(|x| (0..100).map(move |y| (x, y))) {
        assert_eq!(is_hatch((x, y)), x > y, "({x}, {y})");
    }
    assert!(drawn.contains(inks.hatch) && drawn.contains(inks.hatch_tint));
}

#[test]
fn the_hatch_slants_through_one_tall_row() {
    let matrix = Array2::from_elem((1, 400), f64::NEG_INFINITY);
    let look = Look::new(Theme::Light, Domain::symmetric(1.0));
    let drawn = picture((200, 40), &look, matrix.view());
    for (x, y) in (0..200).flat_map(|x| (0..40).map(move |y| (x, y))) {
        let is_line = drawn.at((x, y)) == look.theme.inks().hatch;
        assert_eq!(is_line, (x - y) % 4 == 0, "({x}, {y})");
    }
}

#[test]
fn the_extreme_of_amounts_is_the_largest() {
    let mut matrix = Array2::from_elem((1, 1000), 0.5);
    matrix[(0, 1)] = 0.0;
    matrix[(0, 501)] = 0.75;
    let look = Look::new(Theme::Light, Domain::unit());
    let drawn = picture((100, 5), &look, matrix.view());
    let expected = |unit| color(Theme::Light, ColorMap::Sequential, unit);
    assert_eq!(drawn.at((0, 0)), expected(0.5));
    assert_eq!(drawn.at((50, 0)), expected(0.75));
}
