//! Reading what a user or an example brings: bytes in, checked arrays out.
//!
//! Nothing here is believed before it is checked, nothing panics, and an error says where it is,
//! what was found and what was expected. Imports only [`crate::math`]; knows nothing of the
//! browser, so that the same reader serves a fetched file, a dropped file and a test.

mod safetensors;

pub use safetensors::{Dtype, Header, SafeTensors, SafetensorsError, TensorInfo};
