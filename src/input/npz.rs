//! The `.npz` form: a zip of `.npy` files, each an array by its name.

use super::{
    Answers, Array, BinaryFault, Fault, Form, FormAbout, Format, InFull, Note, ReadFault, Reading,
    Setting, Source, Values, choice,
    npy::Header,
    zip::{self, Entry},
};

impl Form {
    /// A `.npz` file.
    pub const NPZ: Self =
        Self(&FormAbout { english: "a .npz file", korean: ".npz 파일", in_full: InFull::VALUES });
}

/// A `.npz` file.
pub(super) struct Npz;

/// Bytes in which a header is looked for at first; most are shorter.
const BEGINNING: usize = 1 << 12;

/// What the names of arrays end in.
const ENDING: &str = ".npy";

impl Format for Npz {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let bytes = source.bytes;
        let is_called = source.is_called(".npz");
        if !bytes.starts_with(b"PK") && !is_called {
            return None;
        }
        let is_array = |name: &String| name.ends_with(ENDING);
        let reading = match zip::entries(bytes) {
            Ok(mut entries) => {
                entries.retain(|entry| is_array(&entry.name));
                if entries.is_empty() {
                    return None;
                }
                read(bytes, &entries, answers)
            }
            // What is another form by its first file was refused as that.
            Err(fault) if is_called || zip::is_zip(bytes) => Err(fault),
            Err(_) => return None,
        };
        Some(reading.map_err(|fault| Fault::from(fault).whole()))
    }
}

fn read(bytes: &[u8], entries: &[Entry], answers: &Answers) -> Result<Reading, BinaryFault> {
    let mut notes = Vec::new();
    let mut known = Vec::new();
    for entry in entries {
        match header(bytes, entry) {
            Ok(header) => known.push((entry, header)),
            // One of another type does not keep the others from being read.
            Err(fault @ BinaryFault::NpyType { .. }) if entries.len() > 1 => {
                notes.push(Note::ArrayLeftOut { fault: inside(entry, fault) });
            }
            Err(fault) => return Err(inside(entry, fault)),
        }
    }
    let guess = known.iter().find_map(|(_, header)| header.guess(answers));
    if let (true, Some(Note::ArrayLeftOut { fault })) = (known.is_empty(), notes.first()) {
        return Err(fault.clone());
    }
    let whole = |(entry, header): &(&Entry, Header)| {
        let array = entry.unpack(bytes).map_err(BinaryFault::from);
        let array = array.and_then(|bytes| header.array(&bytes, guess.as_ref()));
        array.map(|array| array.named(name(entry))).map_err(|fault| inside(entry, fault))
    };
    // Single values beside arrays are settings; alone they are the arrays.
    let is_single = |(_, header): &(&Entry, Header)| header.shape.is_empty();
    let (singles, known): (Vec<_>, Vec<_>) = if known.iter().all(is_single) {
        (Vec::new(), known)
    } else {
        known.into_iter().partition(is_single)
    };
    let outline = |(entry, header): &(&Entry, Header)| header.outline().named(name(entry));
    let mut arrays: Vec<Array> = known.iter().map(outline).collect();
    let wanted = choice::are_wanted(&arrays, answers);
    for ((array, known), is_wanted) in arrays.iter_mut().zip(&known).zip(wanted) {
        if is_wanted {
            *array = whole(known)?;
        }
    }
    let singles: Result<Vec<Array>, _> = singles.iter().map(whole).collect();
    let settings = singles?.into_iter().filter_map(setting).collect();
    let guesses = guess.into_iter().collect();
    Ok(Reading { form: Form::NPZ, arrays, settings, guesses, notes })
}

/// An array without dimensions as a named value.
fn setting(array: Array) -> Option<(String, Setting)> {
    let setting = match array.values {
        Values::Numbers(numbers) => Setting::Number(*numbers.first()?),
        Values::Booleans(flags) => Setting::Flag(*flags.first()?),
        Values::Texts(texts) => Setting::Text(texts.into_iter().next()?),
        Values::Unread(_) => return None,
    };
    Some((array.name?, setting))
}

fn header(bytes: &[u8], entry: &Entry) -> Result<Header, BinaryFault> {
    let beginning = |most: usize| entry.beginning(bytes, most).map_err(BinaryFault::from);
    let first = beginning(BEGINNING)?;
    let length = Header::length(&first)?;
    if length <= BEGINNING { Header::parse(&first) } else { Header::parse(&beginning(length)?) }
}

/// The array's name: that of its file.
fn name(entry: &Entry) -> &str {
    entry.name.strip_suffix(ENDING).unwrap_or(&entry.name)
}

fn inside(entry: &Entry, fault: BinaryFault) -> BinaryFault {
    BinaryFault::Inside { entry: name(entry).to_owned(), fault: Box::new(fault) }
}
