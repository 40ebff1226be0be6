//! Keeping pieces in this browser, taking them away, and putting them back.

use leptos::{prelude::*, task::spawn_local};

use super::{
    app,
    browser::{self, Content},
    piece::Piece,
    state::PanelState,
};
use crate::{
    state::{Drawer, KeptPiece},
    wire::desk::Choices,
};

impl PanelState {
    /// Takes out what was kept in this browser.
    pub async fn load(self) {
        let kept = match browser::kept_state().await {
            Ok(kept) => kept.unwrap_or_default(),
            Err(_) => return self.is_refused.set(true),
        };
        let Drawer { pieces, answers, start, tokens } = Drawer::from_json(&kept);
        let mut has_tokens = false;
        let put_back = |kept: KeptPiece| {
            // One list of tokens stands last; that of another page is a text among others.
            let is_tokens = kept.is_tokens && !has_tokens;
            has_tokens |= is_tokens;
            let kept = KeptPiece { is_tokens, ..kept };
            let content = Content::kept(kept.id)?;
            let piece = self.make(|| Piece::of(kept));
            piece.show(&content);
            Some(piece)
        };
        let mut pieces: Vec<Piece> = pieces.into_iter().filter_map(put_back).collect();
        if pieces.is_empty() {
            return;
        }
        self.complete(&mut pieces);
        self.flow.update_value(|flow| flow.put.extend(pieces.iter().map(|piece| piece.id)));
        self.pieces.set(pieces);
        self.answers.set(answers);
        self.taken.set((start, tokens));
        self.look();
    }

    /// Takes a piece away; it can be put back until the next one is taken.
    pub fn remove(self, piece: Piece) {
        let at = self.pieces.with_untracked(|pieces| pieces.iter().position(|it| *it == piece));
        self.take_away(&[piece]);
        // What stands in its place now.
        let next = self.pieces.with_untracked(|pieces| pieces.get(at?).copied());
        next.map_or_else(app::focus_first, app::focus_soon);
    }

    /// Takes away what was there before something was brought.
    pub fn remove_earlier(self) {
        self.take_away(&self.before.get_untracked());
        self.answers.set(Choices::new());
        app::focus_first();
    }

    /// Forgets every piece, here and in the browser, those on their way, and the page's own work.
    pub fn forget(self) {
        self.times_forgotten.update_value(|times| *times += 1);
        self.take_away(&self.pieces.get_untracked());
        self.answers.set(Choices::new());
        self.taken.set((0, None));
        spawn_local(browser::forget());
        self.has_works.set(false);
        app::focus_first();
    }

    fn take_away(self, away: &[Piece]) {
        let contents = away.iter().filter_map(|piece| {
            let typed = self.flow.with_value(|flow| flow.unkept.get(&piece.id).cloned());
            Some((piece.id, typed.or_else(|| Content::kept(piece.id))?))
        });
        self.contents_removed.set_value(contents.collect());
        self.removed
            .set(away.iter().copied().filter(|piece| !untrack(|| piece.is_blank())).collect());
        self.before.set(Vec::new());
        self.pieces.update(|pieces| {
            pieces.retain(|piece| !away.contains(piece));
            self.complete(pieces);
        });
        for piece in away {
            self.flow.update_value(|flow| flow.remove(piece.id));
            spawn_local(browser::remove(piece.id));
        }
        self.look_soon();
        self.keep_later();
    }

    /// Puts back what was taken away last.
    pub fn undo_removal(self) {
        let removed = self.removed.get_untracked();
        self.removed.set(Vec::new());
        let contents: Vec<(u32, Content)> = self.contents_removed.get_value();
        removed.first().copied().map_or_else(app::focus_first, app::focus_soon);
        self.pieces.update(|pieces| {
            pieces.retain(|piece| !piece.is_blank());
            let (tokens, others): (Vec<_>, Vec<_>) =
                pieces.iter().copied().chain(removed.clone()).partition(|piece| piece.is_tokens);
            *pieces = others.into_iter().chain(tokens).collect();
            self.complete(pieces);
        });
        for (id, content) in contents {
            self.keep_content(id, content);
            self.flow.update_value(|flow| flow.put(id));
        }
        self.look_soon();
        self.keep_later();
    }

    /// Adds what is always there: a text at least, and a list of tokens, which comes last.
    fn complete(self, pieces: &mut Vec<Piece>) {
        if pieces.iter().all(|piece| piece.is_tokens) {
            pieces.insert(0, self.make(|| Piece::new(false)));
        }
        if !pieces.iter().any(|piece| piece.is_tokens) {
            pieces.push(self.make(|| Piece::new(true)));
        }
    }

    /// Keeps what is changed, once changes rest.
    pub(super) fn keep_later(self) {
        self.keep_soon.with_value(|keep_soon| keep_soon());
    }

    /// Keeps what was changed.
    pub(super) fn keep(self) {
        let unkept = self.flow.try_update_value(|flow| std::mem::take(&mut flow.unkept));
        for (id, content) in unkept.unwrap_or_default() {
            self.keep_content(id, content);
        }
        let Some(pieces) = self.pieces.try_get_untracked() else { return };
        let (start, tokens) = self.taken.get_untracked();
        let kept = Drawer {
            pieces: pieces.into_iter().map(Piece::kept).collect(),
            answers: self.answers.get_untracked(),
            start,
            tokens,
        };
        spawn_local(async move {
            let is_refused = browser::keep_state(&kept.to_json()).await.is_err();
            self.is_refused.try_set(is_refused);
        });
    }

    pub(super) fn keep_content(self, id: u32, content: Content) {
        spawn_local(async move {
            if content.keep(id).await.is_err() {
                self.is_refused.try_set(true);
            }
        });
    }
}
