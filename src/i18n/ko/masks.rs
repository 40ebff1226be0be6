//! 마스크마다 무엇에 쓰는지, 키를 왜 가리는지.

use crate::{
    i18n::MaskWords,
    math::{HiddenBy, MaskKind},
};

pub(super) fn mask(kind: MaskKind) -> MaskWords {
    match kind {
        MaskKind::None => {
            MaskWords {
                name: "없음", about: "모든 쿼리가 모든 키를 봅니다.", parameter: ""
            }
        }
        MaskKind::Causal => MaskWords {
            name: "뒤 가리기",
            about: "쿼리는 자기와 그 앞의 토큰만 봅니다. 왼쪽부터 써 나가는 모델이 뒤를 미리 보면 안 되기 \
                    때문입니다.",
            parameter: "",
        },
        MaskKind::Padding => MaskWords {
            name: "패딩",
            about: "길이가 다른 글을 함께 계산하려고 끝에 채워 넣은 토큰을 가립니다. 채운 토큰에는 뜻이 \
                    없습니다.",
            parameter: "몇째 토큰부터",
        },
        MaskKind::Window => MaskWords {
            name: "슬라이딩 윈도",
            about: "쿼리는 가까이 있는 토큰만 봅니다. 긴 글도 적은 계산으로 다룰 수 있습니다.",
            parameter: "폭",
        },
        MaskKind::Prefix => MaskWords {
            name: "앞부분 공개",
            about: "질문처럼 먼저 주어진 앞부분은 어디서나 볼 수 있고, 그 뒤만 왼쪽부터 차례로 봅니다.",
            parameter: "토큰 수",
        },
        MaskKind::Blocks => MaskWords {
            name: "블록",
            about: "글 여러 편을 한 줄로 이었을 때, 쿼리는 자기 글에 있는 토큰만 봅니다.",
            parameter: "시작하는 토큰",
        },
        MaskKind::Painted => MaskWords {
            name: "직접 칠하기",
            about: "칸마다 볼 수 있는지 없는지를 직접 정합니다. 마스크 위를 누르거나 끌거나, 스페이스 키를 누릅니다.",
            parameter: "",
        },
        MaskKind::Added => MaskWords {
            name: "수 더하기",
            about: "점수에 수를 더합니다. −∞는 키를 가리고, 다른 수는 그 키의 비중을 키우거나 줄입니다. \
                    ALiBi는 거리에 따라 줄입니다.",
            parameter: "",
        },
    }
}

pub(super) fn hidden(by: HiddenBy) -> &'static str {
    match by {
        HiddenBy::AfterQuery => "쿼리보다 뒤에 있는 키: −∞",
        HiddenBy::Padding => "채워 넣은 토큰(패딩): −∞",
        HiddenBy::OutsideWindow => "윈도 밖에 있는 키: −∞",
        HiddenBy::OutsidePrefix => "앞부분에 들지 않는 키: −∞",
        HiddenBy::AfterPrefix => "쿼리보다 뒤에 있고 앞부분에도 들지 않는 키: −∞",
        HiddenBy::OtherBlock => "다른 블록에 있는 키: −∞",
        HiddenBy::Painted => "직접 가린 칸: −∞",
        HiddenBy::Added => "마스크가 더하는 수: −∞",
    }
}
