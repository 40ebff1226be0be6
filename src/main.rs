//! The page's entry: mounts it in the browser, and says where its wasm is split; natively there is nothing to
//! run.

#[cfg(target_arch = "wasm32")]
mod page {
    use attnscope::{
        samples::Loaded,
        ui::{self, FetchError, Made, Parts},
    };
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

    #[wasm_split(controls, wasm_split_path = wasm_split, fallible)]
    fn cell_field() -> Made {
        ui::cell_field()
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
    fn view_switch() -> Made {
        ui::view_switch()
    }

    #[wasm_split(explanation, wasm_split_path = wasm_split, fallible)]
    fn unknown() -> Made {
        ui::unknown()
    }

    #[wasm_split(explanation, wasm_split_path = wasm_split, fallible)]
    fn notices() -> Made {
        ui::notices()
    }

    #[wasm_split(explanation, wasm_split_path = wasm_split, fallible)]
    fn origin() -> Made {
        ui::origin()
    }

    #[wasm_split(long, wasm_split_path = wasm_split, fallible)]
    fn engine() -> Made {
        ui::engine()
    }

    #[wasm_split(long, wasm_split_path = wasm_split, fallible)]
    fn zoom() -> Made {
        ui::zoom()
    }

    #[wasm_split(long, wasm_split_path = wasm_split, fallible)]
    fn finder() -> Made {
        ui::finder()
    }

    #[wasm_split(unpack, wasm_split_path = wasm_split, fallible)]
    fn unpack(packed: Vec<u8>, base: Option<Loaded>) -> Result<Loaded, FetchError> {
        ui::unpack(&packed, base.as_ref())
    }

    pub fn mount() {
        ui::mount(Parts {
            unpack: |packed, base| Box::pin(unpack(packed, base)),
            explanation: || Box::pin(explanation()),
            welcome: || Box::pin(welcome()),
            controls: || Box::pin(controls()),
            tokens: || Box::pin(tokens()),
            cell_field: || Box::pin(cell_field()),
            lessons: || Box::pin(lessons()),
            views: || Box::pin(views()),
            worksheet: || Box::pin(worksheet()),
            classroom: || Box::pin(classroom()),
            bar_tail: || Box::pin(bar_tail()),
            view_switch: || Box::pin(view_switch()),
            unknown: || Box::pin(unknown()),
            notices: || Box::pin(notices()),
            origin: || Box::pin(origin()),
            engine: || Box::pin(engine()),
            zoom: || Box::pin(zoom()),
            finder: || Box::pin(finder()),
        });
    }
}

fn main() {
    #[cfg(target_arch = "wasm32")]
    page::mount();
}
