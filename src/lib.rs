//! Attnscope: multi-head attention computed in the browser, every stage kept and drawn.
//!
//! The map, from the bottom up; an import points down this list, never up:
//!
//! | module | what it knows |
//! | --- | --- |
//! | [`math`] | attention and its intermediates; nothing of this crate, nothing of the browser |
//! | [`document`] | the JSON document: `math`'s problems and traces as text |

pub mod document;
pub mod math;
