//! Cells and pixels, there and back.

use attnscope::draw::{Grid, Rect, label_step, thinned};

fn grid(rows: usize, columns: usize, width: u32, height: u32, gap: u32) -> Grid {
    Grid { rows, columns, x: 7, y: -3, width, height, gap }
}

/// Grids with at least a pixel for each cell.
fn roomy() -> Vec<Grid> {
    vec![
        grid(6, 6, 330, 300, 2),
        grid(6, 6, 97, 101, 1),
        grid(1, 1, 1, 1, 0),
        grid(1, 768, 1000, 20, 0),
        grid(5, 3, 3, 5, 0),
        grid(7, 64, 129, 71, 0),
    ]
}

/// The only cell at a pixel of the picture.
fn cell_at(grid: &Grid, x: i32, y: i32) -> Option<(usize, usize)> {
    let offset = |at: i32, origin: i32| u32::try_from(at.checked_sub(origin)?).ok();
    let (columns, rows) = (grid.columns_at(offset(x, grid.x)?), grid.rows_at(offset(y, grid.y)?));
    (columns.len() == 1 && rows.len() == 1).then_some((rows.start, columns.start))
}

#[test]
fn every_pixel_of_a_cell_leads_back_to_it() {
    for grid in roomy() {
        for cell in (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |c| (row, c))) {
            let rect = grid.pixel_from_cell(cell.0, cell.1);
            let (right, bottom) = rect.last();
            for (x, y) in [(rect.x, rect.y), (right, bottom), rect.center()] {
                assert_eq!(cell_at(&grid, x, y), Some(cell), "({x}, {y}) of {grid:?}");
            }
        }
    }
}

#[test]
fn cells_tile_the_area_with_nothing_but_the_gap_between() {
    for grid in roomy() {
        let cells: Vec<_> = (0..grid.columns).map(|c| grid.pixel_from_cell(0, c)).collect();
        assert_eq!(cells[0].x, grid.x);
        assert_eq!(cells[grid.columns - 1].lower_right().0, grid.area().lower_right().0);
        for pair in cells.windows(2) {
            let gap = pair[1].x - pair[0].lower_right().0;
            assert_eq!(gap, grid.gap.cast_signed(), "between columns of {grid:?}");
        }
        let widths = || cells.iter().map(|cell| cell.width);
        assert!(widths().max().unwrap() - widths().min().unwrap() <= 1, "widths of {grid:?}");
        let last = grid.pixel_from_cell(grid.rows - 1, 0);
        assert_eq!(last.lower_right().1, grid.area().lower_right().1);
    }
}

#[test]
fn pixels_outside_belong_to_no_cell() {
    let grid = grid(6, 6, 330, 300, 2);
    let (right, bottom) = grid.area().lower_right();
    for (x, y) in [(6, 0), (7, -4), (right, 0), (7, bottom), (i32::MIN, 0), (0, i32::MAX)] {
        assert_eq!(cell_at(&grid, x, y), None, "({x}, {y})");
    }
    assert_eq!(cell_at(&grid, right - 1, bottom - 1), Some((5, 5)));
}

#[test]
fn a_gap_belongs_to_no_cell() {
    let grid = grid(1, 2, 102, 50, 2);
    let first = grid.pixel_from_cell(0, 0);
    assert_eq!((first.width, first.x), (50, 7));
    assert_eq!(cell_at(&grid, 7 + 49, 0), Some((0, 0)));
    assert!(grid.columns_at(50).is_empty() && grid.columns_at(51).is_empty());
    assert_eq!(cell_at(&grid, 7 + 52, 0), Some((0, 1)));
}

#[test]
fn cells_finer_than_pixels_are_shared_out_without_loss() {
    for (columns, width) in [(2048, 200), (201, 200), (200, 200), (65, 64), (7, 3)] {
        let grid = grid(1, columns, width, 1, 0);
        let shared: Vec<_> = (0..width).flat_map(|x| grid.columns_at(x)).collect();
        assert_eq!(shared, (0..columns).collect::<Vec<_>>(), "{columns} in {width}");
    }
}

#[test]
fn nothing_has_no_cells() {
    for grid in [grid(0, 0, 10, 10, 0), grid(3, 3, 0, 0, 0), grid(0, 3, 10, 10, 1)] {
        assert_eq!(cell_at(&grid, 7, -3), None, "{grid:?}");
    }
}

#[test]
fn the_gap_follows_the_size_of_cells() {
    let gap = |side: u32, ratio: f64| {
        let area = Rect { x: 0, y: 0, width: 6 * side, height: 6 * side };
        Grid::fit(area, 6, 6, ratio).gap
    };
    let table = [(5, 1.0, 0), (7, 1.0, 0), (15, 2.0, 0), (8, 1.0, 1), (54, 1.0, 2), (108, 2.0, 4)];
    for (side, ratio, expected) in table {
        assert_eq!(gap(side, ratio), expected, "cells of {side} device pixels at {ratio}");
    }
}

#[test]
fn labels_thin_out_where_they_have_no_room_but_the_selected_one_stays() {
    #[track_caller]
    fn check((count, room): (usize, f64), selected: usize, expected: &[usize]) {
        let step = label_step(count, room);
        assert_eq!(thinned(count, step, selected), expected);
        let gaps = expected.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(gaps.into_iter().all(|gap| gap as f64 * room / count as f64 >= 17.0));
    }
    check((6, 600.0), 2, &[0, 1, 2, 3, 4, 5]);
    check((6, f64::INFINITY), 0, &[0, 1, 2, 3, 4, 5]);
    check((1000, 85.0), 0, &[0, 200, 400, 600, 800]);
    check((1000, 85.0), 450, &[0, 200, 450, 800]);
    check((1000, 85.0), 999, &[0, 200, 400, 600, 999]);
    check((3, 0.0), 1, &[1]);
    assert_eq!(label_step(0, 10.0), 1);
    assert!(thinned(0, 1, 0).is_empty());
}
