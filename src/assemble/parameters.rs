//! Projections and biases: which way round they are, what a fused one is made of.

use std::sync::Arc;

use ndarray::{Array1, Axis};

use super::{
    Notice, Role, Why,
    heads::Widths,
    matrix::{numbers, rank},
    names::{Layout, Order},
    placing::Places,
    said::{Item, Said, Unfit},
    settings::Settings,
};
use crate::{
    document::Axes,
    input::{Arrangement, Meaning, Topic},
    math::{Affine, HeadCounts, Matrix, OutputProjection},
};

/// A projection as it was given.
pub(super) struct Parameter<'a> {
    role: Role,
    item: Item<'a>,
    /// Of what it multiplies.
    width: usize,
    shape: Form,
}

/// What its dimensions say.
enum Form {
    /// One matrix, and the ways in which it fits; `None` for both.
    Matrix(Matrix, Option<Layout>),
    /// A row for each input, made of a matrix for each head.
    PerHead(Matrix, usize),
}

impl<'a> Parameter<'a> {
    /// Reads a projection of something of that width; `None` where it is not given.
    pub(super) fn read(
        places: &Places<'a>,
        role: Role,
        width: usize,
        settings: &Settings,
        said: &mut Said<'_>,
    ) -> Result<Option<Self>, Unfit> {
        let Some(item) = places.get(role) else { return Ok(None) };
        let numbers = numbers(item, role)?;
        let of = if role == Role::WOutput { "concatenated heads" } else { "tokens" };
        let unfit = || -> Unfit {
            let found = item.array.shape.clone();
            Why::Weight { role, found, width, of }.at(item.spot()).into()
        };
        let shape = match *item.array.shape.as_slice() {
            [rows, columns] => {
                let way = match (rows == width, columns == width) {
                    (true, true) => None,
                    (true, false) => Some(Layout::InOut),
                    (false, true) => Some(Layout::OutIn),
                    (false, false) => return Err(unfit()),
                };
                let matrix = Matrix::from_shape_vec((rows, columns), numbers);
                Form::Matrix(matrix.map_err(|_| unfit())?, way)
            }
            [a, b, c] if role != Role::WFused => {
                let at =
                    per_head(role, [a, b, c], width, settings, places.layout(role), |options| {
                        said.ask_piece(item.piece, Topic::Axis, options, 0, true)
                    });
                let (heads, to_flat) = at.ok_or_else(unfit)?;
                Form::PerHead(to_flat.apply([a, b, c], &numbers), heads)
            }
            _ => return Err(rank(item, role, Axes::MatrixOrHeads)),
        };
        Ok(Some(Self { role, item, width, shape }))
    }

    /// How many outputs it has.
    pub(super) fn outputs(&self) -> usize {
        match &self.shape {
            Form::Matrix(matrix, Some(Layout::OutIn)) => matrix.nrows(),
            Form::Matrix(matrix, _) | Form::PerHead(matrix, _) => matrix.ncols(),
        }
    }

    /// How many heads it is cut into, if it is.
    pub(super) fn heads(&self) -> Option<usize> {
        match self.shape {
            Form::Matrix(..) => None,
            Form::PerHead(_, heads) => Some(heads),
        }
    }

    pub(super) fn item(&self) -> Item<'a> {
        self.item
    }

    /// The only way in which it fits.
    fn only_way(&self) -> Option<Layout> {
        match self.shape {
            Form::Matrix(_, way) => way,
            Form::PerHead(..) => None,
        }
    }

    fn fits_both_ways(&self) -> bool {
        matches!(self.shape, Form::Matrix(_, None))
    }

    /// The matrix with a row for each input; says so where it was turned by its shape alone.
    pub(super) fn oriented(self, ways: Ways, said: &mut Said<'_>) -> Matrix {
        let Ways { layout, expected } = ways;
        let Self { role, item, width, shape } = self;
        match shape {
            Form::PerHead(matrix, _) => matrix,
            Form::Matrix(matrix, way) => {
                if way.is_some()
                    && way != expected
                    && (way, expected) != (Some(Layout::InOut), None)
                {
                    let of = if role == Role::WOutput { "concatenated heads" } else { "tokens" };
                    let is_transposed = way == Some(Layout::OutIn);
                    let found = item.array.shape.clone();
                    said.note(Notice::FitsOneWay { role, found, width, of, is_transposed });
                }
                match way.unwrap_or(layout) {
                    Layout::InOut => matrix,
                    Layout::OutIn => matrix.reversed_axes().as_standard_layout().into_owned(),
                }
            }
        }
    }
}

/// Which way round projections are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ways {
    /// Of those that fit both ways.
    layout: Layout,
    /// What was to be expected of all of them.
    expected: Option<Layout>,
}

/// Decides for all matrices that fit both ways. It is asked once: all come from one place.
pub(super) fn choose_layout(
    parameters: &[&Parameter<'_>],
    places: &Places<'_>,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Ways {
    let by_name = parameters.iter().find_map(|parameter| places.layout(parameter.role));
    let expected = settings.layout.or(by_name);
    if !parameters.iter().any(|parameter| parameter.fits_both_ways()) {
        return Ways { layout: Layout::InOut, expected };
    }
    let by_shape = parameters.iter().find_map(|parameter| parameter.only_way());
    let told = settings.layout.or(by_shape).or(by_name);
    let options = [Arrangement::InOut, Arrangement::OutIn].map(Meaning::Arranged).to_vec();
    let default = usize::from(told == Some(Layout::OutIn));
    let layout = match said.ask(Topic::WeightLayout, options, default, told.is_none()) {
        0 => Layout::InOut,
        _ => Layout::OutIn,
    };
    Ways { layout, expected }
}

/// How an array of three dimensions becomes a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ToFlat {
    /// `[heads, in, d]`: heads side by side.
    HeadsInOut,
    /// `[heads, d, in]`: each turned, heads side by side.
    HeadsOutIn,
    /// `[in, heads, d]`, or `[heads, d, out]`: as it lies.
    AsItLies { rows: usize },
    /// `[heads, out, d]`: each turned, one below the other.
    Below,
}

impl ToFlat {
    fn apply(self, [a, b, c]: [usize; 3], numbers: &[f64]) -> Matrix {
        let at =
            |i: usize, j: usize, k: usize| numbers.get((i * b + j) * c + k).copied().unwrap_or(0.0);
        match self {
            Self::HeadsInOut => Matrix::from_shape_fn((b, a * c), |(r, o)| at(o / c, r, o % c)),
            Self::HeadsOutIn => Matrix::from_shape_fn((c, a * b), |(r, o)| at(o / b, o % b, r)),
            Self::AsItLies { rows } => {
                let columns = a * b * c / rows.max(1);
                Matrix::from_shape_fn((rows, columns), |(r, o)| {
                    numbers.get(r * columns + o).copied().unwrap_or(0.0)
                })
            }
            Self::Below => Matrix::from_shape_fn((a * c, b), |(r, o)| at(r / c, o, r % c)),
        }
    }
}

/// How many heads an array of three dimensions has, and how it becomes a matrix.
fn per_head(
    role: Role,
    [a, b, c]: [usize; 3],
    width: usize,
    settings: &Settings,
    layout: Option<Layout>,
    ask: impl FnOnce(Vec<Meaning>) -> usize,
) -> Option<(usize, ToFlat)> {
    if [a, b, c].contains(&0) {
        return None;
    }
    if role == Role::WOutput {
        // Heads one below the other, as Keras has them; else a list of Linear layers.
        return match (a.checked_mul(b) == Some(width), a.checked_mul(c) == Some(width)) {
            (true, _) => Some((a, ToFlat::AsItLies { rows: width })),
            (false, true) => Some((a, ToFlat::Below)),
            (false, false) => None,
        };
    }
    let in_heads = (b, ToFlat::AsItLies { rows: width });
    match (a == width, b == width) {
        (true, false) => Some(in_heads),
        (false, true) => Some((a, ToFlat::HeadsInOut)),
        (false, false) => (c == width).then_some((a, ToFlat::HeadsOutIn)),
        (true, true) => {
            let shape = || vec![a, b, c];
            let is_in_heads = match (layout, settings.heads) {
                (Some(Layout::InOut), _) => true,
                (_, Some(heads)) if heads != a => heads == b,
                _ => {
                    let heads = Arrangement::HeadsLead { shape: shape() };
                    let rows = Arrangement::RowsLead { shape: shape() };
                    ask([heads, rows].map(Meaning::Arranged).to_vec()) == 1
                }
            };
            Some(if is_in_heads { in_heads } else { (a, ToFlat::HeadsInOut) })
        }
    }
}

/// Outputs of a fused projection for Q, K and V; `None` where they cannot be told.
pub(super) fn fused_widths(outputs: usize, width: usize, settings: &Settings) -> Option<Widths> {
    let of = |heads: usize, kv_heads: usize| {
        let all = heads.checked_add(kv_heads.checked_mul(2)?)?;
        let d = (all > 0 && outputs.is_multiple_of(all)).then(|| outputs / all)?;
        Some(Widths { queries: heads * d, keys: kv_heads * d, values: kv_heads * d })
    };
    let thirds = || of(1, 1);
    match (settings.heads, settings.kv_heads) {
        (Some(heads), Some(kv_heads)) => of(heads, kv_heads),
        _ if outputs == 3 * width => thirds(),
        (Some(heads), None) => {
            // Grouped heads of the usual width.
            let d = (heads > 0 && width.is_multiple_of(heads)).then(|| width / heads);
            let kv_heads = d.filter(|d| *d > 0).and_then(|d| {
                let rest = (outputs / d).checked_sub(heads)?;
                (outputs.is_multiple_of(d) && rest.is_multiple_of(2)).then_some(rest / 2)
            });
            let grouped = kv_heads.filter(|n| *n > 0 && heads.is_multiple_of(*n));
            grouped.and_then(|kv_heads| of(heads, kv_heads)).or_else(thirds)
        }
        (None, Some(kv_heads)) => {
            let rest = outputs.checked_sub(width)?;
            let twice = kv_heads.checked_mul(2)?.checked_mul(width)?;
            let heads = (rest > 0).then(|| twice / rest);
            heads.and_then(|heads| of(heads, kv_heads)).or_else(thirds)
        }
        (None, None) => thirds(),
    }
}

/// Which outputs of a fused projection are for Q, K and V.
pub(super) fn fused_outputs(
    widths: Widths,
    heads: HeadCounts,
    order: Option<(Order, bool)>,
    said: &mut Said<'_>,
) -> [Vec<usize>; 3] {
    let Widths { queries, keys, values } = widths;
    let blocks = [0..queries, queries..queries + keys, queries + keys..queries + keys + values];
    let blocks = blocks.map(Iterator::collect::<Vec<_>>);
    let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = heads;
    if n_heads < 2 {
        return blocks;
    }
    let (order, is_sure) = order.unwrap_or((Order::Blocks, false));
    let group = n_heads / n_kv_heads;
    let sizes = [queries, keys, values];
    let options = [Arrangement::Blocks { sizes }, Arrangement::HeadByHead { group }];
    let options = options.map(Meaning::Arranged).to_vec();
    let default = usize::from(order == Order::HeadByHead);
    if said.ask(Topic::FusedOrder, options, default, !is_sure) == 0 {
        return blocks;
    }
    let (q, k, v) = (queries / n_kv_heads, keys / n_kv_heads, values / n_kv_heads);
    let of_groups = |from: usize, length: usize| {
        let start = |g: usize| g * (q + k + v) + from;
        (0..n_kv_heads).flat_map(|g| start(g)..start(g) + length).collect::<Vec<_>>()
    };
    [of_groups(0, q), of_groups(q, k), of_groups(q + k, v)]
}

/// The output projection, where there is one, and its bias.
pub(super) fn output_of(
    weight: Option<Parameter<'_>>,
    concat: usize,
    ways: Ways,
    places: &Places<'_>,
    said: &mut Said<'_>,
) -> Result<OutputProjection, Unfit> {
    let n_out = weight.as_ref().map_or(concat, Parameter::outputs);
    let bias = bias(places, Role::BOutput, n_out, None)?;
    if weight.is_none() && bias.is_none() {
        said.note(Notice::NoOutput);
        return Ok(OutputProjection::Unknown);
    }
    let weight = weight.map(|weight| Arc::new(weight.oriented(ways, said)));
    Ok(OutputProjection::Given(Affine { weight, bias }))
}

/// A bias for so many outputs; `fused` is the length of a fused one, and which of its numbers are
/// for these outputs.
pub(super) fn bias(
    places: &Places<'_>,
    role: Role,
    n_outputs: usize,
    fused: Option<(usize, &[usize])>,
) -> Result<Option<Array1<f64>>, Unfit> {
    let read = |role: Role, item: Item<'_>, expected: usize| -> Result<Array1<f64>, Unfit> {
        let bias = Array1::from_vec(numbers(item, role)?);
        let found = bias.len();
        if found != expected {
            return Err(Why::Bias { role, found, expected }.at(item.spot()).into());
        }
        Ok(bias)
    };
    if let Some(item) = places.get(role) {
        return read(role, item, n_outputs).map(Some);
    }
    let (Some((n_fused, outputs)), Some(item)) = (fused, places.get(Role::BFused)) else {
        return Ok(None);
    };
    Ok(Some(read(Role::BFused, item, n_fused)?.select(Axis(0), outputs)))
}
