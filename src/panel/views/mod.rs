//! The two sides of the panel and their parts.

mod arrays;
mod data_side;
mod forms;
mod guesses;
mod piece;
mod preview;
mod share_side;
mod text_box;
mod whole;

pub use data_side::DataSide;
pub use share_side::ShareSide;
