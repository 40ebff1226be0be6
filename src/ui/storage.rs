//! What this browser keeps: choices as lines of text, numbers as bytes, by `web/boot.mjs`. Knows
//! nothing of what they mean.

use leptos::prelude::*;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::frame;

/// What is kept in this browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// The language's tag.
    Language,
    /// `light` or `dark`; absent: as the system.
    Theme,
    /// What is chosen, as a line of text: by this page, or else by the last one.
    Settings,
    /// Own work, a line each, the newest first.
    Works,
    /// `off` where single keys are switched off.
    Keys,
}

impl Kept {
    /// The storage key. `web/early.js` reads the first two before the first paint.
    fn key(self) -> &'static str {
        match self {
            Self::Language => "attnscope.language",
            Self::Theme => "attnscope.theme",
            Self::Settings => "attnscope.settings",
            Self::Works => "attnscope.works",
            Self::Keys => "attnscope.keys",
        }
    }

    /// What was kept; `None` also where storage is refused. In a frame of another page the theme is a parameter, and
    /// nothing else is asked for.
    pub fn load(self) -> Option<String> {
        if frame::is_embedded() {
            return (self == Self::Theme).then(|| frame::parameter("theme"))?;
        }
        let mut kept = self.stores().into_iter().flatten();
        kept.find_map(|storage| storage.get_item(self.key()).ok()?)
    }

    /// Keeps a text, or forgets it. Storage may be refused or full; the page then works without.
    pub fn store(self, text: Option<&str>) {
        for storage in self.stores().into_iter().flatten() {
            match text {
                Some(text) => storage.set_item(self.key(), text).ok(),
                None => storage.remove_item(self.key()).ok(),
            };
        }
    }

    /// Where it is kept: for this page alone, and for all; nowhere in a frame of another page.
    fn stores(self) -> [Option<web_sys::Storage>; 2] {
        if frame::is_embedded() {
            return [None, None];
        }
        let own = (self == Self::Settings).then(|| window().session_storage().ok()?);
        [own.flatten(), window().local_storage().ok().flatten()]
    }
}

#[wasm_bindgen]
extern "C" {
    // From `web/boot.mjs`; missing where the page runs without it.
    #[wasm_bindgen(catch, js_namespace = attnscope, js_name = keep)]
    fn request_keep(name: &str, bytes: Option<js_sys::Uint8Array>) -> Result<(), JsValue>;
}

/// Numbers that this browser keeps, each under the number of the work that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptNumbers {
    /// Somebody's own, as they were opened.
    Opened,
    /// What was changed since, packed over these.
    Changed,
}

impl KeptNumbers {
    /// Forgets all that belongs to a work.
    pub fn forget(id: u32) {
        for numbers in [Self::Opened, Self::Changed] {
            numbers.store(id, None);
        }
    }

    /// The name in storage.
    pub fn key(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Changed => "changed",
        }
    }

    /// Keeps bytes, or forgets them. As for settings, the page works without.
    pub fn store(self, id: u32, bytes: Option<Vec<u8>>) {
        if frame::is_embedded() {
            return;
        }
        let name = format!("{id}.{}", self.key());
        request_keep(&name, bytes.map(|bytes| bytes.as_slice().into())).ok();
    }
}

/// A number unlike that of any other, also in another window.
pub fn new_id() -> u32 {
    // A product is within the range.
    (js_sys::Math::random() * f64::from(u32::MAX)) as u32
}
