//! English.

mod masks;
mod names;
mod stages;
mod tokens;

use super::{
    AboutWords, ArithmeticWords, BarWords, ControlWords, EditWords, LoadingWords, PageWords,
    TokenWords, Words,
};
use crate::state::{Change, link::Stray};
use masks::{hidden, mask};
pub(super) use names::matrix;
use names::{pattern, reads, role, sample};
use stages::stage;
use tokens::token_refused;

pub(super) const WORDS: Words = Words {
    language: "English",
    bar: BarWords {
        tagline: "Every number computed here",
        example: "Example",
        block: "Block",
        view: "View",
        view_stages: "Stages",
        view_mistakes: "Mistakes",
        view_compare: "Compare",
        view_heads: "All heads",
        view_text: "Text",
        language: "Language",
        theme: "Theme",
        theme_system: "System",
        theme_light: "Light",
        theme_dark: "Dark",
        data: "Your data",
        share: "Save and share",
        keys: "Shortcuts",
        lessons: "Lessons",
    },
    edit: EditWords {
        change: |change| match change {
            Change::Numbers => "other numbers",
            Change::Cell => "a number",
            Change::AsOpened => "back to the numbers as opened",
            Change::Mask => "the mask",
            Change::Scale => "the scale",
            Change::Tokens => "the tokens",
        },
        undo: |what| format!("Undo: {what}"),
        redo: |what| format!("Redo: {what}"),
        nothing_to_undo: "Nothing to undo",
        nothing_to_redo: "Nothing to redo",
        as_opened: "As opened",
        number_of: |cell| format!("Number of {cell}"),
        refused: |typed| {
            format!("“{typed}” is not a number. Type one such as 0.5, −3 or 1e-4; −∞ is -inf.")
        },
        was: |before| format!(", changed; it was {before}"),
        token_refused,
        own_name: "Your own numbers",
        own_origin: "Your own numbers",
        forgotten: "This browser no longer has these numbers. Open them once more.",
        unkept: "This browser cannot keep these numbers: they are gone when the page is closed or reloaded. Save them under “Save and share”.",
        work: |name| format!("Your work: {name}"),
    },
    tokens: TokenWords {
        all: "Tokens",
        queries: "Query tokens",
        keys: "Key tokens",
        tools: [
            "Rename the token",
            "Add a token before it",
            "Add a token after it",
            "Remove the token",
            "Move the token left",
            "Move the token right",
        ],
        before: "+ before",
        after: "+ after",
        positions_move: "Positions move along",
        other_name: "Another name for the token",
        new_name: "Name of the new token",
        earlier: "Earlier tokens",
        later: "Later tokens",
    },
    controls: ControlWords {
        group: "Head, mask and scale",
        head_of: |head, n_heads| format!("Head {head} of {n_heads}"),
        head_from_zero: |head, n_heads| format!("Head {head} (0 to {})", n_heads - 1),
        head: |head, name| format!("Head {head}: {name}"),
        heads: "Heads",
        one_head_at_a_time: "long input: one head at a time",
        shares_keys: |kv_head| format!("shares keys and values of group {kv_head}"),
        mask: "Mask",
        mask_needs_square: "A causal mask needs queries and keys from one sequence",
        mask_refused: |typed| {
            format!(
                "“{typed}” does not fit. Type a whole number from 1, such as 3; for blocks their first tokens in order, such as 1, 4."
            )
        },
        mask_needs_scores: "The weights are given: there are no scores to mask",
        divide_by: "Divide scores by",
        divisor: "Divisor of the scores",
        mark_one: "not scaled",
        mark_root_dk: "square root of the width of a head",
        mark_root_d_model: "square root of the width of the model: a common mistake",
        reset: |divisor| format!("Back to {divisor}"),
        divisor_refused: |typed, low, high| {
            format!("“{typed}” is not a number from {low} to {high}. Type one such as 8 or 0.5.")
        },
        entropy: "entropy",
        largest: "largest",
    },
    page: PageWords {
        hidden: "hidden",
        stages: "Stages",
        equation: "The current stage",
        explanation: "Explanation",
        previous: "Previous stage",
        next: "Next stage",
        color_key: "Colors",
        domain: "Color range",
        domain_matrix: "this matrix",
        domain_heads: "all heads",
        domain_fixed: "fixed",
        domain_bound: "Bound of the fixed range",
        clipped: |count| match count {
            1 => "1 number lies outside and is marked in its corner".into(),
            _ => format!("{count} numbers lie outside and are marked in their corners"),
        },
        masked_key: "hatched: masked, −∞",
        query_key: |query, key| format!("query “{query}”, key “{key}”"),
        token_feature: |token, feature| format!("“{token}”, feature {feature}"),
        grid: |name, rows, columns| {
            format!("{name}, {rows} rows, {columns} columns. Arrow keys move the cell.")
        },
        rows_sum_to_one: "every {row} sums to 1",
        sees_no_key: |query| {
            format!(
                "“{query}” may see no key. Its weights are 0 here; PyTorch gives NaN, and Keras an \
                 even average or 0, by version."
            )
        },
        entropy_of: |entropy, most| format!("entropy of this {{row}} {entropy} of {most} nats"),
        effective_keys: |keys| format!("as if {keys} keys shared evenly"),
        largest_weight: |weight, key| format!("largest weight {weight} on “{key}”"),
        crash: "Something broke inside the page. Reload it; your choices are kept. \
                If it happens again, please report what you did.",
    },
    arithmetic: ArithmeticWords {
        heading: "This cell",
        given: "given, not computed",
        set_by_hand: |computed| format!("Set by hand. Computed, it would be {computed}:"),
        sum_of_products: |count| format!("sum of {count} products"),
        other_terms: |count| format!("the other {count}"),
        all_terms: |count| format!("All {count} products"),
        feature: "feature",
        bias: "bias",
        sum: "sum",
        maximum: "max",
        exponentials: "exp",
        quotient: "quotient",
        mask_seen: "the query may look: the score stays",
        mask_hidden: hidden,
        mask_added: "the mask adds",
        all_hidden: "no key of this {row} is visible, so there is nothing to share",
        copied: |head, feature| format!("copied from head {head}, feature {feature}"),
        copied_from: |matrix, feature| format!("copied from {matrix}, feature {feature}"),
        angle: "angle",
        mean: "mean",
        variance: "variance",
    },
    loading: LoadingWords {
        loading: |name| format!("Loading {name}…"),
        progress: |loaded, total| format!("{loaded} of {total}"),
        progress_name: "Progress of loading",
        close: "Close",
        failed: |name| format!("{name} did not load."),
        status: |status| {
            format!(
                "The server answered {status} where the file was expected. Is it deployed with the page?"
            )
        },
        unreachable: "The file could not be fetched. Check the connection and try again; if the page was updated \
                      meanwhile, reload it.",
        damaged: "The numbers arrived damaged.",
        retry: "Try again",
        keep: |name| format!("Stay with {name}"),
        link: "The link",
        stray: |stray| match stray {
            Stray::Parameter(name) => format!("The link has {name}, which says nothing here."),
            Stray::Value { parameter, asked, shown } => {
                format!(
                    "The link asks for {parameter}={asked}, which is not here; this is {shown}."
                )
            }
        },
    },
    about: AboutWords {
        heading: "About this example",
        own: "These numbers are your own. They are kept in this browser and go nowhere else; \
                    heads are named by their number, as nothing is known of what they do.",
        no_w_o: "There is no W_O here: the output is the concatenation itself.",
        no_projections: "There are no projection matrices here: Q, K and V are X itself.",
        given_scores: "The scores are given: no queries and keys lead to them here.",
        given_weights: "The weights are given: no scores, no scale and no mask lead to them here.",
        no_output: "The output projection of this block does not ship with the page, \
                    so the trace ends at the concatenation.",
        built_head: "How this head is built",
        rule: |query, key, score| {
            format!(
                "The query reads {query}, the key {key}. A full match adds {score} to the score."
            )
        },
        agrees: |source, count, decimals| {
            format!("✓ agrees with the {count} numbers printed in {source}, to {decimals} decimals")
        },
        differs: |source, worst| {
            format!("✗ differs from the numbers printed in {source} by up to {worst}")
        },
        changed: "The printed numbers are for the mask and scale of the book: yours differ.",
        recorded_agrees: |worst| {
            format!("✓ the weights computed here differ from the recorded ones by {worst} at most")
        },
        recorded_differs: |worst| {
            format!("✗ the weights computed here differ from the recorded ones by up to {worst}")
        },
        worth_a_look: "Heads worth a look",
        without_rotary: |with, without| {
            format!(
                "Mean weight on the previous token: {with}. The same head without rotary position: {without}."
            )
        },
    },
    stage,
    matrix,
    mask,
    sample,
    role,
    reads,
    pattern,
};
