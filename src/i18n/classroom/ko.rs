//! 한국어.

use super::{ClassroomWords, ConventionWords};
use crate::state::Convention;

pub(super) const WORDS: ClassroomWords = ClassroomWords {
    tokens_are: "토큰 방향",
    convention: |convention| match convention {
        Convention::Rows => {
            ConventionWords { name: "행", about: "Q Kᵀ: 논문과 PyTorch의 표기" }
        }
        Convention::Columns => {
            ConventionWords { name: "열", about: "Kᵀ Q: 수학 교재의 표기" }
        }
    },
};
