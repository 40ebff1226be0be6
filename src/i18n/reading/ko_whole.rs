//! What is said about the pieces of a problem, in Korean.

use super::{
    super::josa::{Josa, with_josa},
    Language, Say, ko_document,
};
use crate::{
    assemble::{Misfit, Notice, Role, Spot, Why, some},
    input::{Arrangement, Dimensions, Mark},
};

pub fn role(role: Role) -> String {
    match role {
        Role::Tokens => "토큰".into(),
        Role::KeyTokens => "키 토큰".into(),
        Role::XKeys => "키의 X".into(),
        Role::XValues => "밸류의 X".into(),
        Role::Scores => "어텐션 점수".into(),
        Role::Weights => "어텐션 가중치".into(),
        Role::Mask => "마스크".into(),
        Role::Positions => "위치".into(),
        Role::Unused => "쓰지 않음".into(),
        Role::X
        | Role::WQuery
        | Role::WKey
        | Role::WValue
        | Role::WFused
        | Role::BQuery
        | Role::BKey
        | Role::BValue
        | Role::BFused
        | Role::WOutput
        | Role::BOutput
        | Role::Queries
        | Role::Keys
        | Role::Values => role.to_string(),
    }
}

/// The name of a role with its particle; symbols end in a letter whose name ends in a vowel.
fn with(of: Role, josa: Josa) -> String {
    let name = role(of);
    if of.symbol().is_none() {
        return with_josa(&name, josa);
    }
    let particle = match josa {
        Josa::Topic => "는",
        Josa::Subject => "가",
        Josa::Object => "를",
        Josa::And => "와",
        Josa::Toward => "로",
    };
    format!("{name}{particle}")
}

pub fn arrangement(arrangement: &Arrangement) -> String {
    match arrangement {
        Arrangement::Heads { heads, width } => format!("{width}차원 헤드 {heads}개"),
        Arrangement::InOut => "q = x W: 가중치 행렬이 (입력, 출력) 순서".into(),
        Arrangement::OutIn => "q = x Wᵀ: 가중치 행렬이 (출력, 입력) 순서".into(),
        Arrangement::Blocks { sizes: [q, k, v] } => {
            format!("Q 전체, K 전체, V 전체의 순서({q} + {k} + {v})")
        }
        Arrangement::HeadByHead { group: 1 } => "헤드마다 q, k, v가 나란히 있음".into(),
        Arrangement::HeadByHead { group } => {
            format!("묶음마다 q 헤드 {group}개와 k, v가 하나씩 나란히 있음")
        }
        Arrangement::MarkKeeps { mark, keeps, of } => {
            format!("{} 볼 수 있다는 뜻(칸 {of}개 가운데 {keeps}개를 남김)", marked(*mark))
        }
        Arrangement::MarkHides { mark, keeps, of } => {
            format!("{} 가린다는 뜻(칸 {of}개 가운데 {keeps}개를 남김)", marked(*mark))
        }
        Arrangement::Added => "0과 1을 스케일링한 점수에 더함(가리는 칸 없음)".into(),
        Arrangement::TopLeft => "왼쪽 위에 맞춤: 첫 쿼리가 첫 키까지 봄".into(),
        Arrangement::BottomRight => "오른쪽 아래에 맞춤: 마지막 쿼리가 마지막 키까지 봄".into(),
        Arrangement::AreScores { least, most } => {
            format!("소프트맥스 전의 어텐션 점수(행의 합이 {least} … {most})")
        }
        Arrangement::AreWeights => "소프트맥스를 거친 어텐션 가중치".into(),
        Arrangement::HeadsLead { shape } => format!("{} = 헤드 × 행 × 열", Dimensions(shape)),
        Arrangement::RowsLead { shape } => format!("{} = 행 × 헤드 × 열", Dimensions(shape)),
        Arrangement::BatchLeads { shape } => format!("{} = 배치 × 행 × 열", Dimensions(shape)),
        Arrangement::RowOfEachHead { shape } => {
            format!("{} = 배치 × 헤드 × 키(헤드마다 한 행)", Dimensions(shape))
        }
        Arrangement::Block { name } => format!("{name} 층"),
        Arrangement::QueriesInRows => "행 하나가 쿼리 하나".into(),
        Arrangement::QueriesInColumns => "열 하나가 쿼리 하나(전치함)".into(),
    }
}

fn marked(mark: Mark) -> &'static str {
    match mark {
        Mark::Truth => "참이면",
        Mark::One => "0과 1 가운데 1이면",
    }
}

pub fn misfit(misfit: &Misfit) -> String {
    match misfit.spot.as_ref().map(spot).filter(|spot| !spot.is_empty()) {
        Some(spot) => format!("{spot}: {}", why(&misfit.why)),
        None => why(&misfit.why),
    }
}

fn spot(spot: &Spot) -> String {
    let piece = spot.has_siblings.then(|| format!("{}번째 조각", spot.piece + 1));
    let place = spot.place.filter(|place| place.line > 0).map(super::ko::place);
    let parts: Vec<String> = [piece, spot.name.clone(), place].into_iter().flatten().collect();
    parts.join(", ")
}

fn why(why: &Why) -> String {
    match why {
        Why::Nothing => {
            "계산할 것이 없습니다. 임베딩, Q와 K, 점수, 가중치 가운데 하나를 넣으세요.".into()
        }
        Why::TokensAlone { tokens } => {
            format!("토큰 {tokens}개에 벡터가 없습니다. 토큰마다 행이 하나씩 있는 행렬을 넣으세요.")
        }
        Why::Counts { tokens, rows } => format!(
            "토큰은 {tokens}개인데 행은 {rows}개입니다. [CLS]나 [SEP]가 한쪽에만 들어 있지 않은지 확인하세요."
        ),
        Why::Missing { missing, given } => format!(
            "{} 없습니다. {} 계산하려면 함께 넣으세요.",
            with(*missing, Josa::Subject),
            with(*given, Josa::Object)
        ),
        Why::Twice { role } => format!(
            "{} 두 번 들어 있습니다. 하나를 빼거나 다른 것으로 정하세요.",
            with(*role, Josa::Subject)
        ),
        Why::Kind { role, wants_text } => {
            let [wanted, found] =
                if *wants_text { ["글이어야", "숫자"] } else { ["숫자여야", "글"] };
            format!("{} {wanted} 하는데 {found}입니다.", with(*role, Josa::Topic))
        }
        Why::Rank { role, found, expected } => format!(
            "{} {}({}차원 배열)입니다. {} 고치세요.",
            with(*role, Josa::Topic),
            Dimensions(found),
            found.len(),
            with_josa(ko_document::axes(*expected), Josa::Toward)
        ),
        Why::OneRow { keys } => format!(
            "어텐션 가중치 {keys}개가 1차원 목록으로 있습니다. 행렬이라면 {keys} x {keys}입니다. \
             쿼리가 하나인 한 행으로 읽거나 행렬 전체를 넣으세요."
        ),
        Why::Heads { width, heads, divisors } => {
            let divisors: Vec<String> = divisors.iter().map(ToString::to_string).collect();
            let divisors = divisors.join(", ");
            format!(
                "{width}차원을 헤드 {heads}개로 나눌 수 없습니다. 가능한 헤드 수는 {divisors}입니다."
            )
        }
        Why::Ungrouped { heads, kv_heads } => {
            format!("쿼리 헤드 {heads}개가 키/밸류 헤드 {kv_heads}개를 고르게 나눠 쓸 수 없습니다.")
        }
        Why::Widths { queries, keys, heads } => {
            let place = if *heads > 1 { "헤드 안에서 " } else { "" };
            format!("{place}Q는 {queries}차원인데 K는 {keys}차원입니다. 두 차원을 같게 하세요.")
        }
        Why::HeadCount { role, found, expected } => format!(
            "{} 헤드가 {found}개입니다. {expected}개가 되도록 고치세요.",
            with(*role, Josa::Topic)
        ),
        Why::Rows { role, found, expected, of } => format!(
            "{} 행이 {found}개입니다. {}마다 하나씩 {expected}개가 되도록 고치세요.",
            with(*role, Josa::Topic),
            each(*of)
        ),
        Why::Weight { role, found, width, of } => format!(
            "{} {} 행렬입니다. {width}차원 {}에 곱하려면 행이 {width}개이거나, (출력, 입력) \
             순서라면 열이 {width}개여야 합니다.",
            with(*role, Josa::Topic),
            Dimensions(found),
            of_what(of)
        ),
        Why::Fused { role, found, width, heads, kv_heads } => format!(
            "{} {} 크기입니다. 출력 {width}개를 q 헤드 {heads}개와 k, v 헤드 {kv_heads}개씩으로 \
             나눌 수 없습니다.",
            with(*role, Josa::Topic),
            Dimensions(found)
        ),
        Why::Bias { role, found, expected } => format!(
            "{} 값이 {found}개입니다. 출력마다 하나씩 {expected}개가 되도록 고치세요.",
            with(*role, Josa::Topic)
        ),
        Why::Mask { found, expected } => format!(
            "마스크는 {} 크기입니다. {}(쿼리 x 키) 행렬이나 키마다 하나씩 {}개인 목록으로 고치세요.",
            Dimensions(found),
            Dimensions(expected),
            expected[1]
        ),
        Why::Scale { found } => {
            format!("점수를 나눌 수는 0이 아닌 유한한 수여야 하는데 {found}입니다.")
        }
        Why::OddRotary { width } => ko_document::odd_rotary(*width),
        Why::TooLarge { shape, limit } => format!(
            "{} 배열은 한 배열에 담을 수 있는 {limit}개보다 큽니다. 토큰이나 헤드를 줄이세요.",
            Dimensions(shape)
        ),
        Why::TooMuch { numbers, limit } => ko_document::too_much(*numbers, *limit),
        Why::Read(fault) => fault.say(Language::Korean),
        Why::Document(error) => ko_document::error(error),
    }
}

fn each(of: Role) -> &'static str {
    match of {
        Role::Queries | Role::X | Role::Tokens => "쿼리",
        _ => "키",
    }
}

fn of_what(of: &str) -> &'static str {
    if of == "tokens" { "토큰" } else { "연결한 헤드" }
}

pub fn notice(notice: &Notice) -> String {
    match notice {
        Notice::NoProjections => "W_Q, W_K, W_V가 없어 Q = K = V = X로 둡니다.".into(),
        Notice::Identity { missing, makes } => {
            format!("{} 없어 {makes} = X로 둡니다.", with(*missing, Josa::Subject))
        }
        Notice::StandsIn { missing, by } => format!(
            "{} 없어 {} 대신 씁니다.",
            with(*missing, Josa::Subject),
            with(*by, Josa::Object)
        ),
        Notice::NoProjectionsApart => "W_Q, W_K, W_V가 없어 임베딩이 곧 Q, K, V입니다.".into(),
        Notice::NoOutput => "W_O가 없어 연결한 헤드에서 끝납니다.".into(),
        Notice::NoValues => "V가 없어 어텐션 가중치에서 끝납니다.".into(),
        Notice::NoTokens => "토큰이 없어 행에 번호를 붙입니다.".into(),
        Notice::OneHead => "헤드 수를 알 수 없어 하나로 둡니다.".into(),
        Notice::Grouped { kv_heads } => {
            format!("Q와 K의 너비로 보아 키/밸류 헤드는 {kv_heads}개입니다.")
        }
        Notice::FitsOneWay { role, found, width, of, is_transposed } => {
            let (order, use_) = if *is_transposed {
                ("(출력, 입력)", "전치해서 씁니다")
            } else {
                ("(입력, 출력)", "그대로 씁니다")
            };
            format!(
                "{role}: {} 행렬은 {order} 순서일 때만 {width}차원 {}에 맞으므로 {use_}.",
                Dimensions(found),
                of_what(of)
            )
        }
        Notice::Cut { outputs, q, k, v } => {
            format!("W_QKV: 출력 {outputs}개를 Q, K, V 순서로 {q} + {k} + {v}개로 나눕니다.")
        }
        Notice::Squeezed { role: of, found, kept } => format!(
            "{}: 크기가 1인 축을 없애고 {} 배열을 {} 배열로 읽었습니다.",
            role(*of),
            Dimensions(found),
            Dimensions(kept)
        ),
        Notice::Read(note) => note.say(Language::Korean),
        Notice::TakenAsHidden { value, cells } => {
            format!("마스크에서 {value:e} 이하인 칸 {cells}개를 −∞로 보고 그 키를 가립니다.")
        }
        Notice::SeesNoKey { row, more } => format!(
            "{row}행의 쿼리는 볼 수 있는 키가 없어 가중치가 모두 0입니다.{}",
            more_rows(*more)
        ),
        Notice::KeepsPadding { token } => {
            format!("마스크가 {token} 토큰만 남깁니다. 참과 거짓이 바뀌지 않았는지 확인하세요.")
        }
        Notice::NotFinite { role: of, row, column, value, more, is_hidden } => {
            let others = match more {
                0 => String::new(),
                more => format!(" 유한하지 않은 칸이 {more}개 더 있습니다."),
            };
            let hidden = if *is_hidden {
                " 볼 수 있는 쿼리가 없어 빼고 계산합니다."
            } else {
                ""
            };
            format!("{} {row}행 {column}열의 값은 {value}입니다.{others}{hidden}", role(*of))
        }
        Notice::Dropout { sum } => format!(
            "합이 {sum}인 행이 있습니다. 학습 모드의 드롭아웃으로 보이니 model.eval()을 부른 뒤 \
             가중치를 다시 구하세요."
        ),
        Notice::NoShares { row, sum, negative, more, are_weights } => {
            let found = match negative {
                Some((column, value)) => format!("{row}행 {column}열의 값이 {value}"),
                None => format!("{row}행의 합이 {sum}"),
            };
            no_shares(&found, *more, *are_weights)
        }
        Notice::ColumnsSumToOne { found, is_transposed } => {
            let what = if *is_transposed {
                "전치해서 씁니다"
            } else {
                "전치할 수 있습니다"
            };
            format!("행이 아니라 열의 합이 1입니다. {} 행렬을 {what}.", Dimensions(found))
        }
        Notice::LooksLikeWeights => {
            "행마다 합이 1이어서 임베딩이 아니라 어텐션 가중치로 읽었습니다.".into()
        }
        Notice::LastTokens { rows, tokens } => {
            format!(
                "토큰은 {tokens}개인데 행은 {rows}개이므로 마지막 토큰 {rows}개의 행으로 봅니다."
            )
        }
        Notice::Large { tokens, cells } => format!(
            "토큰이 {tokens}개여서 점수 행렬의 칸이 {}만 개입니다.",
            (cells + 5_000) / 10_000
        ),
        Notice::BeginsWith { from, others } => {
            let others: Vec<String> = others.iter().map(|of| role(*of)).collect();
            format!("{}부터 계산하며 {} 값은 쓰지 않습니다.", role(*from), others.join(", "))
        }
        Notice::NotUsed { names } => format!("쓰지 않은 것: {}", some(names)),
    }
}

/// Of a row that is none of attention weights; `found` is the subject and what it is.
fn no_shares(found: &str, more: usize, are_weights: bool) -> String {
    let others = more_rows(more);
    let what = if are_weights {
        "소프트맥스 전의 점수가 아닌지, 행과 열이 바뀌지 않았는지, 빠진 칸이 없는지 확인하세요."
    } else {
        "그래서 어텐션 점수로 읽었습니다."
    };
    format!("{found}입니다. 어텐션 가중치는 0 이상이고 행마다 합이 1이어야 합니다.{others} {what}")
}

fn more_rows(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!(" 그런 행이 {more}개 더 있습니다."),
    }
}
