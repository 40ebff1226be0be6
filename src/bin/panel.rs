//! The third wasm module: the panel for the user's own data; `web/boot.mjs` fetches it when it is
//! first needed. Natively there is nothing to run.

#[cfg(target_arch = "wasm32")]
mod exports {
    //! What `web/boot.mjs` and `web/panel.mjs` call.

    use attnscope::panel;
    use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

    /// Puts the panel, closed, on the page, with what was kept in this browser.
    #[wasm_bindgen]
    pub async fn mount() {
        panel::mount().await;
    }

    /// Opens the panel and takes what was handed over: `{ view, text, files }`.
    #[wasm_bindgen]
    pub fn receive(what: JsValue) {
        panel::receive(&what);
    }
}

fn main() {}
