//! The page's canvas: what is drawn is read back pixel by pixel.

use attnscope::{
    draw::{ColorMap, Domain, Grid, Look, Numbers, Rect, Rgb, Theme, color, heatmap, text_on},
    math::Matrix,
    ui::PageCanvas,
};
use leptos::prelude::document;
use ndarray::array;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlCanvasElement;

use crate::harness::Pixels;

const RATIOS: [u32; 2] = [1, 2];
/// Of the four by five cells, in CSS pixels.
const SIZE: (u32, u32) = (203, 161);
const DOMAIN: f64 = 4.0;

/// Plain cells, with NaN, both infinities and two that the domain of ±4 clips.
fn odd() -> Matrix {
    array![
        [-4.0, -3.0, -2.0, -1.0, 0.0],
        [0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0],
        [1.5, 9.0, -9.0, 2.0, 2.5],
        [3.0, 3.5, 4.0, -0.5, f64::NEG_INFINITY],
    ]
}

struct Drawn {
    pixels: Pixels,
    grid: Grid,
    theme: Theme,
}

impl Drawn {
    /// Draws a matrix without numbers on a new canvas of so many CSS pixels.
    fn new(matrix: &Matrix, size: (u32, u32), ratio: u32, theme: Theme) -> Self {
        Self::with(Numbers::Never, matrix, size, (ratio, theme))
    }

    fn with(
        numbers: Numbers,
        matrix: &Matrix,
        (width, height): (u32, u32),
        (ratio, theme): (u32, Theme),
    ) -> Self {
        let canvas: HtmlCanvasElement =
            document().create_element("canvas").unwrap().unchecked_into();
        let size = (width * ratio, height * ratio);
        let mut target = PageCanvas::new(&canvas, size.0, size.1).unwrap();
        assert_eq!((canvas.width(), canvas.height()), size);
        let mut look = Look::new(theme, Domain::symmetric(DOMAIN));
        look.pixel_ratio = f64::from(ratio);
        look.numbers = numbers;
        heatmap(&mut target, &look, matrix.view()).unwrap();
        let grid = look.grid(size, matrix.nrows(), matrix.ncols());
        Self { pixels: Pixels::of(&canvas), grid, theme }
    }

    fn cell(&self, (row, column): (usize, usize)) -> Rect {
        self.grid.pixel_from_cell(row, column)
    }

    fn color(&self, unit: f64) -> Rgb {
        color(self.theme, ColorMap::Diverging, unit)
    }
}

/// In both themes and at both ratios.
fn each(matrix: &Matrix, size: (u32, u32), check: impl Fn(&Drawn)) {
    for theme in Theme::ALL {
        for ratio in RATIOS {
            check(&Drawn::new(matrix, size, ratio, theme));
        }
    }
}

fn is_plain(value: f64) -> bool {
    value.abs() <= DOMAIN
}

#[wasm_bindgen_test]
fn every_pixel_of_a_plain_cell_has_exactly_the_color_of_its_number() {
    let matrix = odd();
    each(&matrix, SIZE, |drawn| {
        for (cell, value) in matrix.indexed_iter().filter(|(_, value)| is_plain(**value)) {
            let expected = drawn.color(value / DOMAIN);
            let rect = drawn.cell(cell);
            assert_eq!(drawn.pixels.at(rect.center()), expected, "{:?} {cell:?}", drawn.theme);
            let others = drawn.pixels.within(rect).iter().filter(|it| **it != expected).count();
            assert_eq!(others, 0, "{:?} {cell:?}: its neighbor spills into it", drawn.theme);
        }
    });
}

#[wasm_bindgen_test]
fn cells_are_parted_by_paper_as_wide_at_every_ratio() {
    let gaps = RATIOS.map(|ratio| {
        let drawn = Drawn::new(&odd(), SIZE, ratio, Theme::Light);
        let (right, _) = drawn.cell((0, 0)).lower_right();
        let gap = drawn.cell((0, 1)).x - right;
        for x in right..right + gap {
            assert_eq!(drawn.pixels.at((x, 5)), Theme::Light.inks().paper);
        }
        gap
    });
    assert_eq!(gaps, [2, 4]);
}

#[wasm_bindgen_test]
fn clipped_cells_have_the_color_of_the_end_and_a_tick() {
    each(&odd(), SIZE, |drawn| {
        for (cell, end) in [((2, 1), 1.0), ((2, 2), -1.0)] {
            let ground = drawn.color(end);
            let rect = drawn.cell(cell);
            let ((left, top), (right, bottom)) = (rect.upper_left(), rect.last());
            let tick = if end > 0.0 { (right, top) } else { (right, bottom) };
            let others = [(left, top), (left, bottom), rect.center()];
            assert_eq!(drawn.pixels.at(tick), text_on(drawn.theme, ground), "{cell:?}");
            for at in others {
                assert_eq!(drawn.pixels.at(at), ground, "{cell:?} {at:?}");
            }
        }
    });
}

#[wasm_bindgen_test]
fn infinity_is_framed_in_the_color_of_the_end() {
    each(&odd(), SIZE, |drawn| {
        let end = drawn.color(1.0);
        let rect = drawn.cell((1, 2));
        assert_eq!(drawn.pixels.at(rect.center()), end);
        assert_eq!(drawn.pixels.at(rect.upper_left()), end);
        assert!(drawn.pixels.within(rect).contains(&text_on(drawn.theme, end)));
    });
}

/// Between two colors, channel by channel: a line or a letter that the browser has smoothed, and
/// rounded doing so.
fn is_between(at: Rgb, a: Rgb, b: Rgb) -> bool {
    let channel = |at: u8, a: u8, b: u8| {
        (a.min(b).saturating_sub(2)..=a.max(b).saturating_add(2)).contains(&at)
    };
    channel(at.0, a.0, b.0) && channel(at.1, a.1, b.1) && channel(at.2, a.2, b.2)
}

#[wasm_bindgen_test]
fn masked_cells_are_paper_hatched_with_nothing_else() {
    each(&odd(), SIZE, |drawn| {
        let inks = drawn.theme.inks();
        for cell in [(1, 3), (3, 4)] {
            let colors = drawn.pixels.within(drawn.cell(cell));
            let strange = colors.iter().find(|at| !is_between(**at, inks.paper, inks.hatch));
            assert_eq!(strange, None, "{:?} {cell:?}", drawn.theme);
            let paper = colors.iter().filter(|at| **at == inks.paper).count();
            let share = paper as f64 / colors.len() as f64;
            assert!((0.2..0.95).contains(&share), "{:?} {cell:?}: {share} is paper", drawn.theme);
            // Lines are lines, not a shadow of them.
            let is_strong = |at: &&Rgb| is_between(**at, inks.hatch_tint, inks.hatch);
            let strong = colors.iter().filter(is_strong).count();
            assert!(strong * 20 > colors.len(), "{:?} {cell:?}: {strong} strong", drawn.theme);
        }
    });
}

#[wasm_bindgen_test]
fn not_a_number_is_a_cross_on_paper() {
    each(&odd(), SIZE, |drawn| {
        let inks = drawn.theme.inks();
        let rect = drawn.cell((1, 1));
        let colors = drawn.pixels.within(rect);
        assert!(colors.iter().all(|at| is_between(*at, inks.paper, inks.ink)));
        assert_ne!(drawn.pixels.at(rect.center()), inks.paper, "the lines cross in the middle");
        let (x, y) = rect.center();
        for at in [(x, rect.y + 1), (x, rect.last().1 - 1), (rect.x + 1, y), (rect.last().0 - 1, y)]
        {
            assert_eq!(drawn.pixels.at(at), inks.paper, "{at:?}");
        }
    });
}

#[wasm_bindgen_test]
fn numbers_stand_in_the_middle_of_their_cells_in_an_ink_that_can_be_read() {
    let matrix = array![[4.0, 0.0, -4.0], [0.0, 4.0, 1.0]];
    for (ratio, theme) in [(1, Theme::Light), (2, Theme::Light), (2, Theme::Dark)] {
        let drawn = Drawn::with(Numbers::WhenTheyFit, &matrix, SIZE, (ratio, theme));
        for (cell, value) in matrix.indexed_iter() {
            let ground = drawn.color(value / DOMAIN);
            let ink = text_on(theme, ground);
            let rect = drawn.cell(cell);
            let colors = drawn.pixels.within(rect);
            let strange = colors.iter().find(|at| !is_between(**at, ground, ink));
            assert_eq!(strange, None, "{theme:?} {ratio} {cell:?}: {ground} and {ink}");
            let inner = Rect {
                x: rect.x + rect.width.cast_signed() / 12,
                y: rect.y + rect.height.cast_signed() / 3,
                width: rect.width - 2 * (rect.width / 12),
                height: rect.height - 2 * (rect.height / 3),
            };
            let written = |colors: &[Rgb]| colors.iter().filter(|at| **at != ground).count();
            let (all, middle) = (written(&colors), written(&drawn.pixels.within(inner)));
            assert!(all > 10, "{theme:?} {ratio} {cell:?}: nothing is written");
            assert_eq!(all, middle, "{theme:?} {ratio} {cell:?}: the text is in the middle");
        }
    }
}

#[wasm_bindgen_test]
fn the_infinity_of_a_masked_cell_is_written_on_paper() {
    each_with_numbers(&array![[f64::NEG_INFINITY, 1.0]], |drawn| {
        let inks = drawn.theme.inks();
        let (x, y) = drawn.cell((0, 0)).center();
        let middle = Rect { x: x - 6, y: y - 6, width: 12, height: 12 };
        let colors = drawn.pixels.within(middle);
        assert!(colors.contains(&inks.paper));
        let is_ink = |at: &Rgb| is_between(*at, inks.hatch, inks.soft_ink) && *at != inks.hatch;
        assert!(colors.iter().any(is_ink), "{:?}: no −∞", drawn.theme);
    });
}

fn each_with_numbers(matrix: &Matrix, check: impl Fn(&Drawn)) {
    for theme in Theme::ALL {
        for ratio in RATIOS {
            check(&Drawn::with(Numbers::WhenTheyFit, matrix, SIZE, (ratio, theme)));
        }
    }
}

/// Six by 768 zeros with one 4, as wide as the embeddings of the page.
fn spike(cell: (usize, usize)) -> Matrix {
    let mut matrix = Matrix::zeros((6, 768));
    matrix[cell] = 4.0;
    matrix
}

#[wasm_bindgen_test]
fn a_spike_among_cells_finer_than_pixels_is_one_pixel_wide_and_not_lost() {
    for at in [(0, 0), (2, 383), (3, 500), (5, 767)] {
        each(&spike(at), (300, 60), |drawn| {
            let all = drawn.grid.area();
            let peak = drawn.color(1.0);
            let middle = ((at.0 as u32 * 2 + 1) * all.height / 12).cast_signed();
            let is_peak = |x: &i32| drawn.pixels.at((*x, middle)) == peak;
            let columns: Vec<i32> = (0..all.width.cast_signed()).filter(is_peak).collect();
            assert_eq!(columns.len(), 1, "{at:?}: {columns:?}");
            let expected = (at.1 as f64 + 0.5) / 768.0 * f64::from(all.width);
            assert!((f64::from(columns[0]) - expected).abs() <= 1.0, "{at:?}: {columns:?}");
            let colors = drawn.pixels.within(all);
            let lit = colors.iter().filter(|it| **it == peak).count();
            assert_eq!(lit, all.height as usize / 6, "{at:?}: as high as its row");
            assert!(colors.iter().all(|it| *it == peak || *it == drawn.color(0.0)));
        });
    }
}

/// Counts the calls of `putImageData` while something is drawn.
fn image_puts(draw: impl FnOnce()) -> u32 {
    let count = js_sys::Function::new_no_args(
        "const it = CanvasRenderingContext2D.prototype, put = it.putImageData;
         const counter = { count: 0, undo() { it.putImageData = put; } };
         it.putImageData = function (...all) { counter.count += 1; return put.apply(this, all); };
         return counter;",
    );
    let counter = count.call0(&wasm_bindgen::JsValue::NULL).unwrap();
    draw();
    let get = |name: &str| js_sys::Reflect::get(&counter, &name.into()).unwrap();
    get("undo").unchecked_into::<js_sys::Function>().call0(&counter).unwrap();
    get("count").as_f64().unwrap() as u32
}

#[wasm_bindgen_test]
fn a_fine_matrix_and_a_plain_thumbnail_are_one_image_and_a_coarse_one_is_none() {
    let puts = |matrix: Matrix, size| {
        image_puts(|| {
            Drawn::new(&matrix, size, 1, Theme::Light);
        })
    };
    assert_eq!(puts(spike((0, 0)), (300, 60)), 1);
    assert_eq!(puts(thumbnail(), (36, 36)), 1);
    assert_eq!(puts(odd(), SIZE), 0);
}

/// Six by six plain numbers, from −3.5 to 3.5.
fn thumbnail() -> Matrix {
    Matrix::from_shape_fn((6, 6), |(row, column)| (row * 6 + column) as f64 / 5.0 - 3.5)
}

#[wasm_bindgen_test]
fn a_thumbnail_has_the_colors_of_its_numbers() {
    let matrix = thumbnail();
    each(&matrix, (36, 36), |drawn| {
        for (cell, value) in matrix.indexed_iter() {
            let expected = drawn.color(value / DOMAIN);
            let colors = drawn.pixels.within(drawn.cell(cell));
            assert!(colors.iter().all(|at| *at == expected), "{:?} {cell:?}", drawn.theme);
        }
    });
}

#[wasm_bindgen_test]
fn a_canvas_is_cleared_and_resized_by_a_new_drawing() {
    let canvas: HtmlCanvasElement = document().create_element("canvas").unwrap().unchecked_into();
    let theme = Theme::Light;
    for (size, value) in [((40, 30), 4.0), ((40, 30), -4.0), ((80, 60), 4.0)] {
        let mut target = PageCanvas::new(&canvas, size.0, size.1).unwrap();
        let look = Look::new(theme, Domain::symmetric(DOMAIN));
        heatmap(&mut target, &look, array![[value]].view()).unwrap();
        let whole = look.grid(size, 1, 1).area();
        let expected = color(theme, ColorMap::Diverging, value / DOMAIN);
        let pixels = Pixels::of(&canvas);
        assert!(pixels.within(whole).iter().all(|at| *at == expected), "{size:?} {value}");
    }
}
