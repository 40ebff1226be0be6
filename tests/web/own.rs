//! Somebody's own numbers: opened by the event, shown like an example, given away as they stand,
//! and what was shown before is one undo away.

use attnscope::{
    i18n::Language,
    math::{Mask, MaskKind, Stage, attend},
    reader,
    samples::{self, Loaded, SampleId},
    state::Change,
    wire,
};
use js_sys::{Function, Object, Reflect, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlSelectElement;

use crate::{
    app::{choose_head, choose_stage, chosen_mask, fresh, result},
    harness::{Mounted, press, press_ctrl, settle, until},
};

/// The six words by hand, under other names.
fn own() -> Loaded {
    let mut loaded = reader::read(SampleId::ByHandTrainable, 0, &[]).unwrap();
    loaded.tokens = ["하나", "two", "x", "y", "z", "<b>"].map(str::to_owned).to_vec();
    loaded
}

/// What `web/boot.mjs` does in the panel's name.
fn open(bytes: &[u8], name: &str) {
    let detail = Object::new();
    Reflect::set(&detail, &"bytes".into(), &Uint8Array::from(bytes)).unwrap();
    Reflect::set(&detail, &"name".into(), &name.into()).unwrap();
    Reflect::set(&detail, &"answer".into(), &Function::new_no_args("")).unwrap();
    let dispatch = Function::new_with_args(
        "detail",
        "dispatchEvent(new CustomEvent('attnscope:open', { detail }))",
    );
    dispatch.call1(&JsValue::NULL, &detail).unwrap();
}

fn menu(page: &Mounted) -> HtmlSelectElement {
    page.find("#example").unchecked_into()
}

fn button(page: &Mounted, which: &str) -> (String, bool) {
    let selector = format!("[data-history={which}]");
    let title = page.attribute(&selector, "title").unwrap();
    (title, page.attribute(&selector, "aria-disabled").as_deref() == Some("true"))
}

#[wasm_bindgen_test]
async fn own_numbers_are_shown_under_their_name_and_can_be_taken_back() {
    let words = Language::English.words();
    let page = fresh();
    choose_head(&page, 7).await;
    choose_stage(&page, Stage::Context).await;
    let before = result(&page);
    open(&wire::pack(&own()), "class.csv");
    let trace = attend(&own().problem);
    until("one head", || page.find_all("[role=radio]").len() == trace.projected.n_heads()).await;
    assert_eq!(menu(&page).value(), "own");
    until("its name", || page.text("#example option:checked") == "class.csv").await;
    until("its origin", || page.text(".origin").contains(words.edit.own_origin)).await;
    assert!(page.text(".about").contains(words.about.own));
    let labels = page.text(".matrix-rows");
    assert!(labels.contains("하나") && labels.contains("<b>"), "{labels}");
    let numbers = (words.edit.change)(Change::Numbers);
    until("undo", || button(&page, "undo") == ((words.edit.undo)(numbers), false)).await;

    press_ctrl(&page.root, "z");
    until("what was there", || result(&page).to_bits() == before.to_bits()).await;
    assert_eq!(menu(&page).value(), SampleId::SixTokens.key());
    assert_eq!(page.find_all("#example option[value=own]").len(), 0);
    assert_eq!(button(&page, "undo"), (words.edit.nothing_to_undo.to_owned(), true));
    press_ctrl(&page.root, "y");
    until("and again", || menu(&page).value() == "own").await;
}

#[wasm_bindgen_test]
async fn bytes_that_are_no_numbers_change_nothing_and_say_so() {
    let words = Language::English.words();
    let page = fresh();
    settle().await;
    let before = result(&page);
    open(&[1, 2, 3], "odd.bin");
    until("the message", || {
        let panels = page.find_all(".loading");
        let text = panels.first().and_then(|panel| panel.text_content()).unwrap_or_default();
        text.contains(&(words.loading.failed)("odd.bin")) && text.contains(words.loading.damaged)
    })
    .await;
    assert!(page.find_all(".loading .primary").is_empty(), "there is nothing to try again");
    page.find(".loading button").click();
    until("it goes", || page.find_all(".loading").is_empty()).await;
    assert_eq!(result(&page).to_bits(), before.to_bits());
}

#[wasm_bindgen_test]
async fn what_is_shown_is_given_away_with_what_is_chosen() {
    Reflect::set(&window(), &"attnscope".into(), &Object::new()).unwrap();
    let page = fresh();
    choose_head(&page, 2).await;
    press(&page.root, "m");
    page.find(".slider-marks button").click();
    settle().await;
    let parts = Reflect::get(&window(), &"attnscope".into()).unwrap();
    let current: Function = Reflect::get(&parts, &"current".into()).unwrap().unchecked_into();
    let bytes: Uint8Array = current.call0(&parts).unwrap().unchecked_into();
    let given = wire::unpack(&bytes.to_vec()).unwrap();
    Reflect::delete_property(&window(), &"attnscope".into()).unwrap();
    let expected = samples::six_tokens();
    assert_eq!(given.problem.mask(), &Mask::None);
    assert_eq!(given.problem.scale().divisor().to_bits(), 1_f64.to_bits());
    assert_eq!((given.default_head, given.default_cell), (2, expected.default_cell));
    assert_eq!(given.tokens, expected.tokens);
    assert_eq!(given.problem.inputs(), expected.problem.inputs());
}

#[wasm_bindgen_test]
async fn the_mask_and_the_scale_are_taken_back_one_by_one() {
    let words = Language::English.words();
    let page = fresh();
    choose_stage(&page, Stage::Scale).await;
    let before = result(&page);
    press(&page.root, "m");
    // A slider's steps are one change.
    for at in [0, 2, 0] {
        page.find_all(".slider-marks button")[at].click();
    }
    until("another scale", || result(&page).to_bits() != before.to_bits()).await;
    let title = |change| (words.edit.undo)((words.edit.change)(change));
    assert_eq!(button(&page, "undo").0, title(Change::Scale));
    page.find("[data-history=undo]").click();
    until("the scale is back", || result(&page).to_bits() == before.to_bits()).await;
    assert_eq!(button(&page, "undo").0, title(Change::Mask));
    page.find("[data-history=undo]").click();
    until("the mask is back", || button(&page, "undo").1).await;
    assert_eq!(chosen_mask(&page), MaskKind::Causal, "as at first");
}
