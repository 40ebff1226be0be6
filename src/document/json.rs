//! A JSON value and where it stands, read as what its place asks for; every error is located.

use std::fmt;

use ndarray::ArrayD;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::{
    Axes, DocumentError, Expected, Found, Place,
    array::{Entry, Reader},
    locate::{last_value, offset_of},
};
use crate::math::Shape;

/// A value of a document.
#[derive(Debug, Clone)]
pub(super) struct Node<'a> {
    document: &'a str,
    json: &'a str,
    path: String,
}

impl<'a> Node<'a> {
    /// The whole of a JSON text; checks that it is JSON.
    pub(super) fn root(document: &'a str) -> Result<Self, DocumentError> {
        if document.trim_start().is_empty() {
            return Err(DocumentError::Empty);
        }
        let raw: &RawValue =
            serde_json::from_str(document).map_err(|error| syntax_error(document, &error))?;
        Ok(Self { document, json: raw.get(), path: String::new() })
    }

    /// Where the value begins.
    pub(super) fn place(&self) -> Place {
        self.place_of(0, "")
    }

    /// The place `start` bytes into the value, at a path within it.
    fn place_of(&self, start: usize, path_within: &str) -> Place {
        let offset = self.json.as_ptr() as usize - self.document.as_ptr() as usize;
        let dot = if path_within.is_empty() || path_within.starts_with('[') { "" } else { "." };
        Place::at(self.document, offset + start, format!("{}{dot}{path_within}", self.path))
    }

    /// The entries of an object.
    pub(super) fn object(&self) -> Result<Object<'a>, DocumentError> {
        if !self.json.starts_with('{') {
            return Err(self.unexpected(Expected::Object));
        }
        let Entries(entries) = serde_json::from_str(self.json).map_err(|error| {
            DocumentError::Syntax { place: self.place(), problem: error.to_string() }
        })?;
        let object = Object { document: self.document, path: self.path.clone(), entries };
        object.refuse_duplicates()?;
        Ok(object)
    }

    /// The keys and indices that lead here.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Whether it is an object.
    pub(super) fn is_object(&self) -> bool {
        self.json.starts_with('{')
    }

    /// Whether it is this text.
    pub(super) fn is_text(&self, text: &str) -> bool {
        self.json.strip_prefix('"').and_then(|json| json.strip_suffix('"')) == Some(text)
    }

    /// A finite number.
    pub(super) fn number(&self) -> Result<f64, DocumentError> {
        self.parse(Expected::Number)
    }

    /// A whole number.
    pub(super) fn count(&self) -> Result<usize, DocumentError> {
        self.parse(Expected::Count)
    }

    /// `true` or `false`.
    pub(super) fn flag(&self) -> Result<bool, DocumentError> {
        self.parse(Expected::Flag)
    }

    /// A text.
    pub(super) fn text(&self) -> Result<String, DocumentError> {
        self.parse(Expected::Text)
    }

    /// A list of texts.
    pub(super) fn texts(&self) -> Result<Vec<String>, DocumentError> {
        self.parse(Expected::Texts)
    }

    /// One of a few words.
    pub(super) fn word(&self, words: &'static [&'static str]) -> Result<String, DocumentError> {
        let found = self.text()?;
        if words.contains(&found.as_str()) {
            return Ok(found);
        }
        Err(DocumentError::Word { place: self.place(), expected: words, found })
    }

    /// An array of any depth.
    pub(super) fn array<T: Entry>(&self) -> Result<ArrayD<T>, DocumentError> {
        let mut reader = Reader::new();
        let array = reader.read(self.json);
        array.map_err(|error| match reader.ragged.take() {
            Some((expected, found)) => {
                DocumentError::Ragged { place: self.place_of_error(&error).0, expected, found }
            }
            None => self.unfit(&error, if self.json.starts_with('[') { T::ONE } else { T::ARRAY }),
        })
    }

    /// An array has other dimensions than `expected`.
    pub(super) fn rank_error(&self, expected: Axes, found: &[usize]) -> DocumentError {
        DocumentError::Rank { place: self.place(), expected, found: Shape::of(found) }
    }

    fn parse<T: Deserialize<'a>>(&self, expected: Expected) -> Result<T, DocumentError> {
        serde_json::from_str(self.json).map_err(|error| self.unfit(&error, expected))
    }

    /// It is not what fits here.
    pub(super) fn unexpected(&self, expected: Expected) -> DocumentError {
        let found = Found::at_start_of(self.json);
        DocumentError::Unexpected { place: self.place(), expected, found }
    }

    /// The error of a value within this one that does not fit.
    fn unfit(&self, error: &serde_json::Error, expected: Expected) -> DocumentError {
        let (place, start) = self.place_of_error(error);
        let found = Found::at_start_of(&self.json[start..]);
        DocumentError::Unexpected { place, expected, found }
    }

    /// Where the value stands that an error is about, and how far into this one it begins.
    fn place_of_error(&self, error: &serde_json::Error) -> (Place, usize) {
        let offset = offset_of(self.json, error.line(), error.column());
        let (path, start) = last_value(&self.json[..offset]);
        (self.place_of(start, &path), start)
    }
}

/// What the parser says of a text that is not JSON, without its own line and column.
fn syntax_error(document: &str, error: &serde_json::Error) -> DocumentError {
    let (line, column) = (error.line(), error.column());
    let offset = offset_of(document, line, column);
    let (path, _) = last_value(&document[..offset]);
    let problem = error.to_string();
    let suffix = format!(" at line {line} column {column}");
    let problem = problem.strip_suffix(&suffix).unwrap_or(&problem).to_lowercase();
    let problem = problem.replace("eof while parsing", "the text ends within");
    let place = Place::at(document, last_character(document, offset), path);
    DocumentError::Syntax { place, problem }
}

/// The offset of the character that ends at `offset`.
fn last_character(text: &str, offset: usize) -> usize {
    text[..offset].char_indices().next_back().map_or(0, |(start, _)| start)
}

/// The entries of an object of a document.
#[derive(Debug, Clone)]
pub(super) struct Object<'a> {
    document: &'a str,
    path: String,
    entries: Vec<(String, &'a RawValue)>,
}

impl<'a> Object<'a> {
    /// The value of a key; `None` where there is none and where it is `null`.
    pub(super) fn get(&self, key: &str) -> Option<Node<'a>> {
        let (_, raw) = self.entries.iter().find(|(name, _)| name == key)?;
        (raw.get() != "null").then(|| self.node(key, raw))
    }

    /// The entries of the object at a key; none where there is no such key.
    pub(super) fn object(&self, key: &str) -> Result<Self, DocumentError> {
        match self.get(key) {
            Some(node) => node.object(),
            None => {
                Ok(Self { document: self.document, path: self.path_to(key), entries: Vec::new() })
            }
        }
    }

    /// Whether there is a value other than `null`.
    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    fn node(&self, key: &str, raw: &'a RawValue) -> Node<'a> {
        Node { document: self.document, json: raw.get(), path: self.path_to(key) }
    }

    fn path_to(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn refuse_duplicates(&self) -> Result<(), DocumentError> {
        let mut seen = std::collections::HashSet::new();
        let second = self.entries.iter().find(|(key, _)| !seen.insert(key.as_str()));
        let Some((key, raw)) = second else { return Ok(()) };
        Err(DocumentError::Duplicate { place: self.node(key, raw).place() })
    }
}

/// Keys and values of an object in the order of the text.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor).map(Entries)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Expected::Object)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }
}
