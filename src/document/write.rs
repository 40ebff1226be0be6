//! From a document, and perhaps its trace, to a JSON text.

use ndarray::{Array2, ArrayView, Dimension, aview2};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    Convention, Document,
    array::{Entry, Lists},
    layout::RowPerLine,
    over,
    overrides::entries,
};
use crate::math::{
    AddNorm, Affine, Embeddings, LayerNorm, Mask, Matrix, OutputProjection, Overridable, Remark,
    Scale, Start, Trace,
};

/// Writes a document.
pub(super) fn document(document: &Document, trace: Option<&Trace>) -> String {
    print(tree(document, trace))
}

/// All that is written of a document, with its arrays where they are.
pub(super) fn tree<'a>(document: &'a Document, trace: Option<&'a Trace>) -> Object<'a> {
    let mut top = Object::new(document.convention);
    top.text("name", document.name.as_deref());
    top.text("convention", Some(convention_name(document.convention)));
    top.object("dims", |dims| write_dims(dims, document, trace));
    top.object("inputs", |inputs| write_inputs(inputs, document));
    top.object("options", |options| write_options(options, document));
    // Of a long input not every head is there, and a document holds all or none.
    if let Some(trace) = trace.filter(|trace| trace.projected.holds_all()) {
        top.object("stages", |stages| write_stages(stages, trace));
        write_add_norm(&mut top, trace);
        write_remarks(&mut top, trace);
    }
    top
}

/// The JSON text.
pub(super) fn print(top: Object<'_>) -> String {
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, RowPerLine::default());
    // Neither writing to memory nor texts as keys can fail, and JSON is UTF-8.
    let written = Part::Object(top).serialize(&mut serializer);
    debug_assert!(written.is_ok());
    text.push(b'\n');
    String::from_utf8(text).unwrap_or_default()
}

fn convention_name(convention: Convention) -> &'static str {
    match convention {
        Convention::Row => "row",
        Convention::Column => "column",
    }
}

fn write_dims(dims: &mut Object<'_>, document: &Document, trace: Option<&Trace>) {
    let heads = document.inputs.heads;
    if let Some(trace) = trace {
        let p = &trace.projected;
        dims.count("n", Some(p.n_queries()));
        dims.count("m", Some(p.n_keys()));
        dims.count("d_model", p.d_model());
        dims.count("d_k", p.d_k());
        dims.count("d_v", p.values.as_ref().map(|values| values.dim().2));
        dims.count("d_out", trace.output.as_ref().map(Matrix::ncols));
    }
    dims.count("heads", Some(heads.queries));
    dims.count("kv_heads", (heads.keys_values != heads.queries).then_some(heads.keys_values));
}

fn write_inputs<'a>(inputs: &mut Object<'a>, document: &'a Document) {
    let given = &document.inputs;
    inputs.texts("tokens", document.tokens.as_deref());
    inputs.texts("tokens_k", document.tokens_k.as_deref());
    match &given.start {
        Start::Embeddings(embeddings) => write_embeddings(inputs, embeddings),
        Start::Projections { queries, keys, values } => {
            inputs.numbers("q", Some(queries.view()));
            inputs.numbers("k", Some(keys.view()));
            inputs.numbers("v", Some(values.view()));
        }
        Start::Scores { scores, values } => {
            inputs.numbers("scores", Some(scores.view()));
            inputs.numbers("v", values.as_ref().map(|values| values.view()));
        }
        Start::Weights { weights, values } => {
            inputs.numbers("weights", Some(weights.view()));
            inputs.numbers("v", values.as_ref().map(|values| values.view()));
        }
    }
    if let OutputProjection::Given(affine) = &given.output {
        write_affine(inputs, ["w_o", "b_o"], affine);
    }
    if !given.overrides.is_empty() {
        inputs.object("overrides", |object| {
            for of in Overridable::ALL {
                let entries = entries(&given.overrides, of, document.convention);
                object.push(of.key(), (!entries.is_empty()).then_some(Part::Entries(entries)));
            }
        });
    }
    let positions = given.rotary.as_ref().and_then(|rotary| rotary.positions.as_ref());
    inputs.numbers("positions", positions.map(|positions| positions.view()));
    if let Some(AddNorm { norm: Some(LayerNorm { gamma, beta, .. }) }) = &given.add_norm {
        inputs.numbers("ln_gamma", Some(gamma.view()));
        inputs.numbers("ln_beta", Some(beta.view()));
    }
}

fn write_embeddings<'a>(inputs: &mut Object<'a>, embeddings: &'a Embeddings) {
    inputs.numbers("x_q", Some(embeddings.x_q.view()));
    inputs.numbers("x_k", embeddings.x_k.as_ref().map(|x| x.view()));
    inputs.numbers("x_v", embeddings.x_v.as_ref().map(|x| x.view()));
    write_affine(inputs, ["w_q", "b_q"], &embeddings.query);
    write_affine(inputs, ["w_k", "b_k"], &embeddings.key);
    write_affine(inputs, ["w_v", "b_v"], &embeddings.value);
}

fn write_affine<'a>(inputs: &mut Object<'a>, names: [&'static str; 2], affine: &'a Affine) {
    inputs.numbers(names[0], affine.weight.as_ref().map(|weight| weight.view()));
    inputs.numbers(names[1], affine.bias.as_ref().map(|bias| bias.view()));
}

fn write_options<'a>(options: &mut Object<'a>, document: &'a Document) {
    options.number("scale", document.scale.map(Scale::factor));
    if let Some(Scale::DivideBy(divisor)) = document.scale {
        options.number("divide_by", Some(divisor));
    }
    options.object("mask", |mask| write_mask(mask, document));
    if let Some(rotary) = &document.inputs.rotary {
        options.object("rope", |rope| rope.number("theta", Some(rotary.theta)));
    }
    if document.inputs.output == OutputProjection::Unknown {
        options.flag("output_projection", false);
    }
    match &document.inputs.add_norm {
        None => {}
        Some(AddNorm { norm: None }) => options.flag("residual", true),
        Some(AddNorm { norm: Some(norm) }) => {
            options.number("layer_norm_eps", Some(norm.epsilon));
            options.text("order", Some("post"));
        }
    }
}

fn write_mask<'a>(mask: &mut Object<'a>, document: &'a Document) {
    let kind = match &document.mask {
        Mask::None => "none",
        Mask::Causal => "causal",
        Mask::Allow(_) | Mask::AllowPerHead(_) => "allow",
        Mask::Add(_) | Mask::AddPerHead(_) => "add",
    };
    mask.text("kind", Some(document.mask_kind.as_deref().unwrap_or(kind)));
    match &document.mask {
        Mask::None | Mask::Causal => {}
        Mask::Allow(allow) => mask.flags("allow", allow.view()),
        Mask::AllowPerHead(allow) => mask.flags("allow", allow.view()),
        Mask::Add(add) => mask.numbers("add", Some(add.view())),
        Mask::AddPerHead(add) => mask.numbers("add", Some(add.view())),
    }
}

/// The stages under the names of the schema. With a bare residual connection `output` is what
/// comes after it, and `head_sum` what was added.
fn write_stages<'a>(stages: &mut Object<'a>, trace: &'a Trace) {
    let p = &trace.projected;
    let heads = [
        ("q_pre_rope", p.queries_before_rotary.as_ref()),
        ("k_pre_rope", p.keys_before_rotary.as_ref()),
        ("q", p.queries.as_ref()),
        ("k", p.keys.as_ref()),
        ("v", p.values.as_ref()),
        ("scores", p.scores.as_ref()),
        ("scaled", trace.scaled.as_ref()),
        ("masked", trace.masked.as_ref()),
        ("weights", Some(&*trace.weights)),
        ("context", trace.context.as_ref()),
    ];
    for (name, stack) in heads {
        stages.numbers(name, stack.map(|stack| stack.view()));
    }
    let bare_residual = trace.residual.as_ref().filter(|_| trace.add_norm.is_none());
    let output = trace.output.as_ref();
    let (head_sum, output) = match bare_residual {
        None => (None, output),
        Some(residual) => (output, Some(residual)),
    };
    stages.numbers("concat", trace.concat.as_ref().map(|concat| concat.view()));
    stages.numbers("head_sum", head_sum.map(|head_sum| head_sum.view()));
    stages.numbers("output", output.map(|output| output.view()));
}

fn write_add_norm<'a>(top: &mut Object<'a>, trace: &'a Trace) {
    let (Some(residual), Some(normed)) = (&trace.residual, &trace.add_norm) else { return };
    top.object("addnorm", |add_norm| {
        add_norm.numbers("residual", Some(residual.view()));
        add_norm.numbers("mean", Some(normed.mean.view()));
        add_norm.numbers("variance", Some(normed.variance.view()));
        add_norm.numbers("normalized", Some(normed.normalized.view()));
        add_norm.numbers("output", Some(normed.output.view()));
    });
}

fn write_remarks(top: &mut Object<'_>, trace: &Trace) {
    let remarks = trace.remarks.iter().map(|remark| match remark {
        Remark::SeesNoKey { head, query } => {
            format!("head {head}, query {query} sees no key: its weights and its context are 0")
        }
    });
    let remarks = remarks.collect::<Vec<_>>();
    if !remarks.is_empty() {
        top.parts.push(("remarks", Part::Sentences(remarks)));
    }
}

/// The parts of a JSON object, in order; what does not exist is left out.
pub(super) struct Object<'a> {
    convention: Convention,
    pub(super) parts: Vec<(&'static str, Part<'a>)>,
}

/// What an object holds.
pub(super) enum Part<'a> {
    Text(&'a str),
    Texts(&'a [String]),
    Sentences(Vec<String>),
    Number(f64),
    Count(usize),
    Flag(bool),
    Numbers(Lists<'a, f64>),
    Entries(Vec<[f64; 4]>),
    Flags(Lists<'a, bool>),
    Object(Object<'a>),
    /// What `over` changes of an array elsewhere, `[n_changes, n_indices + 1]`.
    Changes(Array2<f64>),
}

impl<'a> Object<'a> {
    fn new(convention: Convention) -> Self {
        Self { convention, parts: Vec::new() }
    }

    fn push(&mut self, key: &'static str, part: Option<Part<'a>>) {
        self.parts.extend(part.map(|part| (key, part)));
    }

    fn text(&mut self, key: &'static str, text: Option<&'a str>) {
        self.push(key, text.map(Part::Text));
    }

    fn texts(&mut self, key: &'static str, texts: Option<&'a [String]>) {
        self.push(key, texts.map(Part::Texts));
    }

    fn number(&mut self, key: &'static str, number: Option<f64>) {
        self.push(key, number.map(Part::Number));
    }

    fn count(&mut self, key: &'static str, count: Option<usize>) {
        self.push(key, count.map(Part::Count));
    }

    fn flag(&mut self, key: &'static str, flag: bool) {
        self.push(key, Some(Part::Flag(flag)));
    }

    fn numbers<D: Dimension>(&mut self, key: &'static str, array: Option<ArrayView<'a, f64, D>>) {
        let lists = array.map(|array| Part::Numbers(self.lists(array)));
        self.push(key, lists);
    }

    fn flags<D: Dimension>(&mut self, key: &'static str, array: ArrayView<'a, bool, D>) {
        let lists = Part::Flags(self.lists(array));
        self.push(key, Some(lists));
    }

    fn object(&mut self, key: &'static str, fill: impl FnOnce(&mut Self)) {
        let mut object = Self::new(self.convention);
        fill(&mut object);
        self.push(key, Some(Part::Object(object)));
    }

    /// An array in the document's convention: the door at which rows become columns.
    fn lists<T: Entry, D: Dimension>(&self, array: ArrayView<'a, T, D>) -> Lists<'a, T> {
        let mut array = array.into_dyn();
        let depth = array.ndim();
        if self.convention == Convention::Column && depth >= 2 {
            array.swap_axes(depth - 2, depth - 1);
        }
        Lists(array)
    }
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => text.serialize(serializer),
            Self::Texts(texts) => texts.serialize(serializer),
            Self::Sentences(sentences) => sentences.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
            Self::Count(count) => count.serialize(serializer),
            Self::Flag(flag) => flag.serialize(serializer),
            Self::Numbers(lists) => lists.serialize(serializer),
            Self::Entries(entries) => Lists(aview2(entries).into_dyn()).serialize(serializer),
            Self::Flags(lists) => lists.serialize(serializer),
            Self::Changes(changes) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(over::MARK, &Lists(changes.view().into_dyn()))?;
                map.end()
            }
            Self::Object(object) => {
                let mut map = serializer.serialize_map(Some(object.parts.len()))?;
                for (key, part) in &object.parts {
                    map.serialize_entry(key, part)?;
                }
                map.end()
            }
        }
    }
}
