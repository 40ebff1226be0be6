//! What is wrong with a document and with the shapes in a problem, in Korean.

use crate::{
    document::{Axes, BadEntry, DocumentError, Each, Expected, Found, Place, Reason},
    i18n::josa::{Josa, with_josa},
    math::{Asks, Shape, ShapeError},
};

pub fn error(error: &DocumentError) -> String {
    let sentence = sentence(error);
    error.place().map(|at| format!("{}: {sentence}", place(at))).unwrap_or(sentence)
}

fn place(Place { line, column, path }: &Place) -> String {
    let path = if path.is_empty() { String::new() } else { format!(", {path}") };
    format!("{line}번째 줄, {column}번째 글자{path}")
}

fn sentence(error: &DocumentError) -> String {
    match error {
        DocumentError::Empty => {
            "문서가 비어 있습니다. `inputs`가 들어 있는 JSON 객체를 넣으세요.".into()
        }
        DocumentError::Syntax { problem, .. } => {
            format!("JSON 문법에 맞지 않습니다.{}", json(problem))
        }
        DocumentError::Unexpected { expected, found, .. } => {
            format!("{} 있어야 하는데 {} 있습니다.", self::expected(*expected), self::found(found))
        }
        DocumentError::Ragged { expected, found, .. } => format!(
            "앞의 행들처럼 {} 있어야 하는데 {} 있습니다. 행렬의 모든 행을 같은 길이로 고치세요.",
            row(expected),
            row(found)
        ),
        DocumentError::Rank { expected, found, .. } => {
            let expected = with_josa(axes(*expected), Josa::Subject);
            format!("{expected} 있어야 하는데 {found} 크기의 배열이 있습니다.")
        }
        DocumentError::Word { expected, found, .. } => {
            let words: Vec<String> = expected.iter().map(|word| format!("\"{word}\"")).collect();
            format!("\"{found}\" 값은 쓸 수 없습니다. 쓸 수 있는 값: {}", words.join(", "))
        }
        DocumentError::Duplicate { .. } => "같은 키가 두 번 있습니다. 하나를 지우세요.".into(),
        DocumentError::Count { of, expected, found, .. } => {
            let of = match of {
                Each::Query => "쿼리",
                Each::Key => "키",
                Each::Head => "헤드",
            };
            format!("{of}마다 하나씩 {expected}개가 있어야 하는데 {found}개가 있습니다.")
        }
        DocumentError::Override { entry, why, .. } => {
            let why = match why {
                BadEntry::NotWhole => "헤드, 행, 열은 0부터 세는 정수여야 합니다.",
                BadEntry::Twice => "같은 칸의 값을 두 번 정했습니다. 하나를 지우세요.",
            };
            format!("0부터 세어 {entry}번 항목: {why}")
        }
        DocumentError::Missing { what, why } => format!("{what} 값이 없습니다. {}", reason(*why)),
        DocumentError::Conflict { first, second, why } => {
            format!("{first} 값과 {second} 값은 함께 쓸 수 없습니다. {}", reason(*why))
        }
        DocumentError::TooLarge { of, shape, limit } => format!(
            "{}: {shape} 배열은 한 배열에 담을 수 있는 {limit}개보다 큽니다. 토큰이나 헤드를 \
             줄이세요.",
            name(of)
        ),
        DocumentError::Shape(unfit) => {
            let turned = " 크기는 행 방식으로 적었습니다. 열 방식에서는 행렬마다 전치됩니다.";
            format!("{}{}", shape(&unfit.error), if unfit.is_transposed { turned } else { "" })
        }
    }
}

/// What the parser of JSON says, with a blank before it; nothing where it says something new.
pub fn json(problem: &str) -> &'static str {
    match problem.strip_prefix("EOF while parsing").unwrap_or(problem).trim_start() {
        "a list" | "the text ends within a list" => " 목록이 닫히기 전에 내용이 끊겼습니다.",
        "an object" | "the text ends within an object" => " 객체가 닫히기 전에 내용이 끊겼습니다.",
        "a string" | "the text ends within a string" => " 따옴표가 닫히기 전에 내용이 끊겼습니다.",
        "a value" | "the text ends within a value" => " 값이 있어야 할 자리에서 내용이 끊겼습니다.",
        "expected `:`" => " `:` 기호가 있어야 합니다.",
        "expected `,` or `]`" => " `,` 또는 `]` 기호가 있어야 합니다.",
        "expected `,` or `}`" => " `,` 또는 `}` 기호가 있어야 합니다.",
        "expected ident" => " `true`, `false`, `null` 값의 철자를 확인하세요.",
        "expected value" => " JSON 값이 있어야 합니다.",
        "expected `\"`" => " `\"` 기호가 있어야 합니다.",
        "invalid escape" => " `\\` 뒤에 올 수 없는 글자입니다.",
        "invalid number" => " 숫자로 쓸 수 없는 글자가 있습니다.",
        "number out of range" => " 숫자가 너무 큽니다.",
        "key must be a string" => " 따옴표로 묶은 키가 있어야 합니다.",
        "trailing comma" => " 마지막 쉼표를 지우세요.",
        "trailing characters" => " 값이 끝난 뒤에 다른 내용이 더 있습니다.",
        "recursion limit exceeded" => " 괄호가 너무 깊이 겹쳐 있습니다.",
        problem if problem.starts_with("control character") => {
            " 따옴표 안의 줄 바꿈과 탭은 `\\n`, `\\t`로 쓰세요."
        }
        problem if problem.contains("hex escape") || problem.contains("unicode") => {
            " `\\u` 뒤의 16진수가 나타내는 글자가 없습니다."
        }
        _ => "",
    }
}

/// As the subject of the sentence.
fn expected(expected: Expected) -> &'static str {
    match expected {
        Expected::Object => "중괄호로 묶은 객체가",
        Expected::Number => "숫자가",
        Expected::Count => "0 이상의 정수가",
        Expected::Flag => "true 또는 false 값이",
        Expected::Text => "따옴표로 묶은 문자열이",
        Expected::Texts => "따옴표로 묶은 문자열의 목록이",
        Expected::Numbers => "숫자 배열이",
        Expected::NumberInArray => {
            "숫자(−∞는 null, 그 밖에는 \"nan\", \"inf\", \"-inf\"로 씁니다)가"
        }
        Expected::Flags => "true와 false의 배열이",
        Expected::FlagInArray => "true(볼 수 있음) 또는 false 값이",
    }
}

/// As the subject of the sentence.
fn found(found: &Found) -> String {
    match found {
        Found::Text(text) => format!("문자열(\"{text}\")이"),
        Found::Number(number) => format!("숫자({number})가"),
        Found::Flag(flag) => format!("{flag} 값이"),
        Found::Null => "null 값이".into(),
        Found::Array => "배열이".into(),
        Found::Object => "객체가".into(),
    }
}

/// As the subject of the sentence.
fn row(Shape(sides): &Shape) -> String {
    match sides.as_slice() {
        [] => "숫자 하나가".into(),
        [length] => format!("숫자 {length}개가"),
        _ => format!("{} 크기의 배열이", Shape::of(sides)),
    }
}

/// Without a particle.
pub fn axes(axes: Axes) -> &'static str {
    match axes {
        Axes::Length => "[길이] 모양의 배열",
        Axes::Matrix => "[행, 열] 모양의 배열",
        Axes::Heads => "[헤드, 행, 열] 모양의 배열",
        Axes::MatrixOrHeads => "[행, 열] 또는 [헤드, 행, 열] 모양의 배열",
        Axes::Scores => "[쿼리, 키] 모양의 배열",
        Axes::Mask => "[쿼리, 키] 또는 [헤드, 쿼리, 키] 모양의 배열",
        Axes::MaskOrKeys => "[쿼리, 키] 또는 [키] 모양의 배열",
        Axes::Entries => "[헤드, 행, 열, 숫자] 항목으로 된 배열",
    }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::NoStart => {
            "`inputs`에 x_q(와 w_q, w_k, w_v 등), 또는 q, k, v, 또는 scores나 weights를 넣으세요."
        }
        Reason::TwoStarts => "계산을 시작할 쪽만 남기세요.",
        Reason::QueriesAlone => "q를 쓰려면 k와 v도 함께 넣으세요.",
        Reason::TurnedAlready => "점수는 이미 회전한 쿼리와 키로 계산한 값입니다.",
        Reason::Wavelengths => "회전 위치에는 파장의 밑(흔히 10000)이 필요합니다.",
        Reason::EndsAtConcat => "출력 투영이 없으면 연결한 헤드에서 계산이 끝납니다.",
        Reason::NothingToProject => "w_o와 b_o는 밸류를 섞은 결과를 투영합니다.",
        Reason::NormAlone => "층 정규화는 잔차 연결 다음에 옵니다.",
        Reason::Residual => "잔차 연결은 출력에 x_q를 더합니다.",
        Reason::TwoScales => "scale은 곱하는 수로, 1 ÷ divide_by입니다. 하나를 지우세요.",
        Reason::AfterSoftmax => {
            "점수의 스케일링과 마스킹은 소프트맥스 전에 하고, 가중치는 그 후에 나옵니다."
        }
        Reason::TwoMasks => "쿼리가 볼 수 없는 칸은 add에 null로 적으세요.",
        Reason::MaskOfTruths => "이 종류의 마스크는 배열(true: 볼 수 있음)로 정합니다.",
        Reason::MaskOfNumbers => "이 종류의 마스크는 스케일링한 점수에 더할 배열로 정합니다.",
    }
}

pub fn shape(error: &ShapeError) -> String {
    match error {
        ShapeError::Mismatch { of, expected, found, why } => {
            format!("{of}: {expected} 크기여야 하는데 {found} 크기입니다. {}", asks(*why))
        }
        ShapeError::Widths { of, queries, keys } => format!(
            "{of}에서 나온 키는 헤드마다 {keys}차원인데 쿼리는 {queries}차원입니다. 두 \
             차원을 같게 하세요."
        ),
        ShapeError::Indivisible { of, width, heads } => format!(
            "{of}: 열 {width}개를 헤드 {heads}개로 똑같이 나눌 수 없습니다. 헤드 수를 {width}의 \
             약수로 정하세요."
        ),
        ShapeError::Ungrouped { heads, kv_heads } => format!(
            "쿼리 헤드 {heads}개가 키/밸류 헤드 {kv_heads}개를 고르게 나눠 쓸 수 없습니다. \
             kv_heads는 1 이상이고 heads의 약수여야 합니다."
        ),
        ShapeError::Empty { of, found } => {
            format!("{of}: 행과 열이 하나 이상 있어야 하는데 {found} 크기입니다.")
        }
        ShapeError::MaskAfterSoftmax => {
            "마스크는 소프트맥스 전에 쓰는데 소프트맥스를 거친 가중치가 주어졌습니다. 마스크를 빼거나 \
             점수를 넣으세요."
                .into()
        }
        ShapeError::OddRotary { d_k } => odd_rotary(*d_k),
        ShapeError::OverrideOfGiven { of } => format!(
            "overrides.{of}: 여기서 계산하는 행렬이 아닙니다. 주어진 수를 그 자리에서 고치세요."
        ),
        ShapeError::OverrideOutside { of, place, shape } => format!(
            "overrides.{of}: 0부터 센 [헤드, 행, 열]이 {shape} 안에 있어야 하는데 {place}입니다."
        ),
        ShapeError::TooMuch { numbers, limit } => too_much(*numbers, *limit),
        ShapeError::Scale { found } => {
            format!("scale: 0이 아닌 유한한 수여야 하는데 {found}입니다.")
        }
    }
}

/// That rotary position cannot turn a head so wide.
pub fn odd_rotary(width: usize) -> String {
    format!("헤드가 {width}차원입니다. 회전 위치는 두 차원씩 돌리므로 짝수 차원이 되도록 고치세요.")
}

/// That all stages together hold more numbers than memory does.
pub fn too_much(numbers: usize, limit: usize) -> String {
    format!(
        "모든 단계를 더하면 수가 {numbers}개로, 담을 수 있는 {limit}개보다 많습니다. 토큰이나 헤드를 \
         줄이세요."
    )
}

fn asks(asks: Asks) -> &'static str {
    match asks {
        Asks::Multiplied => "행 수가 앞에 곱하는 행렬의 열 수와 같아야 합니다.",
        Asks::ProjectionOfBias => "편향에는 투영의 열마다 수가 하나씩 있어야 합니다.",
        Asks::KeysOfValues => "키마다 밸류가 하나씩 있어야 합니다.",
        Asks::Heads => "헤드마다 행렬이 하나씩 있어야 합니다.",
        Asks::WidthOfQueries => "키는 헤드마다 쿼리와 차원이 같아야 합니다.",
        Asks::Tokens => "쿼리와 키마다 위치가 하나씩 있어야 합니다.",
        Asks::Residual => "잔차 연결은 출력에 x_q를 더하므로 둘의 차원이 같아야 합니다.",
        Asks::Features => "층 정규화에는 차원마다 수가 하나씩 있어야 합니다.",
        Asks::Scores => "마스크에는 쿼리마다 행이, 키마다 열이 하나씩 있어야 합니다.",
    }
}

/// What an array is called that would follow from others.
fn name(of: &str) -> &str {
    match of {
        "q" => "쿼리",
        "k" => "키",
        "v" => "밸류",
        "scores" => "어텐션 점수",
        "context" => "문맥 벡터",
        "output" => "출력",
        given => given,
    }
}
