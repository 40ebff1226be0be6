//! What a problem amounts to, in a few words.

use crate::{
    i18n::Language,
    math::{Inputs, Start},
};

use super::Say;

impl Say for Inputs {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => english(self),
            Language::Korean => korean(self),
        }
    }
}

fn english(inputs: &Inputs) -> String {
    let count = |n: usize, one: &str, many: &str| match n {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    };
    let heads = count(inputs.heads.queries, "head", "heads");
    let tokens = count(inputs.n_queries(), "token", "tokens");
    let queries = count(inputs.n_queries(), "query", "queries");
    let keys = count(inputs.n_keys(), "key", "keys");
    let wide = |width| count(width, "dimension", "dimensions");
    match &inputs.start {
        Start::Embeddings(e) if e.x_k.is_none() => {
            format!("{tokens} of {}, {heads}", wide(e.x_q.ncols()))
        }
        Start::Embeddings(e) => format!("{queries} of {}, {keys}, {heads}", wide(e.x_q.ncols())),
        Start::Projections { .. } => format!("Q, K and V of {queries} and {keys}, {heads}"),
        Start::Scores { .. } => format!("scores of {queries} and {keys}, {heads}"),
        Start::Weights { .. } => format!("weights of {queries} and {keys}, {heads}"),
    }
}

fn korean(inputs: &Inputs) -> String {
    let (n, m, heads) = (inputs.n_queries(), inputs.n_keys(), inputs.heads.queries);
    match &inputs.start {
        Start::Embeddings(e) if e.x_k.is_none() => {
            format!("토큰 {n}개, {}차원, 헤드 {heads}개", e.x_q.ncols())
        }
        Start::Embeddings(e) => {
            format!("쿼리 {n}개, {}차원, 키 {m}개, 헤드 {heads}개", e.x_q.ncols())
        }
        Start::Projections { .. } => format!("Q, K, V: 쿼리 {n}개, 키 {m}개, 헤드 {heads}개"),
        Start::Scores { .. } => format!("어텐션 점수: 쿼리 {n}개, 키 {m}개, 헤드 {heads}개"),
        Start::Weights { .. } => format!("어텐션 가중치: 쿼리 {n}개, 키 {m}개, 헤드 {heads}개"),
    }
}
