//! What holds whatever comes in: random bytes and texts, and the cases of how matrices arrive with
//! their bytes flipped, cut, doubled and spliced.
//!
//! The generator is our own, thirty lines: what `cargo xtask fuzz` finds in minutes no property
//! test finds in seconds, so all that is needed here is the same small crowd every time; a crate
//! such as proptest would be the largest one that the tests compile.

mod invariants;
mod loss;

use std::time::{Duration, Instant};

use crate::cases::cases;

/// Random numbers, the same every time (xorshift64*).
struct Random(u64);

impl Random {
    fn new() -> Self {
        Self(0x2545_f491_4f6c_dd1d)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// Below `n`, which is not 0.
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.next() as u8).collect()
    }

    /// So many pieces of those that the forms are made of.
    fn text(&mut self, n: usize) -> String {
        const PIECES: [&str; 60] = [
            "0",
            "1",
            "2.5",
            "-3.25",
            "4.",
            ".5",
            "1e5",
            "1e999",
            "nan",
            "-inf",
            "NA",
            "0,5",
            "1.234,5",
            "1_000",
            "½",
            "50%",
            "−2",
            "１",
            "0x1F",
            "[",
            "]",
            "[[",
            "]]",
            "(",
            ")",
            "{",
            "}",
            "\"",
            "'",
            "`",
            ",",
            ";",
            ":",
            "\t",
            " ",
            "  ",
            "\n",
            "\r\n",
            "|",
            "---",
            "&",
            "\\\\",
            "\\hline",
            "...",
            "…",
            "#",
            "%",
            "//",
            "array(",
            "tensor(",
            "dtype=float32",
            "\"embedding\":",
            "matrix",
            "c(",
            "×",
            "토큰",
            "👩‍👧",
            "\u{feff}",
            "\u{a0}",
            "\0",
        ];
        (0..n).map(|_| *self.pick(&PIECES)).collect()
    }

    /// Bytes with a few changes, with pieces of others among them.
    fn mutated(&mut self, bytes: &[u8], others: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len() + 1);
            let end = (at + 1 + self.below(40)).min(bytes.len());
            match self.below(6) {
                0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                1 if at < bytes.len() => bytes[at] = self.next() as u8,
                2 => bytes.truncate(at),
                3 => drop(bytes.drain(at..end)),
                4 => {
                    let doubled = bytes[at..end].to_vec();
                    bytes.splice(at..at, doubled);
                }
                _ => {
                    let other = self.pick(others);
                    let from = self.below(other.len() + 1);
                    let to = (from + self.below(60)).min(other.len());
                    bytes.splice(at..at, other[from..to].iter().copied());
                }
            }
        }
        bytes
    }
}

/// Runs a check on something and names what it was if it panics.
fn on(bytes: &[u8], check: fn(&[u8])) {
    let start = Instant::now();
    let outcome = std::panic::catch_unwind(|| check(bytes));
    let shown = || String::from_utf8_lossy(bytes).into_owned();
    assert!(outcome.is_ok(), "for {:?}, {bytes:?}", shown());
    let patience = Duration::from_secs(60) + Duration::from_micros(200) * bytes.len() as u32;
    assert!(start.elapsed() < patience, "{:?} for {:?}", start.elapsed(), shown());
}

fn inputs() -> Vec<Vec<u8>> {
    cases().into_iter().map(|case| case.bytes).collect()
}

/// What was found by these tests and by the fuzzer, each mended since.
const FOUND: &[&str] = &[
    "1.02.5 3.0\n4.0 5.25 -6.0\n",
    "a-,p=[ 5. *   5.25 -6.  ]xkv\nc+a-,p=[ 5. *   5.25 -6.  ]xkv\n",
    "+------+-------+-<<<<<<<    d0 |    d1 |   d2 |\n+======+=======+======+\n|  0.1 | -2.5  |    3 |\n----+--+-----\u{b}--+------+\n|  4   |  5.25 |   -6 |\n+------+-------+------+",
];

#[test]
fn what_was_found_is_read_or_refused() {
    for text in FOUND {
        on(text.as_bytes(), invariants::reader);
    }
}

#[test]
fn random_bytes_are_read_or_refused() {
    let mut random = Random::new();
    for n in 0..600 {
        let bytes = random.bytes(n % 150);
        on(&bytes, invariants::reader);
    }
}

#[test]
fn random_texts_are_read_or_refused() {
    let mut random = Random::new();
    for n in 0..300 {
        let text = random.text(1 + n % 40);
        on(text.as_bytes(), invariants::reader);
    }
}

#[test]
fn mutated_cases_are_read_or_refused() {
    let (mut random, inputs) = (Random::new(), inputs());
    for bytes in &inputs {
        on(bytes, invariants::reader);
        for _ in 0..2 {
            on(&random.mutated(bytes, &inputs), invariants::reader);
        }
    }
}

#[test]
fn random_documents_are_read_or_refused() {
    let (mut random, others) = (Random::new(), inputs());
    let names = ["by_hand", "by_hand_trainable", "cross_attention"];
    let read = |name: &str| {
        std::fs::read(format!("{}/src/reader/{name}.json", env!("CARGO_MANIFEST_DIR")))
    };
    for document in names.map(|name| read(name).unwrap()) {
        on(&document, invariants::document);
        for _ in 0..60 {
            on(&random.mutated(&document, &others), invariants::document);
        }
    }
}

#[test]
fn random_links_are_read_or_refused() {
    const LINK: &str = "v=1&example=six-tokens&block=0&head=5&stage=scale&cell=4,2,1,1,9&mask=none&\
                        divide=27.5&colors=heads&lang=ko&z=1AAA&%20=x";
    let (mut random, others) = (Random::new(), inputs());
    on(LINK.as_bytes(), invariants::link);
    for n in 0..400 {
        on(&random.mutated(LINK.as_bytes(), &others), invariants::link);
        on(random.text(n % 20).as_bytes(), invariants::link);
    }
}

#[test]
fn random_packed_texts_are_shown_or_refused() {
    const CHANGE: &str = r#"{"inputs":{"tokens":"=","x_q":{"=":[[1,1,-0.5f]]}},"options":{}}"#;
    let (mut random, others) = (Random::new(), inputs());
    for _ in 0..15 {
        on(&random.mutated(CHANGE.as_bytes(), &others), invariants::packed);
    }
}
