//! The header of a `.npy`: type, order and shape. Nothing of it is believed beyond the bytes that
//! are there.

use super::{
    Kind,
    kind::{self, Unread},
    literal::{self, Literal},
};
use crate::input::{
    BinaryFault, MOST_NUMBERS,
    binary_fault::{NpyField, NpyRefusal, Part},
};

/// What every `.npy` begins with.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// Longest header that is accepted, in bytes.
const LONGEST: u64 = 1 << 20;

/// A checked header.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::input) struct Header {
    /// The dimensions.
    pub shape: Vec<usize>,
    /// Their product.
    pub count: usize,
    /// What each value is.
    pub(super) kind: Kind,
    /// Whether the first axis runs fastest.
    pub(super) is_fortran: bool,
    /// Where the data begin.
    pub(super) data_at: usize,
}

impl Header {
    /// Where the data of a file begin, by its first twelve bytes.
    pub fn length(bytes: &[u8]) -> Result<usize, BinaryFault> {
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| not_npy(bytes))?;
        let short = |expected: u64| cut_off(expected, bytes.len());
        let (&[major, minor], rest) = rest.split_first_chunk().ok_or_else(|| short(8))?;
        let (length, start) = match major {
            1 => {
                let length = rest.first_chunk().ok_or_else(|| short(10))?;
                (u64::from(u16::from_le_bytes(*length)), 10)
            }
            2 | 3 => {
                let length = rest.first_chunk().ok_or_else(|| short(12))?;
                (u64::from(u32::from_le_bytes(*length)), 12)
            }
            _ => return Err(BinaryFault::NpyVersion { major, minor }),
        };
        let end = usize::try_from(start + length).ok().filter(|_| length <= LONGEST);
        end.ok_or_else(|| wrong(NpyField::Dictionary, &format!("{length} bytes")))
    }

    /// Reads the header of a file.
    pub fn parse(bytes: &[u8]) -> Result<Self, BinaryFault> {
        let data_at = Self::length(bytes)?;
        let head = bytes.get(..data_at).ok_or_else(|| cut_off(data_at as u64, bytes.len()))?;
        let is_utf8 = head.get(MAGIC.len()) == Some(&3);
        let start = if head.get(MAGIC.len()) == Some(&1) { 10 } else { 12 };
        let head = head.get(start..).unwrap_or_default();
        let text = if is_utf8 {
            String::from_utf8_lossy(head).into_owned()
        } else {
            head.iter().map(|&byte| char::from(byte)).collect()
        };
        let literal = literal::parse(&text);
        let literal = literal.ok_or_else(|| wrong(NpyField::Dictionary, &text))?;
        Self::of(&literal, &text, data_at)
    }

    fn of(literal: &Literal, text: &str, data_at: usize) -> Result<Self, BinaryFault> {
        let field = |name: &str, field| literal.get(name).ok_or_else(|| wrong(field, text));
        let descr = field("descr", NpyField::Descr)?;
        let kind = Kind::of(descr).map_err(|unread| match unread {
            Unread::Descr => wrong(NpyField::Descr, text),
            Unread::Refused(refusal) => {
                BinaryFault::NpyType { descr: short(&kind::spelled(descr)), refusal }
            }
        })?;
        let Literal::Flag(is_fortran) = *field("fortran_order", NpyField::FortranOrder)? else {
            return Err(wrong(NpyField::FortranOrder, text));
        };
        let whole = |one: &Literal| match one {
            Literal::Whole(digits) => Some(digits.clone()),
            _ => None,
        };
        let sizes = field("shape", NpyField::Shape)?.list();
        let sizes = sizes.and_then(|sizes| sizes.iter().map(whole).collect::<Option<Vec<_>>>());
        let sizes = sizes.ok_or_else(|| wrong(NpyField::Shape, text))?;
        let too_many = || BinaryFault::Shape { shape: sizes.join(" x "), limit: MOST_NUMBERS };
        let shape = sizes.iter().map(|digits| digits.parse().ok()).collect::<Option<Vec<usize>>>();
        let shape = shape.ok_or_else(too_many)?;
        // An axis of no length makes an empty array, whatever the others say.
        let count = if shape.contains(&0) {
            Some(0)
        } else {
            shape.iter().try_fold(1_usize, |count, &size| count.checked_mul(size))
        };
        let count = count.ok_or_else(too_many)?;
        if matches!(kind, Kind::Records(_)) && shape.len() != 1 {
            let (descr, refusal) = (short(&kind::spelled(descr)), NpyRefusal::Records);
            return Err(BinaryFault::NpyType { descr, refusal });
        }
        Ok(Self { shape, count, kind, is_fortran, data_at })
    }

    /// Bytes of the data.
    pub fn data_length(&self) -> u64 {
        (self.count as u64).saturating_mul(self.kind.size() as u64)
    }
}

fn not_npy(bytes: &[u8]) -> BinaryFault {
    let first = &bytes[..bytes.len().min(MAGIC.len())];
    BinaryFault::NpyMagic { found: first.escape_ascii().to_string() }
}

fn cut_off(expected: u64, found: usize) -> BinaryFault {
    BinaryFault::CutOff { part: Part::Header, expected, found: found as u64 }
}

fn wrong(field: NpyField, found: &str) -> BinaryFault {
    BinaryFault::NpyHeader { field, found: short(found.trim()) }
}

/// The beginning of a text, for an error.
fn short(text: &str) -> String {
    const SHOWN: usize = 90;
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
