//! The way to the reader and back: one question at a time, the newest next, stale answers dropped.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};

use super::{
    browser::{Call, Content, Reader},
    state::{PanelState, Phase},
};
use crate::wire::desk::Answer;

/// How long typing must rest before it is read.
const READ_AFTER: Duration = Duration::from_millis(120);

/// How long reading may take before it is told.
const PATIENCE: Duration = Duration::from_millis(300);

/// What is on its way.
#[derive(Debug, Default)]
pub struct Flow {
    /// Pieces that the reader does not have as they are now.
    pub put: BTreeSet<u32>,
    /// Pieces that it still has.
    gone: BTreeSet<u32>,
    /// What was typed and is not kept in the browser yet.
    pub unkept: BTreeMap<u32, Content>,
    /// Whether what there is is to be shown on the page once all is read.
    pub wants_show: bool,
    is_asking: bool,
    is_stale: bool,
    /// Typing that rests not yet long enough.
    pending: Option<TimeoutHandle>,
}

impl Flow {
    /// The reader has a piece no more as it is now.
    pub fn put(&mut self, id: u32) {
        self.put.insert(id);
    }

    /// What was typed is not kept yet.
    pub fn type_in(&mut self, id: u32, content: Content) {
        self.unkept.insert(id, content);
    }

    /// Takes a piece off the way.
    pub fn remove(&mut self, id: u32) {
        self.put.remove(&id);
        self.unkept.remove(&id);
        self.gone.insert(id);
    }
}

impl PanelState {
    /// Asks the reader once typing rests.
    pub fn look_soon(self) {
        self.phase.set(Phase::Reading);
        let rested = move || {
            self.flow.update_value(|flow| flow.pending = None);
            self.look();
        };
        let pending = set_timeout_with_handle(rested, READ_AFTER).ok();
        self.flow.update_value(|flow| {
            if let Some(before) = std::mem::replace(&mut flow.pending, pending) {
                before.clear();
            }
        });
    }

    /// Asks the reader now, or right after what it is asked at the moment.
    pub fn look(self) {
        let is_asking = self.flow.try_update_value(|flow| {
            flow.is_stale = true;
            std::mem::replace(&mut flow.is_asking, true)
        });
        if is_asking == Some(false) {
            self.phase.set(Phase::Reading);
            spawn_local(self.ask_until_fresh());
        }
    }

    async fn ask_until_fresh(self) {
        let patience = set_timeout_with_handle(move || self.is_slow.set(true), PATIENCE).ok();
        let outcome = loop {
            self.flow.update_value(|flow| flow.is_stale = false);
            let outcome = self.ask().await;
            if outcome.is_err() || !self.flow.with_value(|flow| flow.is_stale) {
                break outcome;
            }
        };
        if let Some(patience) = patience {
            patience.clear();
        }
        self.is_slow.set(false);
        let (is_typing, wants_show) = self
            .flow
            .try_update_value(|flow| {
                flow.is_asking = false;
                let is_typing = flow.pending.is_some();
                (is_typing, !is_typing && std::mem::take(&mut flow.wants_show))
            })
            .unwrap_or_default();
        match outcome {
            Ok(answer) => {
                let has_problem = answer.problem.is_some();
                self.answer.set(answer);
                if !is_typing {
                    self.phase.set(Phase::Idle);
                }
                if wants_show && has_problem {
                    self.hand_over().await;
                }
            }
            Err(reason) => {
                // The next reader knows nothing.
                self.put_all_again();
                self.phase.set(Phase::Broken(reason));
            }
        }
    }

    async fn ask(self) -> Result<Answer, String> {
        let reader = Reader::request().await?;
        for id in
            self.flow.try_update_value(|flow| std::mem::take(&mut flow.gone)).unwrap_or_default()
        {
            reader.remove(id).await?;
        }
        loop {
            let puts = self.put_pieces(&reader)?;
            let request = self.request();
            let answer = reader.look(&request).await?;
            for put in puts {
                put.done().await?;
            }
            // A reader that was started anew meanwhile has not everything.
            let is_put = self.flow.with_value(|flow| !flow.put.is_empty());
            if answer.pieces.len() == request.pieces.len() || is_put {
                return Ok(answer);
            }
            self.put_all_again();
        }
    }

    /// Puts on the desk what does not lie there as it is now. The reader does one thing after the
    /// other, so that nobody has to wait for that before the next question.
    fn put_pieces(self, reader: &Reader) -> Result<Vec<Call>, String> {
        let mut calls = Vec::new();
        let put = self.flow.try_update_value(|flow| std::mem::take(&mut flow.put));
        for piece in self.pieces.get_untracked() {
            if !put.as_ref().is_some_and(|put| put.contains(&piece.id)) {
                continue;
            }
            let typed = self.flow.with_value(|flow| flow.unkept.get(&piece.id).cloned());
            if let Some(content) = typed.or_else(|| Content::kept(piece.id)) {
                calls.push(reader.put(piece.id, &piece.name.get_untracked(), &content)?);
            }
        }
        Ok(calls)
    }

    fn put_all_again(self) {
        let pieces = self.pieces.get_untracked();
        self.flow.update_value(|flow| flow.put.extend(pieces.iter().map(|piece| piece.id)));
    }
}
