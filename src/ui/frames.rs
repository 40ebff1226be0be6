//! Work that takes longer than a frame allows several of: done in turn, frame by frame, so that the page stays alive.

use std::{cell::RefCell, collections::VecDeque};

use leptos::prelude::request_animation_frame;

use super::browser;

/// Once so much of a frame is taken, in milliseconds, the next piece of work waits for the next one.
const TAKEN: f64 = 8.0;

thread_local! {
    static WAITING: RefCell<VecDeque<Box<dyn FnOnce()>>> = const { RefCell::new(VecDeque::new()) };
}

/// Does something before a picture of the page is painted next, or in one of the frames after it, in turn.
pub fn in_turn(act: impl FnOnce() + 'static) {
    let is_first = WAITING.with_borrow_mut(|waiting| {
        waiting.push_back(Box::new(act));
        waiting.len() == 1
    });
    if is_first {
        request_animation_frame(work);
    }
}

fn work() {
    let start = browser::now();
    // The first stays in the row until it is done: what it asks for waits behind it.
    while let Some(act) = WAITING.with_borrow_mut(|waiting| {
        waiting.front_mut().map(|act| std::mem::replace(act, Box::new(|| ())))
    }) {
        act();
        let is_over = WAITING.with_borrow_mut(|waiting| {
            waiting.pop_front();
            waiting.is_empty()
        });
        if is_over {
            return;
        }
        if browser::now() - start > TAKEN {
            return request_animation_frame(work);
        }
    }
}
