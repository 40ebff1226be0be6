//! What can be taken away of what the page shows: one matrix or the whole, in every form that
//! `export` knows.

use crate::{
    document::Convention,
    export::{self, About, File, MATRIX_EXPORTERS, Table, WHOLE_EXPORTERS, Whole, WholeExporter},
    i18n::Language,
    math::{MatrixName, Trace, attend, attend_from},
    samples::Loaded,
    wire::{
        desk::Said,
        shelf::{Form, Item, PackedFile, Shelf, pack},
    },
};

/// The head that is computed where there are too many.
const FIRST: usize = 0;

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
            attend_from(&problem.projected_for(FIRST), problem)
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
            let table = self.table(name, FIRST)?;
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
            whole_forms: self.whole_exporters().map(|it| form(it.about())).collect(),
            is_by_head: !self.trace.projected.holds_all(),
        }
    }

    /// One matrix in a form, packed; `None` where there is no such matrix or form.
    pub fn matrix(&self, form: &str, key: &str, head: usize) -> Option<Vec<u8>> {
        let problem = &self.loaded.problem;
        let is_held = self.trace.projected.holds_all() || head == FIRST;
        let of_head = (!is_held).then(|| attend_from(&problem.projected_for(head), problem));
        let trace = of_head.as_ref().unwrap_or(&self.trace);
        let all = MatrixName::ALL.into_iter().filter_map(|name| self.table_of(trace, name, head));
        let table = { all }.find(|table| table.code_name() == key)?;
        Some(packed(&[export::matrix(form, &table)?]))
    }

    /// The whole in a form, packed; `None` where there is no such form, or none of so many numbers.
    pub fn whole(&self, form: &str) -> Option<Vec<u8>> {
        self.whole_exporters().find(|exporter| exporter.about().id == form)?;
        let name = self.name.as_deref();
        let Self { loaded, trace, convention, .. } = self;
        let whole = Whole { name, loaded, trace, convention: *convention };
        Some(packed(&export::whole(form, &whole)?))
    }

    /// Without all heads there are no stages of all heads.
    fn whole_exporters(&self) -> impl Iterator<Item = &'static dyn WholeExporter> {
        let holds_all = self.trace.projected.holds_all();
        let all = WHOLE_EXPORTERS.iter().copied();
        all.filter(move |exporter| holds_all || !exporter.has_stages())
    }

    fn table(&self, name: MatrixName, head: usize) -> Option<Table<'_>> {
        self.table_of(&self.trace, name, head)
    }

    fn table_of<'t>(
        &'t self,
        trace: &'t Trace,
        name: MatrixName,
        head: usize,
    ) -> Option<Table<'t>> {
        let Loaded { tokens, tokens_k, .. } = &self.loaded;
        let table = Table::of(trace, name, head, tokens, tokens_k.as_deref())?;
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
