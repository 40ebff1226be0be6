//! The computation in `NumPy`, step by step, each stage under its name in the field.

use super::{
    dialect::{NUMPY, set_by_hand},
    script::{CHECK, SOFTMAX, Script, affine},
};
use crate::{
    export::{About, File, Whole, WholeExporter},
    math::{AddNorm, MatrixName as M, Overridable, Start},
};

/// A program in `NumPy`.
pub(in crate::export) struct NumPy;

impl WholeExporter for NumPy {
    fn about(&self) -> About {
        About {
            id: "numpy-script",
            english: "NumPy program",
            korean: "NumPy 프로그램",
            extension: "py",
            mime: "text/x-python",
            is_text: true,
        }
    }

    fn write(&self, whole: &Whole<'_>) -> Vec<File> {
        let mut script = Script::new(*whole, "NumPy");
        script.line("import numpy as np\n");
        script.numbers();
        script.line("\n");
        script.line(SOFTMAX);
        script.line(CHECK);
        NUMPY.until_keys(&mut script);
        scores(&mut script);
        until_weights(&mut script);
        after_weights(&mut script);
        script.line("");
        script.line("check(\"attention weights\", weights, expected_weights)");
        if let Some(stage) = script.facts.last_stage() {
            script.line(&format!("check(\"{stage}\", {stage}, expected_result)"));
        }
        script.finish("attention_numpy.py", self.about().mime)
    }
}

/// The scores, as far as they are not given.
pub(super) fn scores(script: &mut Script<'_>) {
    if matches!(script.facts.start(), Start::Scores { .. } | Start::Weights { .. }) {
        return;
    }
    let keys = repeated(script, "keys");
    script.line(&format!("scores = queries @ {keys}.transpose(0, 2, 1)"));
    set_by_hand(script, Overridable::Scores);
}

/// Scaled and masked scores and their softmax, as far as they are not given.
pub(super) fn until_weights(script: &mut Script<'_>) {
    let facts = script.facts;
    if matches!(facts.start(), Start::Weights { .. }) {
        return;
    }
    script.line(&format!("scaled = {}", facts.scaled()));
    let masked = match script.mask {
        None => "scaled".to_owned(),
        // What may not be looked at is -inf, whatever the score is.
        Some("may_look") => "np.where(may_look, scaled, -np.inf)".to_owned(),
        Some(mask) => format!("np.where(np.isneginf({mask}), -np.inf, scaled + {mask})"),
    };
    script.line(&format!("masked = {masked}"));
    script.line("weights = softmax(masked)");
}

/// The mixture of values and what follows it.
pub(super) fn after_weights(script: &mut Script<'_>) {
    let facts = script.facts;
    if !facts.has(M::Context) {
        return;
    }
    let values = repeated(script, "values");
    script.line(&format!("context = weights @ {values}"));
    script.line("# The heads side by side, not added.");
    script.line(&format!("concat = context.transpose(1, 0, 2).reshape({}, -1)", facts.n_queries));
    after_concat(script);
}

/// The output projection and what follows it.
fn after_concat(script: &mut Script<'_>) {
    let Some(output) = script.facts.output() else { return };
    script.line(&format!("output = {}", affine("concat", output, ["w_o", "b_o"])));
    after_output(script);
}

/// Residual connection and layer norm.
pub(super) fn after_output(script: &mut Script<'_>) {
    let facts = script.facts;
    if !facts.has(M::Residual) {
        return;
    }
    script.line("residual = x + output");
    if let Some(AddNorm { norm: Some(norm) }) = &facts.projected().inputs.add_norm {
        script.line("centered = residual - residual.mean(axis=-1, keepdims=True)");
        script.line("variance = (centered ** 2).mean(axis=-1, keepdims=True)");
        script.line(&format!(
            "add_norm = centered / np.sqrt(variance + {:?}) * ln_gamma + ln_beta",
            norm.epsilon
        ));
    }
}

/// A stack over key/value heads, each repeated for the query heads that share it.
fn repeated(script: &Script<'_>, name: &str) -> String {
    match script.facts.group() {
        1 => name.to_owned(),
        group => format!("np.repeat({name}, {group}, axis=0)"),
    }
}
