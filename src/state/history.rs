//! What was before and what was taken back: states in the order of the changes between them.

use super::Block;

/// So many changes can be taken back; the oldest are forgotten first.
const LONGEST: usize = 200;

/// So many bytes may states hold that nothing else needs.
const MOST_BYTES: usize = 256 << 20;

/// Something that takes memory.
pub trait Weigh {
    /// The memory that it takes, which others may share.
    fn blocks(&self) -> Vec<Block>;
}

/// A line of states, each with what led away from it. A state is cheap to clone.
#[derive(Debug, Clone, PartialEq)]
pub struct History<S, C> {
    past: Vec<(S, C)>,
    future: Vec<(S, C)>,
}

impl<S, C> Default for History<S, C> {
    fn default() -> Self {
        Self { past: Vec::new(), future: Vec::new() }
    }
}

impl<S: Weigh, C: Copy + PartialEq> History<S, C> {
    /// Remembers a state that is about to be changed. What was taken back is forgotten.
    pub fn record(&mut self, before: S, change: C) {
        self.future.clear();
        self.past.push((before, change));
        while self.past.len() > LONGEST || self.bytes() > MOST_BYTES && self.past.len() > 1 {
            self.past.remove(0);
        }
    }

    /// Bytes that each state has and the next one does not.
    fn bytes(&self) -> usize {
        let mut next = Vec::new();
        let bytes_of = |(state, _): &(S, C)| {
            let blocks = state.blocks();
            let bytes = Block::bytes_beside(&blocks, &next);
            next = blocks;
            bytes
        };
        self.past.iter().rev().map(bytes_of).sum()
    }

    /// Whether the last change was this one and nothing was taken back since: another of its kind
    /// may then belong to it.
    pub fn goes_on(&self, change: C) -> bool {
        self.future.is_empty() && self.next_undo() == Some(change)
    }

    /// What would be taken back.
    pub fn next_undo(&self) -> Option<C> {
        self.past.last().map(|(_, change)| *change)
    }

    /// What would be done again.
    pub fn next_redo(&self) -> Option<C> {
        self.future.last().map(|(_, change)| *change)
    }

    /// Takes the last change back: gives the state before it, given the present one.
    pub fn undo(&mut self, now: S) -> Option<S> {
        let (before, change) = self.past.pop()?;
        self.future.push((now, change));
        Some(before)
    }

    /// Does again what was taken back last: gives the state after it, given the present one.
    pub fn redo(&mut self, now: S) -> Option<S> {
        let (after, change) = self.future.pop()?;
        self.past.push((now, change));
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Weigh for usize {
        fn blocks(&self) -> Vec<Block> {
            Vec::new()
        }
    }

    #[test]
    fn changes_are_taken_back_and_done_again_in_order() {
        let mut history = History::default();
        assert_eq!(history.undo(0), None);
        history.record(0, 'a');
        history.record(1, 'b');
        assert_eq!((history.next_undo(), history.next_redo()), (Some('b'), None));
        assert_eq!(history.undo(2), Some(1));
        assert_eq!((history.next_undo(), history.next_redo()), (Some('a'), Some('b')));
        assert_eq!(history.undo(1), Some(0));
        assert_eq!(history.undo(0), None);
        assert_eq!(history.redo(0), Some(1));
        assert_eq!(history.redo(1), Some(2));
        assert_eq!(history.redo(2), None);
    }

    #[test]
    fn a_new_change_forgets_what_was_taken_back() {
        let mut history = History::default();
        history.record(0, 'a');
        assert_eq!(history.undo(1), Some(0));
        assert!(!history.goes_on('a'), "it was taken back");
        history.record(0, 'c');
        assert_eq!(history.redo(5), None);
        assert!(history.goes_on('c') && !history.goes_on('a'));
    }

    #[test]
    fn the_oldest_changes_are_forgotten() {
        let mut history = History::default();
        for state in 0..=LONGEST {
            history.record(state, ());
        }
        let mut first = None;
        while let Some(state) = history.undo(0) {
            first = Some(state);
        }
        assert_eq!(first, Some(1));
    }
}
