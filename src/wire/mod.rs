//! A loaded example as bytes, on its way from the reader's wasm to the page's.
//!
//! Little-endian and compact: what is given goes over, never what is computed from it. Both sides
//! are always of one build, so a number of the format in front is all the versioning there is.
//! Imports `math` and `samples`; knows nothing of the browser.

pub mod desk;
mod packer;
pub mod shelf;
mod unpacker;

use thiserror::Error;

use crate::{
    math::{Affine, Heads, Inputs, OutputProjection, Problem, ShapeError, Start},
    samples::Loaded,
};
use packer::Packer;
use unpacker::Unpacker;

/// What packed bytes begin with; its last byte is the number of the format.
const MAGIC: [u8; 4] = *b"atn\x02";

/// The same for what is packed over a base.
const MAGIC_OVER: [u8; 4] = *b"ato\x02";

/// Why bytes are not a packed example.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum WireError {
    /// They do not begin as one.
    #[error("expected a packed example of this version, found something else")]
    Magic,
    /// They end too early.
    #[error("byte {at}: expected {expected} more bytes, found {found}")]
    Short {
        /// Where, counted from 0.
        at: usize,
        /// How many are announced; `usize::MAX` for more than can be counted.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// They go on after the end.
    #[error("byte {at}: expected the end, found {found} more bytes")]
    Long {
        /// Where, counted from 0.
        at: usize,
        /// How many there are.
        found: usize,
    },
    /// A byte that chooses between possibilities names none of them.
    #[error("byte {at}: expected {expected}, found {found}")]
    Choice {
        /// Where, counted from 0.
        at: usize,
        /// What is chosen there.
        expected: &'static str,
        /// The byte.
        found: u8,
    },
    /// A text is not UTF-8.
    #[error("byte {at}: expected a text in UTF-8")]
    Text {
        /// Where it begins, counted from 0.
        at: usize,
    },
    /// It was packed over other numbers than these.
    #[error("expected the numbers over which this was packed, found others")]
    Base,
    /// The arrays do not fit each other.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// Packs an example.
pub fn pack(loaded: &Loaded) -> Vec<u8> {
    pack_with(Packer::new(&MAGIC, None), loaded)
}

/// Packs an example for whoever has its base, numbers of which it is a change: short where little
/// was changed.
pub fn pack_over(loaded: &Loaded, base: &Loaded) -> Vec<u8> {
    let base = matrices(base.problem.inputs());
    let mut packer = Packer::new(&MAGIC_OVER, Some(base.clone()));
    packer.count(fingerprint(&base));
    pack_with(packer, loaded)
}

fn pack_with(mut packer: Packer<'_>, loaded: &Loaded) -> Vec<u8> {
    packer.inputs(loaded.problem.inputs());
    packer.mask(loaded.problem.mask());
    packer.scale(loaded.problem.scale());
    packer.list(&loaded.tokens, |packer, token| packer.text(token));
    packer.option(loaded.tokens_k.as_ref(), |packer, tokens| {
        packer.list(tokens, |packer, token| packer.text(token));
    });
    packer.count(loaded.default_head);
    packer.count(loaded.default_cell.0);
    packer.count(loaded.default_cell.1);
    packer.option(loaded.rows.as_ref(), Packer::rows);
    packer.option(loaded.built.as_ref(), |packer, built| packer.list(built, Packer::features));
    packer.option(loaded.recorded.as_ref(), Packer::recorded);
    packer.option(loaded.printed.as_ref(), Packer::printed);
    packer.into_bytes()
}

/// Unpacks an example; its shapes are checked again.
///
/// # Errors
/// [`WireError`] where the bytes are not what [`pack`] makes.
pub fn unpack(bytes: &[u8]) -> Result<Loaded, WireError> {
    unpack_with(Unpacker::new(bytes, &MAGIC, None)?)
}

/// Unpacks what [`pack_over`] has packed, given the same base; also what [`pack`] has.
///
/// # Errors
/// As for [`unpack`], and [`WireError::Base`] where the base is another.
pub fn unpack_over(bytes: &[u8], base: &Loaded) -> Result<Loaded, WireError> {
    if bytes.starts_with(&MAGIC) {
        return unpack(bytes);
    }
    let base = matrices(base.problem.inputs());
    let expected = fingerprint(&base);
    let mut unpacker = Unpacker::new(bytes, &MAGIC_OVER, Some(base))?;
    if unpacker.count()? != expected {
        return Err(WireError::Base);
    }
    unpack_with(unpacker)
}

fn unpack_with(mut unpacker: Unpacker<'_>) -> Result<Loaded, WireError> {
    // In the order of `pack`.
    let (inputs, mask, scale) = (unpacker.inputs()?, unpacker.mask()?, unpacker.scale()?);
    let loaded = Loaded {
        problem: Problem::new(inputs, mask, Some(scale))?,
        tokens: unpacker.list(Unpacker::text)?,
        tokens_k: unpacker.option(|unpacker| unpacker.list(Unpacker::text))?,
        default_head: unpacker.count()?,
        default_cell: (unpacker.count()?, unpacker.count()?),
        rows: unpacker.option(Unpacker::rows)?,
        built: unpacker.option(|unpacker| unpacker.list(Unpacker::features))?,
        recorded: unpacker.option(Unpacker::recorded)?,
        printed: unpacker.option(Unpacker::printed)?,
    };
    unpacker.end()?;
    Ok(loaded)
}

/// The numbers of the matrices that are given, in the order in which they are packed.
fn matrices(inputs: &Inputs) -> Vec<&[f64]> {
    fn weight(affine: &Affine) -> Option<&[f64]> {
        affine.weight.as_ref().map(|it| it.as_slice().unwrap_or_default())
    }
    fn stack(heads: &Heads) -> &[f64] {
        heads.as_slice().unwrap_or_default()
    }
    let mut matrices = Vec::new();
    match &inputs.start {
        Start::Embeddings(e) => {
            let x = [Some(&e.x_q), e.x_k.as_ref(), e.x_v.as_ref()];
            matrices.extend(x.into_iter().flatten().map(|x| x.as_slice().unwrap_or_default()));
            matrices.extend([&e.query, &e.key, &e.value].into_iter().filter_map(weight));
        }
        Start::Projections { queries, keys, values } => {
            matrices.extend([queries, keys, values].map(|heads| stack(heads)));
        }
        Start::Scores { scores: first, values } | Start::Weights { weights: first, values } => {
            matrices.push(stack(first));
            matrices.extend(values.as_ref().map(|heads| stack(heads)));
        }
    }
    if let OutputProjection::Given(affine) = &inputs.output {
        matrices.extend(weight(affine));
    }
    matrices
}

/// A number that hardly any other numbers have: FNV-1a over eight bytes at a time.
fn fingerprint(matrices: &[&[f64]]) -> usize {
    let step = |hash: u64, number: &f64| (hash ^ number.to_bits()).wrapping_mul(0x0100_0000_01b3);
    let hash = matrices.iter().copied().flatten().fold(0xcbf2_9ce4_8422_2325, step);
    // Counts of the wasm have half the bits.
    (hash >> 32) as usize
}
