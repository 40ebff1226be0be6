//! What stands between tokens in a plain list of them.

use std::fmt;

/// The ways to write a list of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenSplit {
    /// One in each line; blanks belong to the token.
    Lines,
    /// Tabs, as a row of a spreadsheet has.
    Tabs,
    /// Vertical bars; blanks belong to the token.
    Bars,
    /// Commas; blanks after them do not count.
    Commas,
    /// Blanks.
    Blanks,
}

impl TokenSplit {
    /// Every way, the likeliest first.
    pub const ALL: [Self; 5] = [Self::Lines, Self::Tabs, Self::Bars, Self::Commas, Self::Blanks];

    /// The tokens of a text; empty ones are left out.
    pub fn split(self, text: &str) -> Vec<String> {
        let parts: Vec<&str> = match self {
            Self::Lines => text.lines().collect(),
            Self::Tabs => text.split(['\t', '\n', '\r']).collect(),
            Self::Bars => text.lines().flat_map(between_bars).collect(),
            Self::Commas => text.split([',', '\n', '\r']).map(str::trim).collect(),
            Self::Blanks => text.split_whitespace().collect(),
        };
        parts.into_iter().filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }
}

/// The parts between bars; those of `<|endoftext|>` are part of the token.
fn between_bars(line: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, bar) in line.match_indices('|') {
        let is_of_token = line[..at].ends_with('<') || line[at + bar.len()..].starts_with('>');
        if !is_of_token {
            parts.push(&line[start..at]);
            start = at + bar.len();
        }
    }
    parts.push(&line[start..]);
    parts
}

impl fmt::Display for TokenSplit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lines => "one in each line",
            Self::Tabs => "tabs between them",
            Self::Bars => "bars between them",
            Self::Commas => "commas between them",
            Self::Blanks => "blanks between them",
        })
    }
}
