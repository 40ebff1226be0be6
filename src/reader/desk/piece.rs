//! One piece on the desk: what it is, and what was read of it.

use std::collections::BTreeMap;

use super::{answers, guesses, need, preview, said, spot, tokens};
use crate::{
    assemble::{self, Assembly, Piece, Placed, Role, Why},
    document::{Document, DocumentError},
    input::{
        Answers, BinaryFault, Fault, Form, Guess, MOST_NUMBERS, ReadFault, Reading, Source,
        is_document, load, projector, read,
    },
    wire::desk::{Array, Misfit, PieceAnswer, PieceRequest, Trouble},
};

/// Arrays of a piece that are told of: a checkpoint has hundreds.
const MOST_ARRAYS: usize = 4_096;

/// A piece and what was read of it.
#[derive(Debug)]
pub(super) struct Sheet {
    name: String,
    bytes: Vec<u8>,
    /// Unlike that of any other content.
    version: u64,
    /// What it was read with; the names of its rows by their version.
    asked: Option<(bool, Answers, Option<u64>)>,
    found: Found,
}

/// What was read.
#[derive(Debug)]
enum Found {
    /// Nothing yet, or it is lent.
    Nothing,
    Piece(Piece),
    Document(Box<Document>),
    Fault(ReadFault),
    NoDocument(DocumentError),
    /// Names of the rows of another piece, which was read with them.
    Names,
}

impl Sheet {
    pub(super) fn new(name: String, bytes: Vec<u8>, version: u64) -> Self {
        Self { name, bytes, version, asked: None, found: Found::Nothing }
    }

    /// Reads it, perhaps with the names of its rows, unless it was read so before.
    pub(super) fn read(&mut self, request: &PieceRequest, names: Option<&Self>) {
        let version = names.map(|names| names.version);
        let asked = (request.is_tokens, answers(&request.answers), version);
        if self.asked.as_ref() != Some(&asked) {
            self.found = match names {
                Some(names) => {
                    read_as(projector::read(&self.source(), &names.source(), &asked.1), &asked.1)
                }
                None => self.read_anew(&asked.1, request.is_tokens),
            };
            self.asked = Some(asked);
        }
        if let Found::Piece(piece) = &mut self.found {
            let told = |array| Role::of_key(request.roles.get(&array)?);
            piece.roles = (0..piece.reading.arrays.len()).map(told).collect();
        }
    }

    fn read_anew(&self, answers: &Answers, is_tokens: bool) -> Found {
        let source = self.source();
        let text = source.text().unwrap_or_default();
        if is_document(&source) && !is_tokens {
            return match Document::from_json(text) {
                Ok(document) => Found::Document(Box::new(document)),
                Err(error) => Found::NoDocument(error),
            };
        }
        let reading = if is_tokens {
            tokens::list(text, answers)
        } else {
            read(&source, answers)
                .or_else(|fault| tokens::in_place_of_numbers(text, answers).ok_or(fault))
        };
        read_as(reading, answers)
    }

    /// It was read with the rows that it names.
    pub(super) fn join(&mut self) {
        (self.asked, self.found) = (None, Found::Names);
    }

    /// Whether it was read with another.
    pub(super) fn is_joined(&self) -> bool {
        matches!(self.found, Found::Names)
    }

    /// Whether it looks like names of the rows of another piece: by its name, or because it is a
    /// table of words.
    pub(super) fn holds_names(&self) -> bool {
        let source = self.source();
        let Some(text) = source.text() else { return false };
        let is_table = || text.contains('\t') && text.trim_end().contains('\n');
        self.is_called(&["metadata"]) || (is_table() && tokens::is_words(text))
    }

    /// Whether it may be vectors as text.
    pub(super) fn may_hold_vectors(&self) -> bool {
        let source = self.source();
        source.text().is_some() && !is_document(&source)
    }

    /// Whether one of these words, in lower case, is in its name.
    pub(super) fn is_called(&self, words: &[&str]) -> bool {
        let name = self.name.to_lowercase();
        words.iter().any(|word| name.contains(word))
    }

    fn source(&self) -> Source<'_> {
        Source::new(&self.name, &self.bytes)
    }

    /// The document, if it is one.
    pub(super) fn document(&self) -> Option<&Document> {
        match &self.found {
            Found::Document(document) => Some(document),
            _ => None,
        }
    }

    /// What was read, to be put together with others; comes back by [`Sheet::take_back`].
    pub(super) fn lend(&mut self) -> Option<Piece> {
        match std::mem::replace(&mut self.found, Found::Nothing) {
            Found::Piece(piece) => Some(piece),
            other => {
                self.found = other;
                None
            }
        }
    }

    /// Reads the numbers of an array that were left in the file.
    pub(super) fn load(&self, piece: &mut Piece, array: usize) {
        // The source is the one that the piece was read from, so it is read as before.
        let answers = piece.answers.clone();
        load(&mut piece.reading, array, &self.source(), &answers).ok();
    }

    pub(super) fn take_back(&mut self, piece: Piece) {
        self.found = Found::Piece(piece);
    }

    /// What to say of it; `piece` is what was lent and its number among the lent ones.
    pub(super) fn tell(
        &self,
        id: u32,
        piece: Option<(usize, &Piece)>,
        assembly: &Assembly,
    ) -> PieceAnswer {
        let lines = self.source().text().map(|text| text.lines().count());
        let blank = PieceAnswer { id, bytes: self.bytes.len(), lines, ..PieceAnswer::default() };
        match (&self.found, piece) {
            (_, Some((at, piece))) => self.told_of(piece, at, assembly, blank),
            (Found::Document(_), None) => {
                PieceAnswer { form: Some(said(&Form::DOCUMENT)), ..blank }
            }
            (Found::Fault(fault), None) => {
                let text = self.source();
                let place = fault.place.as_ref();
                let spot = text
                    .text()
                    .zip(place)
                    .and_then(|(text, at)| spot::in_text(text, at.line, at.column, at.length));
                let trouble = Some(Trouble { words: said(fault), spot });
                let is_encoded = self.is_encoded(fault);
                PieceAnswer { trouble, is_encoded, ..blank }
            }
            (Found::NoDocument(error), None) => {
                let misfit: assemble::Misfit = Why::Document(error.clone()).whole();
                let text = self.source();
                let spot = text
                    .text()
                    .zip(error.place())
                    .and_then(|(text, at)| spot::in_text(text, at.line, at.column, 0));
                PieceAnswer { trouble: Some(Trouble { words: said(&misfit), spot }), ..blank }
            }
            (Found::Names, None) => PieceAnswer { form: Some(said(&Form::PROJECTOR)), ..blank },
            (Found::Piece(_) | Found::Nothing, None) => blank,
        }
    }

    fn told_of(
        &self,
        piece: &Piece,
        at: usize,
        assembly: &Assembly,
        blank: PieceAnswer,
    ) -> PieceAnswer {
        let all = guesses_of(piece, at, assembly);
        let told = all.iter().map(|guess| {
            let mut told = guesses::told(guess);
            // A question that was answered is shown on, so that it can be answered otherwise.
            if guess.is_doubtful || piece.answers.get(guess.topic).is_some() {
                guesses::add_previews(&mut told, guess, &self.source(), piece);
            }
            told
        });
        let arrays = piece.reading.arrays.iter().enumerate().take(MOST_ARRAYS);
        let placed = assembly.placed.iter().filter(|placed| placed.piece == at);
        let placed: BTreeMap<usize, &Placed> = placed.map(|it| (it.array, it)).collect();
        let notes = piece.reading.notes.iter().map(said);
        PieceAnswer {
            form: Some(said(&piece.reading.form)),
            arrays: arrays
                .map(|(i, _)| array(piece, i, placed.get(&i).copied(), assembly))
                .collect(),
            guesses: told.collect(),
            notes: notes.collect(),
            ..blank
        }
    }

    /// Whether it may be a text in an encoding of before Unicode: nothing else that is known, and no
    /// control characters either.
    fn is_encoded(&self, fault: &ReadFault) -> bool {
        let is_control = |byte: &u8| *byte < 0x20 && !byte.is_ascii_whitespace();
        let is_nothing_known = match &fault.fault {
            Fault::Binary(fault) => {
                matches!(**fault, BinaryFault::Encoding | BinaryFault::Raw { .. })
            }
            _ => false,
        };
        is_nothing_known && !self.bytes.iter().any(is_control)
    }
}

fn read_as(reading: Result<Reading, ReadFault>, answers: &Answers) -> Found {
    match reading {
        Ok(reading) => Found::Piece(Piece { reading, answers: answers.clone(), roles: Vec::new() }),
        Err(fault) => Found::Fault(fault),
    }
}

/// An array that is needed and too large to be read: which piece, which array.
pub(super) fn too_large((at, array): (usize, usize), lent: &[u32], pieces: &[Piece]) -> Misfit {
    let found = pieces.get(at).and_then(|piece| piece.reading.arrays.get(array));
    let found = found.map_or(0, |array| array.values.len());
    let why = Why::Read(Fault::TooMany { found, limit: MOST_NUMBERS }.whole());
    Misfit { words: said(&why.whole()), piece: lent.get(at).copied(), array: Some(array) }
}

/// Guesses of the reading, then those made when it was put together with others.
fn guesses_of<'a>(piece: &'a Piece, at: usize, assembly: &'a Assembly) -> Vec<&'a Guess> {
    let mut all: Vec<&Guess> = piece.reading.guesses.iter().collect();
    for asked in assembly.guesses.iter().filter(|asked| asked.piece == Some(at)) {
        if !all.iter().any(|guess| guess.topic == asked.guess.topic) {
            all.push(&asked.guess);
        }
    }
    all
}

fn array(piece: &Piece, at: usize, placed: Option<&Placed>, assembly: &Assembly) -> Array {
    let array = &piece.reading.arrays[at];
    let role = placed.map(|placed| placed.role);
    let is_used = role != Some(Role::Unused);
    // Where all is put together, what is turned or cut into heads fits too.
    let wanting = placed.filter(|_| assembly.problem.is_none());
    Array {
        name: array.name.clone(),
        shape: array.shape.clone(),
        is_texts: array.is_texts(),
        role: role.map(Role::key),
        is_certain: placed.is_some_and(|placed| placed.is_certain),
        needed: wanting.and_then(|placed| need::of(placed, &assembly.placed)),
        preview: is_used.then(|| preview::of_array(piece, at)).flatten(),
    }
}
