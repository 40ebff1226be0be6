//! What tells a form: its first bytes; the names inside a zip; else the file's name.

use super::Foreign as F;
use crate::input::{Source, zip};

/// First bytes, and whose they are.
const MAGIC: [(&[u8], F); 27] = [
    // The legacy form of `torch.save`: a pickle of the number 0x1950a86a20f9469cfc6c.
    (b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", F::PyTorch),
    (b"\x80\x02", F::Pickle),
    (b"\x80\x03", F::Pickle),
    (b"\x80\x04", F::Pickle),
    (b"\x80\x05", F::Pickle),
    (b"MATLAB 5.0 MAT-file", F::Matlab),
    (b"MATLAB 7.3 MAT-file", F::Matlab),
    (b"\x89HDF\r\n\x1a\n", F::Hdf5),
    (b"GGUF", F::Gguf),
    (b"PAR1", F::Parquet),
    (b"ARROW1", F::Feather),
    (b"FEA1", F::Feather),
    (b"\xba\x16\x4f\x2f", F::FastText),
    (b"RDX", F::RData),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", F::OldOffice),
    (b"SQLite format 3\0", F::Sqlite),
    (b"%PDF-", F::Pdf),
    (b"\x89PNG\r\n\x1a\n", F::Png),
    (b"\xff\xd8\xff", F::Jpeg),
    (b"GIF8", F::Gif),
    (b"II*\0", F::Tiff),
    (b"MM\0*", F::Tiff),
    (b"\x28\xb5\x2f\xfd", F::Zstandard),
    (b"\xfd7zXZ\0", F::Xz),
    (b"BZh", F::Bzip2),
    (b"7z\xbc\xaf\x27\x1c", F::SevenZip),
    (b"Rar!\x1a\x07", F::Rar),
];

/// Endings of files, for those whose first bytes tell nothing.
const ENDINGS: [(&str, F); 38] = [
    (".pt", F::PyTorch),
    (".pth", F::PyTorch),
    (".ckpt", F::PyTorch),
    (".pkl", F::Pickle),
    (".pickle", F::Pickle),
    (".joblib", F::Pickle),
    (".mat", F::Matlab),
    (".weights.h5", F::KerasWeights),
    (".h5", F::Hdf5),
    (".hdf5", F::Hdf5),
    (".keras", F::Keras),
    (".gguf", F::Gguf),
    (".parquet", F::Parquet),
    (".feather", F::Feather),
    (".arrow", F::ArrowStream),
    (".onnx", F::Onnx),
    (".tflite", F::TfLite),
    (".pb", F::TensorFlow),
    (".index", F::TensorFlow),
    (".msgpack", F::Flax),
    (".rds", F::RData),
    (".rda", F::RData),
    (".rdata", F::RData),
    (".xlsx", F::Excel),
    (".xls", F::OldOffice),
    (".ods", F::OpenDocument),
    (".numbers", F::AppleNumbers),
    (".docx", F::Word),
    (".db", F::Sqlite),
    (".pdf", F::Pdf),
    (".png", F::Png),
    (".jpg", F::Jpeg),
    (".webp", F::WebP),
    (".bmp", F::Bmp),
    (".gz", F::Gzip),
    (".zst", F::Zstandard),
    (".tar", F::Tar),
    (".zip", F::Zip),
];

/// Endings of files that are read and are no text.
const BINARY: [&str; 3] = [".npy", ".npz", ".safetensors"];

/// The form that first bytes tell, whatever the file is called. `is_text`: the bytes could be
/// text, so that a word at their beginning tells nothing.
pub(super) fn by_bytes(bytes: &[u8], is_text: bool) -> Option<F> {
    if bytes.starts_with(b"PK") {
        return in_zip(bytes);
    }
    let magic = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic));
    let is_no_word = |magic: &[u8]| !is_text || magic.contains(&b' ') || magic == b"%PDF-";
    if let Some((_, kind)) = magic.filter(|(magic, _)| is_no_word(magic)) {
        return Some(*kind);
    }
    let at = |offset: usize, expected: &[u8]| {
        bytes.get(offset..).is_some_and(|rest| rest.starts_with(expected))
    };
    let length = bytes.get(2..6).and_then(|length| length.try_into().ok());
    let is_whole = length.is_some_and(|length| u32::from_le_bytes(length) as usize == bytes.len());
    match bytes {
        [0x1f, 0x8b, ..] => Some(F::Gzip),
        [0x08, 1..=20, 0x12, ..] if !is_text => Some(F::Onnx),
        _ if at(0, b"RIFF") && at(8, b"WEBP") => Some(F::WebP),
        _ if at(0, b"BM") && is_whole => Some(F::Bmp),
        _ if at(4, b"TFL3") && !is_text => Some(F::TfLite),
        _ if at(257, b"ustar") => Some(F::Tar),
        _ if at(0, b"\xff\xff\xff\xff") && at(8, b"\x10\0\0\0") => Some(F::ArrowStream),
        _ => None,
    }
}

/// The form that a file's name tells.
pub(super) fn by_name(source: &Source<'_>) -> Option<F> {
    ENDINGS.iter().find(|(ending, _)| source.is_called(ending)).map(|(_, kind)| *kind)
}

/// Whether a file's name is one of a form that is read and is no text.
pub(super) fn is_binary_name(source: &Source<'_>) -> bool {
    BINARY.iter().any(|ending| source.is_called(ending))
}

/// What a zip is, by the names of the files in it. A zip that is cut off is told by its first one.
fn in_zip(bytes: &[u8]) -> Option<F> {
    let names: Vec<String> = match zip::entries(bytes) {
        Ok(entries) => entries.into_iter().map(|entry| entry.name).collect(),
        Err(_) => vec![zip::first_name(bytes)?],
    };
    let has = |start: &str, end: &str| {
        names.iter().any(|name| name.starts_with(start) && name.ends_with(end))
    };
    if has("", ".npy") {
        return None;
    }
    let parts = [
        (F::TorchScript, "", "/constants.pkl"),
        (F::PyTorch, "", "data.pkl"),
        (F::Keras, "model.weights.h5", ""),
        (F::Excel, "xl/", ""),
        (F::Word, "word/", ""),
        (F::Word, "ppt/", ""),
        (F::OpenDocument, "content.xml", ""),
        (F::AppleNumbers, "Index/", ".iwa"),
        (F::Excel, "[Content_Types].xml", ""),
    ];
    let known = parts.iter().find(|(_, start, end)| has(start, end));
    Some(known.map_or(F::Zip, |(kind, ..)| *kind))
}
