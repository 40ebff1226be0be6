//! A list while its items are put on one another: all of them must be alike.

use super::{
    BracketFault,
    value::{Cell, Cells, Part},
};
use crate::input::{Dimensions, Fault};

/// The items so far.
#[derive(Debug)]
pub struct Stack {
    count: usize,
    /// The dimensions of each item.
    dims: Vec<usize>,
    cells: Option<Cells>,
}

impl Stack {
    pub fn new() -> Self {
        Self { count: 0, dims: Vec::new(), cells: None }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds `count` items of dimensions `dims`.
    pub fn push(
        &mut self,
        part: Part,
        count: usize,
        dims: Vec<usize>,
        pool: &[f64],
    ) -> Result<(), Fault> {
        if self.count == 0 {
            self.dims = dims;
        } else if self.dims != dims {
            return Err(uneven(self.count + 1, &dims, &self.dims));
        }
        self.count += count;
        let cells = owned(part, pool);
        self.cells = Some(match (self.cells.take(), cells) {
            (None, cells) => cells,
            (Some(Cells::Numbers(mut all)), Cells::Numbers(more)) => {
                all.extend(more);
                Cells::Numbers(all)
            }
            (Some(Cells::Booleans(mut all)), Cells::Booleans(more)) => {
                all.extend(more);
                Cells::Booleans(all)
            }
            (Some(Cells::Texts(mut all)), Cells::Texts(more)) => {
                all.extend(more);
                Cells::Texts(all)
            }
            (Some(all), more) => {
                let mut all = mixed(all);
                all.extend(mixed(more));
                Cells::Mixed(all)
            }
        });
        Ok(())
    }

    /// The array of them all.
    pub fn into_part(self, at: usize) -> Part {
        let mut shape = vec![self.count];
        shape.extend(self.dims);
        Part::new(at, shape, self.cells.unwrap_or(Cells::Numbers(Vec::new())))
    }
}

/// What to say of an item of other dimensions than those before it.
fn uneven(row: usize, found: &[usize], expected: &[usize]) -> Fault {
    if let ([found], [expected]) = (found, expected) {
        return Fault::Ragged { row, found: *found, expected: *expected };
    }
    let print = |dims: &[usize]| match dims {
        [] => "a single value".to_owned(),
        dims => Dimensions(dims).to_string(),
    };
    BracketFault::Uneven { row, found: print(found), expected: print(expected) }.into()
}

/// Cells that do not lie in the pool.
pub fn owned(part: Part, pool: &[f64]) -> Cells {
    let n = part.len();
    match part.cells {
        Cells::Pool { start, is_boolean } => {
            let numbers = pool.get(start..start + n).unwrap_or(&[]);
            if is_boolean {
                Cells::Booleans(numbers.iter().map(|flag| *flag != 0.0).collect())
            } else {
                Cells::Numbers(numbers.to_vec())
            }
        }
        cells => cells,
    }
}

fn mixed(cells: Cells) -> Vec<Cell> {
    match cells {
        Cells::Mixed(cells) => cells,
        Cells::Texts(texts) => texts.into_iter().map(Cell::Text).collect(),
        Cells::Numbers(numbers) => numbers.into_iter().map(Cell::Number).collect(),
        Cells::Booleans(flags) => {
            flags.into_iter().map(|flag| Cell::Text(flag.to_string())).collect()
        }
        Cells::Pool { .. } => Vec::new(),
    }
}
