//! What is said of tables, in Korean.

use crate::input::{Dimensions, Separator, TableFault, TableMeaning, TableNote};

pub fn fault(fault: &TableFault) -> String {
    match fault {
        TableFault::NoRows { header } => {
            format!("열 이름({header}) 아래에 숫자 행이 없습니다.")
        }
        TableFault::OpenQuote => {
            "따옴표로 시작한 칸이 제대로 끝나지 않습니다. 칸 끝에 `\"` 기호를 넣으세요.".into()
        }
        TableFault::MixedSeparators { first, second } => format!(
            "숫자 사이에 {} 기호와 {} 기호가 섞여 있습니다. 칸을 나누는 기호를 하나만 쓰세요.",
            separator(*first),
            visible(*second)
        ),
        TableFault::VectorCount { said, found } => format!(
            "첫 줄에는 벡터가 {said}개라고 되어 있지만 실제로는 {found}개 있습니다. 파일이 잘렸는지 확인하세요. 첫 줄을 지우면 {found}개를 읽습니다."
        ),
        TableFault::VectorWidth { said, found } => format!(
            "첫 줄에는 벡터마다 수가 {said}개라고 되어 있지만 행에는 {found}개가 있습니다. 첫 줄을 고치거나 지우세요."
        ),
        TableFault::Shape { said, found } => format!(
            "출력에는 크기가 {}라고 되어 있지만 실제 행과 열은 {}입니다.",
            Dimensions(said),
            Dimensions(found)
        ),
        TableFault::BlockRows { found, expected } => format!(
            "이 열 묶음의 행은 {found}개인데 첫 묶음의 행은 {expected}개입니다. 묶음들은 옆으로 이어집니다."
        ),
        TableFault::BlockLabels { row } => {
            format!("이 열 묶음의 {row}행 이름이 첫 묶음과 다릅니다.")
        }
        TableFault::MarketKind { found } => format!(
            "`{found}` 형식은 실수를 담은 Matrix Market 파일이 아닙니다. real, integer, pattern 형식을 넣으세요."
        ),
        TableFault::MarketSize => {
            "행과 열의 수가 있어야 합니다. 0을 생략한 형식이면 항목의 수도 있어야 합니다.".into()
        }
        TableFault::MarketCount { said, found } => {
            format!("크기를 적은 줄에는 항목이 {said}개라고 되어 있지만 {found}개 있습니다.")
        }
        TableFault::MarketPlace { rows, cols } => {
            format!("행은 1부터 {rows}까지, 열은 1부터 {cols}까지여야 합니다.")
        }
        TableFault::LabelCount { vectors, labels } => format!(
            "벡터는 {vectors}개인데 이름은 {labels}개입니다. 벡터마다 이름이 하나씩 있어야 합니다."
        ),
        TableFault::HtmlPage => {
            "표가 없는 HTML 페이지입니다. 내려받기에 실패한 것 같으니 파일을 다시 받으세요.".into()
        }
        TableFault::ConflictMarker => {
            "`<<<<<<<` 표시는 끝나지 않은 병합이 남긴 것입니다. 두 판 가운데 하나만 남기세요."
                .into()
        }
    }
}

pub fn note(note: &TableNote) -> String {
    match note {
        TableNote::RepeatedLabel { label, times } => {
            format!("`{label}` 이름이 {times}번 나옵니다. 모든 행을 그대로 두었습니다.")
        }
        TableNote::ColumnsLeftOut { first, more: 0 } => {
            format!("표의 {first}열은 글자여서 뺐습니다.")
        }
        TableNote::ColumnsLeftOut { first, more } => {
            format!("표의 {first}열과 다른 {more}개 열은 글자여서 뺐습니다.")
        }
        TableNote::TrailingSeparators { separator } => format!(
            "모든 행이 칸을 나누는 기호({})로 끝납니다. 빈 열로 보지 않았습니다.",
            self::separator(*separator)
        ),
        TableNote::CommonFactor { factor } => format!(
            "공통 인수 {factor} 값을 빼고 출력한 것이어서, 작은 값은 보이는 자릿수까지 반올림되어 있습니다."
        ),
        TableNote::DotsAreZeros => "`⋅` 표시는 저장하지 않은 0으로 읽었습니다.".into(),
        TableNote::ZerosFilledIn { stored } => {
            format!("적혀 있는 항목은 {stored}개입니다. 나머지는 0으로 읽었습니다.")
        }
        TableNote::MetadataHeader { name } => {
            format!("이름이 벡터보다 하나 많아서, 첫 이름({name})을 열 이름으로 읽었습니다.")
        }
        TableNote::EmptyLabel { number } => format!("{number}번째 이름이 비어 있습니다."),
        TableNote::EmptyFirstColumn => "첫 열은 비어 있어서 뺐습니다.".into(),
        TableNote::CommentLeftOut { line } => {
            format!("{line}번째 줄은 주석처럼 시작해서 뺐습니다.")
        }
    }
}

pub fn meaning(meaning: &TableMeaning) -> String {
    match meaning {
        TableMeaning::RowNumbers { column } => format!("{column}열은 행 번호이므로 뺌"),
        TableMeaning::Marks { decimal, group, preview } => {
            let group = group.map(|group| format!(", {} 기호는 천 단위 구분", visible(group)));
            format!("소수점은 `{decimal}`{}{}", group.unwrap_or_default(), such(preview))
        }
        TableMeaning::Separated { by, preview } => {
            format!("칸 사이는 {}{}", separator(*by), such(preview))
        }
        TableMeaning::SeparatedRaw { by, preview } => {
            format!("칸 사이는 {}, 따옴표는 칸의 내용{}", separator(*by), such(preview))
        }
        TableMeaning::PercentAsShare { example } => {
            format!("{example} 값은 1에 대한 비율(100으로 나눔)")
        }
        TableMeaning::PercentAsNumber { example } => {
            format!("{example} 값은 퍼센트 기호 앞의 수 그대로")
        }
    }
}

fn separator(separator: Separator) -> &'static str {
    match separator {
        Separator::Tab => "탭",
        Separator::Semicolon => "쌍반점(`;`)",
        Separator::Comma => "쉼표(`,`)",
        Separator::Bar => "세로줄(`|`)",
        Separator::Blanks | Separator::AnyBlanks => "빈칸",
        Separator::FromTheRight(_) => "빈칸(숫자 앞의 낱말들은 이름 하나)",
        Separator::CommaOrBlanks => "쉼표나 빈칸",
    }
}

fn visible(separator: char) -> String {
    match separator {
        '\t' => "탭".into(),
        ' ' => "빈칸".into(),
        other => format!("`{other}`"),
    }
}

fn such(preview: &str) -> String {
    if preview.is_empty() { String::new() } else { format!(": {preview}") }
}
