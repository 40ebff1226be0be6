//! What comes out: every form of one matrix and of the whole, read back.

mod matrices; // one matrix in every form, by the bit
mod programs; // programs in Python, run
mod svg; // the picture
pub mod wholes; // the document and the archive of all stages
