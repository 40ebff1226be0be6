//! What a newcomer is greeted with, in English.

use super::WelcomeWords;

pub const WORDS: WelcomeWords = WelcomeWords {
    name: "For newcomers",
    intro: "New to attention? Each token, a piece of the text, asks the others what they can tell it. The pictures are \
            the steps of that computation, from left to right; every number in them is computed here, and a press \
            on one shows how.",
    lesson: "Start the first lesson",
    walk: "Walk through the steps →",
    at: |at, of, stage| format!("{at} of {of}: {stage}."),
    next: |stage| format!("Next: {stage} →"),
    end: "That is the whole computation. The first lesson tells why each step is there.",
    close: "Close",
};
