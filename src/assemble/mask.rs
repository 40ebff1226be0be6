//! The mask: which cells it is about, what its marks mean, and how it meets a causal one.

use std::ops::Range;

use ndarray::{Array2, Array3, Axis};

use super::{
    Notice, Role, Why,
    matrix::rank,
    names::squeezed,
    placing::Places,
    said::{Item, Said, Unfit},
    settings::{Causal, Polarity, Settings},
};
use crate::{
    document::Axes,
    input::{Arrangement, Mark, Meaning, Topic, Values},
    math::Mask,
};

/// The queries and the keys that are shown, of all.
pub(super) type Shown = [Range<usize>; 2];

/// Numbers as negative as this hide a key, whatever its score: −1e4 is the least that programs
/// for half precision use, −1e9 and −3.4e38 are common.
pub(super) const HIDDEN: f64 = -1e4;

/// The mask of scores `[n_heads, n_queries, n_keys]`, of which some queries and keys are shown.
pub(super) fn mask(
    scores: [usize; 3],
    shown: &Shown,
    places: &Places<'_>,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<Mask, Unfit> {
    let [_, n, m] = scores;
    let triangle = |shift| triangle(shown, shift);
    let causal = settings.causal.filter(|causal| *causal != Causal::Nowhere);
    let causal = causal.map(|causal| corner(causal, n, m, said));
    let Some(item) = places.get(Role::Mask) else {
        return Ok(match causal {
            Some(0) if shown[0].start == shown[1].start => Mask::Causal,
            Some(shift) => Mask::Allow(triangle(shift)),
            None => Mask::None,
        });
    };
    let terms = terms(item, scores, shown, settings, said)?;
    let terms = match causal {
        Some(shift) => terms.hiding(&triangle(shift)),
        None => terms,
    };
    Ok(terms.into_mask())
}

/// How many keys more than its own number a query may see: none from the top left, so that the
/// last sees the last from the bottom right. Asked where the lengths differ.
fn corner(causal: Causal, n: usize, m: usize, said: &mut Said<'_>) -> isize {
    let shift = m.cast_signed() - n.cast_signed();
    if shift == 0 {
        return 0;
    }
    let options = [Arrangement::TopLeft, Arrangement::BottomRight].map(Meaning::Arranged).to_vec();
    let default = usize::from(causal == Causal::BottomRight);
    let is_doubtful = causal == Causal::Somewhere;
    match said.ask(Topic::Corner, options, default, is_doubtful) {
        0 => 0,
        _ => shift,
    }
}

fn triangle([rows, keys]: &Shown, shift: isize) -> Array2<bool> {
    Array2::from_shape_fn((rows.len(), keys.len()), |(i, j)| {
        (keys.start + j).cast_signed() <= (rows.start + i).cast_signed() + shift
    })
}

/// A mask spread over its cells.
enum Terms {
    /// `[1 or n_heads, n_queries, n_keys]`, true: the query may look.
    Allow(Array3<bool>),
    /// The same, to add.
    Add(Array3<f64>),
}

impl Terms {
    /// With what another mask hides.
    fn hiding(self, allow: &Array2<bool>) -> Self {
        match self {
            Self::Allow(mut mask) => {
                for mut of_head in mask.outer_iter_mut() {
                    of_head.zip_mut_with(allow, |may_look, also| *may_look &= also);
                }
                Self::Allow(mask)
            }
            Self::Add(mut mask) => {
                for ((_, i, j), term) in mask.indexed_iter_mut() {
                    if !allow[(i, j)] {
                        *term = f64::NEG_INFINITY;
                    }
                }
                Self::Add(mask)
            }
        }
    }

    fn into_mask(self) -> Mask {
        match self {
            Self::Allow(mask) if mask.dim().0 == 1 => {
                let allow = mask.index_axis(Axis(0), 0).to_owned();
                let (n, m) = allow.dim();
                let is_causal = n == m && allow == triangle(&[0..n, 0..m], 0);
                if is_causal { Mask::Causal } else { Mask::Allow(allow) }
            }
            Self::Add(mask) if mask.dim().0 == 1 => {
                Mask::Add(mask.index_axis(Axis(0), 0).to_owned())
            }
            Self::Allow(mask) => Mask::AllowPerHead(mask),
            Self::Add(mask) => Mask::AddPerHead(mask),
        }
    }
}

fn terms(
    item: Item<'_>,
    scores: [usize; 3],
    shown: &Shown,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<Terms, Unfit> {
    let spread = Spread::new(item, scores, shown, said)?;
    match &item.array.values {
        Values::Texts(_) | Values::Unread(_) => {
            Err(Why::Kind { role: Role::Mask, wants_text: false }.at(item.spot()).into())
        }
        Values::Booleans(flags) => {
            let marks = spread.over(flags);
            Ok(of_marks(marks, Mark::Truth, item, settings, said))
        }
        Values::Numbers(numbers) => {
            let numbers = spread.over(numbers);
            let are_marks = numbers.iter().all(|number| is_mark(*number));
            if are_marks && settings.polarity != Some(Polarity::Added) {
                let marks = numbers.mapv(|number| number != 0.0);
                return Ok(of_marks(marks, Mark::One, item, settings, said));
            }
            Ok(Terms::Add(hidden(numbers, said)))
        }
    }
}

/// Whether a number is 0 or 1.
pub(super) fn is_mark(number: f64) -> bool {
    matches!(number, 0.0 | 1.0)
}

/// Takes what is very negative as −∞.
fn hidden(mut numbers: Array3<f64>, said: &mut Said<'_>) -> Array3<f64> {
    let is_finite = |number: &&f64| **number <= HIDDEN && number.is_finite();
    let cells = numbers.iter().filter(is_finite).count();
    if cells > 0 {
        let value = numbers.iter().filter(is_finite).copied().fold(f64::NEG_INFINITY, f64::max);
        said.note(Notice::TakenAsHidden { value, cells });
        numbers.mapv_inplace(|number| if number <= HIDDEN { f64::NEG_INFINITY } else { number });
    }
    numbers
}

/// Marks as what may be seen; asked unless a name, a library or a triangle tells.
fn of_marks(
    marks: Array3<bool>,
    mark: Mark,
    item: Item<'_>,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Terms {
    let of = marks.len();
    let n_true = marks.iter().filter(|mark| **mark).count();
    let mut options = vec![
        Arrangement::MarkKeeps { mark, keeps: n_true, of },
        Arrangement::MarkHides { mark, keeps: of - n_true, of },
    ];
    if mark == Mark::One {
        options.push(Arrangement::Added);
    }
    let told = settings.polarity.or_else(|| by_name(item)).or_else(|| by_triangle(&marks));
    let default = match told {
        Some(Polarity::Keeps) => 0,
        Some(Polarity::Hides) => 1,
        Some(Polarity::Added) => options.len() - 1,
        // Nothing marked in numbers hides everything or nothing.
        None if mark == Mark::One && n_true == 0 => 2,
        None => usize::from(blinds(&marks, true) && !blinds(&marks, false)),
    };
    let options = options.into_iter().map(Meaning::Arranged).collect();
    match said.ask(Topic::Polarity, options, default, told.is_none()) {
        0 => Terms::Allow(marks),
        1 => Terms::Allow(marks.mapv(|mark| !mark)),
        _ => Terms::Add(marks.mapv(|mark| f64::from(u8::from(mark)))),
    }
}

/// What the libraries mean that use this name.
fn by_name(item: Item<'_>) -> Option<Polarity> {
    match squeezed(item.array.name.as_deref()?).as_str() {
        // PyTorch: true for padding.
        "keypaddingmask" | "srckeypaddingmask" | "tgtkeypaddingmask" | "memorykeypaddingmask" => {
            Some(Polarity::Hides)
        }
        // Transformers and Keras: 1 for tokens that count.
        "attentionmask" => Some(Polarity::Keeps),
        _ => None,
    }
}

/// A triangle is a causal mask, whichever half is marked.
fn by_triangle(marks: &Array3<bool>) -> Option<Polarity> {
    let (_, n, m) = marks.dim();
    if n != m || n < 2 {
        return None;
    }
    let all = |is_marked: fn(usize, usize) -> bool| {
        marks.indexed_iter().all(|((_, i, j), mark)| *mark == is_marked(i, j))
    };
    match (all(|i, j| j <= i), all(|i, j| j > i)) {
        (true, _) => Some(Polarity::Keeps),
        (_, true) => Some(Polarity::Hides),
        _ => None,
    }
}

/// Whether some query would see no key, if it saw those with this mark.
fn blinds(marks: &Array3<bool>, kept: bool) -> bool {
    marks.lanes(Axis(2)).into_iter().any(|row| row.iter().all(|mark| *mark != kept))
}

/// Which number of an array stands for which cell.
struct Spread {
    /// The dimensions of the mask as spread, `[1 or n_heads, n_queries, n_keys]`.
    to: (usize, usize, usize),
    /// Steps along its axes; 0 where one number stands for all.
    steps: [usize; 3],
    start: usize,
}

impl Spread {
    fn new(
        item: Item<'_>,
        [heads, n, m]: [usize; 3],
        shown: &Shown,
        said: &mut Said<'_>,
    ) -> Result<Self, Unfit> {
        let shape = item.array.shape.as_slice();
        let misfit = || -> Unfit {
            Why::Mask { found: shape.to_vec(), expected: [n, m] }.at(item.spot()).into()
        };
        if shape.is_empty() {
            return Err(rank(item, Role::Mask, Axes::MaskOrKeys));
        }
        let nth = |i: usize| shape.iter().rev().nth(i).copied().unwrap_or(1);
        let [a, rows, columns] = [nth(2), nth(1), nth(0)];
        let is_padding = by_name(item).is_some() && shape.len() == 2 && rows != n;
        if columns != m || !(rows == n || rows == 1 || is_padding) {
            return Err(misfit());
        }
        // A batch of masks leads: of key masks in two dimensions, of all in four.
        let leading = if is_padding { rows } else { shape.iter().rev().skip(3).product() };
        let which = match leading {
            1 => 0,
            _ if is_padding => said.which(item.piece, &shape[..1], shape),
            _ => said.which(item.piece, &shape[..shape.len() - 3], shape),
        };
        let rows = if is_padding { 1 } else { rows };
        if a != 1 && a != heads {
            return Err(misfit());
        }
        let step = |count: usize, step: usize| if count == 1 { 0 } else { step };
        let steps = [step(a, rows * columns), step(rows, columns), 1];
        let [queries, keys] = shown;
        let start = which * a * rows * columns + queries.start * steps[1] + keys.start;
        Ok(Self { to: (a, queries.len(), keys.len()), steps, start })
    }

    fn over<T: Copy + Default>(&self, values: &[T]) -> Array3<T> {
        let [head, row, column] = self.steps;
        Array3::from_shape_fn(self.to, |(h, i, j)| {
            values.get(self.start + h * head + i * row + j * column).copied().unwrap_or_default()
        })
    }
}
