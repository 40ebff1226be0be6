//! Hostile bytes for the document.
#![no_main]

#[path = "../../tests/it/properties/invariants.rs"]
#[allow(dead_code, reason = "each target uses its part")]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::document(bytes));
