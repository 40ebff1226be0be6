//! Typing over numbers in their cells, nudging them, and giving them back.

use attnscope::{
    i18n::Language,
    math::{Cell, MatrixName, Stage, attend},
    samples,
    state::{Change, with_cell},
};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Event, HtmlElement, HtmlInputElement};

use crate::{
    app::{choose_cell, choose_stage, fresh, result},
    harness::{Mounted, press, press_ctrl, settle, until},
};

const SCORES: &str = ".equation [data-matrix=Scores] [role=grid]";

fn editor(page: &Mounted) -> Option<HtmlInputElement> {
    page.find_all(".cell-editor input").into_iter().next().map(wasm_bindgen::JsCast::unchecked_into)
}

fn marks(page: &Mounted, matrix: MatrixName) -> usize {
    page.find_all(&format!(".equation [data-matrix={matrix:?}] .mark-changed")).len()
}

async fn type_into(page: &Mounted, text: &str, key: &str) {
    until("the field", || editor(page).is_some()).await;
    let field = editor(page).unwrap();
    field.set_value(text);
    press(&field, key);
    settle().await;
}

/// The score of the default head in a cell, under other numbers in some cells.
fn score(at: (usize, usize), changed: &[(MatrixName, (usize, usize), f64)]) -> f64 {
    let loaded = samples::six_tokens();
    let mut problem = loaded.problem;
    for (matrix, (row, column), value) in changed {
        let cell = Cell { matrix: *matrix, head: loaded.default_head, row: *row, column: *column };
        problem = with_cell(&problem, cell, Some(*value)).unwrap();
    }
    attend(&problem).view(MatrixName::Scores, loaded.default_head).unwrap()[at]
}

async fn at_scores() -> Mounted {
    let page = fresh();
    choose_stage(&page, Stage::DotProduct).await;
    choose_cell(&page, MatrixName::Scores, (3, 1)).await;
    page
}

#[wasm_bindgen_test]
async fn a_typed_score_is_kept_marked_and_taken_back() {
    let words = Language::English.words();
    let page = at_scores().await;
    let before = result(&page);
    press(&page.find(SCORES), "Enter");
    until("the field", || editor(&page).is_some()).await;
    assert_eq!(editor(&page).unwrap().value(), before.to_string(), "unrounded");
    type_into(&page, "-2,5", "Enter").await;
    assert!(editor(&page).is_none());
    until("the number", || result(&page).to_bits() == (-2.5_f64).to_bits()).await;
    assert_eq!(marks(&page, MatrixName::Scores), 1);
    let computed = score((3, 1), &[]);
    let was = (words.edit.was)(&attnscope::ui::widgets::arithmetic(computed));
    assert!(page.text(&format!("{SCORES} [role=gridcell]")).ends_with(&was), "it is spoken");
    let by_hand = (words.arithmetic.set_by_hand)(&attnscope::ui::widgets::arithmetic(computed));
    assert!(page.text(".arithmetic").contains(&by_hand));
    assert!(page.text(".bar").contains(words.edit.as_opened));

    press_ctrl(&page.root, "z");
    until("it is back", || result(&page).to_bits() == before.to_bits()).await;
    assert_eq!(marks(&page, MatrixName::Scores), 0);
    press_ctrl(&page.root, "y");
    until("and there again", || result(&page).to_bits() == (-2.5_f64).to_bits()).await;
    press(&page.find(SCORES), "Delete");
    until("it is computed", || result(&page).to_bits() == before.to_bits()).await;
}

#[wasm_bindgen_test]
async fn what_is_no_number_says_so_and_stays_in_the_field() {
    let words = Language::English.words();
    let page = at_scores().await;
    let before = result(&page);
    press(&page.find(SCORES), "7");
    until("the field", || editor(&page).is_some_and(|field| field.value() == "7")).await;
    type_into(&page, "1,000", "Enter").await;
    assert_eq!(page.text(".cell-editor .refused"), (words.edit.refused)("1,000"));
    let field = editor(&page).unwrap();
    assert_eq!(field.value(), "1,000");
    assert_eq!(field.get_attribute("aria-invalid").as_deref(), Some("true"));
    press(&field, "Escape");
    until("it goes", || editor(&page).is_none()).await;
    assert_eq!(result(&page).to_bits(), before.to_bits());
}

#[wasm_bindgen_test]
async fn tab_keeps_the_number_and_goes_on_and_leaving_keeps_it_too() {
    let page = at_scores().await;
    press(&page.find(SCORES), "F2");
    type_into(&page, "1.5", "Tab").await;
    until("the next cell", || {
        editor(&page).is_some_and(|field| field.value() == score((3, 2), &[]).to_string())
    })
    .await;
    let field = editor(&page).unwrap();
    field.set_value("-inf");
    field.dispatch_event(&Event::new("blur").unwrap()).unwrap();
    until("the field goes", || editor(&page).is_none()).await;
    until("the number", || result(&page).to_bits() == f64::NEG_INFINITY.to_bits()).await;
    assert_eq!(marks(&page, MatrixName::Scores), 2);
}

#[wasm_bindgen_test]
async fn a_changed_query_changes_the_scores_at_once() {
    let page = at_scores().await;
    choose_cell(&page, MatrixName::Queries, (3, 2)).await;
    press(&page.find(".equation [data-matrix=Queries] [role=grid]"), "0");
    type_into(&page, "4", "Enter").await;
    let expected = score((3, 1), &[(MatrixName::Queries, (3, 2), 4.0)]);
    choose_cell(&page, MatrixName::Scores, (3, 1)).await;
    until("the score", || result(&page).to_bits() == expected.to_bits()).await;
    assert_eq!((marks(&page, MatrixName::Queries), marks(&page, MatrixName::Scores)), (1, 0));
    page.find(".as-opened").click();
    let before = score((3, 1), &[]);
    until("as opened", || result(&page).to_bits() == before.to_bits()).await;
    let change = (Language::English.words().edit.change)(Change::AsOpened);
    let title = page.attribute("[data-history=undo]", "title").unwrap();
    assert!(title.contains(change), "{title}");
}

#[wasm_bindgen_test]
async fn plus_and_minus_nudge_by_a_step_of_the_matrix() {
    let page = at_scores().await;
    let grid = || page.find(SCORES);
    let before = result(&page);
    // The largest score of the head is 35.2: its power of ten is 10, a step 1.
    press(&grid(), "+");
    until("one more", || (result(&page) - before - 1.0).abs() < 1e-9).await;
    press(&grid(), "-");
    press(&grid(), "-");
    until("one less", || (result(&page) - before + 1.0).abs() < 1e-9).await;
    page.find("[data-history=undo]").click();
    until("nudges in a row are one change", || result(&page).to_bits() == before.to_bits()).await;
}

#[wasm_bindgen_test]
async fn weights_are_computed_and_their_keys_are_free() {
    let page = fresh();
    choose_stage(&page, Stage::Softmax).await;
    let grid: HtmlElement = page.find(".equation [data-matrix=Weights] [role=grid]");
    for key in ["Enter", "F2"] {
        press(&grid, key);
    }
    settle().await;
    assert!(editor(&page).is_none());
    press(&grid, "3");
    until("a digit chooses a head", || {
        page.attribute("[data-head='2']", "aria-checked").as_deref() == Some("true")
    })
    .await;
}
