//! What is written as data: made, changed in place, and taken away again.

use attnscope::ui::widgets::{Markup, with, written};
use leptos::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::harness::{Mounted, until};

fn row(texts: &[&'static str]) -> Vec<Markup> {
    let cells = texts.iter().map(|text| Markup::text("b", *text).with("title", *text));
    vec![Markup::of("p", cells.collect())]
}

#[wasm_bindgen_test]
async fn what_stays_alike_is_the_same_element_with_another_text() {
    let content = RwSignal::new(row(&["one", "two"]));
    let mounted = Mounted::new(("300px", "auto"), move || {
        view! { <div use:written=with(move || content.get())></div> }
    });
    until("both are there", || mounted.find_all("b").len() == 2).await;
    let before = mounted.find_all("b");
    content.set(row(&["one", "three", "<i>four</i>"]));
    until("a third is there", || mounted.find_all("b").len() == 3).await;
    let after = mounted.find_all("b");
    assert_eq!(after[..2], before[..], "the elements stay");
    let texts: Vec<_> = after.iter().map(|it| it.text_content().unwrap()).collect();
    assert_eq!(texts, ["one", "three", "<i>four</i>"], "a text is no markup");
    assert_eq!(after[1].get_attribute("title").as_deref(), Some("three"));

    content.set(row(&["five"]));
    until("one is left", || mounted.find_all("b").len() == 1).await;
    assert_eq!(mounted.text("p"), "five");
    content.set(vec![Markup::text("i", "six")]);
    until("another element takes the place", || mounted.find_all("p").is_empty()).await;
    assert_eq!(mounted.text("i"), "six");
    content.set(Vec::new());
    until("nothing is left", || mounted.text("div").is_empty()).await;
}

#[wasm_bindgen_test]
async fn formulas_are_math_ml() {
    let formula = || vec![Markup::of("math", vec![Markup::text("mi", "x")])];
    let mounted = Mounted::new(("300px", "auto"), move || {
        view! { <div use:written=with(formula)></div> }
    });
    let of = |selector: &str| {
        mounted.root.query_selector(selector).unwrap().and_then(|it| it.namespace_uri())
    };
    until("it is there", || of("mi").is_some()).await;
    for part in ["math", "mi"] {
        assert_eq!(of(part).as_deref(), Some("http://www.w3.org/1998/Math/MathML"), "{part}");
    }
}
