//! Parts that know no domain words and no context: they take props and can be tested alone.

mod canvas_view;
mod choice;
mod markup;
mod number;

pub use canvas_view::{CanvasView, KeyView, Picture, observe};
pub use choice::{Choice, Option as ChoiceOption};
pub use markup::{Markup, with, written};
pub use number::{arithmetic, exact, excerpt, short};
