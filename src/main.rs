//! The page's entry: mounts it in the browser, and says where its wasm is split; natively there is nothing to
//! run.

#[cfg(target_arch = "wasm32")]
mod page {
    use attnscope::ui::{self, Made, Parts};
    use leptos::wasm_split::{self, wasm_split};

    #[wasm_split(explanation, wasm_split_path = wasm_split, fallible)]
    fn explanation() -> Made {
        ui::explanation()
    }

    #[wasm_split(explanation, wasm_split_path = wasm_split, fallible)]
    fn welcome() -> Made {
        ui::welcome()
    }

    #[wasm_split(controls, wasm_split_path = wasm_split, fallible)]
    fn controls() -> Made {
        ui::controls()
    }

    #[wasm_split(controls, wasm_split_path = wasm_split, fallible)]
    fn tokens() -> Made {
        ui::tokens()
    }

    #[wasm_split(lessons, wasm_split_path = wasm_split, fallible)]
    fn lessons() -> Made {
        ui::lessons()
    }

    #[wasm_split(views, wasm_split_path = wasm_split, fallible)]
    fn views() -> Made {
        ui::views()
    }

    #[wasm_split(worksheet, wasm_split_path = wasm_split, fallible)]
    fn worksheet() -> Made {
        ui::worksheet()
    }

    #[wasm_split(explanation, wasm_split_path = wasm_split, fallible)]
    fn classroom() -> Made {
        ui::classroom()
    }

    #[wasm_split(explanation, wasm_split_path = wasm_split, fallible)]
    fn bar_tail() -> Made {
        ui::bar_tail()
    }

    #[wasm_split(explanation, wasm_split_path = wasm_split, fallible)]
    fn unknown() -> Made {
        ui::unknown()
    }

    #[wasm_split(zoom, wasm_split_path = wasm_split, fallible)]
    fn zoom() -> Made {
        ui::zoom()
    }

    #[wasm_split(zoom, wasm_split_path = wasm_split, fallible)]
    fn finder() -> Made {
        ui::finder()
    }

    pub fn mount() {
        ui::mount(Parts {
            explanation: || Box::pin(explanation()),
            welcome: || Box::pin(welcome()),
            controls: || Box::pin(controls()),
            tokens: || Box::pin(tokens()),
            lessons: || Box::pin(lessons()),
            views: || Box::pin(views()),
            worksheet: || Box::pin(worksheet()),
            classroom: || Box::pin(classroom()),
            bar_tail: || Box::pin(bar_tail()),
            unknown: || Box::pin(unknown()),
            zoom: || Box::pin(zoom()),
            finder: || Box::pin(finder()),
        });
    }
}

fn main() {
    #[cfg(target_arch = "wasm32")]
    page::mount();
}
