//! Giving the page what the pieces amount to.

use leptos::{prelude::*, task::spawn_local};

use super::{
    app,
    browser::{self, Reader},
    state::{PanelState, Phase},
};

impl PanelState {
    /// Shows on the page what there is, once all that was typed is read.
    pub fn show(self) {
        if self.phase.get_untracked() == Phase::Reading {
            self.flow.update_value(|flow| flow.wants_show = true);
        } else {
            spawn_local(self.hand_over());
        }
    }

    /// Gives the page what there is to show, and closes the panel.
    pub(super) async fn hand_over(self) {
        // A second press is the same.
        if !self.is_showing.get_value() {
            self.is_showing.set_value(true);
            self.take_over().await;
            self.is_showing.set_value(false);
        }
    }

    async fn take_over(self) {
        let taken = match Reader::request().await {
            Ok(reader) => reader.take().await,
            Err(reason) => Err(reason),
        };
        match taken {
            Err(reason) => self.phase.set(Phase::Broken(reason)),
            // Another reader was started meanwhile, and has nothing yet.
            Ok(None) => self.look(),
            Ok(Some(packed)) => {
                let problem = self.answer.read_untracked().problem.clone();
                let name = problem.and_then(|problem| problem.name).or_else(|| self.first_name());
                let unnamed =
                    || self.language.get_untracked().panel_words().whole.unnamed.to_owned();
                let name = name.unwrap_or_else(unnamed);
                browser::open_on_page(&packed, &name).await;
                app::close();
            }
        }
    }
}
