//! The binary form of word2vec: a line with the counts of vectors and of numbers in each, then for
//! each vector its token, a blank and the numbers as 32-bit floats.

use super::{
    Answers, Array, BinaryFault, Dtype, Fault, Form, FormAbout, Format, InFull, MOST_NUMBERS,
    ReadFault, Reading, Source, dtype::ByteOrder,
};

impl Form {
    /// Binary vectors of word2vec.
    pub const WORD2VEC_BINARY: Self = Self(&FormAbout {
        english: "word2vec binary",
        korean: "word2vec 바이너리",
        in_full: InFull::VALUES,
    });
}

/// A binary file of word2vec.
pub(super) struct Word2VecBinary;

impl Format for Word2VecBinary {
    fn read(&self, source: &Source<'_>, _: &Answers) -> Option<Result<Reading, ReadFault>> {
        // Text has the same first line.
        if source.text().is_some_and(|text| !text.contains('\0')) {
            return None;
        }
        let (rows, cols, rest) = first_line(source.bytes)?;
        Some(read(rows, cols, rest))
    }
}

/// The two counts, and what follows them.
fn first_line(bytes: &[u8]) -> Option<(usize, usize, &[u8])> {
    const LONGEST: usize = 40;
    let end = bytes.iter().take(LONGEST).position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    let (rows, cols) = line.trim_end().split_once(' ')?;
    let (rows, cols) = (rows.parse().ok()?, cols.parse().ok()?);
    (rows > 0 && cols > 0).then_some((rows, cols, &bytes[end + 1..]))
}

fn read(rows: usize, cols: usize, bytes: &[u8]) -> Result<Reading, ReadFault> {
    let found = rows.saturating_mul(cols);
    if found > MOST_NUMBERS {
        return Err(Fault::TooMany { found, limit: MOST_NUMBERS }.whole());
    }
    let width = cols * Dtype::F32.size() as usize;
    let (mut rest, mut labels, mut numbers) = (bytes, Vec::new(), Vec::new());
    for row in 0..rows {
        let cut = || Fault::from(BinaryFault::Vectors { expected: rows, found: row + 1 }).whole();
        // The first program that wrote this form ended each vector with a line break.
        rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        let blank = rest.iter().position(|&byte| byte == b' ').ok_or_else(cut)?;
        let (token, after) = rest.split_at(blank);
        let (vector, after) = after[1..].split_at_checked(width).ok_or_else(cut)?;
        labels.push(String::from_utf8_lossy(token).into_owned());
        numbers.extend(Dtype::F32.numbers(vector, ByteOrder::Little));
        rest = after;
    }
    let array = Array::matrix(rows, cols, numbers).with_labels(Some(labels));
    Ok(Reading::of(Form::WORD2VEC_BINARY, array))
}
