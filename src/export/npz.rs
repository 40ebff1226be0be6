//! A `.npz` of everything: tokens, parameters, mask and every stage, by the names of the field, and
//! as arrays without dimensions what no array tells: `heads`, `kv_heads`, `scale` or `divide_by` ….

use super::{
    About, File, Whole, WholeExporter,
    arrays::{self, Array, Named},
    npy, zip,
};

/// A `.npz` file.
pub(super) struct Npz;

/// The name that programs look for beside them.
pub(super) const NAME: &str = "attention.npz";

impl WholeExporter for Npz {
    fn about(&self) -> About {
        About {
            id: "npz",
            english: "All stages",
            korean: "모든 단계",
            extension: "npz",
            mime: "application/octet-stream",
            is_text: false,
        }
    }

    fn write(&self, whole: &Whole<'_>) -> Vec<File> {
        let settings = arrays::settings(whole.trace).0;
        let arrays = settings.into_iter().chain(whole.inputs().0).chain(whole.stages().0);
        let files: Vec<_> =
            arrays.map(|array| (format!("{}.npy", array.name), file(&array))).collect();
        let bytes = zip::stored(&files);
        vec![File { name: NAME.to_owned(), mime: self.about().mime, bytes }]
    }
}

fn file(named: &Named<'_>) -> Vec<u8> {
    match &named.array {
        Array::Numbers(numbers) => npy::of_numbers(numbers.shape(), numbers.iter().copied()),
        Array::Flags(flags) => npy::of_flags(flags.shape(), flags.iter().copied()),
        Array::Texts(texts) => npy::of_texts(&[texts.len()], texts),
        Array::Word(word) => npy::of_texts(&[], &[(*word).to_owned()]),
    }
}
