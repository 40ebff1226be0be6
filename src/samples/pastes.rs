//! Small texts in forms that people paste, to be tried in the panel; a test reads each of them.

/// A text to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paste {
    /// A print of `NumPy`.
    NumPy,
    /// Cells of a spreadsheet, the first column tokens.
    Sheet,
    /// An object with names.
    Json,
    /// A table in Markdown with decimal commas.
    Markdown,
    /// Queries and keys of two sentences.
    Cross,
    /// Scores.
    Scores,
}

impl Paste {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 6] =
        [Self::NumPy, Self::Sheet, Self::Json, Self::Markdown, Self::Cross, Self::Scores];

    /// The texts: one, or two that belong together.
    pub fn texts(self) -> &'static [&'static str] {
        match self {
            Self::NumPy => &["[[0.43 0.15 0.89]\n [0.55 0.87 0.66]\n [0.57 0.85 0.64]]"],
            Self::Sheet => {
                &["Your\t0.43\t0.15\t0.89\njourney\t0.55\t0.87\t0.66\nstarts\t0.57\t0.85\t0.64"]
            }
            Self::Json => &[
                "{\"tokens\": [\"a\", \"b\"],\n \"x\": [[1, 0], [0, 1]],\n \"w_q\": [[2, 0], [0, 1]],\n \"w_k\": [[1, 0], [0, 2]]}",
            ],
            Self::Markdown => {
                &["| token | d1 | d2 |\n|---|---|---|\n| Data | 0,5 | -1,25 |\n| em | 2,0 | 0,75 |"]
            }
            Self::Cross => &[
                "Orange\t0.9\t0.1\t0.3\t0.5",
                "오랜\t0.8\t0.2\t0.4\t0.5\n지병\t0.1\t0.9\t0.2\t0.3\n으로\t0.3\t0.3\t0.1\t0.0",
            ],
            Self::Scores => &["scores = [[1.5, -2.0, 0.3],\n          [0.2, 3.1, -0.7]]"],
        }
    }
}
