//! The texts of a step on its ground, in a voice.

use super::{Both, Ground, Step, Voice, write};

/// One text of a step as it is read; a place that the trace does not have is left as it stands, which no lesson
/// that passes its tests has.
pub fn sentence(step: &Step, text: Both, ground: &Ground<'_>, voice: Voice) -> String {
    let text = text.of(voice.language);
    write(text, step.places, ground, voice).unwrap_or_else(|_| text.to_owned())
}
