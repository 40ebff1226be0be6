//! What the values of a `.npy` are, by its `descr`: numbers, texts, records of them, or bytes
//! whose type was lost.

use super::literal::Literal;
use crate::input::{Dtype, binary_fault::NpyRefusal, dtype::ByteOrder};

/// What each value is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Numbers(Dtype, ByteOrder),
    /// Bytes that `NumPy` has no type for: bfloat16 (2) and the float8 types (1) are saved so.
    Lost(usize),
    Texts(Text),
    Records(Vec<Field>),
}

/// Texts of a fixed length, filled with zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Text {
    /// Bytes of a character: 1, or 4 as UTF-32.
    width: usize,
    order: ByteOrder,
    /// Characters.
    length: usize,
}

/// One column of records.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub name: String,
    /// Where it lies in a record.
    pub at: usize,
    pub kind: FieldKind,
}

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum FieldKind {
    Number(Dtype, ByteOrder),
    Text(Text),
    Padding(usize),
}

/// Why there is no kind.
pub(super) enum Unread {
    /// It is no `descr`.
    Descr,
    /// It is one that is not read.
    Refused(NpyRefusal),
}

impl Kind {
    pub fn of(descr: &Literal) -> Result<Self, Unread> {
        if let Some(fields) = descr.list() {
            return records(fields);
        }
        let text = descr.text().ok_or(Unread::Descr)?;
        match scalar(text)? {
            FieldKind::Number(dtype, order) => Ok(Self::Numbers(dtype, order)),
            FieldKind::Text(text) => Ok(Self::Texts(text)),
            FieldKind::Padding(size @ (1 | 2)) => Ok(Self::Lost(size)),
            FieldKind::Padding(_) => Err(Unread::Refused(NpyRefusal::Unknown)),
        }
    }

    /// Bytes of one value.
    pub fn size(&self) -> usize {
        match self {
            Self::Numbers(dtype, _) => dtype.size() as usize,
            Self::Lost(size) => *size,
            Self::Texts(text) => text.size(),
            Self::Records(fields) => fields.iter().map(|field| field.kind.size()).sum(),
        }
    }
}

impl FieldKind {
    fn size(self) -> usize {
        match self {
            Self::Number(dtype, _) => dtype.size() as usize,
            Self::Text(text) => text.size(),
            Self::Padding(size) => size,
        }
    }
}

impl Text {
    /// Its bytes.
    pub fn size(self) -> usize {
        self.width * self.length
    }

    /// The text in its bytes, without the zeros at its end.
    pub fn read(self, bytes: &[u8]) -> String {
        if self.width == 1 {
            let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
            return String::from_utf8_lossy(&bytes[..end]).into_owned();
        }
        let code = match self.order {
            ByteOrder::Little => u32::from_le_bytes,
            ByteOrder::Big => u32::from_be_bytes,
        };
        let codes = bytes.as_chunks().0.iter().map(|&chunk| code(chunk));
        let text: String =
            codes.map(|code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        text.trim_end_matches('\0').to_owned()
    }
}

/// A type such as `<f4`: byte order, letter, bytes (for texts: characters).
fn scalar(descr: &str) -> Result<FieldKind, Unread> {
    let (order, rest) = match descr.split_at_checked(1) {
        Some(("<" | "=" | "|", rest)) => (ByteOrder::Little, rest),
        Some((">", rest)) => (ByteOrder::Big, rest),
        _ => (ByteOrder::Little, descr),
    };
    let (letter, size) = rest.split_at_checked(1).ok_or(Unread::Descr)?;
    let refused = |refusal| Err(Unread::Refused(refusal));
    match letter {
        "O" | "T" => return refused(NpyRefusal::Objects),
        "M" | "m" => return refused(NpyRefusal::Times),
        _ => {}
    }
    // Without bytes there could be any number of them; many keep no product from overflowing.
    let size = size.parse().ok().filter(|size| (1..=1 << 24).contains(size));
    let size = size.ok_or(Unread::Descr)?;
    let number = |dtype| Ok(FieldKind::Number(dtype, order));
    match (letter, size) {
        ("f", 2) => number(Dtype::F16),
        ("f", 4) => number(Dtype::F32),
        ("f", 8) => number(Dtype::F64),
        ("f", 12 | 16) => refused(NpyRefusal::LongDouble),
        ("i", 1) => number(Dtype::I8),
        ("i", 2) => number(Dtype::I16),
        ("i", 4) => number(Dtype::I32),
        ("i", 8) => number(Dtype::I64),
        ("u", 1) => number(Dtype::U8),
        ("u", 2) => number(Dtype::U16),
        ("u", 4) => number(Dtype::U32),
        ("u", 8) => number(Dtype::U64),
        ("b", 1) => number(Dtype::Bool),
        ("c", _) => refused(NpyRefusal::Complex),
        ("U", length) => Ok(FieldKind::Text(Text { width: 4, order, length })),
        ("S" | "a", length) => Ok(FieldKind::Text(Text { width: 1, order, length })),
        ("V", size) => Ok(FieldKind::Padding(size)),
        _ => refused(NpyRefusal::Unknown),
    }
}

/// Records: `[('x', '<f4'), ('y', '<f4')]`; a title may stand before a name. A field of several
/// values is refused.
fn records(fields: &[Literal]) -> Result<Kind, Unread> {
    let refused = Unread::Refused(NpyRefusal::Records);
    let (mut read, mut at) = (Vec::new(), 0);
    for field in fields {
        let [name, descr] = field.list().ok_or(Unread::Descr)? else { return Err(refused) };
        let name = name.text().or_else(|| name.list()?.last()?.text()).ok_or(Unread::Descr)?;
        let Some(descr) = descr.text() else { return Err(refused) };
        let kind = scalar(descr)?;
        // Padding has no name; bytes with a name are values.
        if matches!(kind, FieldKind::Padding(_)) && !name.is_empty() {
            return Err(refused);
        }
        read.push(Field { name: name.to_owned(), at, kind });
        at += kind.size();
    }
    let has_numbers = read.iter().any(|field| matches!(field.kind, FieldKind::Number(..)));
    let texts = read.iter().filter(|field| matches!(field.kind, FieldKind::Text(_))).count();
    if has_numbers && texts <= 1 { Ok(Kind::Records(read)) } else { Err(refused) }
}

/// A `descr` as Python writes it.
pub(super) fn spelled(descr: &Literal) -> String {
    let list = |items: &[Literal]| items.iter().map(spelled).collect::<Vec<_>>().join(", ");
    match descr {
        Literal::Text(text) => format!("'{text}'"),
        Literal::Whole(digits) => digits.clone(),
        Literal::Flag(flag) => flag.to_string(),
        Literal::List(items) => format!("({})", list(items)),
        Literal::Dictionary(_) => "{…}".to_owned(),
    }
}
