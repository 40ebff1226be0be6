//! Attnscope: multi-head attention computed in the browser, every stage kept and drawn.
//!
//! The map, from the bottom up; an import points down this list, never up:
//!
//! | module | what it knows |
//! | --- | --- |
//! | [`math`] | attention and its intermediates; nothing of this crate, nothing of the browser |
//! | [`input`] | files that a user or an example brings; only `math` |
//! | [`draw`] | matrices as pictures over any plotters backend; colors, numbers as text, cells and pixels |
//! | [`samples`] | the examples that ship; `math`, `input` and `document` |

pub mod draw;
pub mod i18n;
pub mod input;
pub mod math;
pub mod samples;
