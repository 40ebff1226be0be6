//! Mistakes, in Korean.

use super::MistakeWords;
use crate::math::Mistake;

pub(super) fn mistake(mistake: Mistake) -> MistakeWords {
    match mistake {
        Mistake::DirectSplit => DIRECT_SPLIT,
        Mistake::Tiled => TILED,
        Mistake::NoScaling => NO_SCALING,
        Mistake::ModelWidth => MODEL_WIDTH,
        Mistake::ZeroFill => ZERO_FILL,
        Mistake::FiniteFill => FINITE_FILL,
        Mistake::InvertedMask => INVERTED_MASK,
        Mistake::SoftmaxAxis => SOFTMAX_AXIS,
        Mistake::MaskAfterSoftmax => MASK_AFTER_SOFTMAX,
        Mistake::Renormalized => RENORMALIZED,
        Mistake::Dropout => DROPOUT,
        Mistake::HeadsAdded => HEADS_ADDED,
        Mistake::NoOutput => NO_OUTPUT,
    }
}

const DIRECT_SPLIT: MistakeWords = MistakeWords {
    name: "축을 바꾸지 않고 헤드 나누기",
    line: "(n, H·d_k)를 전치 없이 (H, n, d_k)로 읽음",
    what: "헤드가 토큰마다 제 몫을 받는 것이 아니라 몇몇 토큰의 조각을 통째로 받는다. 첫째 쿼리라고 부르는 것이 한 토큰의 일부이고, 둘째 쿼리는 같은 토큰의 다른 일부일 수 있다.",
    why: "모양만 바꾸면 메모리의 순서는 그대로이고, 거기에는 수가 토큰 순서로 놓여 있다. 그래서 먼저 (n, H, d_k)로 나눈 뒤에 토큰 축을 헤드 뒤로 옮겨야 한다.",
    who: "모양이 맞는 것만 보고 넘어갈 때 생긴다. 오류가 나지 않고, 학습하면 손실도 줄어든다.",
};

const TILED: MistakeWords = MistakeWords {
    name: "키/밸류 헤드를 돌아가며 반복하기",
    line: "묶음(0 0 1 1)이 아니라 차례(0 1 0 1)로 나눠 줌",
    what: "쿼리 헤드가 다른 헤드를 위해 만든 키와 밸류를 만난다. 몇몇 헤드는 우연히 제 것을 받아서 실수가 잘 드러나지 않는다.",
    why: "그룹 쿼리 어텐션에서는 이웃한 쿼리 헤드가 키/밸류 헤드 하나를 함께 쓴다. 헤드 h는 h // (H / KV)번을 쓴다.",
    who: "반복을 직접 짤 때 생긴다. PyTorch의 repeat와 np.tile은 차례로 돌고, repeat_interleave와 np.repeat는 묶음을 지킨다.",
};

const NO_SCALING: MistakeWords = MistakeWords {
    name: "√d_k로 나누지 않기",
    line: "내적을 그대로 소프트맥스에 넣음",
    what: "점수 사이가 벌어져서 소프트맥스가 거의 모든 가중치를 한 키에 준다. 엔트로피가 줄고, 학습에서는 기울기가 거의 사라진다.",
    why: "분산이 1인 곱을 d_k개 더하면 분산이 d_k가 된다. √d_k로 나누면 헤드의 차원과 상관없이 분산이 다시 1이 된다.",
    who: "softmax(QKᵀ)V를 기억으로 쓰거나, 계산을 한데 묶은 함수에 scale=1.0을 넘길 때 생긴다.",
};

const MODEL_WIDTH: MistakeWords = MistakeWords {
    name: "√d_model로 나누기",
    line: "헤드 차원의 제곱근이 아니라 모델 차원의 제곱근으로 나눔",
    what: "점수가 너무 작아지고 가중치가 너무 고르게 된다. 헤드가 찾아낸 것이 흐려진다.",
    why: "내적은 한 헤드의 특성 d_k개만 더하므로 퍼진 정도가 √d_k이다. 모델의 다른 특성은 이 합에 들어가지 않는다.",
    who: "헤드가 하나일 때의 식을 여럿일 때 그대로 쓰면 생긴다. 하나일 때는 둘이 같다.",
};

const ZERO_FILL: MistakeWords = MistakeWords {
    name: "0을 곱하기",
    line: "가릴 점수를 −∞가 아니라 0으로 만듦",
    what: "0도 여느 점수와 같고 exp(0) = 1이다. 가린 키가 가중치를 그대로 받고, 점수가 음수인 보이는 키보다 더 받기도 한다.",
    why: "소프트맥스에서 0이 되는 것은 −∞뿐이다. 점수 0은 관련이 없다는 뜻이고, 자리에 없다는 것과는 다르다.",
    who: "마스크를 그림이나 합에서 먼저 배웠을 때 생긴다. 거기서는 0을 곱하면 정말 없어진다.",
};

const FINITE_FILL: MistakeWords = MistakeWords {
    name: "−∞ 대신 유한한 수",
    line: "−1e9나 −1e4, 반정밀도와 볼 키가 없는 쿼리",
    what: "반정밀도에서 −1e9는 넘쳐서 −∞가 되고, 볼 키가 없는 쿼리는 NaN을 받는다. −1e4는 수로 남아서 아주 작은 점수가 그보다 더 작을 수 있다. 쿼리의 점수를 모두 이 수로 바꾸면 가중치가 고르게 되고, 더하면 아무것도 가리지 않은 것처럼 될 수 있다.",
    why: "어떤 소프트맥스에서도 0이 되는 것은 −∞뿐이다. 볼 키가 없는 쿼리에는 옳은 가중치가 아예 없으니, 이 페이지처럼 찾아내서 0으로 두어야 한다.",
    who: "예전 BERT 코드는 반정밀도에 들어가는 −1e4를 더했고, 많은 입문 글이 −1e9를 쓴다.",
};

const INVERTED_MASK: MistakeWords = MistakeWords {
    name: "마스크를 거꾸로 쓰기",
    line: "가릴 것을 보이고 보일 것을 가림",
    what: "인과 마스크라면 토큰마다 자기 뒤만 보고, 마지막 토큰은 아무것도 보지 못한다. 그 자리에 PyTorch는 NaN을, 이 페이지는 0을 준다.",
    why: "True는 scaled_dot_product_attention과 Keras에서는 보아도 된다는 뜻이고, nn.MultiheadAttention에서는 가린다는 뜻이다.",
    who: "한 라이브러리의 마스크를 다른 라이브러리에 그대로 넘길 때 생긴다.",
};

const SOFTMAX_AXIS: MistakeWords = MistakeWords {
    name: "다른 축으로 소프트맥스",
    line: "키의 가중치 합이 1이고, 쿼리의 가중치 합은 제멋대로임",
    what: "키들이 한 쿼리를 두고 다투지 않고 쿼리들이 한 키를 두고 다툰다. 합이 1이 아니어서 문맥 벡터가 너무 길거나 너무 짧다.",
    why: "쿼리마다 제 어텐션을 키들에 나누어 준다. 그래서 합은 키를 따라, 곧 마지막 축을 따라 구한다.",
    who: "배치와 헤드가 있는 앞에서부터 축을 세거나, 쿼리 축을 키 축으로 알 때 생긴다.",
};

const MASK_AFTER_SOFTMAX: MistakeWords = MistakeWords {
    name: "소프트맥스 뒤에 마스킹",
    line: "가중치를 다 나눠 준 뒤에 0으로 만듦",
    what: "가린 키도 합에 들어갔다. 그 몫이 버려지고, 쿼리의 가중치 합이 1보다 작아진다.",
    why: "소프트맥스는 모든 키의 합으로 나눈다. 그래서 뒤에 오는 것이 앞에 온 것의 가중치를 바꾼다.",
    who: "마스크를 보여 주는 문제로만 여기고 가중치에 곱할 때 생긴다.",
};

const RENORMALIZED: MistakeWords = MistakeWords {
    name: "뒤에 마스킹하고 다시 나누기",
    line: "위와 같이 한 뒤 남은 합으로 나눔",
    what: "반올림을 빼면 옳은 가중치로 돌아온다. 보이는 부분의 합으로 나누면 전체로 나눈 것이 취소된다.",
    why: "틀리지는 않지만 약하다. 가린 점수가 훨씬 크면 보이는 가중치가 모두 0으로 반올림되고, 0 ÷ 0은 NaN이다. 소프트맥스 앞에서 가리면 합을 두 번 구하지 않는다.",
    who: "소프트맥스 앞에서 가리는 방법에 이르기 전에 교과서가 보여 주곤 한다.",
};

const DROPOUT: MistakeWords = MistakeWords {
    name: "가중치에 드롭아웃",
    line: "몇몇 가중치는 0이 되고 나머지는 커짐",
    what: "가중치가 확률 p로 버려지고 나머지는 1 − p로 나뉜다. 쿼리의 가중치 합이 1에서 벗어난다.",
    why: "학습에서는 이것이 옳다. 여러 번 뽑은 평균은 원래 가중치이고 1/(1 − p)가 그 때문에 있으며, 어느 헤드도 키 하나에 기대지 않게 된다. 추론에서 켜져 있으면 실수이다.",
    who: "model.eval()을 잊었을 때 생긴다. 두 번 돌리면 결과가 서로 다르다.",
};

const HEADS_ADDED: MistakeWords = MistakeWords {
    name: "헤드를 더하기",
    line: "{beside} 잇지 않고 모두 더함",
    what: "합의 차원은 헤드 하나와 같다. 출력 투영이 맞지 않고, 헤드마다 찾아낸 것을 더는 구별할 수 없다.",
    why: "W_O에는 헤드마다 제 블록이 있다. concat · W_O도 합이지만, 헤드가 저마다 제 블록을 먼저 지난다.",
    who: "헤드를 합친다거나 출력이 헤드의 합이라는 말만 읽었을 때 생긴다.",
};

const NO_OUTPUT: MistakeWords = MistakeWords {
    name: "W_O 빠뜨리기",
    line: "연결한 것을 그대로 출력으로 씀",
    what: "헤드마다 제 특성만 채우고 아무것도 이들을 섞지 않는다. X에 더할 것이 X의 공간에 있지 않다.",
    why: "W_O는 헤드들이 찾아낸 것을 모으고 H·d_v에서 d_model로 되돌린다.",
    who: "헤드 하나로 시작했을 때 생긴다. 그때는 W_O가 없어도 될 것 같다.",
};
