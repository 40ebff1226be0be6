//! Arrays of any rank as what their place takes: a list, a matrix, a matrix for each head.

use ndarray::{Array1, Axis};

use super::{
    Notice, Role, Why,
    said::{Item, Said, Unfit},
};
use crate::{
    document::Axes,
    input::{Arrangement, Dimensions, Fault, Meaning, Topic, Values, view_array},
    math::{Heads, Matrix},
};

/// Numbers, cut into heads or not.
#[derive(Debug, Clone)]
pub(super) enum Stack {
    /// `[rows, all heads side by side]`.
    Flat(Matrix),
    /// `[n_heads, rows, columns]`.
    PerHead(Heads),
}

impl Stack {
    /// Number of rows: of queries or keys.
    pub(super) fn rows(&self) -> usize {
        match self {
            Self::Flat(matrix) => matrix.nrows(),
            Self::PerHead(heads) => heads.dim().1,
        }
    }
}

/// What the axes of an array of three dimensions are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// `[n_heads, rows, columns]`.
    Heads,
    /// `[rows, n_heads, columns]`.
    Rows,
    /// `[batch, rows, columns]`.
    Batch,
    /// `[batch, n_heads, keys]`: a single query in each head.
    RowOfEachHead,
}

/// The numbers of an array; true counts as 1.
pub(super) fn numbers(item: Item<'_>, role: Role) -> Result<Vec<f64>, Unfit> {
    if item.array.values.is_empty() {
        let shape = Dimensions(&item.array.shape).to_string();
        return Err(Why::Read(Fault::Empty { shape }.whole()).at(item.spot()).into());
    }
    match &item.array.values {
        Values::Numbers(numbers) => Ok(numbers.clone()),
        Values::Booleans(flags) => {
            Ok(flags.iter().map(|flag| f64::from(u8::from(*flag))).collect())
        }
        Values::Texts(_) | Values::Unread(_) => {
            Err(Why::Kind { role, wants_text: false }.at(item.spot()).into())
        }
    }
}

/// Embeddings, `[n_tokens, d]`, and the names of their rows: whatever [`view`] makes of the array,
/// with its questions.
pub(super) fn embeddings(
    item: Item<'_>,
    said: &mut Said<'_>,
) -> Result<(Matrix, Option<Vec<String>>), Unfit> {
    let of_format = said.reading(item.piece).map(|reading| reading.guesses.clone());
    let known = of_format.unwrap_or_default();
    let n_known = known.len();
    let view = view_array(item.array, known, said.answers_of(item.piece))
        .map_err(|fault| Why::Read(fault).at(item.spot()))?;
    for mut guess in view.guesses.into_iter().skip(n_known) {
        // Of embeddings neither the first nor the second axis is likelier to be the batch.
        guess.is_doubtful |=
            guess.topic == Topic::Axis && !said.is_answered(item.piece, Topic::Axis);
        said.put_piece(item.piece, guess);
    }
    for note in view.notes {
        said.note(Notice::Read(note));
    }
    let shape = (view.table.rows, view.table.cols);
    let matrix = Matrix::from_shape_vec(shape, view.table.values);
    Ok((matrix.map_err(|_| rank(item, Role::X, Axes::Matrix))?, view.table.labels))
}

/// A list of numbers.
pub(super) fn list(item: Item<'_>, role: Role) -> Result<Array1<f64>, Unfit> {
    Ok(Array1::from_vec(numbers(item, role)?))
}

/// Numbers that may be cut into heads already. `lead` is what an array before this one was taken
/// for; `leads` are the readings of three dimensions that are possible, the likeliest first.
pub(super) fn stack(
    item: Item<'_>,
    role: Role,
    leads: &[Lead],
    is_doubtful: bool,
    said: &mut Said<'_>,
) -> Result<Stack, Unfit> {
    const EXPECTED: Axes = Axes::MatrixOrHeads;
    let (numbers, shape) = one_of_batch(item, role, said)?;
    match *shape.as_slice() {
        [rows, columns] => {
            let matrix = Matrix::from_shape_vec((rows, columns), numbers);
            Ok(Stack::Flat(matrix.map_err(|_| rank(item, role, EXPECTED))?))
        }
        [a, b, c] => {
            let array = Heads::from_shape_vec((a, b, c), numbers);
            let array = array.map_err(|_| rank(item, role, EXPECTED))?;
            Ok(of_three(array, item, leads, is_doubtful, said))
        }
        _ => Err(rank(item, role, EXPECTED)),
    }
}

/// The numbers and dimensions of an array of at most three dimensions: of more, one of the batch.
fn one_of_batch(
    item: Item<'_>,
    role: Role,
    said: &mut Said<'_>,
) -> Result<(Vec<f64>, Vec<usize>), Unfit> {
    let (mut numbers, shape) = (numbers(item, role)?, item.array.shape.clone());
    if shape.len() <= 3 {
        return Ok((numbers, shape));
    }
    let (leading, kept) = shape.split_at(shape.len() - 3);
    let count: usize = leading.iter().product();
    let length: usize = kept.iter().product();
    let chosen = said.which(item.piece, leading, &shape);
    if count == 1 {
        said.note(Notice::Squeezed { role, found: shape.clone(), kept: kept.to_vec() });
    }
    numbers.drain(..chosen * length);
    numbers.truncate(length);
    Ok((numbers, kept.to_vec()))
}

fn of_three(
    array: Heads,
    item: Item<'_>,
    leads: &[Lead],
    is_doubtful: bool,
    said: &mut Said<'_>,
) -> Stack {
    let shape = array.shape().to_vec();
    let option = |lead: &Lead| Meaning::Arranged(arrangement(*lead, &shape));
    let options: Vec<Meaning> = leads.iter().map(option).collect();
    let chosen = said.ask_piece(item.piece, Topic::Axis, options, 0, is_doubtful);
    let lead = leads.get(chosen).copied().unwrap_or(Lead::Heads);
    match lead {
        Lead::Heads => Stack::PerHead(array),
        Lead::Rows => {
            Stack::PerHead(array.permuted_axes([1, 0, 2]).as_standard_layout().to_owned())
        }
        Lead::Batch | Lead::RowOfEachHead => {
            let which = said.which(item.piece, &shape[..1], &shape);
            let matrix = array.index_axis(Axis(0), which.min(shape[0].saturating_sub(1)));
            match lead {
                Lead::Batch => Stack::Flat(matrix.to_owned()),
                _ => Stack::PerHead(matrix.to_owned().insert_axis(Axis(1))),
            }
        }
    }
}

fn arrangement(lead: Lead, shape: &[usize]) -> Arrangement {
    let shape = shape.to_vec();
    match lead {
        Lead::Heads => Arrangement::HeadsLead { shape },
        Lead::Rows => Arrangement::RowsLead { shape },
        Lead::Batch => Arrangement::BatchLeads { shape },
        Lead::RowOfEachHead => Arrangement::RowOfEachHead { shape },
    }
}

/// An array has other dimensions than its place takes.
pub(super) fn rank(item: Item<'_>, role: Role, expected: Axes) -> Unfit {
    let found = item.array.shape.clone();
    Why::Rank { role, found, expected }.at(item.spot()).into()
}
