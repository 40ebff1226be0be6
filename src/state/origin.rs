//! Where the numbers that are shown come from.

use crate::samples::SampleId;

/// Where numbers come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// An example that ships.
    Sample(SampleId),
    /// Somebody's own, under a name.
    Own(String),
}

impl Origin {
    /// The name of somebody's own numbers in storage and in menus; of no example.
    pub const OWN: &'static str = "own";

    /// The example, if it is one.
    pub fn sample(&self) -> Option<SampleId> {
        match self {
            Self::Sample(sample) => Some(*sample),
            Self::Own(_) => None,
        }
    }

    /// Its name in storage and in menus.
    pub fn key(&self) -> &'static str {
        self.sample().map_or(Self::OWN, SampleId::key)
    }

    /// The number of the first head: recorded models count from 0, as their code does.
    pub fn first_head_number(&self) -> usize {
        self.sample().map_or(1, SampleId::first_head_number)
    }
}
