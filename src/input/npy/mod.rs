//! The `.npy` form: one array behind a header that is a Python dictionary.

mod header;
mod kind;
mod literal;

pub(super) use header::Header;

use kind::{Field, FieldKind, Kind};

use super::{
    Answers, Array, BinaryFault, Dimensions, Dtype, Fault, Form, FormAbout, Format, Guess, InFull,
    MOST_NUMBERS, Meaning, Note, ReadFault, Reading, Source, Topic, Values, binary_fault::Part,
    dtype::ByteOrder,
};

impl Form {
    /// A `.npy` file.
    pub const NPY: Self =
        Self(&FormAbout { english: "a .npy file", korean: ".npy 파일", in_full: InFull::VALUES });
}

/// A `.npy` file.
pub(super) struct Npy;

impl Format for Npy {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let bytes = source.bytes;
        // A damaged first byte is no other form.
        let is_npy = bytes.get(1..6) == Some(b"NUMPY") || source.is_called(".npy");
        is_npy.then(|| read(bytes, answers).map_err(|fault| Fault::from(fault).whole()))
    }
}

/// Most texts that are read.
const MOST_TEXTS: usize = 1 << 20;

fn read(bytes: &[u8], answers: &Answers) -> Result<Reading, BinaryFault> {
    let header = Header::parse(bytes)?;
    let guess = header.guess(answers);
    let mut reading = Reading::of(Form::NPY, header.array(bytes, guess.as_ref())?);
    reading.guesses.extend(guess);
    let end = header.data_length() + header.data_at as u64;
    if let Some(extra) = (bytes.len() as u64).checked_sub(end).filter(|extra| *extra > 0) {
        reading.notes.push(Note::ExtraBytes { found: extra });
    }
    Ok(reading)
}

impl Header {
    /// What bytes are taken for whose type was lost.
    pub fn guess(&self, answers: &Answers) -> Option<Guess> {
        let Kind::Lost(size) = self.kind else { return None };
        let options =
            if size == 2 { [Dtype::Bf16, Dtype::F16] } else { [Dtype::F8E4m3, Dtype::F8E5m2] };
        let meaning = |dtype| Meaning::BytesAs { descr: format!("V{size}"), dtype };
        Some(Guess::new(Topic::Dtype, options.map(meaning).into(), 0, true, answers))
    }

    /// The array without its values.
    pub fn outline(&self) -> Array {
        match self.kind {
            Kind::Texts(_) => self.with(Values::Texts(Vec::new())),
            _ => self.with(Values::Unread(self.count)),
        }
    }

    /// The array, from the bytes of the whole file.
    pub fn array(&self, bytes: &[u8], guess: Option<&Guess>) -> Result<Array, BinaryFault> {
        let data = bytes.get(self.data_at..).unwrap_or_default();
        let (expected, found) = (self.data_length(), data.len() as u64);
        let whole = usize::try_from(expected).ok().and_then(|length| data.get(..length));
        // Where more is asked for than could be read, the rest of it is not what is missing.
        if self.count > MOST_NUMBERS && !matches!(self.kind, Kind::Texts(_)) {
            let shape = Dimensions(&self.shape).to_string();
            return Err(BinaryFault::Shape { shape, limit: MOST_NUMBERS });
        }
        let cut_off = BinaryFault::CutOff { part: Part::Data, expected, found };
        let data = whole.ok_or(cut_off)?;
        let mut array = match &self.kind {
            Kind::Numbers(dtype, order) => self.with(dtype.values(data, *order)),
            Kind::Lost(size) => {
                let dtype = match guess.and_then(Guess::meaning) {
                    Some(Meaning::BytesAs { dtype, .. }) if dtype.size() == *size as u64 => *dtype,
                    _ if *size == 2 => Dtype::Bf16,
                    _ => Dtype::F8E4m3,
                };
                self.with(dtype.values(data, ByteOrder::Little))
            }
            Kind::Texts(_) if self.count > MOST_TEXTS => {
                return Err(BinaryFault::TooManyTexts { found: self.count, limit: MOST_TEXTS });
            }
            Kind::Texts(text) => {
                let texts = data.chunks_exact(self.kind.size()).map(|bytes| text.read(bytes));
                self.with(Values::Texts(texts.collect()))
            }
            Kind::Records(fields) => self.records(fields, data),
        };
        if self.is_fortran && self.shape.len() > 1 {
            // Records have one axis, which has no order.
            array.values = transposed(array.values, &self.shape);
        }
        Ok(array)
    }

    fn with(&self, values: Values) -> Array {
        Array::of(self.shape.clone(), values)
    }

    /// Records as rows: numbers are columns, a text names the row.
    fn records(&self, fields: &[Field], data: &[u8]) -> Array {
        let size = self.kind.size();
        let is_number = |field: &&Field| matches!(field.kind, FieldKind::Number(..));
        let columns: Vec<&Field> = fields.iter().filter(is_number).collect();
        let mut numbers = Vec::with_capacity(self.count.saturating_mul(columns.len()));
        let mut labels = Vec::new();
        for record in data.chunks_exact(size) {
            for field in fields {
                let bytes = record.get(field.at..).unwrap_or_default();
                match field.kind {
                    FieldKind::Number(dtype, order) => {
                        numbers.extend(dtype.numbers(&bytes[..dtype.size() as usize], order));
                    }
                    FieldKind::Text(text) => labels.push(text.read(&bytes[..text.size()])),
                    FieldKind::Padding(_) => {}
                }
            }
        }
        let mut array = Array::matrix(self.count, columns.len(), numbers);
        array.col_labels = Some(columns.iter().map(|field| field.name.clone()).collect());
        array.row_labels = (!labels.is_empty()).then_some(labels);
        array
    }
}

/// Values whose first axis runs fastest, with the last one running fastest.
fn transposed(values: Values, shape: &[usize]) -> Values {
    match values {
        Values::Numbers(all) => Values::Numbers(reordered(&all, shape)),
        Values::Booleans(all) => Values::Booleans(reordered(&all, shape)),
        Values::Texts(all) => Values::Texts(reordered(&all, shape)),
        Values::Unread(count) => Values::Unread(count),
    }
}

fn reordered<T: Clone>(all: &[T], shape: &[usize]) -> Vec<T> {
    // How far apart two neighbors on each axis lie.
    let mut strides = Vec::with_capacity(shape.len());
    shape.iter().fold(1, |stride, &size| {
        strides.push(stride);
        stride * size
    });
    let (mut index, mut at) = (vec![0; shape.len()], 0);
    let mut next = || {
        let this = at;
        for axis in (0..shape.len()).rev() {
            (index[axis], at) = (index[axis] + 1, at + strides[axis]);
            if index[axis] < shape[axis] {
                break;
            }
            (index[axis], at) = (0, at - strides[axis] * shape[axis]);
        }
        this
    };
    (0..all.len()).map(|_| all[next()].clone()).collect()
}
