//! Writing: each value in the fewest fixed parts. A count is 8 bytes, a number its 8 bytes, a
//! choice one; a text and a list begin with their length, an array with its dimensions.
//! Over a base that the other side has, an array is only its difference from that of the base, where that is less.

use std::vec;

use ndarray::{Array, Dimension};

use crate::{
    math::{
        AddNorm, Affine, Embeddings, Inputs, LayerNorm, Mask, OutputProjection, Overridable,
        OverridePlace, Overrides, Rotary, Scale, Start,
    },
    samples::{
        Printed, PrintedRows, PrintedStage, Recorded, Rows,
        six_tokens::{Features, Kind},
    },
};

/// The bytes so far.
pub(super) struct Packer<'a> {
    bytes: Vec<u8>,
    /// The matrices that the other side has, in the order in which they are packed.
    base: Option<vec::IntoIter<&'a [f64]>>,
}

impl<'a> Packer<'a> {
    /// Begins with these bytes.
    pub(super) fn new(magic: &[u8], base: Option<Vec<&'a [f64]>>) -> Self {
        Self { bytes: magic.to_vec(), base: base.map(Vec::into_iter) }
    }

    /// All that was packed.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// A count or an index.
    pub(super) fn count(&mut self, count: usize) {
        self.bytes.extend((count as u64).to_le_bytes());
    }

    fn number(&mut self, number: f64) {
        self.bytes.extend(number.to_le_bytes());
    }

    /// A text.
    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes.extend(text.as_bytes());
    }

    /// A list of such values.
    pub(super) fn list<T>(&mut self, list: &[T], item: impl Fn(&mut Self, &T)) {
        self.count(list.len());
        for value in list {
            item(self, value);
        }
    }

    /// Whether there is such a value, and the value.
    pub(super) fn option<T>(&mut self, value: Option<&T>, some: impl FnOnce(&mut Self, &T)) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            some(self, value);
        }
    }

    /// Dimensions, then numbers row by row.
    fn array<D: Dimension>(&mut self, array: &Array<f64, D>) {
        // What comes after it is short, most often.
        const MORE: usize = 1 << 10;
        self.dimensions(array.shape());
        let (start, bytes) = (self.bytes.len(), 8 * array.len());
        self.bytes.reserve(bytes + MORE);
        self.bytes.resize(start + bytes, 0);
        let (eights, _) = self.bytes[start..].as_chunks_mut();
        let numbers = array.as_standard_layout();
        for (eight, number) in eights.iter_mut().zip(numbers.as_slice().unwrap_or_default()) {
            *eight = number.to_le_bytes();
        }
    }

    /// An array of the inputs; over a base only what is other there, while that is shorter.
    fn matrix<D: Dimension>(&mut self, array: &Array<f64, D>) {
        if self.base.is_none() || !self.others(array.shape(), array.as_slice()) {
            self.array(array);
        }
    }

    /// Whether a base has room for what is other than in it, and that.
    fn others(&mut self, dimensions: &[usize], numbers: Option<&[f64]>) -> bool {
        let base = self.base.as_mut().and_then(Iterator::next).unwrap_or_default();
        let numbers = numbers.unwrap_or_default();
        let is_other = |at: &usize| numbers[*at].to_bits() != base[*at].to_bits();
        // Each takes the room of two numbers.
        let is_short = !numbers.is_empty()
            && numbers.len() == base.len()
            && 2 * (0..base.len()).filter(is_other).count() <= base.len();
        self.byte(u8::from(is_short));
        if is_short {
            self.dimensions(dimensions);
            for at in (0..base.len()).filter(is_other) {
                self.count(at);
                self.number(numbers[at]);
            }
            self.count(base.len());
        }
        is_short
    }

    fn bits<D: Dimension>(&mut self, array: &Array<bool, D>) {
        self.dimensions(array.shape());
        self.bytes.extend(array.iter().map(|bit| u8::from(*bit)));
    }

    fn dimensions(&mut self, dimensions: &[usize]) {
        for dimension in dimensions {
            self.count(*dimension);
        }
    }

    /// What attention starts from.
    pub(super) fn inputs(&mut self, inputs: &Inputs) {
        let Inputs { start, heads, rotary, output, add_norm, overrides } = inputs;
        self.start(start);
        self.count(heads.queries);
        self.count(heads.keys_values);
        self.option(rotary.as_ref(), |packer, Rotary { theta, positions }| {
            packer.number(*theta);
            packer.option(positions.as_ref(), Self::array);
        });
        match output {
            OutputProjection::Given(affine) => self.option(Some(affine), Self::affine),
            OutputProjection::Unknown => self.option(None, Self::affine),
        }
        self.option(add_norm.as_ref(), |packer, AddNorm { norm }| {
            packer.option(norm.as_ref(), |packer, LayerNorm { gamma, beta, epsilon }| {
                packer.array(gamma);
                packer.array(beta);
                packer.number(*epsilon);
            });
        });
        self.overrides(overrides);
    }

    fn overrides(&mut self, overrides: &Overrides) {
        self.count(overrides.len());
        for (OverridePlace { matrix, head, row, column }, value) in overrides {
            self.byte(match matrix {
                Overridable::Queries => 0,
                Overridable::Keys => 1,
                Overridable::Values => 2,
                Overridable::Scores => 3,
            });
            for count in [head, row, column] {
                self.count(*count);
            }
            self.number(*value);
        }
    }

    fn start(&mut self, start: &Start) {
        match start {
            Start::Embeddings(embeddings) => {
                self.byte(0);
                let Embeddings { x_q, x_k, x_v, query, key, value } = &**embeddings;
                self.matrix(x_q);
                self.option(x_k.as_deref(), Self::matrix);
                self.option(x_v.as_deref(), Self::matrix);
                for affine in [query, key, value] {
                    self.affine(affine);
                }
            }
            Start::Projections { queries, keys, values } => {
                self.byte(1);
                for heads in [queries, keys, values] {
                    self.matrix(heads);
                }
            }
            Start::Scores { scores, values } => {
                self.byte(2);
                self.matrix(scores);
                self.option(values.as_deref(), Self::matrix);
            }
            Start::Weights { weights, values } => {
                self.byte(3);
                self.matrix(weights);
                self.option(values.as_deref(), Self::matrix);
            }
        }
    }

    fn affine(&mut self, Affine { weight, bias }: &Affine) {
        self.option(weight.as_deref(), Self::matrix);
        self.option(bias.as_ref(), Self::array);
    }

    /// A mask.
    pub(super) fn mask(&mut self, mask: &Mask) {
        match mask {
            Mask::None => self.byte(0),
            Mask::Causal => self.byte(1),
            Mask::Allow(allow) => {
                self.byte(2);
                self.bits(allow);
            }
            Mask::AllowPerHead(allow) => {
                self.byte(3);
                self.bits(allow);
            }
            Mask::Add(add) => {
                self.byte(4);
                self.array(add);
            }
            Mask::AddPerHead(add) => {
                self.byte(5);
                self.array(add);
            }
        }
    }

    /// A scale, in the form in which it was given.
    pub(super) fn scale(&mut self, scale: Scale) {
        let (form, number) = match scale {
            Scale::DivideBy(divisor) => (0, divisor),
            Scale::MultiplyBy(factor) => (1, factor),
        };
        self.byte(form);
        self.number(number);
    }

    /// Where tokens stood.
    pub(super) fn rows(&mut self, Rows { queries, keys }: &Rows) {
        for rows in [queries, keys] {
            self.list(rows, |packer, row| {
                packer.option(row.as_ref(), |packer, row| packer.count(*row));
            });
        }
    }

    /// What is true of a token of the built model.
    pub(super) fn features(&mut self, features: &Features) {
        let Features { kind, word, about, position } = features;
        self.byte(match kind {
            Kind::Noun => 0,
            Kind::Verb => 1,
            Kind::Modifier => 2,
            Kind::Function => 3,
            Kind::Other => 4,
        });
        self.count(*word);
        self.option(about.as_ref(), |packer, about| packer.count(*about));
        self.count(*position);
    }

    /// What a real model computed.
    pub(super) fn recorded(&mut self, Recorded { weights }: &Recorded) {
        self.array(weights);
    }

    /// What a book prints.
    pub(super) fn printed(&mut self, Printed { source, decimals, rows }: &Printed) {
        self.text(source);
        self.byte(*decimals);
        self.list(rows, |packer, PrintedRows { stage, first_row, values }| {
            packer.byte(match stage {
                PrintedStage::Queries => 0,
                PrintedStage::Scores => 1,
                PrintedStage::Weights => 2,
                PrintedStage::Context => 3,
            });
            packer.count(*first_row);
            packer.list(values, |packer, row| {
                packer.list(row, |packer, number| packer.number(*number));
            });
        });
    }
}
