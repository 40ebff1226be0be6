//! The current stage: the equation drawn large, and its explanation.

mod arithmetic;
mod aside;
mod cell_editor;
mod cell_field;
mod equation;
mod explanation;
mod formula;
mod grid;
mod labels;
mod layout;
mod lesson_marks;
mod links;
mod matrix_view;
mod painting;
mod sums;

pub use aside::{Aside, Tokens, called};
pub use cell_editor::Editing;
pub use cell_field::CellField;
pub use equation::{Equation, short_divisor};
pub use explanation::{Explanation, use_selected};
pub use formula::{d_k_of_root, formula, in_numbers};
pub use matrix_view::{
    BarePicture, Figure, Navigated, Overlay, cell_name, shown, use_cell, use_picture, use_thumbnail,
};
