//! What other programs print of a matrix: rows of numbers with words around them that say its
//! size, its common factor, which columns a block shows.

mod blocks;
mod frames;
mod julia;

pub use blocks::Blocks;
pub use frames::Frames;
pub use julia::Julia;
