//! Every fixture, stage by stage: `PyTorch`, Keras and `NumPy` computed the expected numbers.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use attnscope::{
    document::{Convention, Document},
    math::{
        HeadCounts, Inputs, LayerNorm, Mask, Matrix, OutputProjection, Overrides, Problem, Remark,
        Scale, Stage, Start, Trace, attend,
    },
};
use ndarray::{Array1, ArrayD, Axis, s};
use serde_json::{Value, json};

use crate::fixtures::{self, TOLERANCE, array, assert_close, heads, matrix, transposed};

/// Stages of the model files that are beside attention; other tests here compare them.
const BESIDE_ATTENTION: [&str; 4] = ["x", "norm", "residual_mid", "addnorm"];

#[test]
fn every_stage_of_every_fixture_is_reproduced() {
    for name in fixtures::names() {
        let fixture = fixtures::json(&name);
        let (document, trace) = traced(&fixture.to_string());
        for (stage, expected) in expected_stages(&name, &fixture) {
            let found = stage_of(&trace, &stage).unwrap_or_else(|| panic!("{name}: no {stage}"));
            let found = in_convention(&document, found);
            assert_close(&format!("{name}: {stage}"), &expected, &found, TOLERANCE);
        }
    }
}

#[test]
fn a_written_trace_holds_the_stages_of_the_fixture_and_no_others() {
    for name in fixtures::names() {
        let mut fixture = fixtures::json(&name);
        let expected = expected_stages(&name, &fixture);
        fixture.as_object_mut().unwrap().remove("stages");
        let (document, trace) = traced(&fixture.to_string());
        let written: Value = serde_json::from_str(&document.to_json(Some(&trace))).unwrap();
        let stages = written["stages"].as_object().unwrap();
        let [mut found, wanted] = [stages.keys().collect::<Vec<_>>(), expected.keys().collect()];
        found.sort();
        assert_eq!(wanted, found, "{name}");
        for (stage, expected) in expected {
            let label = format!("{name}: written {stage}");
            assert_close(&label, &expected, &array(&stages[&stage]), TOLERANCE);
        }
    }
}

#[test]
fn written_numbers_are_those_of_the_trace_bit_for_bit() {
    for name in fixtures::names() {
        let (document, trace) = traced(&fixtures::text(&name));
        let written: Value = serde_json::from_str(&document.to_json(Some(&trace))).unwrap();
        for (stage, lists) in written["stages"].as_object().unwrap() {
            let computed = in_convention(&document, stage_of(&trace, stage).unwrap());
            let (computed, read) = (computed.iter(), array(lists));
            let bits = |number: &f64| number.to_bits();
            assert!(computed.map(bits).eq(read.iter().map(bits)), "{name}: {stage}");
        }
    }
}

#[test]
fn dimensions_are_written_as_the_fixtures_have_them() {
    for name in fixtures::names() {
        let fixture = fixtures::json(&name);
        let (document, trace) = traced(&fixture.to_string());
        let written: Value = serde_json::from_str(&document.to_json(Some(&trace))).unwrap();
        for (key, found) in written["dims"].as_object().unwrap() {
            let Some(expected) = fixture["dims"].get(key) else { continue };
            assert_eq!(expected, found, "{name}: dims.{key}");
        }
    }
}

#[test]
fn add_and_norm_follows_the_output_where_the_document_asks_for_it() {
    let fixture = fixtures::json("addnorm");
    let (document, trace) = traced(&fixture.to_string());
    let normed = trace.add_norm.as_ref().expect("a layer norm");
    let expected = &fixture["addnorm"];
    let close = |key: &str, found: ArrayD<f64>| {
        assert_close(&format!("addnorm.{key}"), &array(&expected[key]), &found, TOLERANCE);
    };
    close("residual", trace.residual.clone().expect("a residual").into_dyn());
    close("mean", normed.mean.clone().into_dyn());
    close("variance", normed.variance.clone().into_dyn());
    close("normalized", normed.normalized.clone().into_dyn());
    close("output", normed.output.clone().into_dyn());
    let written: Value = serde_json::from_str(&document.to_json(Some(&trace))).unwrap();
    for key in expected.as_object().unwrap().keys() {
        close(key, array(&written["addnorm"][key]));
    }
}

#[test]
fn a_query_that_sees_no_key_gets_zeros_and_a_remark() {
    #[track_caller]
    fn check(name: &str, unseeing: &[(usize, usize)]) {
        let (document, trace) = traced(&fixtures::text(name));
        let remarks = unseeing.iter().map(|&(head, query)| Remark::SeesNoKey { head, query });
        assert!(trace.remarks.iter().copied().eq(remarks), "{name}: {:?}", trace.remarks);
        let written: Value = serde_json::from_str(&document.to_json(Some(&trace))).unwrap();
        assert_eq!(written["remarks"].as_array().map_or(0, Vec::len), unseeing.len(), "{name}");
    }
    check("extremes-fully-masked-row", &[(0, 2), (1, 2)]);
    check("mask-fill", &[(0, 1)]);
    check("torch-mha", &[]);

    let fixture = fixtures::json("extremes-fully-masked-row");
    let (_, trace) = traced(&fixture.to_string());
    let zeros = &fixture["policies"]["zeros"];
    let row = usize::try_from(fixture["masked_row"].as_u64().unwrap()).unwrap();
    let weights = trace.weights.slice(s![.., row, ..]).to_owned();
    let context = trace.context.as_ref().unwrap().slice(s![.., row, ..]).to_owned();
    let output = trace.output.as_ref().unwrap().row(row).to_owned();
    assert_close("weights", &array(&zeros["weights_row"]), &weights, 0.0);
    assert_close("context", &array(&zeros["context_row"]), &context, 0.0);
    assert_close("output", &array(&zeros["output_row"]), &output, 0.0);
    assert_close("output is b_o", &array(&fixture["inputs"]["b_o"]), &output, 0.0);
}

#[test]
fn ready_weights_lead_to_the_same_context_and_output() {
    let mut n_compared = 0;
    for name in fixtures::names() {
        let (_, trace) = traced(&fixtures::text(&name));
        let inputs = trace.projected.inputs.clone();
        let values = trace.projected.values.clone().map(Arc::new);
        let weights = Arc::clone(&trace.weights);
        let start = Start::Weights { weights, values };
        let inputs = Inputs { start, rotary: None, add_norm: None, ..inputs };
        let later = attend(&Problem::new(inputs, Mask::None, None).unwrap());
        assert_eq!((&later.weights, &later.context), (&trace.weights, &trace.context), "{name}");
        assert_eq!((&later.concat, &later.output), (&trace.concat, &trace.output), "{name}");
        assert_eq!((&later.scaled, &later.masked, &later.softmax), (&None, &None, &None));
        let begin_before = [Stage::Project, Stage::DotProduct, Stage::Scale, Stage::Mask];
        let stages = Stage::of(&later);
        assert_eq!(stages[0], Stage::Softmax, "{name}");
        assert!(begin_before.iter().all(|stage| !stages.contains(stage)), "{name}: {stages:?}");
        n_compared += usize::from(later.context.is_some());
    }
    assert!(n_compared > 30, "only {n_compared} fixtures have values");
}

#[test]
fn columns_are_the_same_numbers_transposed() {
    for name in ["column-convention", "column-convention-causal", "column-convention-trainable"] {
        let fixture = fixtures::json(name);
        let rows = &fixture["row_equivalent"];
        let (_, trace) = traced(&fixture.to_string());
        assert_close(name, &heads(&rows["weights"]), &trace.weights, TOLERANCE);
        assert_close(name, &matrix(&rows["output"]), trace.output.as_ref().unwrap(), TOLERANCE);
    }
    for name in fixtures::names() {
        let (mut document, trace) = traced(&fixtures::text(&name));
        document.convention = Convention::Row;
        let rows: Value = serde_json::from_str(&document.to_json(Some(&trace))).unwrap();
        document.convention = Convention::Column;
        let text = document.to_json(Some(&trace));
        let columns: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(columns["convention"], "column");
        for (stage, lists) in rows["stages"].as_object().unwrap() {
            let found = transposed(array(&columns["stages"][stage]));
            assert_close(&format!("{name}: {stage}"), &array(lists), &found, 0.0);
        }
        assert_eq!(Document::from_json(&text).as_ref(), Ok(&document), "{name}");
    }
}

#[test]
fn in_gpt2_attention_reads_the_layer_norm_and_is_added_to_what_came_in() {
    let model = Model::read("gpt2-tiny");
    let norm = model.layer_norm("h.0.ln_1", &model.config["layer_norm_epsilon"]);
    assert_close("norm", &model.stage("norm"), &norm.apply(&model.embedded).output, TOLERANCE);
    model.attention_reads("norm");
    let residual = &model.embedded + model.trace.output.as_ref().unwrap();
    assert_close("residual_mid", &model.stage("residual_mid"), &residual, TOLERANCE);
}

#[test]
fn in_llama_attention_reads_the_rms_norm_and_is_added_to_what_came_in() {
    let model = Model::read("llama-tiny");
    let gamma = &model.tensors["model.layers.0.input_layernorm.weight"];
    let gamma = gamma.clone().into_dimensionality().expect("a vector");
    let norm = rms_norm(&model.embedded, &gamma, model.config["rms_norm_eps"].as_f64().unwrap());
    assert_close("norm", &model.stage("norm"), &norm, TOLERANCE);
    model.attention_reads("norm");
    let residual = &model.embedded + model.trace.output.as_ref().unwrap();
    assert_close("residual_mid", &model.stage("residual_mid"), &residual, TOLERANCE);
}

#[test]
fn in_bert_the_layer_norm_follows_the_residual_connection() {
    for name in ["bert-tiny", "bert-tiny-padded"] {
        let model = Model::read(name);
        model.attention_reads("x");
        let epsilon = &model.config["layer_norm_eps"];
        let norm = model.layer_norm("encoder.layer.0.attention.output.LayerNorm", epsilon);
        let residual = &model.embedded + model.trace.output.as_ref().unwrap();
        let found = norm.apply(&residual).output;
        assert_close(name, &model.stage("addnorm"), &found, TOLERANCE);
        let mut fixture = model.fixture.clone();
        fixture["inputs"]["ln_gamma"] = json!(norm.gamma.to_vec());
        fixture["inputs"]["ln_beta"] = json!(norm.beta.to_vec());
        fixture["options"]["layer_norm_eps"] = epsilon.clone();
        let (_, trace) = traced(&fixture.to_string());
        let found = trace.add_norm.expect("a layer norm").output;
        assert_close(name, &model.stage("addnorm"), &found, TOLERANCE);
    }
}

/// Published scores and weights of GPT-2 small. The file lies beside the project where its
/// developers have it; it is not part of the project.
#[test]
fn the_published_scores_of_gpt2_small_become_its_published_weights() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/gpt2-six-token/scores.json");
    let Ok(text) = fs::read_to_string(&beside) else {
        eprintln!("skipped: no {}", beside.display());
        return;
    };
    let published: Value = serde_json::from_str(&text).unwrap();
    let blocks = published["blocks"].as_array().unwrap();
    let matrices = blocks.iter().flat_map(|block| block.as_array().unwrap());
    let (scores, weights): (Vec<_>, Vec<_>) =
        matrices.map(|head| (matrix(&head["scores"]), matrix(&head["weights"]))).unzip();
    assert_eq!(scores.len(), 144);
    let stack = |matrices: Vec<Matrix>| {
        let views = matrices.iter().map(|matrix| matrix.view()).collect::<Vec<_>>();
        ndarray::stack(Axis(0), &views).unwrap()
    };
    let inputs = Inputs {
        start: Start::Scores { scores: stack(scores).into(), values: None },
        heads: HeadCounts::equal(144),
        rotary: None,
        output: OutputProjection::Unknown,
        add_norm: None,
        overrides: Overrides::new(),
    };
    let problem = Problem::new(inputs, Mask::Causal, Some(Scale::DivideBy(8.0))).unwrap();
    let found = attend(&problem).weights;
    assert_close("block and head", &stack(weights), &found, 1e-6);
}

fn traced(text: &str) -> (Document, Trace) {
    let document = Document::from_json(text).unwrap_or_else(|error| panic!("{error}"));
    let problem = document.problem().unwrap_or_else(|error| panic!("{error}"));
    (document, attend(&problem))
}

pub fn in_convention(document: &Document, array: ArrayD<f64>) -> ArrayD<f64> {
    match document.convention {
        Convention::Row => array,
        Convention::Column => transposed(array),
    }
}

/// The stages of a fixture that are attention's, as Attnscope gives them: where a row may see no
/// key the fixture has 0/0, and Attnscope gives zeros.
pub fn expected_stages(name: &str, fixture: &Value) -> BTreeMap<String, ArrayD<f64>> {
    let stages = fixture["stages"].as_object().unwrap().iter();
    let stages = stages.filter(|(stage, _)| !BESIDE_ATTENTION.contains(&stage.as_str()));
    let mut stages = stages
        .map(|(stage, lists)| (stage.clone(), array(lists)))
        .collect::<BTreeMap<String, ArrayD<f64>>>();
    let unseeing = match name {
        "extremes-fully-masked-row" => 2,
        "mask-fill" => 1,
        _ => return stages,
    };
    for (stage, array) in &mut stages {
        let queries = Axis(array.ndim() - 2);
        let mut row = array.index_axis_mut(queries, unseeing);
        match stage.as_str() {
            "weights" | "context" | "concat" => {
                assert!(row.iter().all(|number| number.is_nan()), "{name}: {stage}");
                row.fill(0.0);
            }
            "output" => row.assign(&self::array(&fixture["policies"]["zeros"]["output_row"])),
            _ => {}
        }
    }
    stages
}

/// A stage of a trace under its name in the document.
fn stage_of(trace: &Trace, stage: &str) -> Option<ArrayD<f64>> {
    let p = &trace.projected;
    let is_bare_residual = trace.residual.is_some() && trace.add_norm.is_none();
    let stack = match stage {
        "q_pre_rope" => p.queries_before_rotary.as_ref(),
        "k_pre_rope" => p.keys_before_rotary.as_ref(),
        "q" => p.queries.as_ref(),
        "k" => p.keys.as_ref(),
        "v" => p.values.as_ref(),
        "scores" => p.scores.as_ref(),
        "scaled" => trace.scaled.as_ref(),
        "masked" => trace.masked.as_ref(),
        "weights" => Some(&*trace.weights),
        "context" => trace.context.as_ref(),
        _ => {
            let matrix = match stage {
                "concat" => trace.concat.as_ref(),
                "head_sum" => trace.output.as_ref().filter(|_| is_bare_residual),
                "output" if is_bare_residual => trace.residual.as_ref(),
                "output" => trace.output.as_ref(),
                _ => None,
            };
            return matrix.map(|matrix| matrix.clone().into_dyn());
        }
    };
    stack.map(|stack| stack.clone().into_dyn())
}

/// A tiny checkpoint and the fixture that was computed with it.
struct Model {
    fixture: Value,
    config: Value,
    tensors: BTreeMap<String, ArrayD<f64>>,
    /// What goes into block 0, `[n_tokens, d_model]`.
    embedded: Matrix,
    trace: Trace,
}

impl Model {
    fn read(name: &str) -> Self {
        let fixture = fixtures::json(name);
        let folder = fixtures::folder().join(fixture["checkpoint"].as_str().unwrap());
        let config = fs::read_to_string(folder.join("config.json")).unwrap();
        Self {
            config: serde_json::from_str(&config).unwrap(),
            tensors: tensors(&fs::read(folder.join("model.safetensors")).unwrap()),
            embedded: matrix(&fixture["hidden_states"][0]),
            trace: traced(&fixture.to_string()).1,
            fixture,
        }
    }

    fn stage(&self, stage: &str) -> Matrix {
        matrix(&self.fixture["stages"][stage])
    }

    fn layer_norm(&self, prefix: &str, epsilon: &Value) -> LayerNorm {
        let vector = |of: &str| -> Array1<f64> {
            self.tensors[&format!("{prefix}.{of}")].clone().into_dimensionality().unwrap()
        };
        let epsilon = epsilon.as_f64().unwrap();
        LayerNorm { gamma: vector("weight"), beta: vector("bias"), epsilon }
    }

    /// The embeddings of the document are this stage, and the block's input is `x`.
    #[track_caller]
    fn attention_reads(&self, stage: &str) {
        let x = &self.trace.projected.embeddings().unwrap().x_q;
        assert_close("x_q", &self.stage(stage), x, TOLERANCE);
        assert_close("x", &self.stage("x"), &self.embedded, TOLERANCE);
    }
}

/// Each row divided by its root mean square, then stretched.
fn rms_norm(x: &Matrix, gamma: &Array1<f64>, epsilon: f64) -> Matrix {
    let mut normalized = x.clone();
    for mut row in normalized.outer_iter_mut() {
        let mean_square = row.iter().map(|v| v * v).sum::<f64>() / row.len() as f64;
        row /= (mean_square + epsilon).sqrt();
        row *= gamma;
    }
    normalized
}

/// The float32 tensors of a safetensors file: a length, a JSON header, the numbers.
fn tensors(bytes: &[u8]) -> BTreeMap<String, ArrayD<f64>> {
    let (length, rest) = bytes.split_first_chunk::<8>().unwrap();
    let (header, data) = rest.split_at(usize::try_from(u64::from_le_bytes(*length)).unwrap());
    let header: BTreeMap<String, Value> = serde_json::from_slice(header).unwrap();
    let entries = header.into_iter().filter(|(name, _)| name != "__metadata__");
    entries
        .map(|(name, entry)| {
            assert_eq!(entry["dtype"], "F32", "{name}");
            let shape: Vec<usize> = serde_json::from_value(entry["shape"].clone()).unwrap();
            let [from, to]: [usize; 2] =
                serde_json::from_value(entry["data_offsets"].clone()).unwrap();
            let numbers = data[from..to].chunks_exact(4);
            let numbers =
                numbers.map(|b| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]))).collect();
            (name, ArrayD::from_shape_vec(shape, numbers).unwrap())
        })
        .collect()
}
