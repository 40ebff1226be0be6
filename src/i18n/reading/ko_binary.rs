//! What is said about files that are no text, in Korean.

use super::ko_document::json;
use crate::input::{
    BinaryFault, Foreign, HeaderPart, HeaderPlace, NpyField, NpyRefusal, Part, SafetensorsError,
    Way, ZipDamage,
};

pub fn fault(fault: &BinaryFault) -> String {
    match fault {
        BinaryFault::NpyMagic { found } => format!(
            ".npy 파일이 아닙니다. 파일이 \\x93NUMPY 바이트로 시작해야 하는데 {found} 바이트로 시작합니다. \
             np.save로 다시 저장하세요."
        ),
        BinaryFault::NpyVersion { major, minor } => format!(
            ".npy 버전 {major}.{minor} 파일은 읽을 수 없습니다. NumPy로 1.0, 2.0, 3.0 버전으로 저장하세요."
        ),
        BinaryFault::NpyHeader { field, found } => format!(
            ".npy 헤더에 {} 있어야 하는데 {found} 값이 있습니다. np.save로 다시 저장하세요.",
            self::field(*field)
        ),
        BinaryFault::NpyType { descr, refusal } => {
            format!("배열의 자료형이 {descr}입니다. {}", self::refusal(*refusal))
        }
        BinaryFault::CutOff { part, expected, found } => format!(
            "{}가 {expected}바이트여야 하는데 {found}바이트뿐입니다. 파일이 잘렸으니 다시 저장하거나 \
             내려받으세요.",
            match part {
                Part::Header => "헤더",
                Part::Data => "데이터",
            }
        ),
        BinaryFault::Shape { shape, limit } => format!(
            "배열의 크기가 {shape}입니다. 숫자를 {limit}개까지 읽을 수 있으니 a[:256]처럼 일부만 \
             저장하세요."
        ),
        BinaryFault::TooManyTexts { found, limit } => {
            format!("문자열이 {found}개입니다. {limit}개까지 읽을 수 있습니다.")
        }
        BinaryFault::ZipWithoutDirectory => {
            "zip 끝에 있어야 할 파일 목록이 없습니다. 파일이 잘렸으니 다시 내려받으세요.".into()
        }
        BinaryFault::Zip(damage) => format!("{} 파일을 다시 저장하세요.", self::damage(*damage)),
        BinaryFault::Inside { entry, fault } => format!("{entry}: {}", self::fault(fault)),
        BinaryFault::Vectors { expected, found } => format!(
            "word2vec 헤더에는 벡터가 {expected}개라고 되어 있는데 {found}번째 벡터에서 파일이 끝납니다. \
             파일이 잘렸으니 다시 내려받으세요."
        ),
        BinaryFault::Safetensors(error) => safetensors(error),
        BinaryFault::LfsPointer { size } => format!(
            "파일이 아니라 Git LFS 포인터입니다. 원래 파일은 {size}바이트입니다. \
             `git lfs pull` 명령으로 내려받으세요."
        ),
        BinaryFault::WebPage => {
            "파일이 아니라 웹 페이지입니다. 로그인 화면이나 오류 화면일 수 있으니 \
                                 파일을 다시 내려받으세요."
                .into()
        }
        BinaryFault::Foreign { kind } => foreign(*kind),
        BinaryFault::Encoding => {
            "UTF-8 텍스트가 아닙니다. UTF-8로 다시 저장하세요(Excel에서는 ‘CSV UTF-8’).".into()
        }
        BinaryFault::Raw { bytes } => format!(
            "이 {bytes}바이트에는 자료형도 모양도 적혀 있지 않습니다. 둘 다 남기는 np.save로 저장하세요."
        ),
    }
}

/// As the subject of the sentence.
fn field(field: NpyField) -> &'static str {
    match field {
        NpyField::Dictionary => "Python 딕셔너리가",
        NpyField::Descr => "'<f4' 같은 자료형('descr')이",
        NpyField::FortranOrder => "True 또는 False('fortran_order')가",
        NpyField::Shape => "정수로 된 튜플('shape')이",
    }
}

fn refusal(refusal: NpyRefusal) -> &'static str {
    match refusal {
        NpyRefusal::Objects => {
            "Python 객체를 pickle로 저장한 파일은 아무 코드나 실행할 수 있어 열지 않습니다. \
             a.astype(float)를 저장하세요."
        }
        NpyRefusal::Complex => "복소수는 읽지 않습니다. a.real이나 abs(a)를 저장하세요.",
        NpyRefusal::LongDouble => {
            "수 하나가 16바이트인 float128입니다(float16이 아닙니다). a.astype(float)를 저장하세요."
        }
        NpyRefusal::Times => "날짜나 기간은 읽지 않습니다. a.astype(float)를 저장하세요.",
        NpyRefusal::Records => {
            "칸마다 수가 하나씩 들어 있지 않은 레코드입니다. 열들을 float 배열 하나로 저장하세요."
        }
        NpyRefusal::Unknown => "알 수 없는 자료형입니다. a.astype(float)를 저장하세요.",
    }
}

fn damage(damage: ZipDamage) -> String {
    match damage {
        ZipDamage::Place => "zip의 파일 목록이 다른 곳을 가리킵니다.".into(),
        ZipDamage::Method(method) => {
            format!("압축 방식 {method}번은 풀 수 없습니다. 저장(0)과 deflate(8)만 읽습니다.")
        }
        ZipDamage::Locked => "비밀번호로 잠겨 있습니다.".into(),
        ZipDamage::Packing => "압축을 풀 수 없습니다.".into(),
        ZipDamage::Checksum => "체크섬이 다릅니다. 파일이 손상되었습니다.".into(),
        ZipDamage::TooLarge(size) => format!("압축을 풀면 {size}바이트라서 담을 수 없습니다."),
    }
}

fn foreign(kind: Foreign) -> String {
    let name = kind.name();
    match kind.way() {
        Way::Python(line) => {
            format!("{name} 파일은 여기서 열지 않습니다. Python에서 숫자를 저장하세요: {line}")
        }
        Way::Matlab(line) => {
            format!("{name} 파일은 여기서 열지 않습니다. MATLAB에서 행렬을 저장하세요: {line}")
        }
        Way::R(line) => {
            format!("{name} 파일은 여기서 열지 않습니다. R에서 표를 저장하세요: {line}")
        }
        Way::Cells => {
            format!("{name} 파일은 여기서 열지 않습니다. 칸을 복사해 붙여 넣거나 CSV로 저장하세요.")
        }
        Way::Copied => {
            format!("{name} 파일은 여기서 열지 않습니다. 숫자를 복사해 붙여 넣으세요.")
        }
        Way::Typed => {
            format!("그림 파일({name})에는 읽을 숫자가 없습니다. 숫자를 직접 붙여 넣으세요.")
        }
        Way::Unpacked => format!(
            "압축 파일({name})은 여기서 열지 않습니다. 압축을 풀고 그 안의 파일을 고르세요."
        ),
    }
}

pub fn safetensors(error: &SafetensorsError) -> String {
    use SafetensorsError as E;
    const AGAIN: &str = "파일을 다시 저장하거나 내려받으세요.";
    match error {
        E::TooShort { found } => {
            format!("safetensors 파일은 8바이트보다 길어야 하는데 {found}바이트뿐입니다. {AGAIN}")
        }
        E::HeaderTooLong { length, limit } => format!(
            "헤더 길이가 {length}바이트로 되어 있습니다. {limit}바이트까지 읽으며, safetensors 파일이 \
             아닌 것 같습니다. .safetensors로 끝나는 파일을 고르세요."
        ),
        E::HeaderCutOff { length, found } => {
            format!("헤더가 {length}바이트여야 하는데 {found}바이트뿐입니다. {AGAIN}")
        }
        E::NotJson { line, column, message } => {
            format!(
                "헤더 {line}번째 줄 {column}번째 글자: JSON 문법에 맞지 않습니다.{} {AGAIN}",
                json(message)
            )
        }
        E::Malformed { place, expected, found } => {
            let at = self::place(place);
            let found = found.as_ref().map(|found| format!("{found} 값이 있습니다"));
            let found = found.unwrap_or_else(|| "아무것도 없습니다".into());
            format!("{at} {} 있어야 하는데 {found}. {AGAIN}", part(*expected))
        }
        E::UnknownDtype { tensor, found } => format!(
            "{tensor:?} 텐서의 자료형으로 적힌 {found:?} 값을 알 수 없습니다. float32로 바꾸어 다시 저장하세요."
        ),
        E::OutOfBounds { tensor, start, end, available } => format!(
            "{tensor:?} 텐서의 바이트는 0~{available} 안에 있어야 하는데 {start}~{end}에 있습니다. {AGAIN}"
        ),
        E::WrongSize { tensor, dtype, shape, expected, found } => {
            let expected = match expected {
                Some(bytes) => format!("{bytes}바이트"),
                None => "2^64바이트보다 많은 바이트".to_owned(),
            };
            format!(
                "{tensor:?} 텐서는 자료형이 {}, 모양이 {shape:?}라서 {expected}가 있어야 하는데 \
                 {found}바이트입니다. {AGAIN}",
                dtype.name()
            )
        }
        E::Misplaced { tensor, expected, found } => format!(
            "{tensor:?} 텐서는 앞 텐서가 끝나는 {expected}번째 바이트에서 시작해야 하는데 \
             {found}번째에서 시작합니다. {AGAIN}"
        ),
        E::Trailing { expected, found } => {
            format!("데이터가 {expected}바이트여야 하는데 {found}바이트입니다. {AGAIN}")
        }
        E::Missing { tensor, names } => {
            format!("{tensor:?} 텐서가 없습니다. 있는 텐서: {}.", names.join(", "))
        }
        E::WrongRank { tensor, expected, found } => {
            format!("{tensor:?} 텐서는 {expected}차원이어야 하는데 모양이 {found:?}입니다.")
        }
    }
}

/// In the header, with its particle.
fn place(HeaderPlace { tensor, key }: &HeaderPlace) -> String {
    let tensor = tensor.as_ref().map(|tensor| format!("의 {tensor:?} 텐서")).unwrap_or_default();
    let key = key.map(|key| format!("의 {key} 자리")).unwrap_or_default();
    format!("헤더{tensor}{key}에")
}

/// As the subject of the sentence.
fn part(part: HeaderPart) -> &'static str {
    match part {
        HeaderPart::Object => "JSON 객체가",
        HeaderPart::Texts => "값이 모두 문자열인 JSON 객체가",
        HeaderPart::Text => "따옴표로 묶은 문자열이",
        HeaderPart::WholeNumbers => "정수의 목록이",
        HeaderPart::TwoWholeNumbers => "정수 두 개가",
    }
}
