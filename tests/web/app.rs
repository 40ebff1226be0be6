//! The page: languages, heads, stages, cells, keys, what is kept, narrow windows.

use attnscope::{
    i18n::Language,
    math::{Mask, MaskKind, MaskPlan, MatrixName, Scale, Stage, attend},
    samples::{self, SampleId},
    state::{Link, Origin, Selection, Settings},
    ui::App,
};
use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Event, HtmlCanvasElement, HtmlSelectElement};

use crate::harness::{Mounted, press, press_ctrl, settle, until};

/// Where the page keeps what was chosen; a promise to those who come back.
const SETTINGS: &str = "attnscope.settings";
const LANGUAGE: &str = "attnscope.language";

/// The style sheets, in the order of the page.
const STYLES: [&str; 6] = [
    include_str!("../../style/layers.css"),
    include_str!("../../style/tokens.css"),
    include_str!("../../style/reset.css"),
    include_str!("../../style/base.css"),
    include_str!("../../style/layout.css"),
    include_str!("../../style/components.css"),
];

/// The page as it opens for someone who was never here and reads English.
pub fn fresh() -> Mounted {
    opened("1200px", &[(LANGUAGE, "en")])
}

/// The page as it opens in a box of this width, with only this kept.
fn opened(width: &str, kept: &[(&str, &str)]) -> Mounted {
    let storage = storage();
    storage.clear().unwrap();
    window().session_storage().unwrap().unwrap().clear().unwrap();
    // The address keeps what the page before has shown.
    let (history, path) = (window().history().unwrap(), window().location().pathname().unwrap());
    history.replace_state_with_url(&JsValue::NULL, "", Some(&path)).unwrap();
    for (key, text) in kept {
        storage.set_item(key, text).unwrap();
    }
    Mounted::new((width, "auto"), move || {
        let style = view! { <style>{STYLES.concat()}</style> };
        (style, App())
    })
}

fn storage() -> web_sys::Storage {
    window().local_storage().unwrap().unwrap()
}

/// The settings with which the page opens at a stage.
fn settings(stage: Stage) -> Settings {
    Settings::opening(Origin::Sample(SampleId::SixTokens), 0, &samples::six_tokens(), stage)
}

/// Chooses a stage in the strip and waits until it is the large one.
pub async fn choose_stage(page: &Mounted, stage: Stage) {
    page.find(&format!("nav [data-stage={}]", stage.id())).click();
    until(stage.id(), || is_large(page, stage)).await;
}

fn is_large(page: &Mounted, stage: Stage) -> bool {
    page.attribute(".equation", "data-stage").as_deref() == Some(stage.id())
}

/// Chooses a head, counted from 0, and waits until it is chosen.
pub async fn choose_head(page: &Mounted, head: usize) {
    page.find(&format!("[data-head='{head}']")).click();
    until(&format!("head {head}"), || checked_heads(page) == [head]).await;
}

fn checked_heads(page: &Mounted) -> Vec<usize> {
    let checked = page.find_all("[role=radio][aria-checked=true]");
    checked.iter().map(|it| it.get_attribute("data-head").unwrap().parse().unwrap()).collect()
}

/// Chooses a kind of mask in its menu.
pub fn choose_mask(page: &Mounted, kind: MaskKind) {
    let at = MaskKind::ALL.iter().position(|it| *it == kind).unwrap();
    let menu: HtmlSelectElement = page.find("#mask").unchecked_into();
    menu.set_value(&at.to_string());
    menu.dispatch_event(&Event::new("change").unwrap()).unwrap();
}

/// The kind of mask that the menu says.
pub fn chosen_mask(page: &Mounted) -> MaskKind {
    let menu: HtmlSelectElement = page.find("#mask").unchecked_into();
    MaskKind::ALL[menu.value().parse::<usize>().unwrap()]
}

/// The matrix that a stage of the six tokens makes.
pub fn result_of(stage: Stage) -> MatrixName {
    stage.result(&attend(&samples::six_tokens().problem))
}

fn grid_of(name: MatrixName) -> String {
    format!("[data-matrix={name:?}] [role=grid]")
}

/// Row and column of the selected cell of a matrix, counted from 0; `None` until it is written.
fn told(page: &Mounted, name: MatrixName) -> Option<(usize, usize)> {
    let number = |part: &str, attribute: &str| {
        let element = page.find_all(&format!("{} {part}", grid_of(name))).into_iter().next()?;
        element.get_attribute(attribute)?.parse::<usize>().ok()?.checked_sub(1)
    };
    Some((number("[role=row]", "aria-rowindex")?, number("[role=gridcell]", "aria-colindex")?))
}

/// The same where it is written.
fn selected(page: &Mounted, name: MatrixName) -> (usize, usize) {
    told(page, name).unwrap()
}

/// Moves the selection of a matrix to a cell, by keys alone.
pub async fn choose_cell(page: &Mounted, name: MatrixName, (row, column): (usize, usize)) {
    let grid = page.find(&grid_of(name));
    press_ctrl(&grid, "Home");
    for _ in 0..row {
        press(&grid, "ArrowDown");
    }
    for _ in 0..column {
        press(&grid, "ArrowRight");
    }
    until(&format!("{name:?} {row} {column}"), || told(page, name) == Some((row, column))).await;
}

/// The unrounded result of the arithmetic on the page.
pub fn result(page: &Mounted) -> f64 {
    let value = page.attribute("[data-testid=cell-value]", "data-value").unwrap();
    value.parse().unwrap()
}

#[wasm_bindgen_test]
async fn the_page_opens_with_the_six_tokens_at_softmax() {
    let page = fresh();
    settle().await;
    assert!(is_large(&page, Stage::Softmax));
    assert_eq!(checked_heads(&page), [samples::six_tokens().default_head]);
    assert_eq!(page.find_all("[role=radio]").len(), 12);
    let stages = Stage::of(&attend(&samples::six_tokens().problem));
    assert_eq!(page.find_all("nav [data-stage]").len(), stages.len());
    assert_eq!(selected(&page, MatrixName::Weights), samples::six_tokens().default_cell);
}

#[wasm_bindgen_test]
async fn the_language_switch_changes_every_heading_and_back() {
    let page = fresh();
    settle().await;
    let root = document().document_element().unwrap();
    for language in [Language::Korean, Language::English] {
        page.find(&format!(".languages [lang={}]", language.tag())).click();
        let name = (language.words().stage)(Stage::Softmax).name;
        until(name, || page.text(".explanation h2") == name).await;
        assert_eq!(root.get_attribute("lang").as_deref(), Some(language.tag()));
        assert_eq!(storage().get_item(LANGUAGE).unwrap().as_deref(), Some(language.tag()));
        for other in Language::ALL {
            let button = format!(".languages [lang={}]", other.tag());
            let expected = (other == language).to_string();
            assert_eq!(page.attribute(&button, "aria-pressed"), Some(expected), "{other:?}");
        }
        for stage in page.find_all("nav [data-stage]") {
            let id = Stage::from_id(&stage.get_attribute("data-stage").unwrap()).unwrap();
            let text = stage.text_content().unwrap();
            assert!(text.contains((language.words().stage)(id).name), "{text}");
        }
    }
}

#[wasm_bindgen_test]
async fn the_arithmetic_follows_the_language() {
    let page = fresh();
    choose_stage(&page, Stage::Context).await;
    for language in [Language::Korean, Language::English] {
        page.find(&format!(".languages [lang={}]", language.tag())).click();
        let note = (language.words().arithmetic.sum_of_products)(6);
        until(&note, || page.text(".arithmetic-note") == note).await;
    }
}

#[wasm_bindgen_test]
async fn a_click_chooses_a_head_and_its_arrow_keys_the_next() {
    let page = fresh();
    settle().await;
    choose_head(&page, 0).await;
    assert_eq!(page.attribute("[data-head='0']", "tabindex").as_deref(), Some("0"));
    assert_eq!(page.find_all("[role=radio][tabindex='0']").len(), 1, "one tab stop");
    for (key, head) in [("ArrowRight", 1), ("End", 11), ("ArrowDown", 0), ("ArrowLeft", 11)] {
        press(&page.find("[role=radio][aria-checked=true]"), key);
        until(key, || checked_heads(&page) == [head]).await;
        let focused = document().active_element().unwrap();
        assert_eq!(focused.get_attribute("data-head"), Some(head.to_string()), "{key}");
    }
    assert!(is_large(&page, Stage::Softmax), "arrows among heads are not steps");
}

#[wasm_bindgen_test]
async fn a_click_moves_the_current_stage_and_draws_it_large() {
    let page = fresh();
    for stage in Stage::of(&attend(&samples::six_tokens().problem)) {
        choose_stage(&page, stage).await;
        let current = page.find_all("nav [aria-current]");
        assert_eq!(current.len(), 1);
        assert_eq!(current[0].get_attribute("aria-current").as_deref(), Some("step"));
        assert_eq!(current[0].get_attribute("data-stage").as_deref(), Some(stage.id()));
        let name = (Language::English.words().stage)(stage).name;
        until(name, || page.text(".explanation h2") == name).await;
        let figure = format!(".equation [data-matrix={:?}] canvas", result_of(stage));
        let canvas: HtmlCanvasElement = page.find(&figure).unchecked_into();
        let ratio = window().device_pixel_ratio();
        let expected = || (f64::from(canvas.client_width()) * ratio).round();
        until(&figure, || canvas.client_width() > 0 && near(canvas.width(), expected())).await;
    }
}

/// Boxes need not be whole CSS pixels; their canvases are.
fn near(width: u32, expected: f64) -> bool {
    (f64::from(width) - expected).abs() <= 1.0
}

#[wasm_bindgen_test]
async fn arrow_keys_step_through_the_stages_and_stop_at_both_ends() {
    let page = fresh();
    choose_stage(&page, Stage::DotProduct).await;
    let steps = [
        ("ArrowLeft", Stage::Project),
        ("ArrowLeft", Stage::Project),
        ("ArrowRight", Stage::DotProduct),
        ("ArrowRight", Stage::Scale),
    ];
    for (key, stage) in steps {
        press(&page.root, key);
        settle().await;
        assert!(is_large(&page, stage), "{key} to {stage:?}");
    }
    choose_stage(&page, Stage::Output).await;
    press(&page.root, "ArrowRight");
    settle().await;
    assert!(is_large(&page, Stage::Output));
}

#[wasm_bindgen_test]
async fn keys_in_a_matrix_move_the_cell_and_its_arithmetic_and_nothing_else() {
    let page = fresh();
    choose_stage(&page, Stage::Softmax).await;
    let trace = attend(&samples::six_tokens().problem);
    let weights = trace.view(MatrixName::Weights, samples::six_tokens().default_head).unwrap();
    choose_cell(&page, MatrixName::Weights, (3, 1)).await;
    let largest = (0..6).max_by(|a, b| weights[(5, *a)].total_cmp(&weights[(5, *b)])).unwrap();
    let moves = [
        ("ArrowDown", (4, 1)),
        ("ArrowRight", (4, 2)),
        ("ArrowUp", (3, 2)),
        ("ArrowLeft", (3, 1)),
        ("Home", (3, 0)),
        ("ArrowLeft", (3, 0)),
        ("End", (3, 5)),
        ("ArrowRight", (3, 5)),
        ("PageDown", (5, 5)),
        ("ArrowDown", (5, 5)),
        ("x", (5, largest)),
        ("PageUp", (0, largest)),
    ];
    for (key, cell) in moves {
        press(&page.find(&grid_of(MatrixName::Weights)), key);
        settle().await;
        assert_eq!(selected(&page, MatrixName::Weights), cell, "{key}");
        assert_eq!(result(&page).to_bits(), weights[cell].to_bits(), "{key}");
    }
    assert!(is_large(&page, Stage::Softmax), "arrows in a matrix are not steps");
}

#[wasm_bindgen_test]
async fn a_cell_that_is_chosen_is_the_same_in_every_matrix_that_has_it() {
    let page = fresh();
    choose_stage(&page, Stage::DotProduct).await;
    choose_cell(&page, MatrixName::Scores, (4, 2)).await;
    assert_eq!(selected(&page, MatrixName::Queries).0, 4);
    assert_eq!(selected(&page, MatrixName::Keys).0, 2);
    choose_stage(&page, Stage::Context).await;
    assert_eq!(selected(&page, MatrixName::Weights), (4, 2));
    assert_eq!(selected(&page, MatrixName::Values).0, 2);
    assert_eq!(selected(&page, MatrixName::Context).0, 4);
}

#[wasm_bindgen_test]
async fn single_keys_choose_heads_mask_and_scale() {
    let page = fresh();
    choose_stage(&page, Stage::Mask).await;
    choose_cell(&page, MatrixName::Masked, (1, 4)).await;
    assert_eq!(result(&page).to_bits(), f64::NEG_INFINITY.to_bits());
    for (key, head) in [("1", 0), ("[", 0), ("]", 1), ("0", 9), ("]", 10), ("]", 11), ("]", 11)] {
        press(&page.root, key);
        settle().await;
        assert_eq!(checked_heads(&page), [head], "{key}");
    }
    for (key, is_hidden) in [("m", false), ("ㅡ", true), ("M", false)] {
        press(&page.root, key);
        settle().await;
        assert_eq!(result(&page) == f64::NEG_INFINITY, is_hidden, "{key}");
    }
}

#[wasm_bindgen_test]
async fn what_was_kept_comes_back() {
    let kept = Settings {
        head: 7,
        mask: Some(MaskPlan::NONE),
        divisor: Some(2.5),
        selection: Selection::of(1, 5),
        ..settings(Stage::Scale)
    };
    let page = opened("1200px", &[(LANGUAGE, "ko"), (SETTINGS, &kept_line(&kept))]);
    settle().await;
    assert!(is_large(&page, Stage::Scale));
    assert_eq!(checked_heads(&page), [7]);
    assert_eq!(selected(&page, MatrixName::Scaled), (1, 5));
    assert_eq!(page.text(".explanation h2"), (Language::Korean.words().stage)(Stage::Scale).name);
    let problem = samples::six_tokens().problem;
    let problem = problem.with_options(Mask::None, Scale::DivideBy(2.5)).unwrap();
    assert_eq!(result(&page).to_bits(), attend(&problem).scaled.unwrap()[(7, 1, 5)].to_bits());
}

fn kept_line(settings: &Settings) -> String {
    Link::of(settings, &samples::six_tokens()).to_string()
}

#[wasm_bindgen_test]
async fn what_is_chosen_is_kept() {
    let page = fresh();
    settle().await;
    choose_stage(&page, Stage::Context).await;
    choose_head(&page, 2).await;
    let kept = || Link::read(&storage().get_item(SETTINGS).ok()??).ok();
    let is_kept = |kept: Link| (kept.stage, kept.head) == (Some(Stage::Context), Some(2));
    until("the settings are kept", || kept().is_some_and(is_kept)).await;
}

#[wasm_bindgen_test]
async fn what_is_kept_and_cannot_be_read_is_as_if_nothing_were_kept() {
    for damaged in ["", "{", "null", "{\"v\":99}"] {
        let page = opened("1200px", &[(LANGUAGE, "xx"), (SETTINGS, damaged)]);
        settle().await;
        assert!(is_large(&page, Stage::Softmax), "{damaged}");
    }
    let far = Settings { head: 99, selection: Selection::of(50, 60), ..settings(Stage::Softmax) };
    let page = opened("1200px", &[(SETTINGS, &kept_line(&far))]);
    settle().await;
    assert_eq!(checked_heads(&page), [11], "the last head there is");
    assert_eq!(selected(&page, MatrixName::Weights), (5, 5));
}

#[wasm_bindgen_test]
async fn a_narrow_page_shows_every_stage_and_head() {
    for width in ["320px", "0px"] {
        let page = opened(width, &[(LANGUAGE, "ko")]);
        settle().await;
        for stage in Stage::of(&attend(&samples::six_tokens().problem)) {
            choose_stage(&page, stage).await;
        }
        for head in [0, 11, 4] {
            choose_head(&page, head).await;
        }
        crate::harness::resize(&page.root, ("1200px", "auto"));
        settle().await;
        crate::harness::resize(&page.root, (width, "auto"));
        settle().await;
    }
}

#[wasm_bindgen_test]
async fn a_page_that_goes_leaves_no_keys_behind() {
    let mut page = fresh();
    choose_stage(&page, Stage::Scale).await;
    page.find(".slider-marks button").click();
    page.unmount();
    for key in ["ArrowLeft", "m", "3", "s"] {
        press(&page.root, key);
    }
    settle().await;
    assert_eq!(page.root.child_element_count(), 0);
}
