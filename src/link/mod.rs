//! What stands packed in a link: a document in few letters, or what makes it differ from an
//! example.
//!
//! The text of the document, made terse, is coded under a model of such texts: half the length
//! that deflate gives, see `tests/it/packed.rs`. The schema stays that of [`crate::document`], so
//! that there is one reader of what others wrote. Nothing is believed: lengths are bounded before
//! anything is made, a checksum tells what was cut off, and the document is checked like any
//! other. Imports `math`, `document`, `samples` and `state`; knows nothing of the browser.

mod base64;
mod coder;
mod model;
mod terse;

use thiserror::Error;

use crate::{
    document::{Document, DocumentError},
    samples::Loaded,
    state::link::LONGEST,
};

/// The letter in front: the version of all that follows.
const VERSION: char = '1';

/// The most that a packed document may say: 1 MB is read within a second.
const LONGEST_TEXT: usize = 1 << 20;

/// Numbers that an array which follows from a linked document may have: 8 MB.
const LARGEST_ARRAY: usize = 1 << 20;

/// Why there is no packed document, or why it cannot be read.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PackError {
    /// There are more numbers than a link can hold.
    #[error(
        "These numbers do not fit into a link of {limit} characters. Save the document and share the file."
    )]
    TooMuch {
        /// The most characters of a link.
        limit: usize,
    },
    /// Packed by a newer page.
    #[error("z: the numbers are packed in a newer way (`{found}`); reload the page")]
    Newer {
        /// The version found.
        found: char,
    },
    /// Letters were lost or changed.
    #[error("z: the packed numbers are damaged or cut off; copy the whole link")]
    Damaged,
    /// What is packed is no document.
    #[error("z: the packed document cannot be shown: {0}")]
    Document(#[from] DocumentError),
}

/// Packs what is shown; of a changed example only what was changed. `None` where nothing was.
///
/// # Errors
/// [`PackError::TooMuch`] where it does not fit into a link.
pub fn pack(loaded: &Loaded, example: Option<&Loaded>) -> Result<Option<String>, PackError> {
    let document = document(loaded);
    let Some(example) = example.map(self::document) else {
        return seal(&document.to_json(None)).map(Some);
    };
    let json = document.to_json_over(&example);
    if json == example.to_json_over(&example) { Ok(None) } else { seal(&json).map(Some) }
}

/// Unpacks what is to be shown, given the example that was changed, if one was.
///
/// # Errors
/// [`PackError`] where the letters are none of [`pack`].
pub fn unpack(packed: &str, example: Option<&Loaded>) -> Result<Loaded, PackError> {
    let json = open(packed)?;
    let document = match example.map(document) {
        None => Document::from_json(&json)?,
        Some(example) => Document::from_json_over(&json, &example)?,
    };
    document.check_sizes(LARGEST_ARRAY)?;
    let plain = Loaded::plain(document.problem()?, document.tokens(), document.tokens_k());
    let Some(example) = example else { return Ok(plain) };
    let has_same_tokens = example.tokens == plain.tokens;
    Ok(Loaded {
        default_head: example.default_head,
        default_cell: example.default_cell,
        built: example.built.clone().filter(|_| has_same_tokens),
        recorded: example.recorded.clone(),
        printed: example.printed.clone(),
        ..plain
    })
}

fn document(loaded: &Loaded) -> Document {
    let Loaded { problem, tokens, tokens_k, .. } = loaded;
    Document::from_problem(problem, None, tokens.clone(), tokens_k.clone())
}

/// JSON as letters: the version; then in base64 the checksum, the length and the coded text.
///
/// # Errors
/// [`PackError::TooMuch`] where it does not fit into a link.
pub fn seal(json: &str) -> Result<String, PackError> {
    let text = terse::shorten(json);
    let too_much = PackError::TooMuch { limit: LONGEST };
    if text.len() > LONGEST_TEXT {
        return Err(too_much);
    }
    let mut bytes = crc32fast::hash(text.as_bytes()).to_le_bytes().to_vec();
    // At most 20 bits: three bytes of seven.
    let mut length = text.len();
    while length > 127 {
        bytes.push(length as u8 | 128);
        length >>= 7;
    }
    bytes.push(length as u8);
    let coded = coder::compress(text.as_bytes(), LONGEST * 3 / 4 - bytes.len());
    bytes.extend(coded.ok_or(too_much)?);
    Ok(format!("{VERSION}{}", base64::encode(&bytes)))
}

/// The JSON of such letters.
///
/// # Errors
/// [`PackError::Newer`] or [`PackError::Damaged`] where the letters are none of [`seal`].
pub fn open(packed: &str) -> Result<String, PackError> {
    let mut letters = packed.chars();
    match letters.next() {
        Some(VERSION) => {}
        Some(found) if found.is_ascii_digit() && found > VERSION => {
            return Err(PackError::Newer { found });
        }
        _ => return Err(PackError::Damaged),
    }
    let bytes = base64::decode(letters.as_str()).ok_or(PackError::Damaged)?;
    let (checksum, bytes) = bytes.split_first_chunk().ok_or(PackError::Damaged)?;
    let ends = bytes.iter().take(3).position(|byte| *byte < 128).ok_or(PackError::Damaged)?;
    let (length, coded) = bytes.split_at(ends + 1);
    let length = length.iter().rev().fold(0, |n, byte| n << 7 | usize::from(byte & 127));
    if length > LONGEST_TEXT {
        return Err(PackError::Damaged);
    }
    let text = coder::decompress(coded, length);
    if crc32fast::hash(&text) != u32::from_le_bytes(*checksum) {
        return Err(PackError::Damaged);
    }
    let text = String::from_utf8(text).map_err(|_| PackError::Damaged)?;
    Ok(terse::lengthen(&text))
}
