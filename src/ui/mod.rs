//! The page. Beside `panel` the only module that knows Leptos and the browser (`main.rs` only cuts
//! the program with it); compiled for wasm32 alone.

use leptos::prelude::*;

mod app;
mod app_state;
pub(crate) mod browser;
mod canvas;
mod classroom;
mod convention;
mod digests;
mod engine;
pub(crate) mod erased;
mod exchange;
mod frame;
mod frames;
mod history;
mod keep;
mod later;
mod lesson;
mod lessons;
mod link;
mod loading;
mod names;
mod panels;
mod shared;
mod shortcuts;
mod stages;
pub(crate) mod storage;
mod traces;
mod trail;
mod veil;
mod views;
mod welcome;
pub mod widgets;
mod windows;
mod work;
mod worksheet;
mod zoom;

use app_state::AppState;
use erased::maybe;
use panels::{MaskChooser, ScaleSlider};

pub use app::{App, show_banner};
pub use browser::FetchError;
pub use canvas::PageCanvas;
pub use later::{Fetch, Made, NotFetched, Parts, Unpack};
pub use loading::unpack;

/// Mounts the page on the body, with the parts of it that come later.
pub fn mount(parts: Parts) {
    std::panic::set_hook(Box::new(app::show_crash));
    mount_to_body(move || {
        provide_context(parts);
        view! { <App /> }
    });
}

/// Makes a part, with its stylesheet.
fn styled(style: &'static str, part: impl FnOnce() -> AnyView) -> AnyView {
    browser::adopt_style(style);
    part()
}

/// The explanation of the current stage.
///
/// # Errors
/// None: as with the other parts, only fetching it can fail.
pub fn explanation() -> Made {
    Ok(styled(include_str!("../../style/parts/explanation.css"), || {
        stages::Explanation().into_any()
    }))
}

/// Mask and scale.
///
/// # Errors
/// None.
pub fn controls() -> Made {
    Ok(styled(include_str!("../../style/parts/controls.css"), || {
        let app = AppState::get();
        let has_scores = Memo::new(move |_| app.given.read().projected.inputs.has_scores());
        let scale = maybe(move || has_scores.get().then(|| view! { <ScaleSlider /> }));
        (MaskChooser(), scale).into_any()
    }))
}

/// The field over a cell whose number is typed.
///
/// # Errors
/// None.
pub fn cell_field() -> Made {
    Ok(styled(include_str!("../../style/parts/cell_field.css"), || stages::CellField().into_any()))
}

/// What greets a newcomer.
///
/// # Errors
/// None.
pub fn welcome() -> Made {
    Ok(styled(include_str!("../../style/parts/welcome.css"), || welcome::Welcome().into_any()))
}

/// What stands in the place of the equation.
///
/// # Errors
/// None.
pub fn views() -> Made {
    const STYLE: &str = concat!(
        include_str!("../../style/parts/views.css"),
        include_str!("../../style/parts/text.css"),
    );
    Ok(styled(STYLE, || views::Views().into_any()))
}

/// The tokens, and whether they are rows or columns.
///
/// # Errors
/// None.
pub fn tokens() -> Made {
    Ok(styled(include_str!("../../style/parts/tokens.css"), || {
        let row = view! {
            <div class="token-row">
                {panels::Tokens()} {panels::TurnSwitch()} {classroom::HideSwitch()}
            </div>
        };
        row.into_any()
    }))
}

/// The lessons.
///
/// # Errors
/// None.
pub fn lessons() -> Made {
    Ok(styled(include_str!("../../style/parts/lessons.css"), || lessons::Lessons().into_any()))
}

/// A worksheet to print.
///
/// # Errors
/// None.
pub fn worksheet() -> Made {
    Ok(styled(include_str!("../../style/parts/worksheet.css"), || {
        worksheet::WorksheetPage().into_any()
    }))
}

/// Presenting, and what stands around the equation in a frame of another page.
///
/// # Errors
/// None.
pub fn classroom() -> Made {
    Ok(styled(include_str!("../../style/parts/classroom.css"), || {
        classroom::Classroom().into_any()
    }))
}

/// The end of the bar.
///
/// # Errors
/// None.
pub fn bar_tail() -> Made {
    Ok(classroom::BarTail().into_any())
}

/// What stands in the place of the equation, to choose from.
///
/// # Errors
/// None.
pub fn view_switch() -> Made {
    Ok(views::ViewSwitch().into_any())
}

/// What is on its way, and what a link asks for and the page does not have; with it comes what is heard of the keys
/// and of the panel.
///
/// # Errors
/// None.
pub fn notices() -> Made {
    Ok(styled(include_str!("../../style/parts/notices.css"), || {
        let app = AppState::get();
        shortcuts::listen(app);
        app.exchange();
        (panels::LoadingPanel(), panels::Strays()).into_any()
    }))
}

/// Where the numbers come from, in one line.
///
/// # Errors
/// None.
pub fn origin() -> Made {
    Ok(panels::Origin().into_any())
}

/// In the place of what is hidden.
///
/// # Errors
/// None.
pub fn unknown() -> Made {
    Ok(classroom::Unknown().into_any())
}

/// What computes a long input, and says how far that is.
///
/// # Errors
/// None.
pub fn engine() -> Made {
    Ok(styled(include_str!("../../style/parts/engine.css"), || engine::Engine().into_any()))
}

/// Beside a large matrix: what moves its window.
///
/// # Errors
/// None.
pub fn zoom() -> Made {
    Ok(styled(ZOOM_STYLE, || zoom::Navigator().into_any()))
}

/// Below the equation of a long input: where to go in it.
///
/// # Errors
/// None.
pub fn finder() -> Made {
    Ok(styled(ZOOM_STYLE, || zoom::Finder().into_any()))
}

const ZOOM_STYLE: &str = include_str!("../../style/parts/zoom.css");
