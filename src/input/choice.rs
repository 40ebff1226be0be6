//! Which of several arrays is meant, and which are read at all.

use super::{Answers, Array, Topic};

/// Most numbers of one array that are read.
pub const MOST_NUMBERS: usize = 1 << 25;

/// Most numbers that are read before anyone has asked for them.
const MOST_UNASKED: usize = 1 << 22;

/// Names of what a matrix of tokens is called.
const TOKENS: [&str; 9] =
    ["x", "emb", "embedding", "embeddings", "vectors", "features", "hidden", "inputs", "data"];

/// Names of queries and their projection.
const QUERIES: [&str; 6] = ["q", "wq", "query", "queries", "q_proj", "w_q"];

/// Which of several matrices is taken where nobody has chosen: tokens by name, else queries, else
/// the first one.
pub fn likeliest(matrices: &[&Array]) -> usize {
    let rank = |array: &Array| {
        let is_too_large = array.values.len() > MOST_NUMBERS;
        (is_too_large, array.shape.len() < 2, by_name(array.name.as_deref()))
    };
    // The first of equals.
    let best = matrices.iter().enumerate().min_by_key(|(_, array)| rank(array));
    best.map_or(0, |(index, _)| index)
}

fn by_name(name: Option<&str>) -> usize {
    let name = name.unwrap_or_default().to_lowercase();
    let has = |names: &[&str]| {
        names.contains(&name.as_str())
            || name.split(|c: char| !c.is_alphanumeric()).any(|word| names.contains(&word))
    };
    [&TOKENS[..], &QUERIES].into_iter().position(has).unwrap_or(2)
}

/// Which arrays are read: all of them where they are small together, else the one that was chosen
/// or is likeliest, and texts. `arrays` have their names, their shapes and the count of their
/// values.
pub(super) fn are_wanted(arrays: &[Array], answers: &Answers) -> Vec<bool> {
    let count = |array: &Array| array.values.len();
    let all = arrays.iter().map(count).fold(0, usize::saturating_add);
    let (indices, matrices): (Vec<usize>, Vec<&Array>) =
        arrays.iter().enumerate().filter(|(_, array)| !array.is_texts()).unzip();
    let chosen = answers.get(Topic::Array).filter(|&option| option < matrices.len());
    let chosen = indices.get(chosen.unwrap_or_else(|| likeliest(&matrices)));
    let is_wanted = |(index, array): (usize, &Array)| {
        let is_chosen = chosen == Some(&index) && count(array) <= MOST_NUMBERS;
        all <= MOST_UNASKED || array.is_texts() || is_chosen
    };
    arrays.iter().enumerate().map(is_wanted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Values;

    fn unread(name: &str, shape: &[usize]) -> Array {
        Array::of(shape.to_vec(), Values::Unread(shape.iter().product())).named(name)
    }

    #[test]
    fn tokens_come_before_queries_and_matrices_before_vectors() {
        #[track_caller]
        fn check(expected: usize, arrays: &[(&str, &[usize])]) {
            let arrays: Vec<_> = arrays.iter().map(|(name, shape)| unread(name, shape)).collect();
            assert_eq!(likeliest(&arrays.iter().collect::<Vec<_>>()), expected);
        }
        check(0, &[("a", &[2, 2]), ("b", &[2, 2])]);
        check(1, &[("a", &[2]), ("b", &[2, 2])]);
        check(2, &[("k.weight", &[2, 2]), ("q.bias", &[2]), ("q.weight", &[2, 2])]);
        check(1, &[("wq", &[2, 2]), ("bert.embeddings.word", &[9, 2])]);
        check(0, &[("x_q", &[2, 2]), ("x_k", &[2, 2])]);
        check(1, &[("embeddings", &[MOST_NUMBERS, 2]), ("h.0.attn", &[2, 2])]);
    }

    #[test]
    fn a_large_file_gives_what_is_asked_for() {
        let arrays = [unread("a", &[1 << 12, 1 << 10]), unread("b", &[1, 1])];
        assert_eq!(are_wanted(&arrays, &Answers::none()), [true, false]);
        let answers = Answers::none().with(Topic::Array, 1);
        assert_eq!(are_wanted(&arrays, &answers), [false, true]);
        // Texts are read in any case and no option.
        let tokens = Array::of(vec![2], Values::Texts(Vec::new()));
        let arrays = [tokens, arrays[0].clone(), arrays[1].clone()];
        assert_eq!(are_wanted(&arrays, &answers), [true, false, true]);
        let arrays = &arrays[1..];
        assert_eq!(are_wanted(&arrays[1..], &Answers::none()), [true]);
        let huge = [unread("a", &[MOST_NUMBERS, 2])];
        assert_eq!(are_wanted(&huge, &Answers::none()), [false]);
    }
}
