//! Numbers in brackets: prints of arrays and tensors, lists of Python, JSON, literals of programming
//! languages. Outside of brackets nothing is data.

mod fault;

pub use fault::BracketFault;
