//! What the fuzzer starts from: the sources of `tests/fixtures/cases.jsonl`, documents, links. As
//! much of JSON as that takes, since nothing but the standard library is compiled before a command.

use std::fs;
use std::path::Path;

use crate::process::Outcome;

/// Longer documents are more of the same, and slow.
const LONGEST: usize = 32_768;

/// The sources of all cases.
///
/// # Errors
/// Names the line that is no case.
pub fn cases(lines: &str) -> Outcome<Vec<Vec<u8>>> {
    let case = |(number, line)| source(line).ok_or(format!("cases.jsonl:{number}: no case"));
    (1..).zip(lines.lines()).map(case).collect()
}

/// The JSON files of a folder.
///
/// # Errors
/// When it cannot be read.
pub fn documents(folder: &Path) -> Outcome<Vec<Vec<u8>>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let json = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let files = json.filter_map(|path| fs::read(path).ok());
    Ok(files.filter(|bytes| bytes.len() <= LONGEST).collect())
}

/// Links and small documents such as they hold.
pub fn links() -> Vec<Vec<u8>> {
    [
        "v=1&example=six-tokens&lang=ko",
        "#v=1&example=smollm2&block=16&head=3&stage=scale&cell=4,2,1,1,701&lang=en",
        "v=1&example=six-tokens&mask=none&divide=27.5&colors=heads&z=1AAAA",
        "v%3D1%26colors=4.5%26unknown",
        "v=2&z=",
        r#"{"inputs":{"tokens":"=","x_q":{"=":[[1,1,-0.5f]]}},"options":{"mask":{"kind":"causal"}}}"#,
        r#"{"inputs":{"x_q":[[0.1f,2],[-3.5,null]]},"options":{"divide_by":2}}"#,
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// The source of a case: the value of `input`, in base64 where an `encoding` is named.
fn source(line: &str) -> Option<Vec<u8>> {
    let text = text_of(line, "\"input\": ")?;
    if line.contains("\"encoding\": \"base64\"") { base64(&text) } else { Some(text.into_bytes()) }
}

/// The text that follows a key.
fn text_of(json: &str, key: &str) -> Option<String> {
    let (_, after) = json.split_once(key)?;
    let mut letters = after.strip_prefix('"')?.chars();
    let mut units = Vec::new();
    loop {
        match letters.next()? {
            '"' => return String::from_utf16(&units).ok(),
            '\\' => match letters.next()? {
                'u' => {
                    let digits: String = letters.by_ref().take(4).collect();
                    units.push(u16::from_str_radix(&digits, 16).ok()?);
                }
                escape => units.push(escaped(escape)?),
            },
            letter => units.extend(letter.encode_utf16(&mut [0; 2]).iter()),
        }
    }
}

fn escaped(letter: char) -> Option<u16> {
    Some(match letter {
        'n' => 10,
        'r' => 13,
        't' => 9,
        'b' => 8,
        'f' => 12,
        '"' | '\\' | '/' => letter as u16,
        _ => return None,
    })
}

fn base64(text: &str) -> Option<Vec<u8>> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut n_bits) = (0_u32, 0);
    for digit in text.bytes().filter(|digit| *digit != b'=') {
        let value = DIGITS.iter().position(|known| *known == digit)?;
        bits = bits << 6 | value as u32;
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_has_its_source() {
        let line = r#"{"id": "a", "input": "a\n\"\u00e9\ud83d\ude00토", "expect": {}}"#;
        assert_eq!(source(line).as_deref(), Some("a\n\"é😀토".as_bytes()));
        let line = r#"{"id": "a", "input": "k05VTVBZAQ==", "encoding": "base64"}"#;
        assert_eq!(source(line).as_deref(), Some(&b"\x93NUMPY\x01"[..]));
        assert_eq!(source(r#"{"id": "a"}"#), None);
        assert_eq!(source(r#"{"input": "a"#), None);
    }

    #[test]
    fn all_cases_and_documents_are_seeds() {
        let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures");
        let lines = fs::read_to_string(Path::new(fixtures).join("cases.jsonl")).unwrap();
        assert_eq!(cases(&lines).map(|cases| cases.len()), Ok(230));
        assert!(documents(Path::new(fixtures)).unwrap().len() > 20);
    }
}
