//! The segmented control: radio buttons whose names, states and keys are the browser's.

use attnscope::ui::widgets::{Choice, ChoiceOption};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlInputElement;

use crate::harness::{Mounted, settle, until};

/// A group over three numbers, and what it is given and gives.
struct Group {
    mounted: Mounted,
    value: RwSignal<u32>,
    enabled: RwSignal<bool>,
    label: RwSignal<String>,
    options: RwSignal<Vec<ChoiceOption<u32>>>,
    chosen: RwSignal<Vec<u32>>,
}

impl Group {
    fn new() -> Self {
        let option = |value: u32| ChoiceOption { value, label: format!("number {value}") };
        let options = RwSignal::new([10, 20, 30].map(option).to_vec());
        let value = RwSignal::new(20);
        let enabled = RwSignal::new(true);
        let label = RwSignal::new("Numbers".to_owned());
        let chosen = RwSignal::new(Vec::new());
        let on_choose = move |number| chosen.write().push(number);
        let mounted = Mounted::new(("300px", "auto"), move || {
            view! { <Choice name="numbers" label options value enabled on_choose /> }
        });
        Self { mounted, value, enabled, label, options, chosen }
    }

    fn inputs(&self) -> Vec<HtmlInputElement> {
        let inputs = self.mounted.find_all("input");
        inputs.into_iter().map(|input| input.dyn_into().unwrap()).collect()
    }

    fn checked(&self) -> Vec<bool> {
        self.inputs().iter().map(HtmlInputElement::checked).collect()
    }
}

#[wasm_bindgen_test]
async fn a_choice_is_a_named_group_of_radio_buttons_with_labels() {
    let group = Group::new();
    settle().await;
    assert_eq!(group.mounted.text("fieldset > legend"), "Numbers");
    let inputs = group.inputs();
    assert_eq!(inputs.len(), 3);
    assert!(inputs.iter().all(|input| input.type_() == "radio" && input.name() == "numbers"));
    for (input, text) in inputs.iter().zip(["number 10", "number 20", "number 30"]) {
        let label = input.closest("label").unwrap().unwrap();
        assert_eq!(label.text_content().unwrap().trim(), text);
    }
    group.label.set("수".to_owned());
    until("the legend follows", || group.mounted.text("legend") == "수").await;
}

#[wasm_bindgen_test]
async fn the_chosen_one_is_checked_and_follows_the_signal() {
    let group = Group::new();
    settle().await;
    assert_eq!(group.checked(), [false, true, false]);
    group.value.set(30);
    until("30 is checked", || group.checked() == [false, false, true]).await;
    group.value.set(99);
    until("none is checked", || group.checked() == [false, false, false]).await;
    assert!(group.chosen.get_untracked().is_empty(), "nobody chose");
}

#[wasm_bindgen_test]
async fn choosing_calls_back_once_with_the_value() {
    let group = Group::new();
    settle().await;
    group.inputs()[0].click();
    settle().await;
    assert_eq!(group.chosen.get_untracked(), [10]);
    assert_eq!(group.value.get_untracked(), 20, "the caller decides");
    group.inputs()[2]
        .closest("label")
        .unwrap()
        .unwrap()
        .unchecked_into::<web_sys::HtmlElement>()
        .click();
    settle().await;
    assert_eq!(group.chosen.get_untracked(), [10, 30], "a label is as good as its button");
}

#[wasm_bindgen_test]
async fn a_disabled_choice_cannot_be_used_until_it_is_enabled_again() {
    let group = Group::new();
    group.enabled.set(false);
    until("all are disabled", || group.inputs().iter().all(HtmlInputElement::disabled)).await;
    group.inputs()[0].click();
    settle().await;
    assert!(group.chosen.get_untracked().is_empty());
    assert_eq!(group.checked(), [false, true, false], "it still shows what is chosen");
    group.enabled.set(true);
    until("none is disabled", || !group.inputs().iter().any(HtmlInputElement::disabled)).await;
    group.inputs()[0].click();
    settle().await;
    assert_eq!(group.chosen.get_untracked(), [10]);
}

#[wasm_bindgen_test]
async fn new_options_keep_what_is_checked() {
    let group = Group::new();
    settle().await;
    let renamed = |value: u32| ChoiceOption { value, label: format!("수 {value}") };
    group.options.set([20, 40].map(renamed).to_vec());
    until("there are two", || group.inputs().len() == 2).await;
    assert_eq!(group.checked(), [true, false]);
    assert_eq!(group.mounted.text("label"), "수 20");
}
