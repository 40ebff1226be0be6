//! Heatmaps as rectangles, and their marks.

use attnscope::draw::{
    ColorMap, Digits, Domain, Look, Numbers, Rect, Rgb, Theme, cell_digits, color, color_key,
    contrast, format_number, heatmap,
};
use ndarray::{Array2, array};

use Numbers::{Large, Never, WhenTheyFit};

use super::framebuffer::{Framebuffer, UNTOUCHED, picture};

/// Six by six, from −17.5 to 17.5.
fn ramp() -> Array2<f64> {
    Array2::from_shape_fn((6, 6), |(row, column)| (row * 6 + column) as f64 - 17.5)
}

fn causal() -> Array2<f64> {
    Array2::from_shape_fn((6, 6), |(row, column)| {
        if column > row { f64::NEG_INFINITY } else { row as f64 - column as f64 }
    })
}

#[test]
fn every_cell_has_the_color_of_its_number_at_any_pixel_ratio() {
    let matrix = ramp();
    for (theme, ratio) in [(Theme::Light, 1), (Theme::Light, 2), (Theme::Dark, 2)] {
        let size = (331 * ratio, 299 * ratio);
        let domain = Domain::symmetric(17.5);
        let look = Look { pixel_ratio: f64::from(ratio), ..Look::new(theme, domain) };
        let drawn = picture(size, &look, matrix.view());
        let grid = look.grid(size, 6, 6);
        for (cell, value) in matrix.indexed_iter() {
            let rect = grid.pixel_from_cell(cell.0, cell.1);
            let expected = color(theme, ColorMap::Diverging, value / 17.5);
            for at in [rect.upper_left(), rect.center(), rect.last()] {
                assert_eq!(drawn.at(at), expected, "{theme:?} {ratio} {cell:?} {at:?}");
            }
        }
        let first = grid.pixel_from_cell(0, 0);
        assert_eq!(grid.gap, 2 * ratio);
        assert_eq!(drawn.at((first.lower_right().0, 0)), theme.inks().paper);
        assert!(!drawn.contains(UNTOUCHED));
    }
}

#[test]
fn large_numbers_can_be_read_from_afar_with_fewer_decimals_where_that_helps() {
    let domain = Domain::symmetric(17.5);
    let drawn = |side, numbers, domain, matrix: &Array2<f64>| {
        let look = Look { numbers, ..Look::new(Theme::Light, domain) };
        let texts = picture((side, side), &look, matrix.view()).texts;
        let first = texts.first().unwrap();
        (first.words.clone(), first.size)
    };
    assert_eq!(drawn(330, WhenTheyFit, domain, &ramp()), ("−17.50".to_owned(), 12.0));
    let (words, size) = drawn(330, Large, domain, &ramp());
    assert!(words == "−17.5" && size > 14.0, "{words} {size}");
    let (words, size) = drawn(480, Large, domain, &ramp());
    assert!(words == "−17.50" && size >= 18.0, "{words} {size}");
    // Shares keep two decimals.
    let shares = Array2::from_elem((6, 6), 1.0 / 6.0);
    let (words, size) = drawn(225, Large, Domain::unit(), &shares);
    assert!(words == "0.167" && size < 13.0, "{words} {size}");
    let (words, size) = drawn(240, Large, Domain::unit(), &shares);
    assert!(words == "0.17" && (13.0..18.0).contains(&size), "{words} {size}");
    let (words, size) = drawn(330, Large, Domain::unit(), &shares);
    assert!(words == "0.17" && size >= 18.0, "{words} {size}");
}

#[test]
fn of_what_is_hidden_only_the_size_is_drawn() {
    let look = Look {
        is_veiled: true,
        numbers: WhenTheyFit,
        ..Look::new(Theme::Light, Domain::symmetric(17.5))
    };
    for side in [330, 100, 12] {
        let of = |matrix: Array2<f64>| picture((side, side), &look, matrix.view());
        let (ramp, causal) = (of(ramp()), of(causal()));
        assert!(ramp.texts.is_empty() && causal.texts.is_empty());
        assert!(!ramp.contains(UNTOUCHED));
        let whole = Rect { x: 0, y: 0, width: side, height: side };
        for color in [look.theme.inks().line, look.theme.inks().paper] {
            assert_eq!(ramp.has(whole, color), causal.has(whole, color));
        }
        let grid = look.grid((side, side), 6, 6);
        for (cell, _) in Array2::<f64>::zeros((6, 6)).indexed_iter() {
            let center = grid.pixel_from_cell(cell.0, cell.1).center();
            assert_eq!(ramp.at(center), look.theme.inks().line, "{side} {cell:?}");
            assert_eq!(causal.at(center), look.theme.inks().line, "{side} {cell:?}");
        }
    }
}

#[test]
fn only_masked_cells_are_hatched() {
    let matrix = causal();
    // Large cells, and those of a thumbnail: rectangles all.
    for (side, ratio) in [(330, 1.0), (100, 1.0), (33, 1.0), (24, 3.0), (660, 2.0), (200, 3.0)] {
        let domain = Domain::symmetric(5.0);
        let look = Look { pixel_ratio: ratio, ..Look::new(Theme::Light, domain) };
        let drawn = picture((side, side), &look, matrix.view());
        let (grid, inks) = (look.grid((side, side), 6, 6), look.theme.inks());
        for (cell, value) in matrix.indexed_iter() {
            let rect = grid.pixel_from_cell(cell.0, cell.1);
            assert_eq!(drawn.has(rect, inks.hatch), value.is_infinite(), "{side} {cell:?}");
            assert_eq!(drawn.has(rect, inks.paper), value.is_infinite(), "{side} {cell:?}");
        }
    }
}

#[test]
fn the_mask_of_weights_is_hatched_though_they_are_zero() {
    let weights = array![[1.0, 0.0], [0.5, 0.5]];
    let masked = array![[false, true], [false, false]];
    let look = Look {
        masked: Some(masked.view()),
        numbers: WhenTheyFit,
        ..Look::new(Theme::Dark, Domain::unit())
    };
    let drawn = picture((120, 120), &look, weights.view());
    let grid = look.grid((120, 120), 2, 2);
    for (cell, &is_masked) in masked.indexed_iter() {
        let rect = grid.pixel_from_cell(cell.0, cell.1);
        assert_eq!(drawn.has(rect, look.theme.inks().hatch), is_masked, "{cell:?}");
    }
    let texts: Vec<_> = drawn.texts.iter().map(|text| text.words.as_str()).collect();
    assert_eq!(texts, ["1.000", "0", "0.500", "0.500"]);
}

#[test]
fn a_clipped_cell_has_a_tick_in_the_corner_it_left_by() {
    let matrix = array![[9.0, 1.0, -9.0]];
    let look = Look::new(Theme::Light, Domain::symmetric(2.0));
    let drawn = picture((180, 60), &look, matrix.view());
    let grid = look.grid((180, 60), 1, 3);
    let corners = |column| {
        let rect: Rect = grid.pixel_from_cell(0, column);
        let (right, bottom) = rect.last();
        let ground = drawn.at(rect.center());
        [drawn.at((right, rect.y)) != ground, drawn.at((right, bottom)) != ground]
    };
    assert_eq!([corners(0), corners(1), corners(2)], [[true, false], [false; 2], [false, true]]);
    let (right, top) = (grid.pixel_from_cell(0, 0).last().0, 0);
    let is_tick = |x| drawn.at((x, top)) != drawn.at((0, top));
    assert_eq!([right - 6, right - 7].map(is_tick), [true, false], "not seven pixels");
    let ends = [1.0, -1.0].map(|unit| color(Theme::Light, ColorMap::Diverging, unit));
    let centers = [0, 2].map(|column| drawn.at(grid.pixel_from_cell(0, column).center()));
    assert_eq!(centers, ends);
}

#[test]
fn nan_and_plus_infinity_have_marks_of_their_own() {
    let matrix = array![[f64::NAN, f64::INFINITY, 1.0, f64::NEG_INFINITY]];
    let look = Look::new(Theme::Light, Domain::symmetric(1.0));
    let drawn = picture((200, 50), &look, matrix.view());
    let grid = look.grid((200, 50), 1, 4);
    let colors = |column| {
        let rect = grid.pixel_from_cell(0, column);
        let (left, top) = rect.upper_left();
        let points = (0..rect.width.cast_signed())
            .flat_map(|x| (0..rect.height.cast_signed()).map(move |y| (left + x, top + y)));
        let mut colors: Vec<_> = points.map(|at| drawn.at(at).to_string()).collect();
        colors.sort();
        colors.dedup();
        colors
    };
    let inks = look.theme.inks();
    let high = color(Theme::Light, ColorMap::Diverging, 1.0);
    let set = |colors: &[Rgb]| {
        let mut names: Vec<_> = colors.iter().map(ToString::to_string).collect();
        names.sort();
        names
    };
    assert_eq!(colors(0), set(&[inks.paper, inks.ink]));
    assert_eq!(colors(1), set(&[high, Rgb(255, 255, 255)]));
    assert_eq!(colors(2), set(&[high]));
    assert_eq!(colors(3), set(&[inks.paper, inks.hatch]));
}

#[test]
fn numbers_are_those_of_the_cells_in_an_ink_that_can_be_read() {
    let matrix = causal();
    for (theme, ratio) in [(Theme::Light, 1), (Theme::Dark, 2)] {
        let look = Look {
            numbers: WhenTheyFit,
            pixel_ratio: f64::from(ratio),
            ..Look::new(theme, Domain::symmetric(5.0))
        };
        let drawn = picture((330 * ratio, 300 * ratio), &look, matrix.view());
        assert_eq!(drawn.texts.len(), 36);
        for (text, (cell, &value)) in drawn.texts.iter().zip(matrix.indexed_iter()) {
            assert_eq!(text.words, format_number(value, Digits::Fixed(2)), "{cell:?}");
            assert!(contrast(text.color, drawn.at(text.at)) >= 4.5, "{theme:?} {cell:?}");
            assert!((text.size - 13.0 * f64::from(ratio)).abs() < 1e-9, "{}", text.size);
        }
    }
}

#[test]
fn numbers_stand_in_cells_only_while_they_fit() {
    let texts = |size, ratio, numbers| {
        let look = Look { numbers, pixel_ratio: ratio, ..Look::new(Theme::Light, Domain::unit()) };
        picture(size, &look, Array2::from_elem((6, 6), 0.25).view()).texts.len()
    };
    let table = [
        ((330, 300), 1.0, WhenTheyFit, 36),
        ((330, 300), 1.0, Never, 0),
        ((100, 100), 1.0, WhenTheyFit, 0),
        // Wide enough, not high enough; and the other way about.
        ((330, 60), 1.0, WhenTheyFit, 0),
        ((100, 300), 1.0, WhenTheyFit, 0),
        // The same pixels are half as large: one decimal less has room, and none has in the next.
        ((330, 300), 2.0, WhenTheyFit, 36),
        ((240, 300), 2.0, WhenTheyFit, 0),
        ((660, 600), 2.0, WhenTheyFit, 36),
    ];
    for (size, ratio, numbers, expected) in table {
        assert_eq!(texts(size, ratio, numbers), expected, "{size:?} {ratio} {numbers:?}");
    }
    let look = Look { numbers: WhenTheyFit, ..Look::new(Theme::Light, Domain::unit()) };
    let texts = |width| picture((width, 300), &look, Array2::from_elem((6, 6), 0.25).view()).texts;
    assert!(texts(330).iter().all(|text| text.words == "0.250"));
    assert!(texts(165).iter().all(|text| text.words == "0.25"));
}

#[test]
fn long_numbers_are_smaller_and_stay_inside() {
    let matrix = Array2::from_elem((6, 6), -123_456.0);
    let domain = Domain::over(ColorMap::Diverging, [matrix.view()]);
    let look = Look { numbers: WhenTheyFit, ..Look::new(Theme::Light, domain) };
    let drawn = picture((330, 300), &look, matrix.view());
    assert_eq!(cell_digits(matrix.view(), ColorMap::Diverging), Digits::Scientific(1));
    let text = &drawn.texts[0];
    assert_eq!(text.words, "−1.2e5");
    assert!(text.size < 13.0 && text.size * 0.6 * 6.0 < 53.0, "{}", text.size);
}

#[test]
fn a_heatmap_keeps_to_its_area() {
    let area = Rect { x: 20, y: 10, width: 50, height: 40 };
    for matrix in [ramp(), Array2::from_elem((100, 100), 1.0)] {
        let look = Look { area: Some(area), ..Look::new(Theme::Light, Domain::symmetric(9.0)) };
        let drawn = picture((100, 60), &look, matrix.view());
        for (x, y) in (0..100).flat_map(|x| (0..60).map(move |y| (x, y))) {
            let is_inside = (20..70).contains(&x) && (10..50).contains(&y);
            assert_eq!(drawn.at((x, y)) == UNTOUCHED, !is_inside, "({x}, {y})");
        }
    }
}

#[test]
fn the_color_key_runs_from_end_to_end() {
    for (domain, first) in [(Domain::symmetric(3.0), -1.0), (Domain::unit(), 0.0)] {
        let look = Look::new(Theme::Light, domain);
        for width in [300, 120] {
            let mut buffer = Framebuffer::new((width, 10));
            color_key(&mut buffer, &look).unwrap();
            let at = |x: u32| buffer.at((x.cast_signed(), 5));
            assert_eq!(at(0), color(look.theme, domain.map, first));
            assert_eq!(at(width - 1), color(look.theme, domain.map, 1.0));
            assert!(!buffer.contains(UNTOUCHED));
        }
    }
    let mut nothing = Framebuffer::new((0, 0));
    color_key(&mut nothing, &Look::new(Theme::Light, Domain::unit())).unwrap();
}

#[test]
fn no_matrix_and_no_size_is_too_small_or_too_strange() {
    let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, -f64::MAX, -0.0, 1e-320];
    for (rows, columns) in [(0, 0), (0, 5), (5, 0), (1, 1), (1, 768), (768, 1), (6, 64), (60, 60)] {
        let matrix =
            Array2::from_shape_fn((rows, columns), |(r, c)| strange[(r * columns + c) % 7]);
        for domain in [Domain::over(ColorMap::Diverging, [matrix.view()]), Domain::unit()] {
            for size in [(0, 0), (1, 1), (1, 90), (40, 3), (330, 300)] {
                for pixel_ratio in [1.0, 2.75, 0.0, f64::NAN] {
                    let look = Look {
                        numbers: WhenTheyFit,
                        pixel_ratio,
                        ..Look::new(Theme::Dark, domain)
                    };
                    heatmap(&mut Framebuffer::new(size), &look, matrix.view()).unwrap();
                }
            }
        }
    }
}
