//! The text of a program: its head, its numbers, and the lines that all programs share.

use std::fmt::Write as _;

use super::{facts::Facts, literal};
use crate::{
    export::{
        File, Whole, WholeExporter as _,
        arrays::{Array, Named},
        npz,
        numpy::one_line,
    },
    math::{Affine, Mask, MatrixName as M, Start},
};

/// More numbers than this are not written into the program.
const MOST_EMBEDDED: usize = 3000;

/// A program that is being written.
pub(super) struct Script<'a> {
    pub facts: Facts<'a>,
    /// The numbers that stand before the program, by name.
    data: Vec<(&'static str, Named<'a>)>,
    text: String,
    /// What the mask is called: `may_look` where it is yes and no.
    pub mask: Option<&'static str>,
}

impl<'a> Script<'a> {
    /// Begins a program; `what` says with what it computes.
    pub fn new(whole: Whole<'a>, what: &str) -> Self {
        let facts = Facts::of(whole);
        let mask = match *whole.trace.mask {
            Mask::None => None,
            Mask::Causal | Mask::Allow(_) | Mask::AllowPerHead(_) => Some("may_look"),
            Mask::Add(_) | Mask::AddPerHead(_) => Some("mask"),
        };
        let mut script = Self { facts, data: data(&facts), text: String::new(), mask };
        script.line(&format!(
            "\"\"\"Attention with {what}: the numbers of Attnscope, computed again."
        ));
        script.line("");
        script.line(
            "Prints the attention weights and the result, then compares both with Attnscope's.",
        );
        if !script.is_embedded() {
            script.line(&format!("Needs {} (\"All stages\") beside it.", npz::NAME));
        }
        script.line("\"\"\"");
        if let Some(name) = whole.name {
            script.line(&format!("# {}", one_line(name)));
        }
        script.line("");
        script
    }

    /// Adds a line, or several.
    pub fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn is_embedded(&self) -> bool {
        let count = |(_, named): &(_, Named<'_>)| match &named.array {
            Array::Numbers(numbers) => numbers.len(),
            Array::Flags(flags) => flags.len(),
            Array::Texts(_) | Array::Word(_) => 0,
        };
        self.data.iter().map(count).sum::<usize>() <= MOST_EMBEDDED
    }

    /// Writes the numbers, or the lines that load them.
    pub fn numbers(&mut self) {
        if !self.is_embedded() {
            self.line(&format!(
                "from pathlib import Path\n\ndata = np.load(Path(__file__).with_name(\"{}\"))",
                npz::NAME
            ));
        }
        let is_embedded = self.is_embedded();
        let mut text = String::new();
        for (name, named) in &self.data {
            let value = match &named.array {
                Array::Texts(_) => literal::array(&named.array),
                _ if is_embedded => literal::array(&named.array),
                _ => format!("data[\"{}\"]", named.name),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} = {value}");
        }
        self.text.push_str(&text);
        self.mask_rule();
        let Facts { n_heads, n_kv_heads, .. } = self.facts;
        self.line(&format!("n_heads, n_kv_heads = {n_heads}, {n_kv_heads}"));
    }

    /// Names of the arrays of numbers that the program computes with.
    pub fn names(&self) -> Vec<&'static str> {
        let given = self.data.iter().filter(|(name, named)| {
            !matches!(named.array, Array::Texts(_)) && !name.starts_with("expected_")
        });
        let mask = self.mask.filter(|_| *self.facts.whole.trace.mask == Mask::Causal);
        given.map(|(name, _)| *name).chain(mask).collect()
    }

    /// The rule of a mask that has one.
    fn mask_rule(&mut self) {
        let Facts { n_queries, n_keys, .. } = self.facts;
        if *self.facts.whole.trace.mask == Mask::Causal {
            self.line(&format!(
                "may_look = np.tril(np.ones(({n_queries}, {n_keys}), bool))  # key <= query"
            ));
        }
    }

    /// Ends the program: prints, and compares the weights and the last stage.
    pub fn finish(mut self, file_name: &str, mime: &'static str) -> Vec<File> {
        self.line(END);
        let mut files =
            vec![File { name: file_name.to_owned(), mime, bytes: self.text.clone().into_bytes() }];
        if !self.is_embedded() {
            files.extend(npz::Npz.write(&self.facts.whole));
        }
        files
    }
}

/// What a program ends with: it has come so far without a difference.
const END: &str = "print(\"agrees with Attnscope\")";

/// The softmax in `NumPy`.
pub(super) const SOFTMAX: &str = "\
def softmax(rows):
    largest = rows.max(axis=-1, keepdims=True)
    exponentials = np.exp(rows - np.where(np.isneginf(largest), 0, largest))
    total = exponentials.sum(axis=-1, keepdims=True)
    # A row that may see no key gets weights of 0.
    return exponentials / np.where(total == 0, 1, total)
";

/// How a program compares: relative above 1, absolute below.
pub(super) const CHECK: &str = "\
def check(name, found, expected, tolerance=1e-9):
    found = np.asarray(found)
    print(name, found.shape, found, sep=\"\\n\")
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance, err_msg=name)
";

/// What queries are multiplied by before a layer whose own scale is 1 ÷ √`d_k`, so that it becomes
/// ours; nothing where it is.
pub(super) fn fold(script: &mut Script<'_>) -> &'static str {
    // A few roundings from 1.
    const TOLERANCE: f64 = 1e-15;
    let (d_k, factor) = (script.facts.width(M::Queries), script.facts.factor());
    if (factor * (d_k as f64).sqrt() - 1.0).abs() < TOLERANCE {
        return "";
    }
    script.line("# Its scale is 1 / sqrt(d_k): the rest of this one goes into the queries.");
    script.line(&format!("fold = {factor:?} * {d_k} ** 0.5"));
    "fold * "
}

/// `x @ w_q + b_q`; what is missing is left out.
pub(super) fn affine(of: &str, affine: &Affine, names: [&str; 2]) -> String {
    let weight = affine.weight.as_ref().map(|_| format!(" @ {}", names[0])).unwrap_or_default();
    let bias = affine.bias.as_ref().map(|_| format!(" + {}", names[1])).unwrap_or_default();
    format!("{of}{weight}{bias}")
}

/// What the program has to be told: what is given, and what it compares with.
fn data<'a>(facts: &Facts<'a>) -> Vec<(&'static str, Named<'a>)> {
    let whole = facts.whole;
    let is_rule = |named: &Named<'_>| named.name == "mask" && *whole.trace.mask == Mask::Causal;
    let given = whole.inputs().0.into_iter().filter(|named| !is_rule(named));
    let name = |named: &Named<'_>| match named.array {
        Array::Flags(_) => "may_look",
        _ => named.name,
    };
    let mut data: Vec<_> = given.map(|named| (name(&named), named)).collect();
    let has_rotary = facts.has(M::QueriesBeforeRotary);
    let stages: &[(&'static str, &'static str)] = match facts.start() {
        Start::Embeddings(_) => &[],
        Start::Projections { .. } if has_rotary => &[
            ("queries", "queries_before_rotary"),
            ("keys", "keys_before_rotary"),
            ("values", "values"),
        ],
        Start::Projections { .. } => {
            &[("queries", "queries"), ("keys", "keys"), ("values", "values")]
        }
        Start::Scores { .. } => &[("scores", "scores"), ("values", "values")],
        Start::Weights { .. } => &[("weights", "weights"), ("values", "values")],
    };
    let last = facts.last_stage().map(|stage| ("expected_result", stage));
    let stages = stages.iter().copied().chain([("expected_weights", "weights")]).chain(last);
    let computed = whole.stages().0;
    data.extend(stages.filter_map(|(name, stage)| {
        let named = computed.iter().find(|named| named.name == stage)?;
        Some((name, named.clone()))
    }));
    data
}
