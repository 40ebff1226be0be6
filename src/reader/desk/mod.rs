//! The desk: the pieces that a user has handed over, read once for each set of answers, and what
//! they amount to together. What is asked and answered is `wire::desk`; the texts come from
//! `i18n`. Knows nothing of the browser.

mod guesses;
mod need;
mod pair;
mod piece;
mod preview;
mod spot;
mod tokens;

use std::collections::BTreeMap;

use super::documents::loaded;
use crate::{
    assemble::{self, Assembly, Piece, Role, Spot, Why, assemble_some},
    document::{Document, Span},
    i18n::{Language, reading::Say},
    input::{Answers, Topic},
    math::Problem,
    samples::Loaded,
    wire::desk::{Answer, Choices, Misfit, PieceRequest, Request, RoleName, Said, Summary},
};
use piece::Sheet;

/// How many tokens the page shows. The scores of one head are then 25 million numbers, somewhat fewer than an array
/// may have ([`crate::input::MOST_NUMBERS`]).
pub const MOST_TOKENS: usize = 5_000;

/// The pieces, and what they amounted to when they were last looked at.
#[derive(Debug, Default)]
pub struct Desk {
    sheets: BTreeMap<u32, Sheet>,
    /// How many were put here.
    puts: u64,
    loaded: Option<Loaded>,
}

impl Desk {
    /// Puts a piece on the desk, in the place of what lay there under its number.
    pub fn put(&mut self, id: u32, name: String, bytes: Vec<u8>) {
        self.puts += 1;
        self.sheets.insert(id, Sheet::new(name, bytes, self.puts));
    }

    /// Takes a piece off the desk.
    pub fn remove(&mut self, id: u32) {
        self.sheets.remove(&id);
    }

    /// What the pieces amount to. Numbers of pieces that do not lie here are passed over.
    pub fn look(&mut self, request: &Request) -> Answer {
        self.read(request);
        let asked = request.pieces.iter().filter(|asked| self.sheets.contains_key(&asked.id));
        let ids: Vec<u32> = asked.map(|asked| asked.id).collect();
        // The readings are lent to `assemble`, which wants them side by side.
        let (mut lent, mut pieces) = (Vec::new(), Vec::new());
        for id in &ids {
            if let Some(piece) = self.sheets.get_mut(id).and_then(Sheet::lend) {
                lent.push(*id);
                pieces.push(piece);
            }
        }
        let whole = self.open_whole(&ids);
        let assembly = match whole {
            Some(_) => Assembly::default(),
            None => self.put_together(request, &lent, &mut pieces),
        };
        let mut answer = self.tell(&ids, &lent, &pieces, &assembly);
        if let Some((document, _)) = whole {
            for piece in &mut answer.pieces {
                piece.is_left_out = piece.id != document;
            }
        }
        for (id, piece) in lent.iter().zip(pieces) {
            if let Some(sheet) = self.sheets.get_mut(id) {
                sheet.take_back(piece);
            }
        }
        match whole {
            Some((_, document)) => self.show_whole(request, document, &mut answer),
            None => self.show(request, assembly, &mut answer),
        }
        answer
    }

    /// Reads the pieces, each by itself, but names with what they name.
    fn read(&mut self, request: &Request) {
        let pair = pair::find(&self.sheets, request);
        let mut names = pair.and_then(|(names, _)| self.sheets.remove_entry(&names));
        for asked in &request.pieces {
            let is_named = pair.is_some_and(|(_, vectors)| vectors == asked.id);
            let names = names.as_ref().filter(|_| is_named).map(|(_, names)| names);
            if let Some(sheet) = self.sheets.get_mut(&asked.id) {
                sheet.read(asked, names);
            }
        }
        if let Some((_, names)) = &mut names {
            names.join();
        }
        self.sheets.extend(names);
    }

    /// The problem that was looked at last, for the page; nothing where there is none.
    pub fn take(&self) -> Option<&Loaded> {
        self.loaded.as_ref()
    }

    /// A document is a whole by itself; of several, the one that was given last. With its number.
    fn open_whole(&self, ids: &[u32]) -> Option<(u32, Document)> {
        let opened = |id: &u32| Some((*id, self.sheets.get(id)?.document()?.clone()));
        ids.iter().rev().find_map(opened)
    }

    fn tell(&self, ids: &[u32], lent: &[u32], pieces: &[Piece], assembly: &Assembly) -> Answer {
        let mut told = Vec::new();
        for id in ids {
            let Some(sheet) = self.sheets.get(id) else { continue };
            let at = lent.iter().position(|lent| lent == id);
            told.push(sheet.tell(*id, at.and_then(|at| Some((at, pieces.get(at)?))), assembly));
        }
        let misfit = |misfit: &assemble::Misfit| {
            let spot = misfit.spot.as_ref();
            // Which piece it is, the panel says in its own words.
            let place = spot.cloned().map(|spot| Spot { has_siblings: false, ..spot });
            Misfit {
                words: said(&assemble::Misfit { spot: place, ..misfit.clone() }),
                piece: spot.and_then(|spot| lent.get(spot.piece).copied()),
                array: spot.map(|spot| spot.array),
            }
        };
        let mut misfits: Vec<Misfit> = assembly.misfits.iter().map(misfit).collect();
        misfits.extend(assembly.wanted.iter().map(|at| piece::too_large(*at, lent, pieces)));
        let of_whole = assembly.guesses.iter().filter(|asked| asked.piece.is_none());
        // Where a piece could not be read, what is missing without it is no news.
        let of_others = ids.iter().filter(|id| self.sheets.get(id).is_some_and(Sheet::is_joined));
        let is_read = lent.len() + of_others.count() == ids.len();
        Answer {
            pieces: told,
            guesses: of_whole.map(|asked| guesses::told(&asked.guess)).collect(),
            notes: assembly.notes.iter().map(said).collect(),
            misfits: if is_read { misfits } else { Vec::new() },
            problem: None,
            roles: Role::ALL.into_iter().map(role_name).collect(),
        }
    }

    /// Puts pieces together; of a large file, the numbers that are needed for it are read now.
    fn put_together(&self, request: &Request, lent: &[u32], pieces: &mut [Piece]) -> Assembly {
        let answers = answers(&request.answers);
        let taken = taken(request);
        let assembly = assemble_some(pieces, &answers, taken);
        if assembly.wanted.is_empty() {
            return assembly;
        }
        let mut wanted = assembly.wanted;
        loop {
            for (at, array) in &wanted {
                if let (Some(piece), Some(id)) = (pieces.get_mut(*at), lent.get(*at))
                    && let Some(sheet) = self.sheets.get(id)
                {
                    sheet.load(piece, *array);
                }
            }
            let assembly = assemble_some(pieces, &answers, taken);
            // What is too large to be read stays wanted, and is told as such.
            if assembly.wanted.is_empty() || assembly.wanted == wanted {
                return assembly;
            }
            wanted = assembly.wanted;
        }
    }

    /// Keeps a problem that was put together.
    fn show(&mut self, request: &Request, assembly: Assembly, answer: &mut Answer) {
        self.loaded = None;
        let is_whole = answer.pieces.iter().all(|piece| piece.trouble.is_none());
        let Some((document, problem)) = assembly.document.zip(assembly.problem) else { return };
        if is_whole {
            answer.problem = Some(summary(&document, &problem, assembly.tokens, taken(request)));
            self.loaded = Some(loaded(&document, problem, (0, 0)));
        }
    }

    /// Keeps a document that is a whole, no more tokens of it than can be shown.
    fn show_whole(&mut self, request: &Request, document: Document, answer: &mut Answer) {
        self.loaded = None;
        let tokens = document.inputs().n_queries().max(document.inputs().n_keys());
        let taken = taken(request);
        let document = if taken.count < tokens { document.some_tokens(taken) } else { document };
        match document.problem() {
            Ok(problem) => {
                answer.problem = Some(summary(&document, &problem, tokens, taken));
                self.loaded = Some(loaded(&document, problem, (0, 0)));
            }
            Err(error) => {
                let words = said(&Why::Document(error).whole());
                answer.misfits.push(Misfit { words, piece: None, array: None });
            }
        }
    }
}

/// Reads two numbers, as a `.npy` file and as a text, as if they had been brought; for the time that
/// it takes. Gives how many of the two were understood, for the test.
pub fn rehearse() -> usize {
    // Version 1.0 of the format, 118 bytes of header.
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }";
    let mut file = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    file.extend(format!("{header:<117}\n").bytes());
    file.extend([0.5f64, -1.5].into_iter().flat_map(f64::to_le_bytes));
    let pieces = [("rehearsal.npy", file), ("", b"[[0.5 -1.5]]".to_vec())];
    let understood = |(name, bytes): (&str, Vec<u8>)| {
        let mut desk = Desk::default();
        desk.put(0, name.to_owned(), bytes);
        let piece = PieceRequest::default();
        desk.look(&Request { pieces: vec![piece], ..Request::default() }).problem
    };
    pieces.into_iter().filter_map(understood).count()
}

/// Which of the tokens are taken.
fn taken(request: &Request) -> Span {
    let count = request.tokens.unwrap_or(MOST_TOKENS).clamp(1, MOST_TOKENS);
    Span { start: request.start, count }
}

fn summary(document: &Document, problem: &Problem, tokens: usize, taken: Span) -> Summary {
    let inputs = problem.inputs();
    Summary {
        name: document.name.clone(),
        words: said(inputs),
        tokens,
        start: taken.of(tokens).start,
        taken: inputs.n_queries().max(inputs.n_keys()).min(tokens),
        limit: MOST_TOKENS,
    }
}

/// The words in both languages.
fn said(what: &impl Say) -> Said {
    Said { en: what.say(Language::English), ko: what.say(Language::Korean) }
}

/// The answers that have a meaning here.
fn answers(choices: &Choices) -> Answers {
    let known = choices.iter().filter_map(|(name, option)| Some((Topic::of_key(name)?, *option)));
    known.fold(Answers::none(), |answers, (topic, option)| answers.with(topic, option))
}

fn role_name(role: Role) -> RoleName {
    RoleName { key: role.key(), words: said(&role), is_texts: role.takes_texts() }
}
