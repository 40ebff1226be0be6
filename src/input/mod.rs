//! Reading what a user or an example brings: bytes in, checked arrays out.
//!
//! Nothing here is believed before it is checked, nothing panics, and an error says where it is,
//! what was found and what was expected. A format is a file here, which also says what its form is
//! called, and a line in `FORMATS`; what one of them makes of a source is a [`Reading`], and
//! [`view`] makes a matrix of that. Whatever was guessed is a [`Guess`], which [`Answers`] can turn.
//! Imports only [`crate::math`]; knows nothing of the browser, so that the same reader serves a
//! fetched file, a dropped file and a test.

mod arrangement;
mod binary_fault;
mod bracketed;
mod choice;
mod delimited;
mod dtype;
mod entities;
mod factor;
mod fault;
mod fence;
mod foreign;
mod form;
mod grid;
mod guess;
mod html;
mod latex;
mod matrix_market;
mod note;
mod npy;
mod npz;
pub mod number;
mod prints;
pub mod projector;
mod reading;
mod ruled;
mod safetensors;
mod source;
mod tabular;
mod token_split;
mod topic;
mod torch_text;
mod view;
mod word2vec;
mod word2vec_binary;
mod zip;

pub use arrangement::{Arrangement, Mark};
pub use binary_fault::{BinaryFault, NpyField, NpyRefusal, Part, ZipDamage};
pub use bracketed::{BracketFault, is_document};
pub use choice::{MOST_NUMBERS, likeliest};
pub use delimited::Separator;
pub use dtype::Dtype;
pub use fault::{Fault, Place, ReadFault};
pub use foreign::{Foreign, Way};
pub use form::{Form, FormAbout, InFull};
pub use guess::{Answers, Dimensions, Guess, Meaning, Position, nth_last};
pub use note::Note;
pub use number::NotANumber;
pub use reading::{Array, Reading, Setting, Values};
pub use safetensors::{Header, HeaderPart, HeaderPlace, SafeTensors, SafetensorsError, TensorInfo};
pub use source::Source;
pub use tabular::{TableFault, TableMeaning, TableNote};
pub use token_split::TokenSplit;
pub use topic::Topic;
pub use view::{Table, View, glance, view, view_array};

/// A form in which numbers arrive.
pub trait Format: Sync {
    /// Reads the source; `None` where it is not of this form, which must be told without reading
    /// all of it more than once.
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>>;
}

/// Every format; the first that knows the source reads it. Binary forms stand first: they are
/// told by their first bytes.
const FORMATS: &[&dyn Format] = &[
    &foreign::Known,
    &npy::Npy,
    &npz::Npz,
    &safetensors::File,
    &word2vec_binary::Word2VecBinary,
    &foreign::Unknown,
    &matrix_market::MatrixMarket,
    &prints::Julia,
    &html::Html,
    &latex::Latex,
    &ruled::Ruled,
    &torch_text::TorchText,
    &prints::Blocks,
    &prints::Frames,
    &delimited::VectorCells,
    &bracketed::Bracketed,
    &word2vec::Word2Vec,
    &delimited::Delimited,
];

/// Reads a source.
///
/// # Errors
/// [`ReadFault`] says where it stops making sense.
pub fn read(source: &Source<'_>, answers: &Answers) -> Result<Reading, ReadFault> {
    if source.bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Fault::Nothing.whole());
    }
    let Some((n_before, inside)) = source.text().and_then(fence::unfenced) else {
        return read_all(source, answers);
    };
    let inside = Source::new(source.name, inside.as_bytes());
    let lower = |place: &mut Place| place.line += n_before;
    match read_all(&inside, answers) {
        Ok(mut reading) => {
            reading.arrays.iter_mut().filter_map(|array| array.place.as_mut()).for_each(lower);
            Ok(reading)
        }
        Err(mut fault) => {
            fault.place.iter_mut().for_each(lower);
            Err(fault)
        }
    }
}

/// Reads all of a source, as the first form that knows it.
fn read_all(source: &Source<'_>, answers: &Answers) -> Result<Reading, ReadFault> {
    let reading = FORMATS.iter().find_map(|format| format.read(source, answers));
    reading.unwrap_or_else(|| Err(Fault::Unrecognized.whole()))
}

/// Reads the numbers of an array that were left in the file: of a large one, only what is asked
/// for is read. `source` and `answers` are those of the reading. An array that is beyond what can
/// be held stays as it is.
///
/// # Errors
/// [`ReadFault`] where the source is another one by now.
pub fn load(
    reading: &mut Reading,
    array: usize,
    source: &Source<'_>,
    answers: &Answers,
) -> Result<(), ReadFault> {
    let Some(unread) = reading.arrays.get(array) else { return Ok(()) };
    if !matches!(unread.values, Values::Unread(_)) {
        return Ok(());
    }
    // Texts are no matrices to choose from.
    let option = reading.arrays[..array].iter().filter(|array| !array.is_texts()).count();
    let fresh = read(source, &answers.clone().with(Topic::Array, option))?;
    if let Some(read) = fresh.arrays.into_iter().nth(array) {
        reading.arrays[array] = read;
    }
    Ok(())
}
