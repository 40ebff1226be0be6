//! The page. Beside `panel` the only module that knows Leptos and the browser; compiled for wasm32
//! alone.

mod app;
mod app_state;
pub(crate) mod browser;
mod canvas;
pub(crate) mod erased;
mod exchange;
mod history;
mod keep;
mod link;
mod loading;
mod panels;
mod shared;
mod shortcuts;
mod stages;
pub mod widgets;

pub use app::{App, show_banner};
pub use canvas::PageCanvas;

/// Mounts the page on the body.
pub fn mount() {
    std::panic::set_hook(Box::new(app::show_crash));
    leptos::mount::mount_to_body(App);
}
