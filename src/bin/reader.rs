//! The second wasm module: reads what the page must not hold; `web/boot.mjs` fetches it when it
//! is first needed. Natively there is nothing to run.

#[cfg(target_arch = "wasm32")]
mod exports {
    //! What the page calls.

    use attnscope::{reader, samples::SampleId, wire};
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Reads an example, given its key, its block and the bytes of its asset (0 and nothing where
    /// there is none), and packs it as `wire` does; fails with the English sentence.
    #[wasm_bindgen]
    pub fn read(sample: &str, block: usize, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let id = SampleId::of_key(sample).ok_or("there is no such example")?;
        let loaded = reader::read(id, block, bytes).map_err(|error| error.to_string())?;
        Ok(wire::pack(&loaded))
    }
}

fn main() {}
