//! What each kind of mask is for, and why it hides a key.

use crate::{
    i18n::MaskWords,
    math::{HiddenBy, MaskKind},
};

pub(super) fn mask(kind: MaskKind) -> MaskWords {
    match kind {
        MaskKind::None => {
            MaskWords { name: "none", about: "Every query sees every key.", parameter: "" }
        }
        MaskKind::Causal => MaskWords {
            name: "causal",
            about: "A query sees itself and what came before it: a model that writes from left to \
                    right must not read ahead.",
            parameter: "",
        },
        MaskKind::Padding => MaskWords {
            name: "padding",
            about: "Texts of one batch are filled up to one length. The filler at the end means \
                    nothing and is hidden.",
            parameter: "from token",
        },
        MaskKind::Window => MaskWords {
            name: "sliding window",
            about: "A query sees only its neighbors, so that a long text costs less.",
            parameter: "width",
        },
        MaskKind::Prefix => MaskWords {
            name: "prefix",
            about: "The first tokens, such as a question, are seen by all, ahead too; only what \
                    follows is read from left to right.",
            parameter: "tokens",
        },
        MaskKind::Blocks => MaskWords {
            name: "blocks",
            about: "Several texts stand in one sequence; a query sees only tokens of its own.",
            parameter: "begin at tokens",
        },
        MaskKind::Painted => MaskWords {
            name: "painted",
            about: "You say of every cell whether its query may look. Click or drag over the mask, or press Space.",
            parameter: "",
        },
        MaskKind::Added => MaskWords {
            name: "added numbers",
            about: "Numbers are added to the scores: −∞ hides a key, others make it count for \
                    more or for less, as ALiBi does by distance.",
            parameter: "",
        },
    }
}

pub(super) fn hidden(by: HiddenBy) -> &'static str {
    match by {
        HiddenBy::AfterQuery => "the key comes after the query: −∞",
        HiddenBy::Padding => "the key is padding: −∞",
        HiddenBy::OutsideWindow => "the key is outside the window: −∞",
        HiddenBy::OutsidePrefix => "the key is not in the prefix: −∞",
        HiddenBy::AfterPrefix => "the key comes after the query and is not in the prefix: −∞",
        HiddenBy::OtherBlock => "the key is in another block: −∞",
        HiddenBy::Painted => "this cell is hidden by hand: −∞",
        HiddenBy::Added => "the mask adds −∞",
    }
}
