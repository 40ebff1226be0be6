//! Examples that must be read first, with a reader of the tests' own in place of the second wasm
//! module: what arrives, what does not, what is damaged, what comes too late.

use attnscope::{
    i18n::Language,
    math::{Stage, attend},
    reader,
    samples::{self, SampleId},
    wire,
};
use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::{JsCast as _, JsValue, prelude::Closure};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Event, HtmlElement, HtmlSelectElement};

use crate::{
    app::{choose_stage, fresh, result},
    harness::{Mounted, settle, until},
};

/// The reader that the page finds; dropped, there is none.
struct Stub;

impl Stub {
    /// A reader that is there at once and does this with the key of an example.
    fn new(read: impl Fn(&str) -> Result<Vec<u8>, String> + 'static) -> Self {
        Self::coming(&Promise::resolve(&Self::module(read)))
    }

    /// A reader that is on its way.
    fn coming(module: &Promise) -> Self {
        let give = Function::new_with_args(
            "module",
            "return { numbers: async (asked) => [(await module).read(asked.split('\\n')[1])] };",
        );
        let found = give.call1(&JsValue::NULL, module).unwrap();
        Reflect::set(&window(), &"attnscope".into(), &found).unwrap();
        Self
    }

    fn module(read: impl Fn(&str) -> Result<Vec<u8>, String> + 'static) -> JsValue {
        let read =
            Closure::<dyn Fn(String) -> Result<Uint8Array, JsValue>>::new(move |key: String| {
                let bytes = read(&key).map_err(JsValue::from)?;
                Ok(Uint8Array::from(bytes.as_slice()))
            });
        let module = Object::new();
        Reflect::set(&module, &"read".into(), &read.into_js_value()).unwrap();
        module.into()
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        Reflect::delete_property(&window(), &"attnscope".into()).unwrap();
    }
}

/// What the second module does.
fn packed(key: &str) -> Result<Vec<u8>, String> {
    let sample = SampleId::of_key(key).ok_or("no such example")?;
    let loaded = reader::read(sample, 0, &[]).map_err(|error| error.to_string())?;
    Ok(wire::pack(&loaded))
}

fn menu(page: &Mounted) -> HtmlSelectElement {
    page.find("#example").unchecked_into()
}

fn ask_for(page: &Mounted, sample: SampleId) {
    menu(page).set_value(sample.key());
    menu(page).dispatch_event(&Event::new("change").unwrap()).unwrap();
}

fn panel(page: &Mounted) -> Option<HtmlElement> {
    page.find_all(".loading").into_iter().next()
}

/// Waits until the panel says that an example did not arrive, and why.
async fn says(page: &Mounted, sample: SampleId, why: &str) {
    let words = Language::English.words();
    let failed = (words.loading.failed)((words.sample)(sample).name);
    let is_said = || {
        let said = panel(page).and_then(|panel| panel.text_content()).unwrap_or_default();
        said.contains(&failed) && said.contains(why)
    };
    until(&format!("{failed} {why}"), is_said).await;
}

/// Waits until an example is shown, and checks a number of it.
async fn shows(page: &Mounted, sample: SampleId) {
    let loaded = samples::built_in(sample).unwrap_or_else(|| reader::read(sample, 0, &[]).unwrap());
    let trace = attend(&loaded.problem);
    until("the panel goes", || panel(page).is_none()).await;
    let heads = trace.projected.n_heads();
    until("its heads", || page.find_all("[role=radio]").len() == heads).await;
    let stages = Stage::of(&trace).len();
    until("its stages", || page.find_all("nav [data-stage]").len() == stages).await;
    assert_eq!(menu(page).value(), sample.key());
    choose_stage(page, Stage::Softmax).await;
    let (query, key) = loaded.default_cell;
    let expected = trace.weights[(loaded.default_head, query, key)];
    until("its number", || result(page).to_bits() == expected.to_bits()).await;
}

#[wasm_bindgen_test]
async fn every_example_without_a_file_is_read_and_shown() {
    let _stub = Stub::new(packed);
    let page = fresh();
    for sample in SampleId::ALL.into_iter().filter(|sample| sample.blocks().is_empty()).rev() {
        ask_for(&page, sample);
        shows(&page, sample).await;
    }
}

#[wasm_bindgen_test]
async fn what_does_not_arrive_says_so_and_can_be_tried_again() {
    let page = fresh();
    settle().await;
    ask_for(&page, SampleId::ByHand);
    let unreachable = Language::English.words().loading.unreachable;
    says(&page, SampleId::ByHand, unreachable).await;
    assert_eq!(menu(&page).value(), SampleId::ByHand.key(), "the menu says what was asked for");
    assert_eq!(page.find_all("[role=radio]").len(), 12, "what was shown stays");
    page.find(".loading .primary").click();
    says(&page, SampleId::ByHand, unreachable).await;
    let _stub = Stub::new(packed);
    page.find(".loading .primary").click();
    shows(&page, SampleId::ByHand).await;
}

#[wasm_bindgen_test]
async fn whoever_does_not_wait_stays_with_what_is_shown() {
    let page = fresh();
    ask_for(&page, SampleId::CrossAttention);
    says(&page, SampleId::CrossAttention, "").await;
    page.find(".loading button:not(.primary)").click();
    shows(&page, SampleId::SixTokens).await;
}

#[wasm_bindgen_test]
async fn what_arrives_damaged_says_what_is_wrong() {
    let damaged = Language::English.words().loading.damaged;
    let page = fresh();
    {
        let _stub = Stub::new(|_| Err("the third byte is odd".to_owned()));
        ask_for(&page, SampleId::ByHand);
        says(&page, SampleId::ByHand, "the third byte is odd").await;
    }
    for bytes in [vec![], vec![0xff; 64], packed("by-hand").unwrap()[..40].to_vec()] {
        let _stub = Stub::new(move |_| Ok(bytes.clone()));
        page.find(".loading .primary").click();
        says(&page, SampleId::ByHand, damaged).await;
    }
}

#[wasm_bindgen_test]
async fn what_comes_after_another_choice_is_not_shown() {
    let mut arrive = None;
    let _stub = Stub::coming(&Promise::new(&mut |resolve, _| arrive = Some(resolve)));
    let page = fresh();
    ask_for(&page, SampleId::ByHand);
    until("it is on its way", || panel(&page).is_some()).await;
    ask_for(&page, SampleId::SixTokens);
    shows(&page, SampleId::SixTokens).await;
    arrive.unwrap().call1(&JsValue::NULL, &Stub::module(packed)).unwrap();
    settle().await;
    shows(&page, SampleId::SixTokens).await;
}
