//! Programs in Python that compute the same numbers: with `NumPy`, `PyTorch` and Keras.
//!
//! Each holds the numbers themselves while they are few, else loads the `.npz` beside it. It prints
//! the weights and the output and ends with a comparison with what was computed here, so that a
//! program that runs to its end has agreed.

mod dialect;
mod facts;
mod keras;
mod literal;
mod numpy;
mod script;
mod torch;

pub(super) use keras::Keras;
pub(super) use numpy::NumPy;
pub(super) use torch::Torch;
