//! What is said about bracketed text, in Korean.

use crate::input::BracketFault;

pub fn bracket(fault: &BracketFault) -> String {
    match fault {
        BracketFault::Ends { row, opened, line } => ends(*row, *opened, *line),
        BracketFault::Mismatched { found, expected, line } => format!(
            "{line}번째 줄에서 연 괄호는 `{expected}` 기호로 닫아야 하는데 `{found}` 기호가 있습니다."
        ),
        BracketFault::ClosesNothing { found } => {
            format!("`{found}` 기호에 짝이 되는 여는 괄호가 없습니다. 처음부터 다시 복사하세요.")
        }
        BracketFault::TooDeep { limit } => {
            format!("괄호가 {limit}겹보다 깊게 겹쳐 있습니다. 행렬을 넣으세요.")
        }
        BracketFault::OpenQuote => "따옴표를 같은 줄에서 닫거나 지우세요.".into(),
        BracketFault::NoComma { before, after } => {
            format!("`{before}` 값과 `{after}` 값 사이에도 쉼표를 넣으세요.")
        }
        BracketFault::Twice { name } => {
            format!("`{name}` 이름이 두 번 나옵니다. 하나를 지우거나 이름을 바꾸세요.")
        }
        BracketFault::Uneven { row, found, expected } => format!(
            "{row}번째 항목의 크기는 {found}입니다. 앞의 항목들처럼 {expected} 크기여야 합니다."
        ),
        BracketFault::OtherShape { said, found } => format!(
            "텍스트에 적힌 크기는 {said}인데 읽은 값은 {found}입니다. 빠진 부분이 없는지 확인하세요."
        ),
        BracketFault::WrongCount { found, expected } => {
            format!("값이 {found}개여서 {expected} 행렬을 채울 수 없습니다.")
        }
        BracketFault::Document => "Attnscope 문서입니다. 문서로 여세요.".into(),
        BracketFault::Meta => {
            "meta 장치의 텐서에는 값이 없습니다. 가중치를 불러온 뒤 다시 출력하세요.".into()
        }
        BracketFault::Description { found } => {
            format!("`{found}` 내용은 설명일 뿐 값이 없습니다. model.weight처럼 숫자를 출력하세요.")
        }
        BracketFault::Sparse => {
            "희소 행렬에는 일부 칸만 적혀 있습니다. x.to_dense()나 x.toarray()로 출력하세요.".into()
        }
        BracketFault::NoneGiven { name } => format!(
            "`{name}` 값은 None이어서 숫자가 없습니다. 어텐션 가중치는 output_attentions=True일 때만 \
             저장됩니다."
        ),
        BracketFault::NoAttentions { name } => format!(
            "`{name}` 값이 None입니다. 모델을 attn_implementation=\"eager\" 설정으로 불러오고 \
             output_attentions=True로 호출하세요."
        ),
        BracketFault::Computation { found } => {
            format!("`{found}` 내용은 숫자가 아니라 계산식입니다. 그 출력 결과를 붙여 넣으세요.")
        }
    }
}

fn ends(row: Option<usize>, opened: char, line: usize) -> String {
    let row = row.map(|row| format!("{row}행에서 ")).unwrap_or_default();
    format!(
        "{row}내용이 끊겼습니다. {line}번째 줄의 `{opened}` 괄호가 닫히지 않았으니 끝까지 다시 복사하세요."
    )
}
