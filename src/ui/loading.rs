//! Numbers that are not there at once: examples that must be read, with their files if they have
//! any, and what this browser has kept; with progress, an honest error and another try.

use leptos::{prelude::*, task::spawn_local};

use super::{
    app_state::AppState,
    browser::{self, FetchError, KeptNumbers},
    shared::Shared,
};
use crate::{
    samples::{self, Block, Loaded, SampleId},
    state::{Origin, Settings},
    wire,
};

/// Numbers that are asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// Where they come from.
    pub origin: Origin,
    /// Which block of an example; 0 where there is none.
    pub block: usize,
    /// The settings to return to; `None` opens them afresh.
    pub kept: Option<Settings>,
}

/// Numbers on their way.
#[derive(Debug, Clone, PartialEq)]
pub struct Loading {
    /// What is asked for.
    pub wanted: Wanted,
    /// The file and its size; `None` where there is none.
    pub block: Option<&'static Block>,
    /// How far it is.
    pub phase: Phase,
    /// Counts the tries, so that an answer to an abandoned one is not taken.
    generation: u32,
}

/// How far numbers are.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// So many bytes have come.
    Coming(f64),
    /// They did not arrive.
    Failed(FetchError),
}

impl AppState {
    /// Loads numbers, at once if they are built by code, and shows them. What is shown stays until
    /// then.
    pub fn load(self, wanted: Wanted) {
        let sample = wanted.origin.sample();
        let is_changed = wanted.kept.as_ref().is_some_and(|kept| kept.is_changed);
        if let Some(loaded) = sample.and_then(samples::built_in).filter(|_| !is_changed) {
            let loaded = Shared::new(loaded);
            return self.show(loaded.clone(), loaded, wanted);
        }
        let default = || sample.and_then(SampleId::default_block);
        let block = sample.and_then(|it| it.block(wanted.block)).or_else(default);
        let wanted = Wanted { block: block.map_or(0, |block| block.number), ..wanted };
        self.announce(wanted.clone(), block, Phase::Coming(0.0));
        spawn_local(self.fetch(wanted, block, self.generation.get_value()));
    }

    /// Says that numbers that are asked for are not what they should be.
    pub fn refuse(self, wanted: Wanted, error: String) {
        self.announce(wanted, None, Phase::Failed(FetchError::Damaged(error)));
    }

    fn announce(self, wanted: Wanted, block: Option<&'static Block>, phase: Phase) {
        let generation = self.generation.get_value() + 1;
        self.generation.set_value(generation);
        self.loading.set(Some(Loading { wanted, block, phase, generation }));
    }

    /// Stays with what is shown.
    pub fn cancel_loading(self) {
        self.loading.set(None);
        browser::focus("#example");
    }

    /// Fetches numbers and shows them, if they are still what is waited for.
    async fn fetch(self, wanted: Wanted, block: Option<&'static Block>, generation: u32) {
        let progress = move |bytes| self.set_phase(generation, Phase::Coming(bytes));
        let built = wanted.origin.sample().and_then(samples::built_in);
        let opened = match (built, wanted.origin.sample()) {
            (Some(built), _) => Ok(built),
            (None, Some(sample)) => {
                let path = block.map_or("", |block| block.asset);
                let packed = browser::example(sample.key(), wanted.block, path, progress).await;
                packed.and_then(|packed| unpacked(&packed))
            }
            (None, None) => kept(KeptNumbers::Opened).await,
        };
        let is_changed = wanted.kept.as_ref().is_some_and(|kept| kept.is_changed);
        let changed = if is_changed { kept(KeptNumbers::Changed).await.ok() } else { None };
        if !self.is_waited_for(generation) {
            return;
        }
        match opened {
            Ok(opened) => {
                let opened = Shared::new(opened);
                let loaded = changed.map_or_else(|| opened.clone(), Shared::new);
                self.show(loaded, opened, wanted);
            }
            Err(error) => {
                self.set_phase(generation, Phase::Failed(error));
            }
        }
    }

    /// Whether this try is still the newest.
    fn is_waited_for(self, generation: u32) -> bool {
        let loading = self.loading.try_get_untracked().flatten();
        loading.is_some_and(|now| now.generation == generation)
    }

    /// Tells how far the numbers are, and answers whether they are still waited for: another choice
    /// made meanwhile is not disturbed.
    fn set_phase(self, generation: u32, phase: Phase) -> bool {
        let is_wanted = self.is_waited_for(generation);
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

fn unpacked(packed: &[u8]) -> Result<Loaded, FetchError> {
    wire::unpack(packed).map_err(|error| FetchError::Damaged(error.to_string()))
}

/// Numbers that this browser has kept.
async fn kept(numbers: KeptNumbers) -> Result<Loaded, FetchError> {
    unpacked(&numbers.load().await.ok_or(FetchError::Forgotten)?)
}
