//! What is said about people's own numbers, in Korean.

use super::{ko_binary, ko_bracket, ko_table, ko_whole};
use crate::input::{
    Dimensions, Fault, Meaning, NotANumber, Note, Place, Position, ReadFault, TokenSplit, Topic,
    nth_last,
};

pub fn read_fault(fault: &ReadFault) -> String {
    match fault.place {
        Some(at) => format!("{}: {}", place(at), self::fault(&fault.fault)),
        None => self::fault(&fault.fault),
    }
}

pub fn place(place: Place) -> String {
    let Place { line, column, cell, .. } = place;
    let text = match (line, column) {
        (0, _) => String::new(),
        (_, 0) => format!("{line}번째 줄"),
        _ => format!("{line}번째 줄, {column}번째 글자"),
    };
    match cell {
        Some((row, column)) if line > 0 => format!("{text}(표의 {row}행 {column}열)"),
        Some((row, column)) => format!("표의 {row}행 {column}열"),
        None => text,
    }
}

fn fault(fault: &Fault) -> String {
    match fault {
        Fault::Nothing => "내용이 없습니다. 행렬을 붙여 넣거나 파일을 끌어다 놓으세요.".into(),
        Fault::Unrecognized => {
            "숫자로 읽을 수 없는 형식입니다. NumPy, PyTorch, JSON, CSV, Markdown, LaTeX 형식의 \
             행렬을 넣으세요."
                .into()
        }
        Fault::Cell { found, why } => cell(found, *why),
        Fault::Shortened { found, whole, form } => {
            let of = whole.as_ref().map(|whole| format!(" 전체 크기는 {whole}입니다."));
            format!(
                "`{found}` 표시는 생략된 행이나 열을 뜻합니다.{} {}",
                of.unwrap_or_default(),
                form.about().in_full.korean
            )
        }
        Fault::Ragged { row, found, expected } => {
            format!("{row}행의 값은 {found}개입니다. 앞의 행들처럼 {expected}개가 되도록 고치세요.")
        }
        Fault::Empty { shape } => {
            format!("배열이 비어 있습니다({shape}). 행과 열이 하나 이상 있어야 합니다.")
        }
        Fault::OnlyTexts { count } => {
            format!("숫자 없이 글자 값만 {count}개 있습니다. 행렬과 함께 토큰 이름으로 쓰세요.")
        }
        Fault::Bracket(fault) => ko_bracket::bracket(fault),
        Fault::Table(fault) => ko_table::fault(fault),
        Fault::Binary(fault) => ko_binary::fault(fault),
        Fault::TooMany { found, limit } => {
            format!("숫자가 {found}개입니다. {limit}개까지 읽을 수 있습니다.")
        }
    }
}

fn cell(found: &str, why: NotANumber) -> String {
    match why {
        NotANumber::Empty => "빈칸입니다. 0으로 보지 않으니 값을 채우세요.".into(),
        NotANumber::Missing => {
            format!("`{found}` 칸은 값이 없다는 뜻입니다. 0으로 보지 않으니 값을 채우세요.")
        }
        NotANumber::Ellipsis => format!("`{found}` 표시는 생략된 값을 뜻합니다."),
        NotANumber::TooLarge => {
            format!("`{found}` 값은 너무 큽니다. 1.8e308보다 작은 수를 넣으세요.")
        }
        NotANumber::Complex => format!("`{found}` 값은 복소수입니다. 실수를 넣으세요."),
        NotANumber::Hexadecimal => {
            format!("`{found}` 칸은 16진수이거나 이름입니다. 10진수를 넣으세요.")
        }
        NotANumber::Glued => {
            format!("`{found}` 칸에는 여러 수가 붙어 있습니다. 사이에 빈칸이나 쉼표를 넣으세요.")
        }
        NotANumber::Unit => {
            format!("`{found}` 칸에는 수와 단위가 함께 있습니다. 단위를 빼고 수만 적으세요.")
        }
        NotANumber::SheetError => {
            format!("`{found}` 칸은 스프레드시트의 오류입니다. 거기서 고친 뒤 다시 복사하세요.")
        }
        NotANumber::TooNarrow => {
            format!("`{found}` 칸은 열이 좁아 수가 보이지 않습니다. 열을 넓혀 다시 복사하세요.")
        }
        NotANumber::Symbol => {
            let what = if found.chars().count() == 1 { "글자" } else { "이름" };
            format!("`{found}` 칸은 수가 아니라 {what}입니다. 그것이 나타내는 수를 넣으세요.")
        }
        NotANumber::Text => {
            format!("숫자가 있어야 할 칸에 `{found}` 값이 있습니다. 이 칸을 고치세요.")
        }
    }
}

pub fn topic(topic: Topic) -> String {
    match topic {
        Topic::Header => "첫 행이 열 이름인가요?",
        Topic::LabelColumn => "토큰 이름은 어느 열에 있나요?",
        Topic::DecimalMark => "소수점 기호는 무엇인가요?",
        Topic::Separator => "칸을 나누는 기호는 무엇인가요?",
        Topic::Orientation => "토큰이 행인가요, 열인가요(전치)?",
        Topic::Array => "어느 배열인가요?",
        Topic::Layer => "배열의 어느 행렬인가요?",
        Topic::Block => "체크포인트의 어느 층인가요?",
        Topic::Axis => "토큰은 어느 축에 있나요?",
        Topic::Rows => "행이 몇 개인가요?",
        Topic::Together => "목록들이 한 행렬의 행들인가요?",
        Topic::Factor => "공통 인수를 아직 곱해야 하나요?",
        Topic::Percent => "백분율을 1에 대한 비율로 읽을까요?",
        Topic::Expression => "이 식은 무슨 뜻인가요?",
        Topic::Dtype => "바이트의 자료형은 무엇인가요?",
        Topic::Heads => "헤드가 몇 개인가요?",
        Topic::WeightLayout => "가중치 행렬은 어느 방향인가요?",
        Topic::FusedOrder => "합친 투영의 순서는 무엇인가요?",
        Topic::Polarity => "마스크에서 참은 무슨 뜻인가요?",
        Topic::Corner => "인과 마스크는 어느 모서리에서 시작하나요?",
        Topic::ScoresOrWeights => "어텐션 점수인가요, 어텐션 가중치인가요?",
    }
    .into()
}

pub fn meaning(meaning: &Meaning) -> String {
    match meaning {
        Meaning::HeaderTaken { row } => format!("1행({row})을 열 이름으로 읽음"),
        Meaning::HeaderKept { row } => format!("1행({row})을 데이터로 읽음"),
        Meaning::LabelsFrom { column } => format!("{column}열을 이름으로 읽음"),
        Meaning::NoLabels => "모든 열을 데이터로 읽음, 이름 없음".into(),
        Meaning::RowsAreTokens => "행 하나가 토큰 하나".into(),
        Meaning::ColumnsAreTokens => "열 하나가 토큰 하나(전치함)".into(),
        Meaning::TheArray { name, shape } => format!("{name} ({})", Dimensions(shape)),
        Meaning::TheNth { number, count, shape } => {
            format!("행렬 {count}개 중 {number}번째({})", Dimensions(shape))
        }
        Meaning::BatchFirst { shape } => format!(
            "배치 우선: {} 배열에서 배치(헤드)마다 토큰 {}개",
            Dimensions(shape),
            nth_last(shape, 2)
        ),
        Meaning::TokensFirst { shape } => format!(
            "토큰 우선: {} 배열에서 토큰 {}개, 그다음 축이 배치(헤드)",
            Dimensions(shape),
            nth_last(shape, 3)
        ),
        Meaning::TheLayer { at, shape } => {
            format!("{}차원 배열 {}의 배치(헤드) {}", shape.len(), Dimensions(shape), Position(at))
        }
        Meaning::BytesAs { descr, dtype } => {
            format!("{descr} 바이트를 {} 값으로 읽음", dtype.full_name())
        }
        Meaning::RowsOf { rows, cols } => format!("토큰 {rows}개 × {cols}차원"),
        Meaning::RowsTogether { rows, cols } => format!("한 행렬의 행들({rows} x {cols})"),
        Meaning::ListsApart { count } => format!("따로따로인 목록 {count}개"),
        Meaning::FactorApplied { factor, first } => {
            format!("공통 인수 {factor} 곱함(첫째 값은 {first})")
        }
        Meaning::FactorDone { factor } => format!("공통 인수 {factor} 이미 곱해져 있음"),
        Meaning::Computed { text, value } => format!("{text} 식을 계산한 값 {value}"),
        Meaning::Listed { text, numbers } => format!("{text} 내용을 수 {numbers} 나열로 읽음"),
        Meaning::Table(meaning) => ko_table::meaning(meaning),
        Meaning::TokensBy { way, count } => format!("토큰 {count}개, {}", between(*way)),
        Meaning::Arranged(arrangement) => ko_whole::arrangement(arrangement),
    }
}

fn between(way: TokenSplit) -> &'static str {
    match way {
        TokenSplit::Lines => "한 줄에 하나씩",
        TokenSplit::Tabs => "탭으로 나눔",
        TokenSplit::Bars => "세로줄로 나눔",
        TokenSplit::Commas => "쉼표로 나눔",
        TokenSplit::Blanks => "빈칸으로 나눔",
    }
}

pub fn note(note: &Note) -> String {
    match note {
        Note::NotFinite { row, column, value, more } => {
            let others = match more {
                0 => String::new(),
                more => format!(" 유한하지 않은 칸이 {more}개 더 있습니다."),
            };
            format!("{row}행 {column}열의 값은 {value}입니다.{others}")
        }
        Note::BatchOfOne { found, kept } => {
            format!("크기가 1인 배치 축을 없앴습니다: {found} 배열을 {kept} 행렬로 읽었습니다.")
        }
        Note::BooleansAsNumbers => "참은 1로, 거짓은 0으로 읽었습니다.".into(),
        Note::LabelsDoNotFit { tokens, rows } => format!(
            "토큰은 {tokens}개인데 행은 {rows}개여서 토큰을 행의 이름으로 쓰지 않았습니다. [CLS]나 [SEP]가 한쪽에만 들어 있지 않은지 확인하세요."
        ),
        Note::NumbersInQuotes => "따옴표로 묶인 글자를 숫자로 읽었습니다.".into(),
        Note::OrderedByIndex => "\"index\" 값의 순서대로 행을 늘어놓았습니다.".into(),
        Note::Base64 => "base64로 적힌 값을 리틀 엔디언 float32로 읽었습니다.".into(),
        Note::LeftOut { found } => {
            format!("`{found}` 내용은 숫자가 아니라 계산식이어서 뺐습니다.")
        }
        Note::RoundedAsPrinted { decimals } => {
            format!("출력된 대로 소수점 아래 {decimals}자리까지만 있는 값입니다.")
        }
        Note::LooksLikeMinus { found } => {
            format!("빼기 기호와 비슷한 `{found}` 글자를 빼기 기호로 읽었습니다.")
        }
        Note::Table(note) => ko_table::note(note),
        Note::ExtraBytes { found } => format!("배열 뒤의 {found}바이트는 읽지 않았습니다."),
        Note::ArrayLeftOut { fault } => {
            format!("{} 이 배열은 읽지 않았습니다.", ko_binary::fault(fault))
        }
        Note::PowersOfTen { found } => {
            format!("{found}처럼 10의 거듭제곱(×10)으로 쓴 값을 하나의 수로 읽었습니다.")
        }
    }
}
