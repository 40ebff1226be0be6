//! The tests that need a browser, one binary, run in headless Chromium.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_tests_run_in_a_browser_with_a_document() {
    let document = web_sys::window().and_then(|window| window.document());
    assert!(document.and_then(|document| document.body()).is_some());
}
