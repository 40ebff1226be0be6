//! The page's JavaScript and wasm without what the compiler had to leave: classes for streams that Leptos brings
//! and the page never makes, what of the wasm only they call, and the hashes in the names of what the wasm
//! imports, which no compression shortens. 4 KB of the first download.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::node;
use crate::process::{Outcome, run};
use crate::workshop::Workshop;

/// What the names of those classes begin with.
const STREAMS: &str = "IntoUnderlying";
/// What the names of imports begin with, and how many hexadecimal digits end them.
const IMPORT: &str = "__wbg_";
const DIGITS: usize = 16;

/// Takes the classes out of the script, and out of the wasm what the script does not call.
///
/// # Errors
/// When a file cannot be read or written, or there is no wasm-metadce.
pub fn prune(workshop: &Workshop, script: &Path, wasm: &Path) -> Outcome {
    let failed = |error| format!("{}: {error}", script.display());
    let text = without_streams(&fs::read_to_string(script).map_err(failed)?);
    let graph = wasm.with_extension("json");
    fs::write(&graph, roots(&text)).map_err(failed)?;
    // Names of functions stay: wasm-opt orders by them.
    let mut command = workshop.command(&node::wasm_metadce()?.to_string_lossy());
    command.arg(wasm).arg("-f").arg(&graph).args(["-g", "-o"]);
    // It lists all that it takes away.
    let pruned = run(command.arg(wasm).stdout(Stdio::null()));
    fs::remove_file(&graph).map_err(failed)?;
    pruned?;
    fs::write(script, text).map_err(failed)
}

/// Counts in place of hashes in the names of imports, in the script and in the wasm.
///
/// # Errors
/// When a file cannot be read or written.
pub fn shorten(script: &Path, wasm: &Path) -> Outcome {
    let failed = |error| format!("{}: {error}", script.display());
    let text = fs::read(script).map_err(failed)?;
    let names = counted(&text);
    let bytes = fs::read(wasm).map_err(failed)?;
    fs::write(script, renamed(text, &names))
        .and_then(|()| fs::write(wasm, renamed(bytes, &names)))
        .map_err(failed)
}

/// The script without the classes, and without what frees them.
fn without_streams(script: &str) -> String {
    let begins = |line: &str, word: &str| {
        line.strip_prefix(word).is_some_and(|rest| rest.starts_with(STREAMS))
    };
    let mut kept = String::with_capacity(script.len());
    let mut end = None;
    for line in script.lines() {
        if begins(line, "export class ") {
            end = Some("}");
        } else if begins(line, "const ") {
            end = Some(";");
        }
        match end {
            Some(last) if line == last || (last == ";" && line.ends_with(last)) => end = None,
            Some(_) => {}
            None if begins(line, "if (Symbol.dispose) ") => {}
            None => {
                kept.push_str(line);
                kept.push('\n');
            }
        }
    }
    kept
}

/// What the script calls of the wasm, as wasm-metadce wants it: everything else may go.
fn roots(script: &str) -> String {
    let after = script.split("wasm.").skip(1);
    let named = after.map(|rest| &rest[..name_length(rest.as_bytes())]);
    // What the pieces of the page share with it: `const { …, … } = wasm;`.
    let taken = script
        .lines()
        .filter_map(|line| line.trim().strip_prefix("const {")?.strip_suffix("} = wasm;"))
        .flat_map(|names| names.split(',').map(str::trim));
    let names: BTreeSet<&str> = named.chain(taken).collect();
    let root = |name| format!(r#"{{"name":"{name}","export":"{name}","root":true}}"#);
    let roots: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).map(root).collect();
    format!("[{}]", roots.join(","))
}

/// How many bytes of a name stand at the beginning.
fn name_length(text: &[u8]) -> usize {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    text.iter().take_while(|byte| is_of_name(byte)).count()
}

/// Where names of imports stand.
fn imports(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &bytes[at..];
        let found = rest.windows(IMPORT.len()).position(|it| it == IMPORT.as_bytes())?;
        let name = &rest[found..][..name_length(&rest[found..])];
        let place = at + found;
        at = place + name.len();
        Some((place, name))
    })
}

/// Each name with a hash at its end, and the name with a count in place of it: as long, so that nothing moves.
fn counted(script: &[u8]) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let has_hash = |name: &&[u8]| {
        let digits = name.iter().rev().take(DIGITS);
        let before = name.len().checked_sub(DIGITS + 1).map(|at| name[at]);
        digits.clone().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
            && before == Some(b'_')
    };
    let names: BTreeSet<&[u8]> = imports(script).map(|(_, name)| name).filter(has_hash).collect();
    let count = |(count, name): (usize, &[u8])| {
        let mut short = name[..name.len() - DIGITS].to_vec();
        short.extend(format!("{count:0DIGITS$}").bytes());
        (name.to_vec(), short)
    };
    names.into_iter().enumerate().map(count).collect()
}

fn renamed(bytes: Vec<u8>, names: &BTreeMap<Vec<u8>, Vec<u8>>) -> Vec<u8> {
    let mut renamed = bytes.clone();
    for (place, name) in imports(&bytes) {
        if let Some(short) = names.get(name) {
            renamed[place..place + short.len()].copy_from_slice(short);
        }
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "export class IntoUnderlyingSink {\n    free() {\n        wasm.sink_free(0);\n    }\n}\n\
                          if (Symbol.dispose) IntoUnderlyingSink.x = 1;\n\
                          const IntoUnderlyingSinkFinalization = (a)\n    ? b\n    : wasm.sink_free;\n\
                          wasm.memory.grow(wasm.__wbindgen_malloc(1));\n";

    #[test]
    fn classes_of_streams_go_and_what_only_they_call() {
        let script = without_streams(SCRIPT);
        assert_eq!(script, "wasm.memory.grow(wasm.__wbindgen_malloc(1));\n");
        let expected = "[{\"name\":\"__wbindgen_malloc\",\"export\":\"__wbindgen_malloc\",\"root\":true},\
                        {\"name\":\"memory\",\"export\":\"memory\",\"root\":true}]";
        assert_eq!(roots(&script), expected);
    }

    #[test]
    fn hashes_become_counts_and_every_name_stays_one_of_its_own() {
        let script = b"__wbg_b_0123456789abcdef: 1, __wbg_a_fedcba9876543210: 2, __wbg_ptr, __wbg_a_0123456789abcde";
        let expected =
            b"__wbg_b_0000000000000001: 1, __wbg_a_0000000000000000: 2, __wbg_ptr, __wbg_a_0123456789abcde";
        let names = counted(script);
        assert_eq!(renamed(script.to_vec(), &names), expected);
        let wasm = b"\x18__wbg_a_fedcba9876543210\x00\x01".to_vec();
        assert_eq!(renamed(wasm, &names), b"\x18__wbg_a_0000000000000000\x00\x01");
    }
}
