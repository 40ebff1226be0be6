//! Fetching an example that must be read: its file if it has one, and the reader that reads it;
//! with progress, an honest error and another try.

use leptos::{prelude::*, task::spawn_local};

use super::{
    app_state::AppState,
    browser::{self, FetchError, Reader},
};
use crate::{
    samples::{self, Block, SampleId},
    state::Settings,
    wire,
};

/// An example that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// Which example.
    pub sample: SampleId,
    /// Which block of it; 0 where there is none.
    pub block: usize,
    /// The settings to return to; `None` opens it afresh.
    pub kept: Option<Settings>,
}

/// An example on its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Loading {
    /// What is asked for.
    pub wanted: Wanted,
    /// The file and its size; `None` where the reader alone is fetched.
    pub block: Option<&'static Block>,
    /// How far it is.
    pub phase: Phase,
    /// Counts the tries, so that an answer to an abandoned one is not taken.
    generation: u32,
}

/// How far a file is.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// So many bytes have come.
    Coming(f64),
    /// It did not arrive.
    Failed(FetchError),
    /// It arrived, but is not what it should be; the English sentence says what is wrong.
    Damaged(String),
}

impl AppState {
    /// Loads an example, at once if it is built by code, and shows it. What is shown stays until
    /// then.
    pub fn load(self, wanted: Wanted) {
        if let Some(loaded) = samples::built_in(wanted.sample) {
            return self.show(loaded, wanted);
        }
        let block = wanted.sample.block(wanted.block).or(wanted.sample.default_block());
        let wanted = Wanted { block: block.map_or(0, |block| block.number), ..wanted };
        let generation = self.generation.get_value() + 1;
        self.generation.set_value(generation);
        self.loading.set(Some(Loading { wanted, block, phase: Phase::Coming(0.0), generation }));
        spawn_local(self.fetch(block, generation));
    }

    /// Stays with what is shown.
    pub fn cancel_loading(self) {
        self.loading.set(None);
        browser::focus("#example");
    }

    async fn fetch(self, block: Option<&'static Block>, generation: u32) {
        // On its way from here on, beside the file.
        let reader = browser::reader();
        let progress = move |bytes| self.set_phase(generation, Phase::Coming(bytes));
        let file = match block {
            Some(block) => browser::fetch(block.asset, progress).await,
            None => Ok(Vec::new()),
        };
        let fetched = match file {
            Ok(bytes) => reader.await.map(|reader| (reader, bytes)),
            Err(error) => Err(error),
        };
        match fetched {
            Err(error) => {
                self.set_phase(generation, Phase::Failed(error));
            }
            Ok((reader, bytes)) => self.read(generation, &reader, &bytes).await,
        }
    }

    /// Reads what has arrived and shows it, if it is still what is waited for.
    async fn read(self, generation: u32, reader: &Reader, bytes: &[u8]) {
        let Some(wanted) = self.waited_for(generation) else { return };
        let packed = reader.read_example(wanted.sample.key(), wanted.block, bytes).await;
        let loaded =
            packed.and_then(|packed| wire::unpack(&packed).map_err(|error| error.to_string()));
        match (loaded, self.waited_for(generation)) {
            (Ok(loaded), Some(wanted)) => self.show(loaded, wanted),
            (Err(error), Some(_)) => {
                self.set_phase(generation, Phase::Damaged(error));
            }
            (_, None) => {}
        }
    }

    /// What this try fetches, if it is still the newest.
    fn waited_for(self, generation: u32) -> Option<Wanted> {
        let loading = self.loading.try_get_untracked().flatten();
        loading.filter(|now| now.generation == generation).map(|now| now.wanted)
    }

    /// Tells how far the example is, and answers whether it is still waited for: another choice
    /// made meanwhile is not disturbed.
    fn set_phase(self, generation: u32, phase: Phase) -> bool {
        let is_wanted = self.waited_for(generation).is_some();
        if is_wanted {
            self.loading.update(|loading| {
                if let Some(loading) = loading {
                    loading.phase = phase;
                }
            });
        }
        is_wanted
    }
}
