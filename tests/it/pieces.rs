//! Arrays of the golden fixtures under the names and in the layouts of libraries, put together:
//! the weights and the output must be those that the library computed.

use attnscope::{
    assemble::{Assembly, Piece, Role, assemble},
    input::{Answers, Array, Form, Reading, Setting, Source, Topic, Values, read},
    math::{Trace, attend},
};
use ndarray::{ArrayD, Axis, IxDyn, concatenate};
use serde_json::Value;

use crate::fixtures::{self, TOLERANCE, array, assert_close, transposed};

/// A fixture, and what is handed over of it.
struct Given {
    fixture: Value,
    pieces: Vec<Piece>,
    answers: Answers,
}

impl Given {
    /// The tokens, and as many heads as the fixture has.
    fn new(name: &str) -> Self {
        let fixture = fixtures::json(name);
        let mut given = Self { fixture, pieces: Vec::new(), answers: Answers::none() };
        for key in ["tokens", "tokens_k"] {
            if let Some(tokens) = given.fixture["inputs"].get(key).cloned() {
                let texts = tokens.as_array().unwrap().iter().map(|t| t.as_str().unwrap().into());
                given = given.with(Array::texts(texts.collect()).named(key));
            }
        }
        given
    }

    /// One more array in a piece of its own.
    fn with(mut self, array: Array) -> Self {
        self.pieces.push(Piece::of(Reading::of(Form::NUMPY, array)));
        self
    }

    fn set(mut self, name: &str, value: f64) -> Self {
        self.pieces[0].reading.settings.push((name.into(), Setting::Number(value)));
        self
    }

    fn heads(self) -> Self {
        let heads = self.fixture["dims"]["heads"].as_f64().unwrap();
        self.set("heads", heads)
    }

    fn answer(mut self, topic: Topic, option: usize) -> Self {
        self.answers = self.answers.with(topic, option);
        self
    }

    /// Inputs of the fixture under their own names.
    fn inputs(mut self, keys: &[&str]) -> Self {
        for key in keys {
            let array = self.input(key);
            self = self.with(named(key, &array));
        }
        self
    }

    fn input(&self, key: &str) -> ArrayD<f64> {
        array(&self.fixture["inputs"][key])
    }

    /// An input transposed, as `(out, in)`, under another name.
    fn turned(self, key: &str, name: &str) -> Self {
        let array = transposed(self.input(key)).as_standard_layout().into_owned();
        self.with(named(name, &array))
    }

    /// The parameters as the library itself keeps them.
    fn native(mut self, rename: fn(&str) -> String) -> Self {
        let native = self.fixture["native"].as_object().unwrap().clone();
        for (key, value) in native.iter().filter(|(_, value)| value.is_array()) {
            self = self.with(named(&rename(key), &array(value)));
        }
        self
    }

    fn native_mask(self, name: &str) -> Self {
        let value = &self.fixture["native_mask"]["value"];
        let mask = crate::assembled::array(&nan_free(value)).named(name);
        self.with(mask)
    }

    fn assembly(&self) -> Assembly {
        assemble(&self.pieces, &self.answers)
    }

    fn trace(&self) -> Trace {
        let assembly = self.assembly();
        let problem = assembly.problem.unwrap_or_else(|| panic!("{:?}", assembly.misfits));
        attend(&problem)
    }

    /// How far the weights and what comes last are from the fixture.
    #[track_caller]
    fn check(self) -> Assembly {
        let trace = self.trace();
        let stages = &self.fixture["stages"];
        let weights = (*trace.weights).clone().into_dyn();
        assert_close("weights", &array(&stages["weights"]), &weights, TOLERANCE);
        let last = [("output", &trace.output), ("concat", &trace.concat)];
        let last = last.into_iter().find_map(|(stage, found)| Some((stage, found.as_ref()?)));
        if let Some((stage, found)) = last {
            assert_close(stage, &array(&stages[stage]), found, TOLERANCE);
        }
        let document = self.assembly().document.unwrap();
        assert_eq!(serde_json::json!(document.tokens()), self.fixture["inputs"]["tokens"]);
        self.assembly()
    }

    /// Some answer matters: with it the numbers are others.
    #[track_caller]
    fn differs(self) {
        let weights = (*self.trace().weights).clone().into_dyn();
        let expected = array(&self.fixture["stages"]["weights"]);
        let is_same = weights.shape() == expected.shape()
            && weights.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(!is_same, "the same weights");
    }
}

fn named(name: &str, array: &ArrayD<f64>) -> Array {
    Array::numbers(array.shape().to_vec(), array.iter().copied().collect()).named(name)
}

/// JSON `null` as the text that a bundle has for −∞.
fn nan_free(value: &Value) -> Value {
    match value {
        Value::Null => "-Infinity".into(),
        Value::Array(rows) => rows.iter().map(nan_free).collect(),
        other => other.clone(),
    }
}

fn same(name: &str) -> String {
    name.to_owned()
}

#[test]
fn textbook_names_fit_in_either_layout() {
    let x_w = ["x_q", "w_q", "w_k", "w_v"];
    let assembly = Given::new("raschka-trainable").inputs(&x_w).check();
    assert!(assembly.placed.iter().all(|placed| placed.is_certain), "{:?}", assembly.placed);
    assert_eq!(
        assembly.placed.iter().map(|placed| placed.role).collect::<Vec<_>>(),
        [Role::Tokens, Role::X, Role::WQuery, Role::WKey, Role::WValue]
    );
    let turned =
        |given: Given| given.turned("w_q", "wq").turned("w_k", "W_K").turned("w_v", "W_value");
    let assembly = turned(Given::new("raschka-trainable").inputs(&["x_q"])).check();
    let notes: Vec<String> = assembly.notes.iter().map(ToString::to_string).collect();
    let expected = "W_Q: a 2 x 3 matrix fits 3-dim tokens only as (out, in): used transposed";
    assert!(notes.contains(&expected.to_owned()), "{notes:?}");
    Given::new("raschka-trainable-linear789").inputs(&["x_q"]).native(same).check();
    Given::new("raschka-weightless").set("scale", 1.0).inputs(&["x_q"]).check();
}

#[test]
fn the_layout_of_square_matrices_is_asked_once_for_all() {
    let keys = ["x_q", "w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"];
    let given = || Given::new("torch-mha").heads().inputs(&keys);
    let assembly = given().check();
    let asked: Vec<Topic> = assembly
        .guesses
        .iter()
        .filter(|asked| asked.guess.is_doubtful)
        .map(|asked| asked.guess.topic)
        .collect();
    assert_eq!(asked, [Topic::WeightLayout]);
    given().answer(Topic::WeightLayout, 1).differs();

    let names = [("w_q", "W_q"), ("w_k", "W_k"), ("w_v", "W_v"), ("w_o", "W_o")];
    let turned = || {
        let start = Given::new("torch-mha").heads().inputs(&["x_q", "b_q", "b_k", "b_v", "b_o"]);
        names.into_iter().fold(start, |given, (key, name)| given.turned(key, name))
    };
    turned().answer(Topic::WeightLayout, 1).check();
    turned().differs();
}

#[test]
fn parameters_of_pytorch_and_keras_fit_as_they_are_kept() {
    let torch = |name: &str| Given::new(name).heads().native(same);
    torch("torch-mha").inputs(&["x_q"]).check();
    torch("torch-mha").inputs(&["x_q"]).answer(Topic::FusedOrder, 1).differs();
    torch("torch-mha-cross").inputs(&["x_q", "x_k", "x_v"]).check();
    torch("torch-mha-key-padding").inputs(&["x_q"]).native_mask("key_padding_mask").check();
    torch("torch-mha-causal-bool").inputs(&["x_q"]).native_mask("attn_mask").check();
    torch("torch-mha-float-mask").inputs(&["x_q"]).native_mask("attn_mask").check();

    for rename in [same, |name: &str| format!("multi_head_attention/{}:0", name.replace('_', "/"))]
    {
        for name in ["keras-mha", "keras-mha-nobias"] {
            Given::new(name).inputs(&["x_q"]).native(rename).check();
        }
        let masked = Given::new("keras-mha-attention-mask").inputs(&["x_q"]).native(rename);
        masked.native_mask("attention_mask").check();
        Given::new("keras-mha-causal").inputs(&["x_q"]).native(rename).set("causal", 1.0).check();
    }
}

#[test]
fn a_layer_of_a_checkpoint_is_chosen_and_told_by_its_names() {
    #[track_caller]
    fn check(name: &str, input: &str, settings: &[(&str, f64)]) {
        let checkpoint = || {
            let fixture = fixtures::json(name);
            let file = fixtures::folder().join(fixture["checkpoint"].as_str().unwrap());
            let bytes = std::fs::read(file.join("model.safetensors")).unwrap();
            read(&Source::new("model.safetensors", &bytes), &Answers::none()).unwrap()
        };
        for layer in [0, 1] {
            let mut given = Given::new(name).heads();
            if layer == 1 {
                given.fixture["stages"] = given.fixture["layers"][0]["stages"].clone();
                given.fixture["inputs"]["x_q"] = given.fixture["stages"][input].clone();
            }
            let mut piece = Piece::of(checkpoint());
            piece.answers = piece.answers.with(Topic::Block, layer);
            given.pieces.push(piece);
            let given = settings.iter().fold(given, |given, (name, value)| given.set(name, *value));
            let given =
                if name == "bert-tiny-padded" { given.inputs(&["attention_mask"]) } else { given };
            let assembly = given.inputs(&["x_q"]).check();
            let doubts = assembly.guesses.iter().filter(|asked| asked.guess.is_doubtful);
            assert_eq!(doubts.count(), 0, "{:?}", assembly.guesses);
        }
    }
    check("gpt2-tiny", "norm", &[("causal", 1.0)]);
    check("bert-tiny", "x", &[]);
    check("bert-tiny-padded", "x", &[]);
    check("llama-tiny", "norm", &[("causal", 1.0), ("rope_theta", 10_000.0)]);
}

#[test]
fn fused_projections_are_cut_in_both_orders_and_layouts() {
    // Rows of the three matrices, one behind the other, and head by head.
    let blocks = |given: &Given| {
        let parts = ["w_q", "w_k", "w_v"].map(|key| given.input(key));
        concatenate(Axis(1), &parts.each_ref().map(|part| part.view())).unwrap()
    };
    let head_by_head = |given: &Given| {
        let [n_heads, n_kv_heads] = ["heads", "kv_heads"].map(|key| {
            let dims = &given.fixture["dims"];
            let count = dims.get(key).unwrap_or(&dims["heads"]).as_u64().unwrap();
            usize::try_from(count).unwrap()
        });
        let parts = ["w_q", "w_k", "w_v"].map(|key| given.input(key));
        let d = parts[1].shape()[1] / n_kv_heads;
        let group = n_heads / n_kv_heads;
        let mut cuts = Vec::new();
        for g in 0..n_kv_heads {
            for (part, n) in parts.iter().zip([group, 1, 1]) {
                let columns: Vec<usize> = (g * n * d..(g + 1) * n * d).collect();
                cuts.push(part.select(Axis(1), &columns));
            }
        }
        concatenate(Axis(1), &cuts.iter().map(|cut| cut.view()).collect::<Vec<_>>()).unwrap()
    };
    let turn = |array: ArrayD<f64>| transposed(array).as_standard_layout().into_owned();
    for (fixture, biases) in [("gqa", &[][..]), ("torch-mha", &["b_q", "b_k", "b_v", "b_o"][..])] {
        let given = || {
            let given = Given::new(fixture).heads().inputs(&["x_q", "w_o"]).inputs(biases);
            let given = given.answer(Topic::WeightLayout, 0);
            match given.fixture["dims"].get("kv_heads").and_then(Value::as_f64) {
                Some(kv_heads) => given.set("kv_heads", kv_heads).set("causal", 1.0),
                None => given,
            }
        };
        let [by_block, by_head] = [blocks(&given()), head_by_head(&given())];
        for (order, fused) in [by_block, by_head].into_iter().enumerate() {
            for fused in [fused.clone(), turn(fused)] {
                let given = || given().with(named("qkv", &fused));
                given().answer(Topic::FusedOrder, order).check();
                given().answer(Topic::FusedOrder, 1 - order).differs();
                // By its name it is asked about.
                let asked = given().assembly().guesses;
                let order = asked.iter().find(|asked| asked.guess.topic == Topic::FusedOrder);
                assert!(order.is_some_and(|asked| asked.guess.is_doubtful), "{asked:?}");
            }
        }
    }
}

#[test]
fn a_matrix_for_each_head_fits_in_either_layout() {
    let biases = ["x_q", "b_q", "b_k", "b_v", "b_o"];
    // [in, heads, d] as Keras has it, [heads, in, d] and [heads, d, in].
    for axes in [[0, 1, 2], [1, 0, 2], [1, 2, 0]] {
        let mut given = Given::new("torch-mha").inputs(&biases);
        for key in ["w_q", "w_k", "w_v"] {
            let cut = given.input(key).into_shape_with_order(IxDyn(&[12, 3, 4])).unwrap();
            let cut = cut.permuted_axes(IxDyn(&axes)).as_standard_layout().into_owned();
            given = given.with(named(key, &cut));
        }
        let w_o = given.input("w_o").into_shape_with_order(IxDyn(&[3, 4, 12])).unwrap();
        let turned = transposed(w_o.clone()).as_standard_layout().into_owned();
        for w_o in [w_o, turned] {
            let given = Given {
                fixture: given.fixture.clone(),
                pieces: given.pieces.clone(),
                answers: Answers::none(),
            };
            let assembly = given.with(named("w_o", &w_o)).check();
            assert!(assembly.guesses.iter().all(|asked| asked.guess.topic != Topic::Heads));
        }
    }
}

#[test]
fn grouped_heads_follow_from_the_widths() {
    let keys = ["x_q", "w_q", "w_k", "w_v", "w_o"];
    let assembly = Given::new("gqa").heads().set("causal", 1.0).inputs(&keys).check();
    let notes: Vec<String> = assembly.notes.iter().map(ToString::to_string).collect();
    assert!(
        notes.contains(&"2 key/value heads, told by the widths of Q and K".to_owned()),
        "{notes:?}"
    );
}

#[test]
fn ready_made_stages_are_begun_with() {
    let stage = |given: &Given, stage: &str| array(&given.fixture["stages"][stage]);
    let given = || Given::new("torch-mha");
    let keys = ["q", "k", "v"];
    let stacks = |given: Given, turn: fn(ArrayD<f64>) -> ArrayD<f64>| {
        keys.into_iter().fold(given, |given, key| {
            let array = turn(stage(&given, key));
            given.with(named(key, &array))
        })
    };
    let rows_lead = |array: ArrayD<f64>| {
        array.permuted_axes(IxDyn(&[1, 0, 2])).as_standard_layout().into_owned()
    };
    stacks(given(), |array| array).check();
    stacks(given(), |array| array.insert_axis(Axis(0))).check();
    stacks(given().heads(), rows_lead).check();
    stacks(given().heads(), |array| {
        let rows = array.permuted_axes(IxDyn(&[1, 0, 2])).as_standard_layout().into_owned();
        let (n, width) = (rows.shape()[0], rows.shape()[1] * rows.shape()[2]);
        rows.into_shape_with_order(IxDyn(&[n, width])).unwrap()
    })
    .check();

    let scores = stage(&given(), "scaled");
    given().with(named("scores", &scores)).with(named("v", &stage(&given(), "v"))).check();
    let weights = stage(&given(), "weights");
    let assembly = given().with(named("attentions", &weights)).check();
    assert!(assembly.problem.unwrap().projected().given_weights().is_some());
    given().with(named("weights", &weights)).with(named("v", &stage(&given(), "v"))).check();
    // A batch of one, and the output projection after it.
    let batch = weights.insert_axis(Axis(0));
    let given = given().with(named("attentions", &batch)).with(named("v", &stage(&given(), "v")));
    given.inputs(&["w_o", "b_o"]).check();
}

#[test]
fn masks_of_every_form_hide_the_same_cells() {
    #[track_caller]
    fn check(name: &str, mask: Array, polarity: Option<usize>) {
        let keys = ["x_q", "w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"];
        let given = Given::new(name).heads().inputs(&keys).with(mask.named("mask"));
        let given = given.answer(Topic::WeightLayout, 0);
        match polarity {
            Some(option) => given.answer(Topic::Polarity, option).check(),
            None => given.check(),
        };
    }
    let flags = |flags: &[bool], shape: &[usize]| {
        Array::of(shape.to_vec(), Values::Booleans(flags.to_vec()))
    };
    let padding = [true, true, true, true, false, false];
    let hides: Vec<bool> = padding.iter().map(|keep| !keep).collect();
    let ones: Vec<f64> = padding.iter().map(|keep| f64::from(u8::from(*keep))).collect();
    let minus =
        |by: f64| padding.iter().map(|keep| if *keep { 0.0 } else { by }).collect::<Vec<_>>();
    let name = "torch-mha-key-padding";
    for shape in [&[6][..], &[1, 6], &[1, 1, 1, 6]] {
        check(name, flags(&padding, shape), Some(0));
        check(name, flags(&hides, shape), Some(1));
        check(name, Array::numbers(shape.to_vec(), ones.clone()), Some(0));
        for by in [f64::NEG_INFINITY, -1e9, -65504.0, f64::from(f32::MIN)] {
            check(name, Array::numbers(shape.to_vec(), minus(by)), None);
        }
    }
    let spread = |row: &[bool], times: usize| row.repeat(times);
    check(name, flags(&spread(&padding, 6), &[6, 6]), Some(0));
    check(name, flags(&spread(&padding, 18), &[3, 6, 6]), Some(0));
    check(name, flags(&spread(&hides, 18), &[1, 3, 6, 6]), Some(1));
    // A triangle tells which half is meant.
    let triangle = |is_lower: bool| {
        let cells = (0..36).map(|i| (i % 6 <= i / 6) == is_lower);
        Array::of(vec![6, 6], Values::Booleans(cells.collect()))
    };
    check("torch-mha-causal-bool", triangle(true), None);
    check("torch-mha-causal-bool", triangle(false), None);
}
