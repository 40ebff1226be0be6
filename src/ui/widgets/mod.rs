//! Parts that know no domain words and no context: they take props and can be tested alone.

mod canvas_view;
mod choice;
mod markup;
mod number;

pub use canvas_view::{CanvasView, KeyView, Picture, observe};
pub use choice::{Choice, Option as ChoiceOption};
pub use markup::{Markup, to_read, with, written};
pub use number::{arithmetic, exact, exact_single, excerpt, short};
