//! Nested lists of numbers, or of true and false, read into one flat array and written again.
//!
//! −∞ is `null`, NaN `"nan"`, +∞ `"inf"` (`"-inf"` is read too).

use std::fmt;

use ndarray::{ArrayD, ArrayViewD, Axis};
use serde::{
    Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error as _, SeqAccess, Visitor},
    ser::SerializeSeq,
};

use super::{Expected, write::Part};
use crate::math::Shape;

/// Lists within lists within lists: `[n_heads, rows, columns]`.
const DEEPEST: usize = 3;

/// Something that an array holds.
pub(super) trait Entry: Copy {
    /// What an array of these is called.
    const ARRAY: Expected;
    /// What one of these is called.
    const ONE: Expected;
    /// Reads a number.
    fn of_number(number: f64) -> Option<Self>;
    /// Reads `true` or `false`.
    fn of_flag(flag: bool) -> Option<Self>;
    /// Reads a text; `null` comes as `"-inf"`.
    fn of_word(word: &str) -> Option<Self>;
    /// It as a number, and back.
    fn code(self) -> f64;
    /// What has this number.
    fn of_code(code: f64) -> Self;
    /// An array of these that is about to be written.
    fn of_part<'a>(part: &'a Part<'_>) -> Option<ArrayViewD<'a, Self>>;
    /// Writes it.
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error>;
}

impl Entry for f64 {
    const ARRAY: Expected = Expected::Numbers;
    const ONE: Expected = Expected::NumberInArray;

    fn of_number(number: f64) -> Option<Self> {
        Some(number)
    }

    fn of_flag(_: bool) -> Option<Self> {
        None
    }

    fn of_word(word: &str) -> Option<Self> {
        match word {
            "nan" => Some(Self::NAN),
            "inf" => Some(Self::INFINITY),
            "-inf" => Some(Self::NEG_INFINITY),
            _ => None,
        }
    }

    fn code(self) -> f64 {
        self
    }

    fn of_code(code: f64) -> Self {
        code
    }

    fn of_part<'a>(part: &'a Part<'_>) -> Option<ArrayViewD<'a, Self>> {
        match part {
            Part::Numbers(Lists(array)) => Some(array.view()),
            _ => None,
        }
    }

    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_nan() {
            serializer.serialize_str("nan")
        } else if self == Self::INFINITY {
            serializer.serialize_str("inf")
        } else if self == Self::NEG_INFINITY {
            serializer.serialize_unit()
        } else {
            serializer.serialize_f64(self)
        }
    }
}

impl Entry for bool {
    const ARRAY: Expected = Expected::Flags;
    const ONE: Expected = Expected::FlagInArray;

    fn of_number(_: f64) -> Option<Self> {
        None
    }

    fn of_flag(flag: bool) -> Option<Self> {
        Some(flag)
    }

    fn of_word(_: &str) -> Option<Self> {
        None
    }

    fn code(self) -> f64 {
        f64::from(u8::from(self))
    }

    fn of_code(code: f64) -> Self {
        code != 0.0
    }

    fn of_part<'a>(part: &'a Part<'_>) -> Option<ArrayViewD<'a, Self>> {
        match part {
            Part::Flags(Lists(array)) => Some(array.view()),
            _ => None,
        }
    }

    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self)
    }
}

/// The entries read so far, row by row.
pub(super) struct Reader<T> {
    entries: Vec<T>,
    /// Dimensions of the rows before and of the first row that differs, once there is one.
    pub(super) ragged: Option<(Shape, Shape)>,
}

impl<T: Entry> Reader<T> {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), ragged: None }
    }

    /// Reads an array of any depth; on failure [`Reader::ragged`] may tell why.
    pub(super) fn read(&mut self, json: &str) -> Result<ArrayD<T>, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let shape =
            Level { reader: self, depth: 0, expected: None }.deserialize(&mut deserializer)?;
        let entries = std::mem::take(&mut self.entries);
        ArrayD::from_shape_vec(shape, entries).map_err(serde_json::Error::custom)
    }
}

/// One level of nesting; reading it gives the dimensions below.
///
/// A level that differs from the one before it fails itself, and not its parent later: only so
/// does `serde_json` know its place.
struct Level<'a, T> {
    reader: &'a mut Reader<T>,
    depth: usize,
    /// The dimensions of the level before it, if there is one.
    expected: Option<&'a [usize]>,
}

impl<T: Entry> Level<'_, T> {
    fn entry<E: serde::de::Error>(self, entry: Option<T>) -> Result<Vec<usize>, E> {
        let entry = entry.filter(|_| self.depth > 0);
        self.reader.entries.push(entry.ok_or_else(|| E::custom("an entry that does not fit"))?);
        self.end(Vec::new())
    }

    fn end<E: serde::de::Error>(self, shape: Vec<usize>) -> Result<Vec<usize>, E> {
        match self.expected {
            Some(expected) if expected != shape => {
                self.reader.ragged = Some((Shape::of(expected), Shape(shape)));
                Err(E::custom("ragged"))
            }
            _ => Ok(shape),
        }
    }
}

impl<'de, T: Entry> DeserializeSeed<'de> for Level<'_, T> {
    type Value = Vec<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<usize>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Entry> Visitor<'de> for Level<'_, T> {
    type Value = Vec<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", T::ARRAY)
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Vec<usize>, E> {
        self.entry(T::of_number(number))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Vec<usize>, E> {
        self.entry(T::of_number(number as f64))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Vec<usize>, E> {
        self.entry(T::of_number(number as f64))
    }

    fn visit_bool<E: serde::de::Error>(self, flag: bool) -> Result<Vec<usize>, E> {
        self.entry(T::of_flag(flag))
    }

    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Vec<usize>, E> {
        self.entry(T::of_word(word))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Vec<usize>, E> {
        self.entry(T::of_word("-inf"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Vec<usize>, A::Error> {
        if self.depth == DEEPEST {
            return Err(A::Error::custom("lists nested too deeply"));
        }
        let mut below = self.expected.and_then(|shape| Some(shape.get(1..)?.to_vec()));
        let mut length = 0;
        let depth = self.depth + 1;
        loop {
            let row = Level { reader: self.reader, depth, expected: below.as_deref() };
            let Some(shape) = rows.next_element_seed(row)? else { break };
            below.get_or_insert(shape);
            length += 1;
        }
        let mut shape = vec![length];
        shape.extend(below.into_iter().flatten());
        self.end(shape)
    }
}

/// An array as nested lists.
pub(super) struct Lists<'a, T>(pub(super) ArrayViewD<'a, T>);

impl<T: Entry> Serialize for Lists<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let (0, Some(entry)) = (self.0.ndim(), self.0.first()) {
            return entry.write(serializer);
        }
        let mut list = serializer.serialize_seq(Some(self.0.len_of(Axis(0))))?;
        for row in self.0.axis_iter(Axis(0)) {
            list.serialize_element(&Lists(row))?;
        }
        list.end()
    }
}
