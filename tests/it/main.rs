//! The native tests, one binary.
#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod draw; // pictures: pixels, SVG, numbers as text, colors
mod safetensors; // the safetensors reader and the lies it does not believe
mod samples; // every example loads and is what it says
