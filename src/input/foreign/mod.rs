//! Forms that are known and not read: each is told by its first bytes, or by its name, and refused
//! with the way to get the numbers out of it. Last, bytes that nothing is known of.

mod kind;
mod recognize;

pub use kind::{Foreign, Way};

use super::{Answers, BinaryFault, Fault, Format, Place, ReadFault, Reading, Source};

/// What is told by its bytes; also what stands for a file that is not there.
pub(super) struct Known;

impl Format for Known {
    fn read(&self, source: &Source<'_>, _: &Answers) -> Option<Result<Reading, ReadFault>> {
        let is_named = || recognize::by_name(source).is_some() || recognize::is_binary_name(source);
        let fault = if let Some(size) = lfs_size(source) {
            BinaryFault::LfsPointer { size }
        } else if is_web_page(source) && is_named() {
            BinaryFault::WebPage
        } else {
            BinaryFault::Foreign { kind: recognize::by_bytes(source.bytes, is_text(source))? }
        };
        Some(Err(Fault::from(fault).whole()))
    }
}

/// Whatever else is no text.
pub(super) struct Unknown;

impl Format for Unknown {
    fn read(&self, source: &Source<'_>, _: &Answers) -> Option<Result<Reading, ReadFault>> {
        if is_text(source) {
            return None;
        }
        let fault = |fault: BinaryFault| Fault::from(fault);
        let fault = if let Some(kind) = recognize::by_name(source) {
            fault(BinaryFault::Foreign { kind }).whole()
        } else if let Some(place) = place_in_text(source.bytes) {
            fault(BinaryFault::Encoding).at(place)
        } else {
            fault(BinaryFault::Raw { bytes: source.bytes.len() }).whole()
        };
        Some(Err(fault))
    }
}

/// Whether these bytes can be text: no byte of their beginning is one of control, as most magic
/// bytes have one, whatever follows them.
fn is_text(source: &Source<'_>) -> bool {
    const BEGINNING: usize = 8;
    let is_control = |c: char| c < ' ' && !c.is_ascii_whitespace() && !matches!(c, '\x0b' | '\x1b');
    let may_be = |text: &str| !text.contains('\0') && !text.chars().take(BEGINNING).any(is_control);
    source.text().is_some_and(may_be)
}

/// The size that a Git LFS pointer tells of the file that it stands for.
fn lfs_size(source: &Source<'_>) -> Option<String> {
    let text = source.text()?.strip_prefix("version ")?;
    text.lines().next()?.contains("git-lfs").then_some(())?;
    let size = text.lines().find_map(|line| line.strip_prefix("size "));
    Some(size.unwrap_or("?").trim().chars().take(20).collect())
}

fn is_web_page(source: &Source<'_>) -> bool {
    let start = source.text().unwrap_or_default().trim_start();
    let begins =
        |with: &str| start.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    begins("<!doctype html") || begins("<html")
}

/// The first byte that is not UTF-8, where the others look like text in an older encoding.
fn place_in_text(bytes: &[u8]) -> Option<Place> {
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 14..=31 | 127);
    if bytes.iter().any(is_control) && !is_utf16(bytes) {
        return None;
    }
    let n_ascii = bytes.iter().filter(|byte| byte.is_ascii()).count();
    if n_ascii * 2 < bytes.len() {
        return None;
    }
    let end = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let text = std::str::from_utf8(bytes.get(..end)?).ok()?;
    Some(Place::at(text, if is_utf16(bytes) { 0 } else { end }, 0))
}

/// Whether this looks like UTF-16 without a mark of byte order: every other byte is 0.
fn is_utf16(bytes: &[u8]) -> bool {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let is_ascii = |byte: u8| matches!(byte, 9 | 10 | 13 | 32..=126);
    let all = |test: &dyn Fn(&[u8; 2]) -> bool| !pairs.is_empty() && pairs.iter().all(test);
    rest.is_empty()
        && (all(&|pair| pair[1] == 0 && is_ascii(pair[0]))
            || all(&|pair| pair[0] == 0 && is_ascii(pair[1])))
}
