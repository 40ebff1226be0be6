//! Which part of a large matrix is shown. All matrices between queries and keys share one window, as they share the
//! tokens; every other has its own. Windows are kept as they lie in the trace, and turn with what is shown.

use std::ops::Range;

use leptos::prelude::*;

use super::{app_state::AppState, browser};
use crate::{
    draw::Window,
    math::{Axis, MatrixName},
    state::{Convention, TokenEdit, TokenError},
};

/// The windows that do not show all: of which matrices, of which size, what.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Windows(Vec<(Option<MatrixName>, (usize, usize), Window)>);

/// The matrix that has a window of its own, if it is no matrix between queries and keys.
fn own(name: MatrixName) -> Option<MatrixName> {
    (name.axes() != (Axis::Query, Axis::Key)).then_some(name)
}

/// A window of the trace as it is shown, and the way back.
fn turned(window: Window, convention: Convention) -> Window {
    let ((top, rows), (left, columns)) =
        convention.shown(((window.top, window.rows), (window.left, window.columns)));
    Window { top, left, rows, columns }
}

impl AppState {
    /// The window on a matrix of this size, both as they are shown; `None` where all is shown.
    pub fn window_of(self, name: MatrixName, size: (usize, usize)) -> Option<Window> {
        let convention = self.convention.get();
        let place = (own(name), convention.stored(size));
        let windows = self.windows.read();
        let window = windows.0.iter().find(|(of, size, _)| (*of, *size) == place)?.2;
        Some(turned(window, convention))
    }

    /// Puts a window on a matrix of this size, and on those that share it.
    pub fn set_window(self, name: MatrixName, size: (usize, usize), window: Window) {
        let convention = self.convention.get_untracked();
        let own = own(name);
        self.windows.update(|windows| {
            windows.0.retain(|(of, ..)| *of != own);
            if !window.is_whole(size) {
                windows.0.push((own, convention.stored(size), turned(window, convention)));
            }
        });
    }

    /// Takes only these tokens and shows what is left; the focus goes there, for what was pressed may be gone.
    ///
    /// # Errors
    /// [`TokenError`] where the others cannot go; nothing is changed then.
    pub fn keep_only(self, queries: Range<usize>, keys: Range<usize>) -> Result<(), TokenError> {
        self.change_tokens(&TokenEdit::Keep { queries, keys })?;
        // What they showed is elsewhere, also once the tokens come back.
        self.windows.set(Windows::default());
        request_animation_frame(move || self.focus_result());
        Ok(())
    }

    fn focus_result(self) {
        let result = self.stage.get_untracked().result(&self.trace.read_untracked());
        browser::focus(&format!(".equation [data-matrix={result:?}] [role=grid]"));
    }
}
