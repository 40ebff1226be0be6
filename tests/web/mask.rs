//! Masks: their kinds, their parameter, painting, and rows that see nothing.

use attnscope::{
    i18n::Language,
    math::{MaskKind, MatrixName, Stage},
};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlInputElement;

use crate::{
    app::{choose_cell, choose_mask, choose_stage, chosen_mask, fresh, result},
    harness::{Mounted, enter, press, press_ctrl, settle, until},
};

const MASK: &str = ".equation [data-matrix=MaskTerm] [role=grid]";

async fn at_mask() -> Mounted {
    let page = fresh();
    choose_stage(&page, Stage::Mask).await;
    page
}

/// Whether a query may look at a key, read from the masked scores.
async fn sees(page: &Mounted, query: usize, key: usize) -> bool {
    choose_cell(page, MatrixName::Masked, (query, key)).await;
    settle().await;
    result(page).is_finite()
}

fn parameter(page: &Mounted) -> Option<String> {
    let field = page.find_all(".mask-parameter input").into_iter().next();
    field.map(|field| field.unchecked_into::<HtmlInputElement>().value())
}

#[wasm_bindgen_test]
async fn a_window_is_as_wide_as_is_typed() {
    let words = Language::English.words();
    let page = at_mask().await;
    assert_eq!(parameter(&page), None, "a causal mask has none");
    choose_mask(&page, MaskKind::Window);
    until("its width", || parameter(&page).as_deref() == Some("3")).await;
    assert!(page.text(".mask").contains((words.mask)(MaskKind::Window).about));
    assert!(sees(&page, 5, 3).await && !sees(&page, 5, 2).await && !sees(&page, 2, 3).await);
    enter(&page.find(".mask-parameter input"), "2");
    until("narrower", || parameter(&page).as_deref() == Some("2")).await;
    assert!(!sees(&page, 5, 3).await);
    enter(&page.find(".mask-parameter input"), "wide");
    let refused = (words.controls.mask_refused)("wide");
    until(&refused, || page.text("#mask-refused") == refused).await;
    assert_eq!(parameter(&page).as_deref(), Some("wide"), "it stays to be mended");
}

#[wasm_bindgen_test]
async fn blocks_begin_where_is_typed() {
    let page = at_mask().await;
    choose_mask(&page, MaskKind::None);
    choose_mask(&page, MaskKind::Blocks);
    until("its starts", || parameter(&page).as_deref() == Some("4")).await;
    enter(&page.find(".mask-parameter input"), "3, 5");
    until("two starts", || parameter(&page).as_deref() == Some("3, 5")).await;
    assert!(sees(&page, 2, 3).await && !sees(&page, 2, 4).await && !sees(&page, 1, 2).await);
}

#[wasm_bindgen_test]
async fn space_paints_and_an_empty_row_is_explained() {
    let words = Language::English.words();
    let page = at_mask().await;
    choose_cell(&page, MatrixName::MaskTerm, (0, 0)).await;
    press(&page.find(MASK), " ");
    until("painted", || chosen_mask(&page) == MaskKind::Painted).await;
    until("hidden", || result(&page).to_bits() == f64::NEG_INFINITY.to_bits()).await;
    let remark = (words.page.sees_no_key)("Data");
    until(&remark, || page.text(".row-summary").contains(&remark)).await;
    choose_stage(&page, Stage::Softmax).await;
    until("a weight of 0", || result(&page) == 0.0).await;
    press_ctrl(&page.root, "z");
    until("causal again", || chosen_mask(&page) == MaskKind::Causal).await;
}

#[wasm_bindgen_test]
async fn a_typed_number_is_added_to_the_score() {
    let page = at_mask().await;
    choose_cell(&page, MatrixName::Masked, (3, 1)).await;
    let before = result(&page);
    choose_cell(&page, MatrixName::MaskTerm, (3, 1)).await;
    press(&page.find(MASK), "2");
    until("the field", || !page.find_all(".cell-editor input").is_empty()).await;
    let field: HtmlInputElement = page.find(".cell-editor input").unchecked_into();
    field.set_value("2.5");
    press(&field, "Enter");
    until("the term", || (result(&page) - 2.5).abs() < 1e-9).await;
    choose_cell(&page, MatrixName::Masked, (3, 1)).await;
    until("it is added", || (result(&page) - before - 2.5).abs() < 1e-9).await;
    assert_eq!(chosen_mask(&page), MaskKind::Added);
}
