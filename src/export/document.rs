//! The document: opens again bit for bit; its `stages` are for other programs. −∞ is `null`.

use super::{About, File, Whole, WholeExporter};
use crate::document::Document;

/// The JSON document.
pub(super) struct DocumentFile;

impl WholeExporter for DocumentFile {
    fn about(&self) -> About {
        About {
            id: "document",
            english: "Document (opens again here)",
            korean: "문서(여기서 다시 열기)",
            extension: "json",
            mime: "application/json",
            is_text: true,
        }
    }

    fn has_stages(&self) -> bool {
        false
    }

    fn write(&self, whole: &Whole<'_>) -> Vec<File> {
        let loaded = whole.loaded;
        let name = whole.name.map(str::to_owned);
        let (tokens, tokens_k) = (loaded.tokens.clone(), loaded.tokens_k.clone());
        let mut document = Document::from_problem(&loaded.problem, name, tokens, tokens_k);
        document.convention = whole.convention;
        let bytes = document.to_json(Some(whole.trace)).into_bytes();
        vec![File { name: "attention.json".to_owned(), mime: self.about().mime, bytes }]
    }
}
