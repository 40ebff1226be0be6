//! 한국어.

use super::{EngineWords, Side, Size};
use crate::i18n::{Josa, josa_after, with_josa};

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
    how: "백그라운드에서 단정밀도(유효 숫자 약 7자리)로 계산하고, 헤드는 한 번에 하나씩 엽니다.",
    beyond: "NaN이거나 ∞인 점수가 있습니다. 단정밀도로는 3.4 × 10³⁸까지만 나타낼 수 있고, NaN으로 계산한 값은 NaN입니다.",
    working: "계산하는 중입니다…",
    others: |done, of| format!("모든 헤드: {of}개 중 {done}개"),
    cancel: "멈추기",
    asks: "브라우저가 감당하기에 큰 양입니다. 그래도 계산하거나, 토큰을 일부만 골라 계산하세요. 고른 뒤에도 되돌릴 수 있습니다.",
    compute: "계산하기",
    cancelled: "계산을 멈췄습니다. 가져온 숫자는 그대로 있습니다.",
    broken: "계산이 도중에 끊겼습니다. 대개 메모리가 모자라기 때문입니다. 숫자와 설정은 그대로 있습니다. 다시 시도하거나 \
             토큰을 일부만 고르세요.",
    unreached: "긴 입력을 계산하는 프로그램을 내려받지 못했습니다. 숫자와 설정은 그대로 있으니, 인터넷에 연결한 뒤 다시 시도하세요.",
    before: |head, divisor| {
        let divided = with_josa(divisor, Josa::Toward);
        format!(
            "그림은 아직 앞서 계산한 헤드 {head}의 것으로, 점수를 {divided} 나누고 그때의 마스크를 쓴 것입니다."
        )
    },
    retry: "다시 시도",
    fewer: "토큰 일부만 고르기",
    first: |side| match side {
        None => "첫 토큰 번호",
        Some(Side::Queries) => "첫 쿼리 번호",
        Some(Side::Keys) => "첫 키 번호",
    },
    last: |side| match side {
        None => "마지막 토큰 번호",
        Some(Side::Queries) => "마지막 쿼리 번호",
        Some(Side::Keys) => "마지막 키 번호",
    },
    takes: |memory| format!("메모리가 약 {memory} 필요합니다."),
    only: "이 토큰만 쓰기",
    all: "토큰 전체입니다. 범위를 더 좁게 고르세요.",
    no_range: |field, found, [from, to]| match found {
        "" => format!("‘{field}’ 칸이 비어 있습니다. {from}부터 {to}까지의 정수를 적으세요."),
        found => {
            let particle = josa_after(found, Josa::Subject);
            format!(
                "‘{field}’ 칸에 {found}{particle} 적혀 있습니다. {from}부터 {to}까지의 정수를 적으세요."
            )
        }
    },
    one_range: "여기서는 쿼리와 키가 위치 목록 하나를 함께 씁니다. 둘의 범위를 똑같이 고르세요.",
};
