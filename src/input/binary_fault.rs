//! Why a file that is no text could not be read; `Display` is the English sentence.

use thiserror::Error;

use super::{SafetensorsError, foreign::Foreign};

/// What is wrong with a binary file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BinaryFault {
    /// It is called .npy and begins otherwise.
    #[error(
        "this is no .npy file: expected the magic bytes \\x93NUMPY at its beginning, found {found}; \
         save it again with np.save"
    )]
    NpyMagic {
        /// The first bytes.
        found: String,
    },
    /// A version of .npy that is not known.
    #[error(
        ".npy version {major}.{minor}: expected 1.0, 2.0 or 3.0; save it again with a current NumPy"
    )]
    NpyVersion {
        /// The first number.
        major: u8,
        /// The second one.
        minor: u8,
    },
    /// The header of a .npy is no dictionary, or lacks something.
    #[error(
        ".npy header: expected {}, found {found}; save it again with np.save", field.expected()
    )]
    NpyHeader {
        /// What belongs there.
        field: NpyField,
        /// What is there, shortened.
        found: String,
    },
    /// A type whose values are not read.
    #[error("the array has the type {descr}: {refusal}")]
    NpyType {
        /// As the header says it.
        descr: String,
        /// What it is, and what to do.
        refusal: NpyRefusal,
    },
    /// Fewer bytes than were announced.
    #[error(
        "{}: expected {expected} bytes, found {found}; the file is cut off: save or fetch it again",
        part.name()
    )]
    CutOff {
        /// What is cut off.
        part: Part,
        /// Bytes announced.
        expected: u64,
        /// Bytes there are.
        found: u64,
    },
    /// More numbers than are read.
    #[error(
        "the shape ({shape}) asks for more numbers than the {limit} that can be read; save a part \
         of the array, such as a[:256]"
    )]
    Shape {
        /// The dimensions in print.
        shape: String,
        /// How many numbers there may be.
        limit: usize,
    },
    /// More texts than are names of anything.
    #[error("{found} texts; expected at most {limit}")]
    TooManyTexts {
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A zip whose list of files is missing: it stands at the end.
    #[error("the list of files at the end of the zip is missing; it is cut off: fetch it again")]
    ZipWithoutDirectory,
    /// What a zip says of a file does not hold.
    #[error("{0}; save the file again")]
    Zip(#[from] ZipDamage),
    /// A fault of a file inside a zip.
    #[error("{entry}: {fault}")]
    Inside {
        /// Name of the file inside.
        entry: String,
        /// Its fault.
        fault: Box<Self>,
    },
    /// A file of word2vec ends before its last vector.
    #[error(
        "word2vec binary: the header promises {expected} vectors, the file ends in vector {found}; \
         it is cut off: fetch it again"
    )]
    Vectors {
        /// Vectors announced.
        expected: usize,
        /// The one that is not whole, counted from 1.
        found: usize,
    },
    /// A safetensors file that contradicts itself.
    #[error(transparent)]
    Safetensors(#[from] SafetensorsError),
    /// The pointer that stands in a repository for a large file.
    #[error(
        "this is a Git LFS pointer and not the file itself, which has {size} bytes; fetch it \
         with `git lfs pull`"
    )]
    LfsPointer {
        /// Bytes of the file that it points to, as it says them.
        size: String,
    },
    /// A web page where a file of numbers was expected.
    #[error(
        "this is a web page and not the file, most likely a login or an error; fetch the file again"
    )]
    WebPage,
    /// Another program's form.
    #[error("{}", kind.english())]
    Foreign {
        /// Which.
        kind: Foreign,
    },
    /// Text in an encoding that does not say what it is.
    #[error("this text is not UTF-8; save it again as UTF-8 (in Excel: CSV UTF-8)")]
    Encoding,
    /// Bytes that nothing is known of.
    #[error(
        "these {bytes} bytes say neither their type nor their shape{}; save them with np.save, \
         which keeps both", counts(*bytes)
    )]
    Raw {
        /// How many.
        bytes: usize,
    },
}

/// ", they could be 6 float32 or 3 float64" where that can be.
fn counts(bytes: usize) -> String {
    match bytes {
        _ if bytes.is_multiple_of(8) => {
            format!(" (they could be {} float32 or {} float64)", bytes / 4, bytes / 8)
        }
        _ if bytes.is_multiple_of(4) => format!(" (they could be {} float32)", bytes / 4),
        _ => String::new(),
    }
}

/// What is cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Part {
    Header,
    Data,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Data => "data",
        }
    }
}

/// What the header of a .npy has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the format's own")]
pub enum NpyField {
    Dictionary,
    Descr,
    FortranOrder,
    Shape,
}

impl NpyField {
    fn expected(self) -> &'static str {
        match self {
            Self::Dictionary => "a Python dictionary",
            Self::Descr => "a type such as '<f4' under 'descr'",
            Self::FortranOrder => "True or False under 'fortran_order'",
            Self::Shape => "a tuple of whole numbers under 'shape'",
        }
    }
}

/// Why values of a type are not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NpyRefusal {
    /// Python objects.
    #[error(
        "Python objects, saved with pickle, which can run any code and is not opened; save \
         a.astype(float)"
    )]
    Objects,
    /// Complex numbers.
    #[error("complex numbers; save a.real or abs(a)")]
    Complex,
    /// Extended precision.
    #[error("float128, 16 bytes for each number (not float16); save a.astype(float)")]
    LongDouble,
    /// Dates and durations.
    #[error("dates or durations; save a.astype(float)")]
    Times,
    /// Records of more than numbers.
    #[error("records of more than single numbers; save the columns as one plain array of float")]
    Records,
    /// Nothing that is known.
    #[error("not known here; save a.astype(float)")]
    Unknown,
}

/// What does not hold of a file in a zip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ZipDamage {
    /// It lies elsewhere than the list of files says.
    #[error("the zip's list of files points to another place")]
    Place,
    /// Packed in a way that is not read.
    #[error("expected it stored or deflated, found the packing method {0}")]
    Method(u16),
    /// Locked with a password.
    #[error("it is locked with a password")]
    Locked,
    /// It does not unpack.
    #[error("it cannot be unpacked")]
    Packing,
    /// It unpacks to other bytes than were packed.
    #[error("its checksum differs: it is damaged")]
    Checksum,
    /// It is too large to be unpacked.
    #[error("it unpacks to {0} bytes, more than can be held")]
    TooLarge(u64),
}
