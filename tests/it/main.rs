//! The native tests, one binary.
#![cfg(not(target_arch = "wasm32"))]
