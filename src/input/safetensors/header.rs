//! The header: what tensors there are and where. Checked as a whole before it is believed.
//!
//! It needs the header's bytes and the length of the data, not the data: a large file can be
//! read tensor by tensor.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{ByteOrder, Dtype, HeaderPart, HeaderPlace, SafetensorsError};

/// A checked header.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    tensors: BTreeMap<String, TensorInfo>,
    metadata: BTreeMap<String, String>,
}

/// Type, shape and place of one tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorInfo {
    dtype: Dtype,
    shape: Vec<u64>,
    data_offsets: [u64; 2],
}

impl Header {
    /// Longest header that is accepted, in bytes.
    pub const LIMIT: u64 = 16 << 20;

    /// Length of the header, from the first eight bytes of a file.
    ///
    /// # Errors
    /// [`SafetensorsError::HeaderTooLong`] beyond [`Header::LIMIT`].
    pub fn length(first: [u8; 8]) -> Result<u64, SafetensorsError> {
        let length = u64::from_le_bytes(first);
        if length > Self::LIMIT {
            return Err(SafetensorsError::HeaderTooLong { length, limit: Self::LIMIT });
        }
        Ok(length)
    }

    /// Checks a header against the number of bytes that follow it.
    ///
    /// # Errors
    /// [`SafetensorsError`] where it is no header, or contradicts itself or `data_length`.
    pub fn parse(json: &[u8], data_length: u64) -> Result<Self, SafetensorsError> {
        let value: Value = serde_json::from_slice(json).map_err(|e| not_json(&e))?;
        let Value::Object(mut entries) = value else {
            return Err(malformed(place(None, None), HeaderPart::Object, &value));
        };
        let metadata = entries.remove("__metadata__").map_or_else(|| Ok(BTreeMap::new()), strings);
        let (metadata, mut tensors) = (metadata?, BTreeMap::new());
        for (name, entry) in entries {
            let info = TensorInfo::parse(&name, &entry)?;
            info.check(&name, data_length)?;
            tensors.insert(name, info);
        }
        check_places(&tensors, data_length)?;
        Ok(Self { tensors, metadata })
    }

    /// Names of the tensors, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tensors.keys().map(String::as_str)
    }

    /// The tensors with their names, in the order of their bytes.
    pub fn in_order(&self) -> Vec<(&str, &TensorInfo)> {
        let mut all: Vec<_> =
            self.tensors.iter().map(|(name, info)| (name.as_str(), info)).collect();
        all.sort_by_key(|(_, info)| info.data_offsets);
        all
    }

    /// Whether there is a tensor of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.tensors.contains_key(name)
    }

    /// Type, shape and place of a tensor.
    ///
    /// # Errors
    /// [`SafetensorsError::Missing`] where there is none of this name.
    pub fn tensor(&self, name: &str) -> Result<&TensorInfo, SafetensorsError> {
        self.tensors.get(name).ok_or_else(|| SafetensorsError::Missing {
            tensor: name.into(),
            names: self.tensors.keys().cloned().collect(),
        })
    }

    /// A free text that the writer of the file has left under `key`.
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.get(key).map(String::as_str)
    }
}

impl TensorInfo {
    /// Type of its numbers.
    pub fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// Its dimensions.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// Its first byte and the byte after its last, counted from the end of the header.
    pub fn data_offsets(&self) -> [u64; 2] {
        self.data_offsets
    }

    /// How many bytes it has: as many as its shape and its type ask for.
    pub fn n_bytes(&self) -> u64 {
        let [start, end] = self.data_offsets;
        end - start
    }

    /// Reads its numbers, row by row, from its own bytes. `name` is for the error.
    ///
    /// # Errors
    /// [`SafetensorsError`] where these are not its bytes.
    pub fn numbers(&self, name: &str, bytes: &[u8]) -> Result<Vec<f64>, SafetensorsError> {
        self.check_size(name, bytes.len() as u64)?;
        Ok(self.dtype.numbers(bytes, ByteOrder::Little))
    }

    fn parse(name: &str, entry: &Value) -> Result<Self, SafetensorsError> {
        use HeaderPart::{Object, Text, TwoWholeNumbers, WholeNumbers};
        let fields = entry.as_object();
        let fields = fields.ok_or_else(|| malformed(place(Some(name), None), Object, entry))?;
        let field_of = Fields { tensor: name, fields };
        let dtype = field_of.read("dtype", Text, |v| v.as_str().map(str::to_owned))?;
        let shape = field_of.read("shape", WholeNumbers, whole_numbers)?;
        let offsets = |v: &Value| whole_numbers(v)?.try_into().ok();
        let data_offsets = field_of.read("data_offsets", TwoWholeNumbers, offsets)?;
        let unknown =
            || SafetensorsError::UnknownDtype { tensor: name.into(), found: short(&dtype) };
        let dtype = Dtype::of_name(&dtype).ok_or_else(unknown)?;
        Ok(Self { dtype, shape, data_offsets })
    }

    fn check(&self, name: &str, available: u64) -> Result<(), SafetensorsError> {
        let [start, end] = self.data_offsets;
        if start > end || end > available {
            return Err(SafetensorsError::OutOfBounds {
                tensor: name.into(),
                start,
                end,
                available,
            });
        }
        self.check_size(name, end - start)
    }

    fn check_size(&self, name: &str, found: u64) -> Result<(), SafetensorsError> {
        let size = self.shape.iter().try_fold(self.dtype.size(), |n, &of| n.checked_mul(of));
        if size == Some(found) {
            return Ok(());
        }
        Err(SafetensorsError::WrongSize {
            tensor: name.into(),
            dtype: self.dtype,
            shape: self.shape.clone(),
            expected: size,
            found,
        })
    }
}

/// Checks that the tensors lie one after the other and fill the data: none overlaps, none hides
/// bytes from a reader.
fn check_places(
    tensors: &BTreeMap<String, TensorInfo>,
    data_length: u64,
) -> Result<(), SafetensorsError> {
    let mut places: Vec<_> = tensors.iter().map(|(name, info)| (info.data_offsets, name)).collect();
    places.sort_unstable();
    let mut expected = 0;
    for ([start, end], name) in places {
        if start != expected {
            let (tensor, found) = (name.clone(), start);
            return Err(SafetensorsError::Misplaced { tensor, expected, found });
        }
        expected = end;
    }
    if expected != data_length {
        return Err(SafetensorsError::Trailing { expected, found: data_length });
    }
    Ok(())
}

/// What the header says of a tensor.
struct Fields<'a> {
    tensor: &'a str,
    fields: &'a Map<String, Value>,
}

impl Fields<'_> {
    fn read<T>(
        &self,
        key: &'static str,
        expected: HeaderPart,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<T, SafetensorsError> {
        let value = self.fields.get(key);
        let place = || place(Some(self.tensor), Some(key));
        let wrong = || match value {
            Some(value) => malformed(place(), expected, value),
            None => SafetensorsError::Malformed { place: place(), expected, found: None },
        };
        value.and_then(read).ok_or_else(wrong)
    }
}

fn place(tensor: Option<&str>, key: Option<&'static str>) -> HeaderPlace {
    HeaderPlace { tensor: tensor.map(str::to_owned), key }
}

fn whole_numbers(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Value::as_u64).collect()
}

fn strings(value: Value) -> Result<BTreeMap<String, String>, SafetensorsError> {
    let all = value.as_object().and_then(|texts| {
        texts.iter().map(|(key, text)| Some((key.clone(), text.as_str()?.to_owned()))).collect()
    });
    all.ok_or_else(|| malformed(place(None, Some("__metadata__")), HeaderPart::Texts, &value))
}

fn malformed(place: HeaderPlace, expected: HeaderPart, found: &Value) -> SafetensorsError {
    SafetensorsError::Malformed { place, expected, found: Some(short(&found.to_string())) }
}

fn not_json(error: &serde_json::Error) -> SafetensorsError {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let without_place = message.strip_suffix(&format!(" at line {line} column {column}"));
    let message = without_place.unwrap_or(&message).to_owned();
    SafetensorsError::NotJson { line, column, message }
}

/// The beginning of a text, for an error.
fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
