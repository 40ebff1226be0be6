//! The tests that need a browser, one binary, run in headless Chromium.
#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

mod app; // the page: languages, heads, stages, cells, keys, what is kept, narrow windows
mod canvas; // pixels of the page's canvas, cell by cell
mod canvas_view; // a heatmap that fills its box and follows it
mod choice; // radio buttons
mod edit; // typing over numbers in their cells
mod examples; // examples that must be read first
mod harness; // mounting, waiting for conditions, pressing, reading pixels
mod markup; // what is written as data and changed in place
mod mask; // kinds of mask, painting
mod numbers;
mod own; // somebody's own numbers, and taking back // the numbers of the page against the plain formula

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_tests_run_in_a_browser_with_a_document() {
    let document = web_sys::window().and_then(|window| window.document());
    assert!(document.and_then(|document| document.body()).is_some());
}
