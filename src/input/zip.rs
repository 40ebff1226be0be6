//! As much of zip as `.npz` needs: the list of files at its end, files stored or deflated.
//!
//! The sizes before each file are not read: `NumPy` writes them as unknown. No size is believed
//! before the bytes are there, and nothing unpacks to more than it said.

use std::borrow::Cow;

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::{BinaryFault, MOST_NUMBERS, binary_fault::ZipDamage};

/// Most bytes that one file may unpack to.
const MOST_BYTES: u64 = 8 * MOST_NUMBERS as u64 + (1 << 20);

/// A file in a zip, as the list of files says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its name.
    pub name: String,
    /// Bytes that it unpacks to.
    pub size: u64,
    packed: u64,
    at: u64,
    method: u16,
    is_locked: bool,
    checksum: u32,
}

/// The files of a zip, in the order of its list.
///
/// # Errors
/// [`BinaryFault::ZipWithoutDirectory`] where there is no list, or it is cut off.
pub(super) fn entries(bytes: &[u8]) -> Result<Vec<Entry>, BinaryFault> {
    let cut = || BinaryFault::ZipWithoutDirectory;
    let mut list = directory(bytes).ok_or_else(cut)?;
    let mut entries = Vec::new();
    while !list.is_empty() {
        let (entry, rest) = Entry::split(list).ok_or_else(cut)?;
        entries.push(entry);
        list = rest;
    }
    Ok(entries)
}

/// Whether bytes begin as a zip does, whole or damaged; `PK` may begin a text.
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..])
}

/// The name of the first file, told without the list of files.
pub(super) fn first_name(bytes: &[u8]) -> Option<String> {
    let head = bytes.strip_prefix(b"PK\x03\x04")?;
    let name = head.get(26..)?.get(..u16_at(head, 22)?.into())?;
    Some(String::from_utf8_lossy(name).into_owned())
}

/// The bytes of the list of files: its place stands in the last record.
fn directory(bytes: &[u8]) -> Option<&[u8]> {
    const RECORD: usize = 22;
    // A comment of at most 65,535 bytes may follow the record.
    let from = bytes.len().saturating_sub(RECORD + usize::from(u16::MAX));
    let is_record = |at: &usize| {
        let record = &bytes[*at..];
        record.starts_with(b"PK\x05\x06")
            && u16_at(record, 20)
                .is_some_and(|comment| record.len() == RECORD + usize::from(comment))
    };
    let at = (from..=bytes.len().checked_sub(RECORD)?).rev().find(is_record)?;
    let record = &bytes[at..];
    let small = (u64::from(u32_at(record, 12)?), u64::from(u32_at(record, 16)?));
    let (length, start) = long_directory(bytes, at).unwrap_or(small);
    slice(bytes, start, length)
}

/// Length and place of a list of files that a 32-bit record cannot tell.
fn long_directory(bytes: &[u8], end: usize) -> Option<(u64, u64)> {
    let locator = bytes.get(end.checked_sub(20)?..end)?.strip_prefix(b"PK\x06\x07")?;
    let record = bytes.get(usize::try_from(u64_at(locator, 4)?).ok()?..)?;
    record.starts_with(b"PK\x06\x06").then_some(())?;
    Some((u64_at(record, 40)?, u64_at(record, 48)?))
}

impl Entry {
    /// The first entry of a list, and the rest of it.
    fn split(list: &[u8]) -> Option<(Self, &[u8])> {
        list.starts_with(b"PK\x01\x02").then_some(())?;
        let length = |at: usize| u16_at(list, at).map(usize::from);
        let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
        let rest = list.get(46..)?;
        let (name, rest) = rest.split_at_checked(name)?;
        let (extra, rest) = rest.split_at_checked(extra)?;
        let (_, rest) = rest.split_at_checked(comment)?;
        let mut long = long_fields(extra);
        let mut number = |at: usize| match u32_at(list, at)? {
            u32::MAX => {
                let (first, rest) = long.split_first_chunk()?;
                long = rest;
                Some(u64::from_le_bytes(*first))
            }
            short => Some(u64::from(short)),
        };
        // In this order the long ones follow each other.
        let (size, packed, at) = (number(24)?, number(20)?, number(42)?);
        let entry = Self {
            name: String::from_utf8_lossy(name).into_owned(),
            size,
            packed,
            at,
            method: u16_at(list, 10)?,
            is_locked: u16_at(list, 8)? & 1 == 1,
            checksum: u32_at(list, 16)?,
        };
        Some((entry, rest))
    }

    /// The first bytes of the file, at most `most`.
    pub fn beginning<'a>(&self, bytes: &'a [u8], most: usize) -> Result<Cow<'a, [u8]>, ZipDamage> {
        let packed = self.packed(bytes)?;
        if self.method == 0 {
            return Ok(Cow::Borrowed(&packed[..most.min(packed.len())]));
        }
        match decompress_to_vec_with_limit(packed, most) {
            Ok(unpacked) => Ok(Cow::Owned(unpacked)),
            Err(error) if error.status == TINFLStatus::HasMoreOutput => {
                Ok(Cow::Owned(error.output))
            }
            Err(_) => Err(ZipDamage::Packing),
        }
    }

    /// The whole file.
    pub fn unpack<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, ZipDamage> {
        let packed = self.packed(bytes)?;
        let size = usize::try_from(self.size).ok().filter(|_| self.size <= MOST_BYTES);
        let size = size.ok_or(ZipDamage::TooLarge(self.size))?;
        let unpacked = match self.method {
            0 => Cow::Borrowed(packed),
            // One byte more, so that too much is told from enough.
            _ => Cow::Owned(
                decompress_to_vec_with_limit(packed, size + 1).map_err(|_| ZipDamage::Packing)?,
            ),
        };
        if unpacked.len() != size {
            return Err(ZipDamage::Packing);
        }
        let is_whole = crc32fast::hash(&unpacked) == self.checksum;
        if is_whole { Ok(unpacked) } else { Err(ZipDamage::Checksum) }
    }

    /// The bytes as they are packed.
    fn packed<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], ZipDamage> {
        if self.is_locked {
            return Err(ZipDamage::Locked);
        }
        if !matches!(self.method, 0 | 8) {
            return Err(ZipDamage::Method(self.method));
        }
        let found = || {
            let head = bytes.get(usize::try_from(self.at).ok()?..)?;
            head.starts_with(b"PK\x03\x04").then_some(())?;
            let skipped = 30 + u64::from(u16_at(head, 26)?) + u64::from(u16_at(head, 28)?);
            slice(head, skipped, self.packed)
        };
        found().filter(|packed| !packed.is_empty() || self.size == 0).ok_or(ZipDamage::Place)
    }
}

/// The numbers of 64 bits that stand in for those that do not fit into 32.
fn long_fields(mut extra: &[u8]) -> &[u8] {
    while let (Some(id), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
        let Some((field, rest)) = extra[4..].split_at_checked(length.into()) else { break };
        if id == 1 {
            return field;
        }
        extra = rest;
    }
    &[]
}

fn slice(bytes: &[u8], start: u64, length: u64) -> Option<&[u8]> {
    let (start, end) = (usize::try_from(start).ok()?, start.checked_add(length)?);
    bytes.get(start..usize::try_from(end).ok()?)
}

fn chunk<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    chunk(bytes, at).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    chunk(bytes, at).map(u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    chunk(bytes, at).map(u64::from_le_bytes)
}
