//! Hostile bytes for links, and for what is packed in them.
#![no_main]

#[path = "../../tests/it/properties/invariants.rs"]
#[allow(dead_code, reason = "each target uses its part")]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    invariants::link(bytes);
    invariants::packed(bytes);
});
