//! The parameters of a fragment as they stand there, before anything is made of them.

use super::{Expected, Fault, LinkError, VERSION};

/// The parameters of a fragment, in their order.
pub(super) struct Fields<'a>(pub &'a str);

impl<'a> Fields<'a> {
    /// Every parameter, that of version 1 and every other.
    const KEYS: [&'static str; 19] = [
        "v",
        "example",
        "name",
        "block",
        "head",
        "stage",
        "matrix",
        "cell",
        "mask",
        "divide",
        "colors",
        "convention",
        "present",
        "hide",
        "view",
        "sort",
        "lesson",
        "lang",
        "z",
    ];

    fn pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        // Some pages write `&amp;` for `&`.
        let pairs = self.0.split('&').map(|pair| pair.strip_prefix("amp;").unwrap_or(pair));
        let pairs = pairs.filter(|pair| !pair.is_empty());
        pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
    }

    pub(super) fn value(&self, key: &'static str) -> Result<Option<&'a str>, Fault> {
        let mut values = self.pairs().filter_map(|(name, value)| (name == key).then_some(value));
        let value = values.next();
        if values.next().is_some() { Err(Fault::Twice(key)) } else { Ok(value) }
    }

    pub(super) fn version(&self) -> Result<(), Fault> {
        let found = self.value("v")?.unwrap_or_default();
        if found == VERSION {
            return Ok(());
        }
        let is_number = !found.is_empty() && found.bytes().all(|byte| byte.is_ascii_digit());
        Err(if is_number && !found.starts_with('0') { Fault::Newer } else { Fault::Version })
    }

    /// What the value of a key means; `None` where it is not there.
    pub(super) fn choice<T>(
        &self,
        parameter: &'static str,
        expected: Expected,
        meaning: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        match self.value(parameter)? {
            Some(value) => meaning(value).map(Some).ok_or(Fault::Value(parameter, expected)),
            None => Ok(None),
        }
    }

    pub(super) fn unknown(&self) -> Vec<String> {
        let names = self.pairs().map(|(name, _)| name).filter(|name| !Self::KEYS.contains(name));
        names.map(LinkError::shortened).collect()
    }
}

/// The bytes of a fragment without its `#` and its `%` escapes, which chats and mails put in.
pub(super) fn unescape(fragment: &str) -> Result<Vec<u8>, Fault> {
    let text = fragment.strip_prefix('#').unwrap_or(fragment);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = after;
            continue;
        }
        let hex = |at: usize| char::from(*after.get(at)?).to_digit(16);
        let (Some(high), Some(low)) = (hex(0), hex(1)) else {
            return Err(Fault::Escape { n_left: rest.len() });
        };
        bytes.push((high * 16 + low) as u8);
        rest = &after[2..];
    }
    Ok(bytes)
}
