//! 한국어.

use super::TextWords;
use crate::i18n::{Josa, josa_after};

pub(super) const WORDS: TextWords = TextWords {
    shown_as: "보기",
    colors: "색으로",
    arcs: "선으로",
    whose: "가중치",
    of_query: "이 쿼리가 주는 것({row})",
    of_key: "이 키가 받는 것({column})",
    of_all: "전체에서 가장 큰 것",
    at_most: "최대",
    queries: "쿼리",
    keys: "키",
    colored_of_query: |token| {
        format!("키의 색: 쿼리 ‘{token}’{} 그 키에 주는 가중치", josa_after(token, Josa::Subject))
    },
    colored_of_key: |token| format!("쿼리의 색: 그 쿼리가 키 ‘{token}’에 주는 가중치"),
    weight: |query, key, weight| {
        format!(
            "쿼리 ‘{query}’{} 키 ‘{key}’에 주는 가중치는 {weight}입니다.",
            josa_after(query, Josa::Subject)
        )
    },
    masked: |query, key| {
        format!(
            "쿼리 ‘{query}’에게 키 ‘{key}’{} 마스크로 가려져 있습니다. 가중치는 0입니다.",
            josa_after(key, Josa::Topic)
        )
    },
    sees_none: |query| format!("쿼리 ‘{query}’에게 보이는 키가 없습니다. 가중치가 모두 0입니다."),
    seen_by_none: |key| {
        format!(
            "키 ‘{key}’{} 모든 쿼리에게 가려져 있습니다. 가중치가 모두 0입니다.",
            josa_after(key, Josa::Topic)
        )
    },
    not_computed: "이 가중치는 아직 계산되지 않았습니다.",
    hatched: "빗금: 마스크로 가려짐",
    key_hint: "← →로 키를, ↑ ↓로 쿼리를 옮깁니다. Enter를 누르면 그 토큰이 쿼리가 되고, x를 누르면 가중치가 가장 큰 키로 갑니다.",
    query_hint: "← →로 쿼리를, ↑ ↓로 키를 옮깁니다. Enter를 누르면 그 토큰이 키가 되고, x를 누르면 가중치가 가장 큰 쿼리로 갑니다.",
    some: |drawn, links| format!("선 {links}개 가운데 가장 강한 {drawn}개"),
    all: |links| format!("선 {links}개 모두"),
    drawn_of_all: |what, share| format!("{what}를 그렸습니다. 전체 가중치의 {share}입니다."),
    drawn_of_query: |query, what, share| {
        format!(
            "쿼리 ‘{query}’에서 나가는 {what}를 그렸습니다. 이 쿼리가 주는 가중치의 {share}입니다."
        )
    },
    drawn_of_key: |key, what, share| {
        format!(
            "키 ‘{key}’{} 들어오는 {what}를 그렸습니다. 이 키가 받는 가중치의 {share}입니다.",
            josa_after(key, Josa::Toward)
        )
    },
    alone: |count| format!("키가 하나만 보여 고를 것이 없는 쿼리 {count}개는 뺐습니다."),
    nothing: "그릴 선이 없습니다.",
    widest: |weight| {
        format!("가장 굵은 선의 가중치는 {weight}입니다. 다른 선의 굵기는 이에 비례합니다.")
    },
    sides: "위쪽 선은 앞 토큰으로, 아래쪽 선은 뒤 토큰으로 갑니다. 고리는 자기 자신에게 돌아오는 선입니다.",
    listed: |queries, keys| {
        format!("선이 닿는 토큰만 늘어놓았습니다. 쿼리 {queries}개, 키 {keys}개입니다.")
    },
    list: "선 목록",
};
