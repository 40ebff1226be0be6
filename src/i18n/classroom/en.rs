//! English.

use super::{ClassroomWords, ConventionWords, KeyWords};
use crate::{math::Stage, state::Convention};

pub(super) const WORDS: ClassroomWords = ClassroomWords {
    tokens_are: "Tokens are",
    convention: |convention| match convention {
        Convention::Rows => {
            ConventionWords { name: "rows", about: "Q Kᵀ, as in the paper and in PyTorch" }
        }
        Convention::Columns => {
            ConventionWords { name: "columns", about: "Kᵀ Q, as in mathematics texts" }
        }
    },
    present: "Present",
    leave: "Leave the presentation (Esc)",
    full: "Whole screen",
    open: "Open in Attnscope",
    line: |stage| match stage {
        Stage::Project => "Each token gets a query, a key and a value.",
        Stage::Rotary => "Queries and keys are turned by their position.",
        Stage::DotProduct => "Every query meets every key: large where they point the same way.",
        Stage::Scale => "All scores are divided by one number.",
        Stage::Mask => "What a query may not see becomes −∞.",
        Stage::Softmax => "Each {row} of scores becomes shares that sum to 1.",
        Stage::Context => "Each query mixes the values in the shares of its weights.",
        Stage::Concat => "The contexts of all heads are set {beside}.",
        Stage::Output => "W_O mixes what the heads found into one vector.",
        Stage::AddNorm => "The output is added to the embedding, then normalized.",
    },
    hide: "Hide",
    hide_numbers: "numbers",
    hide_stage: "stage",
    show_all: |count| format!("Show all ({count})"),
    hidden: "Hidden. A press on it or the key h shows it.",
    show_stage: "Show this stage",
    hidden_view: "Some numbers are hidden, and this view would show them.",
    keys: KeyWords {
        title: "Keyboard shortcuts",
        enabled: "Single keys are on",
        steps: "previous and next stage",
        lesson: "previous and next step of a lesson",
        present: "presentation on and off",
        hide: "numbers of the stage hidden and shown, to ask a class",
        heads: "previous and next head",
        head_number: "head by its number",
        mask: "mask on and off",
        scale: "scale back to the example’s own",
        undo: "undo and redo",
        cells: "move the selected cell, in a matrix",
        row_maximum: "largest number of the {row}, in a matrix",
        trail: "back and forward through the cells that links led to",
        type_over: "type over the number; Enter keeps it, Escape does not, Tab goes on",
        nudge: "one step more or less; ten with Shift, a tenth with Alt",
        zoom: "in the pictures of a long input: closer, farther, all of it",
        paint: "in the mask: hide the cell, or show it again; it becomes a painted one",
        give_back: "back to the number that was changed",
        tokens: "another token in the strip; with Shift, move it",
        token_edit: "in the strip: rename, add before (after with Shift), remove",
    },
};
