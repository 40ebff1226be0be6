//! Heatmaps through a window: what is seen of a large matrix.

use attnscope::draw::{
    ColorMap, Domain, Kept, Look, Numbers, Rgb, Theme, Window, color, format_number, heatmap_over,
};
use ndarray::Array2;

use super::framebuffer::{Framebuffer, UNTOUCHED, picture};

const SIZE: (u32, u32) = (300, 300);
const N: usize = 2048;

fn look(window: Window) -> Look<'static> {
    let look = Look::new(Theme::Light, Domain::unit());
    Look { numbers: Numbers::WhenTheyFit, window: Some(window), ..look }
}

fn hot() -> Rgb {
    color(Theme::Light, ColorMap::Sequential, 1.0)
}

fn drawn_over(look: &Look<'_>, matrix: &Array2<f64>, kept: &mut Kept) -> Framebuffer {
    let mut buffer = Framebuffer::new(SIZE);
    heatmap_over(&mut buffer, look, &matrix.view(), kept).unwrap();
    buffer
}

/// Whether a cell is inside a window, by more than a pixel where the matrix goes on there, or outside by more
/// than one; neither at the edge.
fn is_inside((row, column): (usize, usize), window: Window) -> Option<bool> {
    let along = |at: usize, from: f64, shown: f64, pixels: u32| {
        let (at, pixel) = (at as f64, shown / f64::from(pixels));
        let from_start = if from > 0.0 { from + pixel } else { 0.0 };
        let is_last = from + shown >= N as f64;
        let to_end = if is_last { N as f64 } else { from + shown - pixel };
        let is_inside = at >= from_start && at + 1.0 <= to_end;
        let is_outside = at + 1.0 < from - pixel || at > from + shown + pixel;
        (is_inside || is_outside).then_some(is_inside)
    };
    let down = along(row, window.top, window.rows, SIZE.1)?;
    Some(down && along(column, window.left, window.columns, SIZE.0)?)
}

#[test]
fn a_single_hot_cell_of_2048_squared_is_seen_at_every_zoom() {
    for spike in [(1023, 1371), (0, 2047), (517, 3)] {
        let mut matrix = Array2::zeros((N, N));
        matrix[spike] = 1.0;
        let mut window = Window::whole(N, N);
        assert!(picture(SIZE, &look(window), matrix.view()).contains(hot()));
        let (mut kept, mut n_seen, mut n_hidden) = (Kept::default(), 0, 0);
        // About a point beside the cell, so that it moves through the picture; then to its other side.
        while window.rows > 4.0 {
            window = window.zoomed(1.7, (0.3, 0.7), (N, N));
            let centered = window.centered(spike, (N, N));
            let (rows, columns) = (window.rows, window.columns);
            let shifts = [(0.0, 0.0), (0.31, -0.42), (-0.45, 0.17), (0.9, 0.0), (0.0, -1.3)];
            for (down, across) in shifts {
                let shifted = centered.shifted(down * rows, across * columns, (N, N));
                let Some(is_inside) = is_inside(spike, shifted) else { continue };
                let is_seen = drawn_over(&look(shifted), &matrix, &mut kept).contains(hot());
                assert_eq!(is_seen, is_inside, "{spike:?} in {shifted:?}");
                n_seen += usize::from(is_seen);
                n_hidden += usize::from(!is_seen);
            }
        }
        assert!(n_seen >= 20 && n_hidden >= 5, "{n_seen} seen, {n_hidden} not");
    }
}

/// Numbers without a pattern, a masked upper half, a few that are none.
fn noisy(n: usize) -> Array2<f64> {
    let mut matrix = Array2::from_shape_fn((n, n), |(row, column)| match row * 31 + column * 17 {
        _ if column > row => f64::NEG_INFINITY,
        mixed if mixed % 997 == 0 => f64::NAN,
        mixed if mixed % 499 == 0 => f64::INFINITY,
        mixed => (mixed % 211) as f64 / 100.0,
    });
    matrix[(n - 1, 0)] = -3.0;
    matrix
}

#[test]
fn a_shifted_picture_is_the_one_that_is_drawn_anew() {
    let matrix = noisy(400);
    for shown in [350.0, 120.3, 61.0] {
        let mut window = Window { top: 40.0, left: 12.5, rows: shown, columns: shown };
        let mut kept = Kept::default();
        for (down, across) in [(0.0, 0.0), (3.3, 0.0), (-8.0, 5.1), (0.0, -11.7), (500.0, 500.0)] {
            window = window.shifted(down, across, (400, 400));
            let over = drawn_over(&look(window), &matrix, &mut kept);
            let anew = picture(SIZE, &look(window), matrix.view());
            assert_eq!((over.bitmaps, anew.bitmaps), (1, 1), "{window:?}");
            assert!(over.is_like(&anew), "{window:?} after {down}, {across}");
            assert!(!anew.contains(UNTOUCHED));
        }
    }
}

#[test]
fn a_kept_picture_of_other_looks_is_not_used() {
    let matrix = noisy(400);
    let window = Window { top: 40.0, left: 12.5, rows: 200.0, columns: 200.0 };
    let mut kept = Kept::default();
    drawn_over(&look(window), &matrix, &mut kept);
    let others = [
        Look { theme: Theme::Dark, ..look(window) },
        Look { domain: Domain::symmetric(1.5), ..look(window) },
        look(window.zoomed(1.1, (0.5, 0.5), (400, 400))),
    ];
    for other in others {
        let over = drawn_over(&other, &matrix, &mut kept);
        assert!(over.is_like(&picture(SIZE, &other, matrix.view())), "{other:?}");
    }
}

#[test]
fn the_whole_is_the_same_with_and_without_a_window() {
    for n in [6, 40, 400] {
        let matrix = noisy(n);
        let within = look(Window::whole(n, n));
        let without = Look { window: None, ..within };
        let [within, without] = [within, without].map(|look| picture(SIZE, &look, matrix.view()));
        assert!(within.is_like(&without), "{n}");
        assert_eq!(within.texts.len(), without.texts.len());
    }
}

/// Of finer pixels that lie in a coarser one, the strongest is what the coarser shows.
#[test]
fn pictures_are_the_same_at_a_ratio_of_one_and_two() {
    let matrix = Array2::from_shape_fn((N, N), |(r, c)| ((r * 7919 + c * 104_729) % 255) as f64);
    let shown = |window: Window, ratio: u32| {
        let look = Look { domain: Domain::fixed(0.0, 255.0, ColorMap::Sequential), ..look(window) };
        let look = Look { pixel_ratio: f64::from(ratio), ..look };
        picture((SIZE.0 * ratio, SIZE.1 * ratio), &look, matrix.view())
    };
    // Where a cell is more than a pixel, it is a little less or more of one at either ratio.
    for rows in [2048.0, 1536.0, 1024.0] {
        let window = Window { top: 2048.0 - rows, left: 0.0, rows, columns: rows };
        let (coarse, fine) = (shown(window, 1), shown(window, 2));
        for (x, y) in (0..300).flat_map(|x| (0..300).map(move |y| (x, y))) {
            let parts = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| (2 * x + i, 2 * y + j));
            // The darker, the more.
            let darkest = parts.map(|at| fine.at(at)).into_iter().min_by_key(|rgb| rgb.0);
            assert_eq!(darkest, Some(coarse.at((x, y))), "({x}, {y}) of {rows} rows");
        }
    }
}

#[test]
fn numbers_stand_in_the_cells_as_soon_as_they_fit() {
    let matrix = Array2::from_shape_fn((N, N), |(r, c)| ((r + 3 * c) % 100) as f64 / 1000.0);
    let of_few = |n: f64| Window { top: 700.0, left: 1500.0, rows: n, columns: n };
    let few = picture(SIZE, &look(of_few(6.0)), matrix.view());
    let read: Vec<_> = few.texts.iter().map(|text| text.words.clone()).collect();
    let cells = (700..706).flat_map(|r| (1500..1506).map(move |c| (r, c)));
    let digits = attnscope::draw::cell_digits(matrix.view(), ColorMap::Sequential);
    assert_eq!(read, cells.map(|at| format_number(matrix[at], digits)).collect::<Vec<_>>());
    assert!(picture(SIZE, &look(of_few(60.0)), matrix.view()).texts.is_empty());
    // Cells that are cut at the edge have none.
    let cut = Window { top: 700.5, left: 1500.5, ..of_few(6.0) };
    assert_eq!(picture(SIZE, &look(cut), matrix.view()).texts.len(), 25);
    // A step of the zoom ends a hair before a cell does: it looks whole, and has its number.
    let short = Window { rows: 5.98, columns: 5.98, ..of_few(6.0) };
    assert_eq!(picture(SIZE, &look(short), matrix.view()).texts.len(), 36);
    let large = |size: u32| picture((size, size), &look(short), matrix.view()).texts.len();
    assert_eq!([600, 900, 1400].map(large), [36; 3]);
}

#[test]
fn zooming_keeps_the_point_and_ends_at_the_whole_and_at_few_cells() {
    for size in [(2048, 2048), (300, 500), (1024, 64), (7, 900), (3, 3), (1, 1)] {
        let whole = Window::whole(size.0, size.1);
        let start = whole.zoomed(3.0, (0.25, 0.5), size);
        for at in [(0.4, 0.6), (0.5, 0.5)] {
            let zoomed = start.zoomed(1.2, at, size);
            let point = |w: Window| (w.top + at.0 * w.rows, w.left + at.1 * w.columns);
            let (before, after) = (point(start), point(zoomed));
            assert!((before.0 - after.0).abs() < 1e-6 && (before.1 - after.1).abs() < 1e-6);
        }
        assert_eq!(start.zoomed(0.0, (0.5, 0.5), size), whole, "{size:?}");
        let least = start.zoomed(1e9, (0.5, 0.5), size);
        let fewest = |count: usize| count.min(4) as f64;
        let is_least = (least.rows - fewest(size.0)).abs() < 1e-9
            && (least.columns - fewest(size.1)).abs() < 1e-9;
        assert!(is_least, "{size:?}: {least:?}");
        assert!(least.shifted(1e9, -1e9, size).top <= size.0 as f64 - least.rows);
    }
}

#[test]
fn a_window_goes_to_a_cell_no_farther_than_it_must() {
    let (size, window) = ((300, 300), Window { top: 50.0, left: 60.0, rows: 20.0, columns: 20.0 });
    assert_eq!(window.showing((50, 79), size), window);
    let moved = |cell| {
        let Window { top, left, .. } = window.showing(cell, size);
        (top, left)
    };
    assert_eq!(moved((49, 80)), (49.0, 61.0));
    assert_eq!(moved((299, 0)), (280.0, 0.0));
    let Window { top, left, .. } = window.centered((100, 2), size);
    assert_eq!((top, left), (90.5, 0.0));
}

#[test]
fn every_share_of_a_window_leads_to_its_cell() {
    let window = Window { top: 10.5, left: 0.0, rows: 4.0, columns: 8.0 };
    assert_eq!(window.cell_at((0.0, 0.0), (300, 300)), Some((10, 0)));
    assert_eq!(window.cell_at((0.13, 0.99), (300, 300)), Some((11, 7)));
    assert_eq!(window.cell_at((1.0, 0.5), (300, 300)), None);
    assert_eq!(window.cell_at((-0.1, 0.5), (300, 300)), None);
}

#[test]
fn a_window_tells_which_cells_it_shows() {
    let window = Window::of_ranges(99..160, 0..61, (300, 300));
    assert_eq!(window.ranges((300, 300)), (99..160, 0..61));
    let shifted = window.shifted(0.5, 0.5, (300, 300));
    assert_eq!(shifted.ranges((300, 300)), (99..161, 0..62));
    // No fewer than a few, and none that are not there.
    assert_eq!(Window::of_ranges(299..300, 7..8, (300, 300)).ranges((300, 300)), (296..300, 7..11));
    assert_eq!(Window::of_ranges(0..9, 0..9, (5, 3)), Window::whole(5, 3));
}
