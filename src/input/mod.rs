//! Reading what a user or an example brings: bytes in, checked arrays out.
//!
//! Nothing here is believed before it is checked, nothing panics, and an error says where it is,
//! what was found and what was expected. A format is a file here and a line in [`FORMATS`]; what
//! one of them makes of a source is a [`Reading`], and [`view`] makes a matrix of that. Whatever
//! was guessed is a [`Guess`], which [`Answers`] can turn. Imports only [`crate::math`]; knows
//! nothing of the browser, so that the same reader serves a fetched file, a dropped file and a
//! test.

mod arrangement;
mod bracketed;
mod fault;
mod form;
mod guess;
mod note;
pub mod number;
mod reading;
mod safetensors;
mod source;
mod view;

pub use arrangement::{Arrangement, Mark};
pub use bracketed::BracketFault;
pub use fault::{Fault, Place, ReadFault};
pub use form::Form;
pub use guess::{Answers, Dimensions, Guess, Meaning, Position, Topic, nth_last};
pub use note::Note;
pub use number::NotANumber;
pub use reading::{Array, Reading, Setting, Values};
pub use safetensors::{Dtype, Header, SafeTensors, SafetensorsError, TensorInfo};
pub use source::Source;
pub use view::{Table, View, view};

/// A form in which numbers arrive.
pub trait Format: Sync {
    /// Reads the source; `None` where it is not of this form, which must be told without reading
    /// all of it more than once.
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>>;
}

/// Every format; the first that knows the source reads it. Binary forms stand first: they are
/// told by their first bytes.
const FORMATS: &[&dyn Format] = &[];

/// Reads a source.
///
/// # Errors
/// [`ReadFault`] says where it stops making sense.
pub fn read(source: &Source<'_>, answers: &Answers) -> Result<Reading, ReadFault> {
    if source.bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Fault::Nothing.whole());
    }
    let reading = FORMATS.iter().find_map(|format| format.read(source, answers));
    reading.unwrap_or_else(|| Err(Fault::Unrecognised.whole()))
}
