//! What can be taken away of what the page shows, and files on their way to the panel: a line of
//! JSON that says what they are, then their bytes, one behind the other.

use serde::{Deserialize, Serialize};

use super::desk::Said;

/// What can be taken away.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Shelf {
    /// The matrices that there are.
    pub matrices: Vec<Item>,
    /// Number of query heads.
    pub heads: usize,
    /// The head that is shown, counted from 0.
    pub head: usize,
    /// The number of the first head, as people count.
    pub first_head: usize,
    /// Forms of one matrix.
    pub matrix_forms: Vec<Form>,
    /// Forms of the whole.
    pub whole_forms: Vec<Form>,
    /// Whether there are too many numbers for all heads at once: a head is computed when it is asked for.
    pub is_by_head: bool,
}

/// A matrix.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Item {
    /// Its name in requests.
    pub key: String,
    /// What it is called.
    pub words: Said,
    /// Whether each head has its own.
    pub is_per_head: bool,
}

/// A form in which something can be taken away.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Form {
    /// Its name in requests.
    pub id: String,
    /// What it is called.
    pub words: Said,
    /// What the names of its files end in.
    pub extension: String,
    /// Whether it is text, which can be copied.
    pub is_text: bool,
}

/// A file of those that are packed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PackedFile {
    /// Its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its length in bytes.
    pub length: usize,
}

/// Packs files: what they are, and their bytes.
pub fn pack<'a>(files: impl Iterator<Item = (PackedFile, &'a [u8])>) -> Vec<u8> {
    let (heads, bytes): (Vec<PackedFile>, Vec<&[u8]>) = files.unzip();
    // Names and numbers can always be written.
    let mut packed = serde_json::to_vec(&heads).unwrap_or_default();
    packed.push(b'\n');
    packed.extend(bytes.concat());
    packed
}
