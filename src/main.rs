//! The page's entry: mounts it in the browser; natively there is nothing to run.

fn main() {
    #[cfg(target_arch = "wasm32")]
    attnscope::ui::mount();
}
