//! A safetensors file as a user brings it: every tensor by its name, those of a large file only
//! where they are asked for.

use super::{SafeTensors, SafetensorsError, TensorInfo};
use crate::input::{
    Answers, Array, BinaryFault, Fault, Form, FormAbout, Format, InFull, MOST_NUMBERS, ReadFault,
    Reading, Source, Values, choice, dtype::ByteOrder,
};

impl Form {
    /// A safetensors file.
    pub const SAFETENSORS: Self = Self(&FormAbout {
        english: "a .safetensors file",
        korean: ".safetensors 파일",
        in_full: InFull::VALUES,
    });
}

/// A safetensors file.
pub(in crate::input) struct File;

impl Format for File {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        // A length that a text could not begin with: its upper bytes are 0.
        let is_file = matches!(source.bytes, [_, _, _, _, 0, 0, 0, 0, b'{', ..])
            || source.is_called(".safetensors")
            || is_damaged(source.bytes);
        is_file.then(|| read(source.bytes, answers).map_err(|fault| Fault::from(fault).whole()))
    }
}

/// Whether a header follows a length that is none, and that no text begins with.
fn is_damaged(bytes: &[u8]) -> bool {
    const KEYS: [&[u8]; 2] = [b"\"data_offsets\"", b"\"__metadata__\""];
    const BEGINNING: usize = 1 << 12;
    let Some((length, rest)) = bytes.split_first_chunk::<8>() else { return false };
    let rest = &rest[..rest.len().min(BEGINNING)];
    let has = |key: &[u8]| rest.windows(key.len()).any(|at| at == key);
    let is_word = length.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    !is_word && rest.starts_with(b"{") && KEYS.into_iter().any(has)
}

fn read(bytes: &[u8], answers: &Answers) -> Result<Reading, BinaryFault> {
    let file = SafeTensors::parse(bytes)?;
    let tensors = file.header().in_order();
    let outlines: Result<Vec<_>, _> = tensors.iter().map(outline).collect();
    let mut arrays = outlines?;
    if arrays.is_empty() {
        let nothing = SafetensorsError::Missing { tensor: "x".into(), names: Vec::new() };
        return Err(nothing.into());
    }
    let wanted = choice::are_wanted(&arrays, answers);
    for ((array, (_, info)), is_wanted) in arrays.iter_mut().zip(&tensors).zip(wanted) {
        if is_wanted {
            array.values = info.dtype().values(file.bytes(info), ByteOrder::Little);
        }
    }
    let first = arrays.remove(0);
    let mut reading = Reading::of(Form::SAFETENSORS, first);
    reading.arrays.extend(arrays);
    Ok(reading)
}

/// A tensor without its values.
fn outline((name, info): &(&str, &TensorInfo)) -> Result<Array, BinaryFault> {
    let shape: Option<Vec<usize>> =
        info.shape().iter().map(|&size| usize::try_from(size).ok()).collect();
    let too_large = || {
        let sizes: Vec<String> = info.shape().iter().map(u64::to_string).collect();
        BinaryFault::Shape { shape: sizes.join(" x "), limit: MOST_NUMBERS }
    };
    let shape = shape.ok_or_else(too_large)?;
    // The header's check has counted the bytes.
    let count = info.n_bytes() / info.dtype().size();
    let values = Values::Unread(usize::try_from(count).map_err(|_| too_large())?);
    Ok(Array::of(shape, values).named(*name))
}
