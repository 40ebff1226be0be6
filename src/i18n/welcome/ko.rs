//! What a newcomer is greeted with, in Korean.

use super::WelcomeWords;

pub const WORDS: WelcomeWords = WelcomeWords {
    name: "처음 오신 분께",
    intro: "어텐션이 처음이신가요? 글을 나눈 조각인 토큰마다, 다른 토큰에게서 필요한 정보를 얼마나 가져올지 정합니다. 아래 그림은 \
            그 계산을 왼쪽부터 차례로 보여 줍니다. 숫자는 모두 이 페이지에서 계산한 값이고, 하나를 누르면 어떻게 나왔는지 볼 수 있습니다.",
    lesson: "첫 수업 시작하기",
    walk: "단계 따라가기 →",
    at: |at, of, stage| format!("{of}단계 중 {at}단계: {stage}."),
    next: |stage| format!("다음: {stage} →"),
    end: "이것이 계산의 전부입니다. 단계마다 왜 필요한지는 첫 수업에서 알아봅니다.",
    close: "닫기",
};
