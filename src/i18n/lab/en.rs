//! English.

use super::{BlockWords, CompareWords, HeadWords, LabWords, MeasureWords, mistakes_en::mistake};
use crate::math::{Hindrance, Measure};

pub(super) const WORDS: LabWords = LabWords {
    mistake,
    hindrance,
    mistakes: "Mistakes",
    right: "Right",
    wrong: "Wrong",
    difference: "Wrong − right",
    shown: "Look at",
    shows_first: "here first",
    colors: |bound, is_usual| {
        let larger = if is_usual { "; larger ones take the last color" } else { "" };
        format!("Colors of the difference: −{bound} … 0 … {bound}{larger}")
    },
    largest: |difference, cell| format!("Largest difference: {difference} at {cell}."),
    no_difference: "No difference in this head.",
    other_sizes: |right, wrong| {
        format!("{right} against {wrong}: of two sizes, so there is no difference to draw.")
    },
    not_computed: "With the mistake this can no longer be computed: the sizes do not fit.",
    sums: |token, right, wrong| format!("The weights of {token} sum to {wrong}, rightly {right}."),
    what: "What happens",
    why: "Why it is wrong",
    code: "In code",
    who: "Who makes it",
    fill: "Fill",
    fill_replaces: "in place of the score",
    fill_is_added: "added to the score",
    half: "half precision",
    unseeing: "hide every key from the selected query",
    dropped: "p",
    seed: "Seed",
    draw_again: "Draw again",
    compare: CompareWords {
        freeze: "Freeze as A",
        intro: "Freeze what is shown now as A. Then change anything: the mask, the divisor, numbers, the head, even the example. It stands beside A as B, and so does the difference, at every stage.",
        kept: "A is kept until the page is closed or reloaded.",
        release: "Let A go",
        swap: "Swap A and B",
        no_swap: "A has other numbers; open them to swap",
        a: "A (frozen)",
        b: "B (now)",
        minus: "B − A",
        same: "A and B are the same. Change something.",
        differs: "What differs:",
        numbers: |a, b| format!("numbers: {a} → {b}"),
        mask: |a, b| format!("mask: {a} → {b}"),
        divisor: |a, b| format!("divisor: {a} → {b}"),
        head: |a, b| format!("head: {a} → {b}"),
        missing: "There is no such matrix on one of the two sides.",
        names: "names of tokens: A and B have their own, the difference those of B",
        stages: "Largest difference of each stage",
    },
    heads: HeadWords {
        title: |matrix| format!("{matrix} of all heads"),
        title_of_blocks: |matrix| format!("{matrix} of all heads of all blocks"),
        sort_by: "Sort by",
        by_number: "number",
        by_number_about: "In the order of their numbers. A click opens a head.",
        measure,
        largest_first: "Largest first; a query that sees no key does not count.",
        two_sequences: "Here queries and keys are two sequences: no key is the previous or the first token or the query itself, and there is no distance between them.",
        few_tokens: "Fewer than three tokens: the previous, the first and the own token are never three different keys, so their weights are not measured.",
        head: |head| format!("Head {head}"),
        head_of_block: |block, head| format!("Block {block}, head {head}"),
        blocks: BlockWords {
            all: "All blocks",
            alone: "This block alone",
            cancel: "Cancel",
            sizes: |sizes, total| format!("Fetches blocks {sizes}: {total} in all."),
            about: "Block and head, counted from 0, under the chosen mask and divisor.",
            changed: "The numbers of this block were changed, so it does not stand beside the other blocks of its model.",
        },
        left_out: "Of an input this long only small pictures and measures of all heads are kept, not their matrices: there is no mean, no similarity and no number of keys.",
        one_domain: |range| format!("All on one color domain: {range}"),
        mean: "Mean of the heads",
        mean_warning: "A mean hides what single heads do: two sharp heads look like one that is undecided.",
        picture_warning: "And a head's picture is not what the model thinks: values and W_O decide what becomes of a weight.",
        keys: "Effective number of keys",
        keys_about: |n| {
            format!(
                "exp(entropy) of each query's weights, from 1 (one key takes all) to {n} (all alike)"
            )
        },
        row: |token, entropy, keys| {
            format!("{token}: entropy {entropy} nats, {keys} effective keys")
        },
        similarity: "Similarity of heads",
        similarity_about: "The cosine of two heads' weight matrices, each read as one long vector: 1 the same up to a factor, 0 no key in common.",
        pair: |a, b, similarity| format!("Heads {a} and {b}: {similarity}"),
        not_alike: "With one head there is nothing to compare.",
        one_at_a_time: "The open head is computed first; all of them stand here once they are computed, too. The line above says how far that is.",
    },
};

fn measure(measure: Measure) -> MeasureWords {
    let (name, about) = match measure {
        Measure::Previous => (
            "previous token",
            "The mean weight on the token just before, over the queries from the third token on: there the first, the previous and the own token are three different keys.",
        ),
        Measure::First => (
            "first token",
            "The mean weight on the first token, over the queries from the third token on: there the first, the previous and the own token are three different keys.",
        ),
        Measure::Own => (
            "itself",
            "The mean weight on the token itself, over the queries from the third token on: there the first, the previous and the own token are three different keys.",
        ),
        Measure::Entropy => (
            "entropy",
            "The mean over all queries of −Σ w ln w, in nats: 0 where one key takes all, ln n where n keys share evenly.",
        ),
        Measure::Distance => (
            "distance",
            "The mean over all queries of Σ w · |i − j|: how many tokens away the keys j are that query i looks at.",
        ),
    };
    MeasureWords { name, about }
}

fn hindrance(hindrance: Hindrance) -> &'static str {
    match hindrance {
        Hindrance::NoScores => {
            "Here weights are given: there are no scores in which to make the mistake."
        }
        Hindrance::NothingHidden => "Here no key is hidden. Choose a mask above, such as causal.",
        Hindrance::SameDivisor => {
            "Here the scores are divided by this very number, so nothing changes. Choose another divisor above."
        }
        Hindrance::NoEmbeddings => {
            "Here the computation begins after the embeddings: the model's width is not known. Open “Six tokens”."
        }
        Hindrance::NoProjections => {
            "Here there are no queries and keys to split. Open “Six tokens”."
        }
        Hindrance::OneHead => "Here there is only one head. Open “Six tokens”, which has twelve.",
        Hindrance::NoValues => {
            "Here there are no values: the computation ends at the weights. Open “Six tokens”."
        }
        Hindrance::NoProjection => {
            "Here there is no W_O that could be left out. Open “Six tokens”."
        }
        Hindrance::NotGrouped => {
            "Here each head has keys and values of its own. Open SmolLM2, where three query heads share one key/value head."
        }
        Hindrance::LongInput => {
            "This input is so long that one head is computed at a time. Mistakes are shown on short ones, such as “Six tokens”."
        }
    }
}
