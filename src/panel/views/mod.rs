//! The two sides of the panel and their parts.

mod arrays;
mod data_side;
mod forms;
mod guesses;
mod link;
mod piece;
mod preview;
mod result;
mod sentence;
mod share_side;
mod text_box;
mod whole;

pub use data_side::DataSide;
pub use share_side::ShareSide;
