//! Reading what `packer` wrote, value by value in the same order. No length is believed: bytes
//! are taken before room is made for what they hold.

use std::{sync::Arc, vec};

use ndarray::{Array, Dim, Dimension, IntoDimension};

use super::WireError;
use crate::{
    math::{
        AddNorm, Affine, Embeddings, HeadCounts, Inputs, LayerNorm, Mask, OutputProjection,
        Overridable, OverridePlace, Overrides, Rotary, Scale, Start,
    },
    samples::{
        Printed, PrintedRows, PrintedStage, Recorded, Rows,
        six_tokens::{Features, Kind},
    },
};

type Outcome<T> = Result<T, WireError>;

/// The bytes that are left.
pub(super) struct Unpacker<'a> {
    bytes: &'a [u8],
    /// How many came before.
    at: usize,
    /// The matrices over which they were packed, in their order.
    base: Option<vec::IntoIter<&'a [f64]>>,
}

impl<'a> Unpacker<'a> {
    /// Bytes that must begin with these.
    pub(super) fn new(
        bytes: &'a [u8],
        magic: &[u8],
        base: Option<Vec<&'a [f64]>>,
    ) -> Outcome<Self> {
        let bytes = bytes.strip_prefix(magic).ok_or(WireError::Magic)?;
        Ok(Self { bytes, at: magic.len(), base: base.map(Vec::into_iter) })
    }

    /// Nothing may be left.
    pub(super) fn end(self) -> Outcome<()> {
        match self.bytes.len() {
            0 => Ok(()),
            found => Err(WireError::Long { at: self.at, found }),
        }
    }

    /// Takes `n` items of `size` bytes each.
    fn take(&mut self, n: usize, size: usize) -> Outcome<&'a [u8]> {
        let expected = n.saturating_mul(size);
        let found = self.bytes.len();
        let split = self.bytes.split_at_checked(expected);
        let (taken, rest) = split.ok_or(WireError::Short { at: self.at, expected, found })?;
        (self.bytes, self.at) = (rest, self.at + expected);
        Ok(taken)
    }

    fn byte(&mut self) -> Outcome<u8> {
        Ok(self.take(1, 1)?[0])
    }

    /// A byte that chooses one of a few possibilities.
    fn choice(&mut self, expected: &'static str, n: u8) -> Outcome<u8> {
        let at = self.at;
        let found = self.byte()?;
        if found < n { Ok(found) } else { Err(WireError::Choice { at, expected, found }) }
    }

    fn eight(&mut self) -> Outcome<[u8; 8]> {
        let mut eight = [0; 8];
        eight.copy_from_slice(self.take(8, 1)?);
        Ok(eight)
    }

    /// A count or an index.
    pub(super) fn count(&mut self) -> Outcome<usize> {
        let count = u64::from_le_bytes(self.eight()?);
        // A count beyond the machine's is one of more than there can be.
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    fn number(&mut self) -> Outcome<f64> {
        Ok(f64::from_le_bytes(self.eight()?))
    }

    /// A text.
    pub(super) fn text(&mut self) -> Outcome<String> {
        let n = self.count()?;
        let at = self.at;
        let text = str::from_utf8(self.take(n, 1)?);
        text.map(str::to_owned).map_err(|_| WireError::Text { at })
    }

    /// A list of such values, of at least a byte each.
    pub(super) fn list<T>(&mut self, item: impl Fn(&mut Self) -> Outcome<T>) -> Outcome<Vec<T>> {
        let n = self.count()?;
        // A fallible collection makes no room ahead.
        (0..n).map(|_| item(self)).collect()
    }

    /// A value, if there is one.
    pub(super) fn option<T>(
        &mut self,
        some: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<Option<T>> {
        match self.choice("whether there is a value", 2)? {
            0 => Ok(None),
            _ => some(self).map(Some),
        }
    }

    /// An array of numbers.
    fn array<const N: usize>(&mut self) -> Outcome<Array<f64, Dim<[usize; N]>>>
    where
        [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
        Dim<[usize; N]>: Dimension,
    {
        let mut dimensions = [0; N];
        let numbers = self.numbers(&mut dimensions)?;
        self.shaped(dimensions, numbers)
    }

    /// An array of numbers that clones share.
    fn shared<const N: usize>(&mut self) -> Outcome<Arc<Array<f64, Dim<[usize; N]>>>>
    where
        [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
        Dim<[usize; N]>: Dimension,
    {
        let mut dimensions = [0; N];
        let numbers = match self.over_base(&mut dimensions)? {
            Some(numbers) => numbers,
            None => self.numbers(&mut dimensions)?,
        };
        self.shaped(dimensions, numbers).map(Arc::new)
    }

    /// The numbers of the next matrix of the base, with what is other; `None` where it is whole.
    fn over_base(&mut self, dimensions: &mut [usize]) -> Outcome<Option<Vec<f64>>> {
        let Some(base) = &mut self.base else { return Ok(None) };
        let base = base.next().unwrap_or_default();
        if self.choice("whether it is told over a base", 2)? == 0 {
            return Ok(None);
        }
        for dimension in dimensions {
            *dimension = self.count()?;
        }
        let mut numbers = base.to_vec();
        loop {
            match self.count()? {
                // A place behind the last one ends them.
                at if at == base.len() => return Ok(Some(numbers)),
                at => *numbers.get_mut(at).ok_or(WireError::Base)? = self.number()?,
            }
        }
    }

    fn bits<const N: usize>(&mut self) -> Outcome<Array<bool, Dim<[usize; N]>>>
    where
        [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
        Dim<[usize; N]>: Dimension,
    {
        let mut dimensions = [0; N];
        let bytes = self.items(&mut dimensions, 1)?;
        self.shaped(dimensions, bytes.iter().map(|bit| *bit != 0).collect())
    }

    /// Dimensions, and as many numbers as they hold.
    fn numbers(&mut self, dimensions: &mut [usize]) -> Outcome<Vec<f64>> {
        let (eights, _) = self.items(dimensions, 8)?.as_chunks();
        let numbers = eights.iter().map(|eight| f64::from_le_bytes(*eight));
        Ok(numbers.collect())
    }

    /// Dimensions, and as many items of `size` bytes as they hold.
    fn items(&mut self, dimensions: &mut [usize], size: usize) -> Outcome<&'a [u8]> {
        let mut n = 1_usize;
        for dimension in dimensions {
            *dimension = self.count()?;
            n = n.saturating_mul(*dimension);
        }
        self.take(n, size)
    }

    /// Values in their dimensions. Dimensions that no memory can hold are refused here: they may
    /// come with no values at all, where one of them is 0.
    fn shaped<T, const N: usize>(
        &self,
        dimensions: [usize; N],
        values: Vec<T>,
    ) -> Outcome<Array<T, Dim<[usize; N]>>>
    where
        [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
        Dim<[usize; N]>: Dimension,
    {
        let too_large =
            WireError::Short { at: self.at, expected: usize::MAX, found: self.bytes.len() };
        Array::from_shape_vec(dimensions, values).map_err(|_| too_large)
    }

    /// What attention starts from.
    pub(super) fn inputs(&mut self) -> Outcome<Inputs> {
        Ok(Inputs {
            start: self.start()?,
            heads: HeadCounts { queries: self.count()?, keys_values: self.count()? },
            rotary: self.option(|unpacker| {
                let theta = unpacker.number()?;
                Ok(Rotary { theta, positions: unpacker.option(Self::array)? })
            })?,
            output: match self.option(Self::affine)? {
                Some(affine) => OutputProjection::Given(affine),
                None => OutputProjection::Unknown,
            },
            add_norm: self.option(|unpacker| {
                let norm = unpacker.option(|unpacker| {
                    let (gamma, beta) = (unpacker.array()?, unpacker.array()?);
                    Ok(LayerNorm { gamma, beta, epsilon: unpacker.number()? })
                })?;
                Ok(AddNorm { norm })
            })?,
            overrides: self.overrides()?,
        })
    }

    /// One by one: to collect them would compile a sort of their own.
    fn overrides(&mut self) -> Result<Overrides, WireError> {
        let mut overrides = Overrides::new();
        for (place, value) in self.list(Self::override_of_cell)? {
            overrides.insert(place, value);
        }
        Ok(overrides)
    }

    fn override_of_cell(&mut self) -> Outcome<(OverridePlace, f64)> {
        let matrix = match self.choice("a matrix with numbers set by hand", 4)? {
            0 => Overridable::Queries,
            1 => Overridable::Keys,
            2 => Overridable::Values,
            _ => Overridable::Scores,
        };
        let (head, row, column) = (self.count()?, self.count()?, self.count()?);
        Ok((OverridePlace { matrix, head, row, column }, self.number()?))
    }

    fn start(&mut self) -> Outcome<Start> {
        Ok(match self.choice("where the computation begins", 4)? {
            0 => Start::Embeddings(Box::new(Embeddings {
                x_q: self.shared()?,
                x_k: self.option(Self::shared)?,
                x_v: self.option(Self::shared)?,
                query: self.affine()?,
                key: self.affine()?,
                value: self.affine()?,
            })),
            1 => Start::Projections {
                queries: self.shared()?,
                keys: self.shared()?,
                values: self.shared()?,
            },
            2 => Start::Scores { scores: self.shared()?, values: self.option(Self::shared)? },
            _ => Start::Weights { weights: self.shared()?, values: self.option(Self::shared)? },
        })
    }

    fn affine(&mut self) -> Outcome<Affine> {
        Ok(Affine { weight: self.option(Self::shared)?, bias: self.option(Self::array)? })
    }

    /// A mask.
    pub(super) fn mask(&mut self) -> Outcome<Mask> {
        Ok(match self.choice("a kind of mask", 6)? {
            0 => Mask::None,
            1 => Mask::Causal,
            2 => Mask::Allow(self.bits()?),
            3 => Mask::AllowPerHead(self.bits()?),
            4 => Mask::Add(self.array()?),
            _ => Mask::AddPerHead(self.array()?),
        })
    }

    /// A scale.
    pub(super) fn scale(&mut self) -> Outcome<Scale> {
        let form = self.choice("a form of scale", 2)?;
        let number = self.number()?;
        Ok(if form == 0 { Scale::DivideBy(number) } else { Scale::MultiplyBy(number) })
    }

    /// Where tokens stood.
    pub(super) fn rows(&mut self) -> Outcome<Rows> {
        let mut rows = || self.list(|unpacker| unpacker.option(Self::count));
        Ok(Rows { queries: rows()?, keys: rows()? })
    }

    /// What is true of a token of the built model.
    pub(super) fn features(&mut self) -> Outcome<Features> {
        let kind = match self.choice("a kind of word", 5)? {
            0 => Kind::Noun,
            1 => Kind::Verb,
            2 => Kind::Modifier,
            3 => Kind::Function,
            _ => Kind::Other,
        };
        let word = self.count()?;
        let about = self.option(Self::count)?;
        Ok(Features { kind, word, about, position: self.count()? })
    }

    /// What a real model computed.
    pub(super) fn recorded(&mut self) -> Outcome<Recorded> {
        Ok(Recorded { weights: self.array()? })
    }

    /// What a book prints.
    pub(super) fn printed(&mut self) -> Outcome<Printed> {
        Ok(Printed {
            source: self.text()?,
            decimals: self.byte()?,
            rows: self.list(|unpacker| {
                Ok(PrintedRows {
                    stage: match unpacker.choice("a stage", 4)? {
                        0 => PrintedStage::Queries,
                        1 => PrintedStage::Scores,
                        2 => PrintedStage::Weights,
                        _ => PrintedStage::Context,
                    },
                    first_row: unpacker.count()?,
                    values: unpacker.list(|unpacker| unpacker.list(Self::number))?,
                })
            })?,
        })
    }
}
