//! 한국어.

use super::{ClassroomWords, ConventionWords, KeyWords};
use crate::{math::Stage, state::Convention};

pub(super) const WORDS: ClassroomWords = ClassroomWords {
    tokens_are: "토큰 방향",
    convention: |convention| match convention {
        Convention::Rows => {
            ConventionWords { name: "행", about: "Q Kᵀ: 논문과 PyTorch의 표기" }
        }
        Convention::Columns => {
            ConventionWords { name: "열", about: "Kᵀ Q: 수학 교재의 표기" }
        }
    },
    present: "발표",
    leave: "발표 모드 끝내기 (Esc)",
    full: "전체 화면",
    open: "Attnscope에서 열기",
    line: |stage| match stage {
        Stage::Project => "토큰마다 쿼리, 키, 밸류를 하나씩 만듭니다.",
        Stage::Rotary => "쿼리와 키를 위치만큼 회전합니다.",
        Stage::DotProduct => "모든 쿼리를 모든 키와 내적합니다. 방향이 같을수록 큽니다.",
        Stage::Scale => "모든 점수를 같은 수로 나눕니다.",
        Stage::Mask => "쿼리가 보면 안 되는 자리는 −∞가 됩니다.",
        Stage::Softmax => "점수의 {row}마다 합이 1인 비율이 됩니다.",
        Stage::Context => "쿼리마다 가중치의 비율대로 밸류를 섞습니다.",
        Stage::Concat => "모든 헤드의 문맥 벡터를 {beside} 이어 붙입니다.",
        Stage::Output => "W_O가 헤드들이 찾은 것을 한 벡터로 섞습니다.",
        Stage::AddNorm => "출력을 임베딩에 더한 뒤 정규화합니다.",
    },
    hide: "가리기",
    hide_numbers: "숫자",
    hide_stage: "단계",
    show_all: |count| format!("모두 보이기 ({count})"),
    hidden: "가려져 있습니다. 누르거나 h 키로 볼 수 있습니다.",
    show_stage: "이 단계 보이기",
    hidden_view: "가려 둔 숫자가 있습니다. 이 화면은 그 숫자를 드러내므로 보이지 않습니다.",
    keys: KeyWords {
        title: "단축키",
        enabled: "한 글자 단축키 사용",
        steps: "이전·다음 단계",
        lesson: "수업 안에서 이전·다음 단계",
        present: "발표 모드 켜고 끄기",
        hide: "단계의 숫자를 가리고 보이기 (학생들에게 물을 때)",
        heads: "이전·다음 헤드",
        head_number: "번호로 헤드 고르기",
        mask: "마스크 켜고 끄기",
        scale: "스케일을 예제의 값으로 되돌리기",
        undo: "실행 취소와 다시 실행",
        cells: "행렬 안에서 칸 옮기기",
        row_maximum: "행렬 안에서 {row}의 가장 큰 수로",
        trail: "링크로 따라간 칸을 뒤로·앞으로 오가기",
        type_over: "수를 고쳐 쓰기 (Enter 확정, Escape 취소, Tab 다음 칸)",
        nudge: "한 단계 크게, 작게 (Shift는 열 배, Alt는 십분의 일)",
        zoom: "긴 입력의 그림에서 확대, 축소, 전체 보기",
        paint: "마스크에서 칸 가리기, 다시 보이기 (직접 칠하는 마스크가 됩니다)",
        give_back: "고치기 전의 수로",
        tokens: "토큰 줄에서 다른 토큰으로 (Shift와 함께 토큰 옮기기)",
        token_edit: "토큰 줄에서 이름 바꾸기, 앞에 넣기(Shift는 뒤에), 빼기",
    },
};
