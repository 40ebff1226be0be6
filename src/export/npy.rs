//! A `.npy` file: float64, little-endian, row by row; what is no finite number has its own bits.

use std::fmt::Write as _;

use super::{About, MatrixExporter, Table};

/// A `.npy` file.
pub(super) struct Npy;

/// Data begin at a multiple of this, so that they can be mapped into memory.
const ALIGNMENT: usize = 64;

impl MatrixExporter for Npy {
    fn about(&self) -> About {
        About {
            id: "npy",
            english: "NumPy array",
            korean: "NumPy 배열",
            extension: "npy",
            mime: "application/octet-stream",
            is_text: false,
        }
    }

    fn write(&self, table: &Table<'_>) -> Vec<u8> {
        let numbers = table.numbers();
        of_numbers(numbers.shape(), numbers.iter().copied())
    }
}

/// An array of float64, its numbers row by row.
pub(super) fn of_numbers(shape: &[usize], numbers: impl Iterator<Item = f64>) -> Vec<u8> {
    array("<f8", shape, numbers.flat_map(f64::to_le_bytes))
}

/// An array of booleans.
pub(super) fn of_flags(shape: &[usize], flags: impl Iterator<Item = bool>) -> Vec<u8> {
    array("|b1", shape, flags.map(u8::from))
}

/// Texts, as UTF-32 of the longest one's length.
pub(super) fn of_texts(shape: &[usize], texts: &[String]) -> Vec<u8> {
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or_default().max(1);
    let code = |text: &'_ String| -> Vec<u8> {
        let codes = text.chars().map(u32::from).chain(std::iter::repeat(0));
        codes.take(longest).flat_map(u32::to_le_bytes).collect()
    };
    array(&format!("<U{longest}"), shape, texts.iter().flat_map(code))
}

fn array(descr: &str, shape: &[usize], data: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (");
    for size in shape {
        // Writing to a string cannot fail.
        let _ = write!(header, "{size}, ");
    }
    header.push_str("), }");
    let before = b"\x93NUMPY\x01\x00".len() + size_of::<u16>();
    let unpadded = before + header.len() + 1;
    header.push_str(&" ".repeat(unpadded.next_multiple_of(ALIGNMENT) - unpadded));
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.into_bytes());
    bytes.extend(data);
    bytes
}
