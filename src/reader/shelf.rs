//! What can be taken away of what the page shows: one matrix or the whole, in every form that
//! `export` knows.

use crate::{
    document::Convention,
    export::{self, About, File, MATRIX_EXPORTERS, Table, WHOLE_EXPORTERS, Whole},
    i18n::Language,
    math::{MatrixName, Trace, attend, attend_from},
    samples::Loaded,
    wire::{
        desk::Said,
        shelf::{Form, Item, PackedFile, Shelf, pack},
    },
};

/// What the page shows, with its stages.
#[derive(Debug)]
pub struct Shown {
    name: Option<String>,
    first_head: usize,
    convention: Convention,
    loaded: Loaded,
    trace: Trace,
}

impl Shown {
    /// Computes the stages of what is shown, whose heads are counted from `first_head`.
    pub fn new(loaded: Loaded, name: Option<String>, first_head: usize) -> Self {
        let problem = &loaded.problem;
        // Of more than memory holds there is the first head.
        let trace = if problem.fits_whole() {
            attend(problem)
        } else {
            attend_from(&problem.projected_for(0), problem)
        };
        let name = name.filter(|name| !name.trim().is_empty());
        Self { name, first_head, convention: Convention::Row, loaded, trace }
    }

    /// The same with tokens as columns, where the page shows them so.
    #[must_use]
    pub fn by_columns(self, is_by_columns: bool) -> Self {
        let convention = if is_by_columns { Convention::Column } else { Convention::Row };
        Self { convention, ..self }
    }

    /// What can be taken away of it.
    pub fn shelf(&self) -> Shelf {
        let matrices = MatrixName::ALL.into_iter().filter_map(|name| {
            let table = self.table(name, 0)?;
            let words = Language::English.matrix_name(name);
            let words = Said { en: words.into(), ko: Language::Korean.matrix_name(name).into() };
            let is_per_head = table.head.is_some();
            Some(Item { key: table.code_name().to_owned(), words, is_per_head })
        });
        Shelf {
            matrices: matrices.collect(),
            heads: self.trace.projected.n_heads(),
            head: self.loaded.default_head,
            first_head: self.first_head,
            matrix_forms: MATRIX_EXPORTERS.iter().map(|it| form(it.about())).collect(),
            whole_forms: WHOLE_EXPORTERS.iter().map(|it| form(it.about())).collect(),
        }
    }

    /// One matrix in a form, packed; `None` where there is no such matrix or form.
    pub fn matrix(&self, form: &str, key: &str, head: usize) -> Option<Vec<u8>> {
        let all = MatrixName::ALL.into_iter().filter_map(|name| self.table(name, head));
        let table = { all }.find(|table| table.code_name() == key)?;
        Some(packed(&[export::matrix(form, &table)?]))
    }

    /// The whole in a form, packed; `None` where there is no such form.
    pub fn whole(&self, form: &str) -> Option<Vec<u8>> {
        let name = self.name.as_deref();
        let Self { loaded, trace, convention, .. } = self;
        let whole = Whole { name, loaded, trace, convention: *convention };
        Some(packed(&export::whole(form, &whole)?))
    }

    fn table(&self, name: MatrixName, head: usize) -> Option<Table<'_>> {
        let Loaded { tokens, tokens_k, .. } = &self.loaded;
        let table = Table::of(&self.trace, name, head, tokens, tokens_k.as_deref())?;
        let table = table.counted_from(self.first_head);
        Some(match self.convention {
            Convention::Row => table,
            Convention::Column => table.transposed(),
        })
    }
}

fn form(about: About) -> Form {
    Form {
        id: about.id.to_owned(),
        words: Said { en: about.english.to_owned(), ko: about.korean.to_owned() },
        extension: about.extension.to_owned(),
        is_text: about.is_text,
    }
}

fn packed(files: &[File]) -> Vec<u8> {
    pack(files.iter().map(|File { name, mime, bytes }| {
        let length = bytes.len();
        (PackedFile { name: name.clone(), mime: (*mime).to_owned(), length }, bytes.as_slice())
    }))
}
