//! The steps that `NumPy` and `PyTorch` spell nearly alike: projections, heads, rotary position.

use super::script::{Script, affine};
use crate::{
    export::numpy::SPELLING,
    math::{Overridable, OverridePlace, Rotary},
};

/// The words of a library.
pub(super) struct Dialect {
    /// A function that cuts a matrix into heads.
    split: &'static str,
    /// A function that turns queries and keys.
    rotate: &'static str,
    /// What counts 0, 1, 2, ….
    arange: &'static str,
    /// What makes an array that shares its numbers with no other.
    copy: &'static str,
}

/// The words of `NumPy`.
pub(super) const NUMPY: Dialect = Dialect {
    split: "\
def split(x, n):
    # [tokens, n * d] -> [n, tokens, d]: a head owns neighboring columns of every token.
    return x.reshape(len(x), n, -1).transpose(1, 0, 2)
",
    rotate: "\
def rotate(x, positions, theta):
    # Feature i turns with feature i + d / 2, by position * theta ** (-2i / d).
    half = x.shape[-1] // 2
    angles = positions[:, None] * theta ** (-np.arange(half) / half)
    cos, sin, first, second = np.cos(angles), np.sin(angles), x[..., :half], x[..., half:]
    return np.concatenate([first * cos - second * sin, second * cos + first * sin], axis=-1)
",
    arange: "np.arange",
    copy: "copy",
};

/// The words of `PyTorch`.
pub(super) const TORCH: Dialect = Dialect {
    split: "\
def split(x, n):
    # [tokens, n * d] -> [n, tokens, d]: a head owns neighboring columns of every token.
    return x.reshape(len(x), n, -1).transpose(0, 1)
",
    rotate: "\
def rotate(x, positions, theta):
    # Feature i turns with feature i + d / 2, by position * theta ** (-2i / d).
    half = x.shape[-1] // 2
    angles = positions[:, None] * theta ** (-torch.arange(half) / half)
    cos, sin, first, second = angles.cos(), angles.sin(), x[..., :half], x[..., half:]
    return torch.cat([first * cos - second * sin, second * cos + first * sin], dim=-1)
",
    arange: "torch.arange",
    copy: "clone",
};

impl Dialect {
    /// Queries, keys and values, with rotary position where there is any, and with what is set by
    /// hand.
    pub fn until_keys(&self, script: &mut Script<'_>) {
        self.projections(script);
        self.rotary(script);
        for of in [Overridable::Queries, Overridable::Keys, Overridable::Values] {
            if let [first, ..] = script.facts.set_by_hand(of)[..] {
                let (name, copy) = (first.0, self.copy);
                script.line(&format!("{name} = {name}.{copy}()"));
            }
            set_by_hand(script, of);
        }
    }

    fn projections(&self, script: &mut Script<'_>) {
        let facts = script.facts;
        if let Some(embeddings) = facts.embeddings() {
            script.line(self.split);
            let [from, from_keys, from_values] = facts.sources();
            for (name, of, projection, parameters, heads) in [
                ("queries", from, &embeddings.query, ["w_q", "b_q"], "n_heads"),
                ("keys", from_keys, &embeddings.key, ["w_k", "b_k"], "n_kv_heads"),
                ("values", from_values, &embeddings.value, ["w_v", "b_v"], "n_kv_heads"),
            ] {
                let projected = affine(of, projection, parameters);
                script.line(&format!("{name} = split({projected}, {heads})"));
            }
        }
    }

    fn rotary(&self, script: &mut Script<'_>) {
        let facts = script.facts;
        let Some(Rotary { theta, positions }) = &facts.projected().inputs.rotary else { return };
        script.line(self.rotate);
        for name in ["queries", "keys"] {
            let positions = match positions {
                Some(_) => "positions".to_owned(),
                None => format!("{}({name}.shape[1])", self.arange),
            };
            script.line(&format!("{name} = rotate({name}, {positions}, {theta:?})"));
        }
    }
}

/// Writes single numbers over those that were computed.
pub(super) fn set_by_hand(script: &mut Script<'_>, of: Overridable) {
    for (name, OverridePlace { head, row, column, .. }, value) in script.facts.set_by_hand(of) {
        let value = SPELLING.write(value);
        script.line(&format!("{name}[{head}, {row}, {column}] = {value}  # set by hand"));
    }
}
