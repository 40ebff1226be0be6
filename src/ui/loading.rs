//! Numbers that are not there at once: examples that must be read, with their files if they have
//! any, and what this browser has kept; with progress, an honest error and another try.

use leptos::{prelude::*, task::spawn_local};

use super::{
    app_state::AppState,
    browser::{self, FetchError},
    shared::Shared,
    storage::KeptNumbers,
    work,
};
use crate::{
    samples::{self, Block, Loaded, SampleId},
    state::{Link, Origin},
    wire,
};

/// Numbers that are asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// Where they come from.
    pub origin: Origin,
    /// Which block of an example; 0 where there is none.
    pub block: usize,
    /// On whose account.
    pub by: By,
}

/// On whose account numbers are asked for, which tells the settings to open them with.
#[derive(Debug, Clone, PartialEq)]
pub enum By {
    /// Somebody's choice: they open afresh.
    Choice,
    /// This browser keeps it so, perhaps with changes to the numbers.
    Kept(KeptWork),
    /// A link asks for it.
    Link {
        /// What it says.
        link: Link,
        /// Whether the page was opened by it: there was nothing before.
        is_first: bool,
    },
    /// A fragment that is no link, to be told why.
    Broken(String),
}

/// What this browser keeps: of the last visit, or of work that was left for something else.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptWork {
    /// Under which number its numbers lie.
    pub id: u32,
    /// What was chosen.
    pub link: Link,
    /// Whether the numbers are others than they were opened with.
    pub is_changed: bool,
    /// Whether somebody chose it and the page did not begin with it.
    pub is_chosen: bool,
    /// Whether another page is at work on it.
    pub is_borrowed: bool,
}

impl Wanted {
    /// The numbers of a link or of what is kept.
    pub fn by(by: By) -> Self {
        let link = by.link().cloned().unwrap_or_default();
        Self { origin: link.origin(), block: link.block(), by }
    }

    /// Whether other numbers in their place would take something away: somebody's own, or changes.
    pub fn is_work(&self) -> bool {
        let is_drawn = |link: &Link| work::is_drawn(link.mask.as_ref());
        self.has_changes()
            || self.origin.sample().is_none()
            || matches!(&self.by, By::Kept(kept) if is_drawn(&kept.link))
    }

    /// Whether something else than an example's own numbers is asked for.
    pub fn has_changes(&self) -> bool {
        match &self.by {
            By::Choice => false,
            By::Kept(kept) => kept.is_changed,
            By::Link { link, .. } => link.packed.is_some(),
            By::Broken(_) => true,
        }
    }
}

impl By {
    /// The settings to open with, if there are any.
    pub fn link(&self) -> Option<&Link> {
        match self {
            Self::Choice | Self::Broken(_) => None,
            Self::Kept(kept) => Some(&kept.link),
            Self::Link { link, .. } => Some(link),
        }
    }
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
        if let Some(loaded) = sample.and_then(samples::built_in).filter(|_| !wanted.has_changes()) {
            let loaded = Shared::new(loaded);
            return self.show(loaded.clone(), loaded, wanted);
        }
        let default = || sample.and_then(SampleId::default_block);
        let block = sample.and_then(|it| it.block(wanted.block)).or_else(default);
        let wanted = Wanted { block: block.map_or(0, |block| block.number), ..wanted };
        self.announce(wanted.clone(), block, Phase::Coming(0.0));
        let generation = self.generation.get_value();
        spawn_local(async move {
            self.fetch(wanted, block, generation).await;
            self.open_awaiting_link();
        });
    }

    /// Says that numbers that are asked for are not what they should be.
    pub fn refuse(self, wanted: Wanted, error: FetchError) {
        self.announce(wanted, None, Phase::Failed(error));
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
        let request = self.request(&wanted, block);
        let answer = browser::numbers(&request, progress).await;
        let mut wanted = wanted;
        if let (Ok((_, is_mine)), By::Kept(kept)) = (&answer, &mut wanted.by) {
            kept.is_borrowed = !is_mine;
        }
        if !self.is_waited_for(generation) {
            return;
        }
        let is_changed = matches!(&wanted.by, By::Kept(kept) if kept.is_changed);
        let built = wanted.origin.sample().and_then(samples::built_in);
        let shown = match answer {
            Ok(([_, None], _)) if is_changed => Err(FetchError::Forgotten),
            Ok(([opened, changed], _)) => self.unpack_both(opened, changed, built).await,
            Err(error) => Err(error),
        };
        if !self.is_waited_for(generation) {
            return;
        }
        match shown {
            Ok((loaded, opened)) => self.show(loaded, opened, wanted),
            Err(error) => {
                self.set_phase(generation, Phase::Failed(error));
            }
        }
    }

    /// Numbers as they are, and as they were opened: packed or built by code.
    async fn unpack_both(
        self,
        opened: Option<Vec<u8>>,
        changed: Option<Vec<u8>>,
        built: Option<Loaded>,
    ) -> Result<(Shared<Loaded>, Shared<Loaded>), FetchError> {
        let opened = match opened {
            Some(packed) => Some((self.unpack)(packed, None).await?),
            None => built,
        };
        let changed = match changed {
            Some(packed) => Some(Shared::new((self.unpack)(packed, opened.clone()).await?)),
            None => None,
        };
        // A link to somebody's own holds all of it.
        let opened = opened.map(Shared::new).or_else(|| changed.clone());
        let opened = opened.ok_or(FetchError::Forgotten)?;
        Ok((changed.unwrap_or_else(|| opened.clone()), opened))
    }

    /// What `attnscope.numbers()` is asked, a line each: the broken link; the example and its block
    /// where it must be read, and its file; what a link holds packed; the number and the names
    /// of what is kept; the language.
    pub fn request(self, wanted: &Wanted, block: Option<&'static Block>) -> String {
        let sample = wanted.origin.sample();
        let key = sample.map_or("", SampleId::key);
        let built = if sample.is_some_and(SampleId::is_built_in) { "built" } else { "" };
        let path = block.map_or("", |block| block.asset);
        let (mut id, mut kept) = (String::new(), String::new());
        let (mut broken, mut packed) = ("", "");
        match &wanted.by {
            By::Broken(fragment) => broken = fragment,
            By::Link { link, .. } => packed = link.packed.as_deref().unwrap_or_default(),
            By::Kept(it) => {
                id = it.id.to_string();
                for (numbers, is_there) in
                    [(KeptNumbers::Opened, sample.is_none()), (KeptNumbers::Changed, it.is_changed)]
                {
                    if is_there {
                        kept.push_str(numbers.key());
                    }
                }
            }
            By::Choice => {}
        }
        let (number, tag) = (wanted.block, self.language.get_untracked().tag());
        [broken, key, &number.to_string(), built, path, packed, &id, &kept, tag].join("\n")
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

/// Numbers as they came, perhaps as a change of others.
///
/// # Errors
/// [`FetchError::Damaged`] where the bytes are none: only another build has packed them otherwise.
pub fn unpack(packed: &[u8], base: Option<&Loaded>) -> Result<Loaded, FetchError> {
    let unpacked = match base {
        Some(base) => wire::unpack_over(packed, base),
        None => wire::unpack(packed),
    };
    unpacked.map_err(|_| FetchError::Damaged)
}
