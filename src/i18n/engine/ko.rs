//! 한국어.

use super::{EngineWords, Size};

pub(super) const WORDS: EngineWords = EngineWords {
    name: "긴 입력",
    size: |size, memory| {
        let Size { queries, keys, heads } = size;
        let tokens = match keys {
            None => format!("토큰 {queries}개"),
            Some(keys) => format!("쿼리 {queries}개 × 키 {keys}개"),
        };
        format!("{tokens} × 헤드 {heads}개: 필요한 메모리는 약 {memory}입니다.")
    },
    how: "페이지와 따로 단정밀도(유효 숫자 약 7자리)로 계산하고, 헤드는 한 번에 하나씩 엽니다.",
    working: "계산하는 중입니다…",
    others: |done, of| format!("모든 헤드: {of}개 중 {done}개"),
    cancel: "멈추기",
    asks: "브라우저가 감당하기에 큰 양입니다. 그래도 계산하거나, 토큰을 줄여서 다시 가져오세요.",
    compute: "계산하기",
    cancelled: "계산을 멈췄습니다. 가져온 숫자는 그대로 있습니다.",
    broken: |reason| {
        let reason = if reason.is_empty() { String::new() } else { format!("({reason})") };
        format!(
            "계산이 도중에 끊겼습니다{reason}. 대개 메모리가 모자라기 때문입니다. 숫자와 설정은 그대로 \
             있습니다. 다시 시도하거나 토큰을 줄이세요."
        )
    },
    retry: "다시 시도",
};
