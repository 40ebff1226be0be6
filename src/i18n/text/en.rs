//! English.

use super::TextWords;

pub(super) const WORDS: TextWords = TextWords {
    shown_as: "Show as",
    colors: "colors",
    arcs: "arcs",
    whose: "Weights",
    of_query: "this query gives the keys ({row})",
    of_key: "this key gets ({column})",
    of_all: "strongest of all",
    at_most: "At most",
    queries: "Queries",
    keys: "Keys",
    colored_of_query: |token| {
        format!("Each key in the color of the weight that query “{token}” gives it")
    },
    colored_of_key: |token| {
        format!("Each query in the color of the weight that it gives key “{token}”")
    },
    weight: |query, key, weight| format!("Query “{query}” gives key “{key}” a weight of {weight}."),
    masked: |query, key| format!("Key “{key}” is masked from query “{query}”: its weight is 0."),
    sees_none: |query| format!("Query “{query}” may see no key: all its weights are 0."),
    seen_by_none: |key| format!("Key “{key}” is masked from every query: all its weights are 0."),
    not_computed: "These weights are not computed yet.",
    hatched: "hatched: masked",
    key_hint: "← → move along the keys, ↑ ↓ change the query. Enter makes the token the query, x goes to its largest weight.",
    query_hint: "← → move along the queries, ↑ ↓ change the key. Enter makes the token the key, x goes to its largest weight.",
    some: |drawn, links| format!("the {drawn} strongest of {links} links"),
    all: |links| match links {
        "1" => "the only link".to_owned(),
        _ => format!("all {links} links"),
    },
    drawn_of_all: |what, share| format!("Drawn: {what}, {share} of all weight."),
    drawn_of_query: |query, what, share| {
        format!("Drawn: {what} from query “{query}”, {share} of its weight.")
    },
    drawn_of_key: |key, what, share| {
        format!("Drawn: {what} to key “{key}”, {share} of the weight it gets.")
    },
    alone: |count| {
        format!("Left out, as they see a single key and have no choice: {count} of the queries.")
    },
    nothing: "There is no link to draw.",
    widest: |weight| {
        format!("The widest arc is a weight of {weight}; the others are in proportion.")
    },
    sides: "Above the tokens arcs look back, below them ahead; a loop looks at itself.",
    listed: |queries, keys| {
        let queries = if queries == "1" { "1 query".into() } else { format!("{queries} queries") };
        let keys = if keys == "1" { "1 key".into() } else { format!("{keys} keys") };
        format!("Listed are the tokens that an arc reaches: {queries}, {keys}.")
    },
    list: "The arcs as a list",
};
