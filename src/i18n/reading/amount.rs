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
    let (n, m, heads) = (inputs.n_queries(), inputs.n_keys(), inputs.heads.queries);
    let heads = if heads == 1 { "1 head".to_owned() } else { format!("{heads} heads") };
    let tokens = if n == 1 { "1 token".to_owned() } else { format!("{n} tokens") };
    match &inputs.start {
        Start::Embeddings(e) if e.x_k.is_none() => {
            format!("{tokens} of {} dimensions, {heads}", e.x_q.ncols())
        }
        Start::Embeddings(e) => {
            format!("{n} queries of {} dimensions, {m} keys, {heads}", e.x_q.ncols())
        }
        Start::Projections { .. } => format!("Q, K and V of {n} queries and {m} keys, {heads}"),
        Start::Scores { .. } => format!("scores of {n} queries and {m} keys, {heads}"),
        Start::Weights { .. } => format!("weights of {n} queries and {m} keys, {heads}"),
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
