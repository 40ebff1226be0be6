//! The second wasm module: reads what the page and its panel must not hold; `web/boot.mjs` starts
//! it in a worker when it is first needed. Natively there is nothing to run.

#[cfg(target_arch = "wasm32")]
mod exports {
    //! What the page and the panel call.

    use std::cell::RefCell;

    use attnscope::{
        i18n::{
            Language,
            reading::{Say, damaged},
        },
        link,
        reader::{self, desk::Desk, shelf::Shown},
        samples::{Loaded, SampleId},
        state::Link,
        wire,
    };
    use wasm_bindgen::prelude::wasm_bindgen;

    thread_local! {
        static DESK: RefCell<Desk> = RefCell::default();
        static SHOWN: RefCell<Option<Shown>> = const { RefCell::new(None) };
    }

    /// Reads an example, given its key, its block and the bytes of its asset (0 and nothing where
    /// there is none), and packs it as `wire` does; fails with the sentence in the language.
    #[wasm_bindgen]
    pub fn read(
        sample: &str,
        block: usize,
        bytes: &[u8],
        language: &str,
    ) -> Result<Vec<u8>, String> {
        Ok(wire::pack(&example(sample, block, bytes, language)?))
    }

    fn example(sample: &str, block: usize, bytes: &[u8], language: &str) -> Result<Loaded, String> {
        let language = tagged(language);
        let id = SampleId::of_key(sample).ok_or_else(|| damaged(None, language))?;
        reader::read(id, block, bytes).map_err(|error| error.say(language))
    }

    /// Packs what is shown, given as `wire` packs it, for the `z` of a link. Of an example only
    /// what was changed is packed, nothing if nothing was; the example is named as for `read`, and
    /// `sample` is empty for somebody's own numbers. Fails with the sentence in the language.
    #[wasm_bindgen]
    pub fn link_pack(
        shown: &[u8],
        sample: &str,
        block: usize,
        bytes: &[u8],
        language: &str,
    ) -> Result<String, String> {
        let shown = wire::unpack(shown).map_err(|error| error.to_string())?;
        let example = changed_example(sample, block, bytes, language)?;
        let packed = link::pack(&shown, example.as_ref());
        packed.map(Option::unwrap_or_default).map_err(|error| error.say(tagged(language)))
    }

    /// Unpacks the `z` of a link, and packs what it says as `wire` does; the example is named as
    /// for `link_pack`. Fails with the sentence in the language.
    #[wasm_bindgen]
    pub fn link_unpack(
        packed: &str,
        sample: &str,
        block: usize,
        bytes: &[u8],
        language: &str,
    ) -> Result<Vec<u8>, String> {
        let example = changed_example(sample, block, bytes, language)?;
        let loaded = link::unpack(packed, example.as_ref());
        loaded.map(|loaded| wire::pack(&loaded)).map_err(|error| error.say(tagged(language)))
    }

    /// What is wrong with the fragment of an address, in the language; empty if nothing is.
    #[wasm_bindgen]
    pub fn link_fault(fragment: &str, language: &str) -> String {
        let fault = Link::read(fragment).err();
        fault.map(|fault| fault.say(tagged(language))).unwrap_or_default()
    }

    /// Puts the bytes of a file on the desk.
    #[wasm_bindgen]
    pub fn put(id: u32, name: String, bytes: Vec<u8>) {
        DESK.with_borrow_mut(|desk| desk.put(id, name, bytes));
    }

    /// Puts a text on the desk.
    #[wasm_bindgen]
    pub fn put_text(id: u32, name: String, text: String) {
        put(id, name, text.into_bytes());
    }

    /// Reads a small file on a desk of its own. A browser compiles a function when it is first
    /// called, which takes longer than to read a megabyte; so the first file of a user is read as
    /// fast as the second. Gives how much of it was understood.
    #[wasm_bindgen]
    pub fn rehearse() -> usize {
        reader::desk::rehearse()
    }

    /// Takes a piece off the desk.
    #[wasm_bindgen]
    pub fn remove(id: u32) {
        DESK.with_borrow_mut(|desk| desk.remove(id));
    }

    /// What the pieces amount to: a `wire::desk::Request` in, an `Answer` out, both as JSON; fails
    /// with what is wrong with the request.
    #[wasm_bindgen]
    pub fn look(request: &str) -> Result<String, String> {
        let request = serde_json::from_str(request).map_err(|error| error.to_string())?;
        let answer = DESK.with_borrow_mut(|desk| desk.look(&request));
        serde_json::to_string(&answer).map_err(|error| error.to_string())
    }

    /// The problem that was looked at last, packed as `wire` does; nothing where there is none.
    #[wasm_bindgen]
    pub fn take() -> Option<Vec<u8>> {
        DESK.with_borrow(|desk| desk.take().map(wire::pack))
    }

    /// Takes what the page shows, packed as `wire` does, its name, the number of its first head and whether
    /// tokens are columns; tells what can be taken away of it: a `wire::shelf::Shelf` as JSON. Fails with the English
    /// sentence.
    #[wasm_bindgen]
    pub fn show(
        shown: &[u8],
        name: Option<String>,
        first_head: usize,
        is_by_columns: bool,
    ) -> Result<String, String> {
        let loaded = wire::unpack(shown).map_err(|error| error.to_string())?;
        let shown = Shown::new(loaded, name, first_head).by_columns(is_by_columns);
        let shelf = serde_json::to_string(&shown.shelf()).map_err(|error| error.to_string());
        SHOWN.set(Some(shown));
        shelf
    }

    /// One matrix of what was shown in a form, packed as `wire::shelf` does; nothing where there is
    /// none. The head counts from 0.
    #[wasm_bindgen]
    pub fn export_matrix(form: &str, matrix: &str, head: usize) -> Option<Vec<u8>> {
        SHOWN.with_borrow(|shown| shown.as_ref()?.matrix(form, matrix, head))
    }

    /// The whole of what was shown in a form, as `export_matrix`.
    #[wasm_bindgen]
    pub fn export_whole(form: &str) -> Option<Vec<u8>> {
        SHOWN.with_borrow(|shown| shown.as_ref()?.whole(form))
    }

    fn changed_example(
        sample: &str,
        block: usize,
        bytes: &[u8],
        language: &str,
    ) -> Result<Option<Loaded>, String> {
        (!sample.is_empty()).then(|| example(sample, block, bytes, language)).transpose()
    }

    fn tagged(language: &str) -> Language {
        Language::from_tag(language).unwrap_or_default()
    }
}

fn main() {}
