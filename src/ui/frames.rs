//! What a frame has time for. Work that takes longer than a frame allows several of is done in turn, frame by frame,
//! so that the page stays alive; and while a hand moves something, pictures follow it with each frame and texts a few
//! times a second, since nobody reads faster.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
};

use leptos::prelude::request_animation_frame;

use super::browser;

/// Once so much of a frame is taken, in milliseconds, the next piece of work waits for the next one.
const TAKEN: f64 = 8.0;

/// A hand moves if its last two moves, and the last one and now, are no further apart, in milliseconds.
const MOMENT: f64 = 120.0;

/// So long do texts stand while a hand moves, in milliseconds.
const READ: f64 = 100.0;

const NEVER: [f64; 2] = [f64::NEG_INFINITY; 2];

/// What is done later.
type Acts = Vec<Box<dyn FnOnce()>>;

thread_local! {
    /// The last two times at which a hand has moved something.
    static MOVED: Cell<[f64; 2]> = const { Cell::new(NEVER) };
    /// Since when texts stand.
    static SINCE: Cell<f64> = const { Cell::new(0.0) };
    /// Texts that stand for a moment.
    static STANDING: RefCell<Acts> = const { RefCell::new(Vec::new()) };
    static WAITING: RefCell<VecDeque<Box<dyn FnOnce()>>> = const { RefCell::new(VecDeque::new()) };
}

/// Does something before a picture of the page is painted next, or in one of the frames after it, in turn.
pub fn in_turn(act: impl FnOnce() + 'static) {
    let is_first = WAITING.with_borrow_mut(|waiting| {
        waiting.push_back(Box::new(act));
        waiting.len() == 1
    });
    if is_first {
        // As a pointer, for which there is code already.
        request_animation_frame(work as fn());
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
            return request_animation_frame(work as fn());
        }
    }
}

/// A hand has moved something that is followed at once.
pub fn moved() {
    let [_, last] = MOVED.get();
    MOVED.set([last, browser::now()]);
}

/// The hand is lifted: texts that stood are written.
pub fn lifted() {
    MOVED.set(NEVER);
    SINCE.set(0.0);
    write();
}

/// Lets a text stand for a moment if a hand moves something, and tells whether it does; calls back then, for all texts
/// together.
pub fn stands(write_it: impl FnOnce() + 'static) -> bool {
    let ([before, last], now) = (MOVED.get(), browser::now());
    let moves = last - before < MOMENT && now - last < MOMENT;
    if moves {
        let n_standing = STANDING.with_borrow_mut(|standing| {
            standing.push(Box::new(write_it));
            standing.len()
        });
        if n_standing == 1 {
            SINCE.set(now);
            request_animation_frame(write as fn());
        }
    }
    moves
}

fn write() {
    if browser::now() - SINCE.get() < READ {
        return request_animation_frame(write as fn());
    }
    STANDING.take().into_iter().for_each(|write_it| write_it());
}
