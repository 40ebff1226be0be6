//! Attnscope: multi-head attention computed in the browser, every stage kept and drawn.
//!
//! The map, from the bottom up; an import points down this list, never up:
//!
//! | module | what it knows |
//! | --- | --- |
//! | [`math`] | attention and its intermediates; nothing of this crate, nothing of the browser |
//! | [`document`] | the JSON document: a problem as it is opened, saved and printed |
//! | [`input`] | bytes and text into arrays |
//! | [`assemble`] | what was read into one problem: roles, stand-ins, misfits |
//! | [`draw`] | matrices as pictures over any plotters backend; colors, numbers as text |
//! | [`kernel`] | attention of long inputs, in f32: one head with every stage, all heads streamed |
//! | [`samples`] | the examples that ship |
//! | [`export`] | one matrix or the whole, out: tables, code, arrays, pictures |
//! | [`wire`] | a loaded example as bytes, from the reader's wasm to the page's |
//! | [`state`] | what the user chose, as plain data |
//! | [`link`] | what stands packed in a link; not in the page, but in the reader |
//! | [`i18n`] | every word shown, in each language |
//! | [`reader`] | the examples that must be read; not in the page, but in a wasm of its own |
//! | [`lessons`] | the lessons: what each step shows, says, claims and asks |
//! | `ui` | the page, which knows Leptos and the browser: wasm32 only |
//! | `panel` | the user's own data, in a wasm of its own: wasm32 only, as `ui` |

pub mod assemble;
pub mod document;
pub mod draw;
pub mod export;
pub mod i18n;
pub mod input;
pub mod kernel;
pub mod lessons;
pub mod link;
pub mod math;
#[cfg(all(target_arch = "wasm32", feature = "page"))]
pub mod panel;
pub mod reader;
pub mod samples;
pub mod state;
#[cfg(all(target_arch = "wasm32", feature = "page"))]
pub mod ui;
pub mod wire;
