//! English.

use super::{ClassroomWords, ConventionWords};
use crate::state::Convention;

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
};
