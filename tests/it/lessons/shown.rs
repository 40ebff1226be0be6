//! What a lesson says holds of what the page shows, whether tokens are rows or columns there: every number is read
//! off the picture that is shown, by where its token's name stands, and worked out in plain loops.

use std::sync::Arc;

use attnscope::{
    lessons::{Answer, Claim, Extent, Ground, Look, Quantity, Shown, Spot},
    math::{Axis, Cells, Matrix, MatrixName as M},
    state::{Convention, Selection},
};

use super::cases;

/// What is shown of a ground in a convention.
struct Seen<'a> {
    ground: &'a Ground<'a>,
    /// How the pictures lie.
    pictures: Convention,
    /// Where the names stand; as the pictures lie, but in a test of this test.
    names: Convention,
}

impl<'a> Seen<'a> {
    fn new(ground: &'a Ground<'a>, convention: Convention) -> Self {
        Self { ground, pictures: convention, names: convention }
    }

    fn on<'b>(&self, ground: &'b Ground<'b>) -> Seen<'b> {
        Seen { ground, pictures: self.pictures, names: self.names }
    }

    fn picture(&self, name: M) -> Option<Arc<Matrix>> {
        match self.pictures.picture(self.ground.matrix(name)?.into_owned().into()) {
            Cells::Stored(matrix) => Some(matrix),
            Cells::Told(_) | Cells::Blank(_) => None,
        }
    }

    /// Whether what `name` has a row of in the paper stands at the left of the picture.
    fn is_upright(&self, name: M) -> bool {
        let (at_the_left, above) = self.names.shown(name.axes());
        assert_ne!(at_the_left, above, "{name:?}");
        at_the_left == name.axes().0
    }

    /// The numbers beside a name, read along the picture.
    fn line(&self, name: M, at: usize) -> Option<Vec<f64>> {
        let picture = self.picture(name)?;
        let (rows, columns) = picture.dim();
        let is_upright = self.is_upright(name);
        let (count, length) = if is_upright { (rows, columns) } else { (columns, rows) };
        let cell = |along| if is_upright { picture[(at, along)] } else { picture[(along, at)] };
        (at < count).then(|| (0..length).map(cell).collect())
    }

    fn lines(&self, name: M) -> Option<Vec<Vec<f64>>> {
        self.picture(name)?;
        Some((0..).map_while(|at| self.line(name, at)).collect())
    }

    fn numbers(&self, name: M) -> Option<Vec<f64>> {
        Some(self.picture(name)?.iter().copied().collect())
    }

    fn value(&self, quantity: Quantity) -> Option<f64> {
        let both = |a: &Quantity, b: &Quantity| Some((self.value(*a)?, self.value(*b)?));
        match quantity {
            Quantity::In(name, at, spot) => {
                let line = self.line(name, at)?;
                line.get(place(&line, spot)?).copied()
            }
            Quantity::Index(name, at, spot) => {
                place(&self.line(name, at)?, spot).map(|it| it as f64)
            }
            Quantity::Sum(name, at) => Some(self.line(name, at)?.iter().sum()),
            Quantity::Length(name, at) => {
                Some(self.line(name, at)?.iter().map(|x| x * x).sum::<f64>().sqrt())
            }
            Quantity::Entropy(query) => Some(entropy(&self.line(M::Weights, query)?)),
            Quantity::EffectiveKeys(query) => Some(entropy(&self.line(M::Weights, query)?).exp()),
            Quantity::Low(name) => finite(&self.numbers(name)?).into_iter().reduce(f64::min),
            Quantity::High(name) => finite(&self.numbers(name)?).into_iter().reduce(f64::max),
            Quantity::Spread(name) => Some(spread(&finite(&self.numbers(name)?))),
            Quantity::Mean(name, at) => Some(mean(&self.line(name, at)?)),
            Quantity::RowSpread(name, at) => Some(spread(&finite(&self.line(name, at)?))),
            Quantity::OnPrevious => {
                let lines = self.lines(M::Weights)?;
                let previous: Vec<f64> = (2..lines.len()).map(|at| lines[at][at - 1]).collect();
                Some(mean(&previous))
            }
            Quantity::Hidden(query) => {
                let line = self.line(M::Masked, query)?;
                Some(line.iter().filter(|it| **it == f64::NEG_INFINITY).count() as f64)
            }
            // No numbers of a picture.
            Quantity::At(_)
            | Quantity::Position(_)
            | Quantity::Size(_)
            | Quantity::Divisor
            | Quantity::HeadNumber
            | Quantity::Contribution(..)
            | Quantity::Contributions(..) => quantity.on(self.ground),
            Quantity::Plus(a, b) => both(a, b).map(|(a, b)| a + b),
            Quantity::Minus(a, b) => both(a, b).map(|(a, b)| a - b),
            Quantity::Times(a, b) => both(a, b).map(|(a, b)| a * b),
            Quantity::Ratio(a, b) => both(a, b).map(|(a, b)| a / b),
            Quantity::Root(a) => Some(self.value(*a)?.sqrt()),
            Quantity::Exp(a) => Some(self.value(*a)?.exp()),
            Quantity::Abs(a) => Some(self.value(*a)?.abs()),
            Quantity::Under(change, a) => self.on(&self.ground.under(change)?).value(*a),
            Quantity::WithoutRotary(a) => self.on(&self.ground.without_rotary()?).value(*a),
        }
    }

    fn holds(&self, claim: Claim) -> Option<bool> {
        let both = |a, b| Some((self.value(a)?, self.value(b)?));
        Some(match claim {
            Claim::Equal(a, b) => both(a, b).map(|(a, b)| is_same(a, b))?,
            Claim::Differ(a, b) => both(a, b).map(|(a, b)| !is_same(a, b))?,
            Claim::Less(a, b) => both(a, b).map(|(a, b)| a < b)?,
            Claim::Above(a, bound) => self.value(a)? > bound,
            Claim::Below(a, bound) => self.value(a)? < bound,
            Claim::Is(a, number) => is_same(self.value(a)?, number),
            Claim::EveryRowSumsToOne(name) => {
                self.lines(name)?.iter().all(|line| is_same(line.iter().sum(), 1.0))
            }
            Claim::EveryRowPeaksAt { matrix, offset, from, to } => {
                let lines = self.lines(matrix)?;
                to <= lines.len()
                    && (from..to)
                        .all(|at| place(&lines[at], Spot::Largest) == at.checked_add_signed(offset))
            }
            Claim::SameOrder(a, b) => {
                let (a, b) = (self.lines(a)?, self.lines(b)?);
                a.iter().zip(&b).all(|(a, b)| has_same_order(a, b))
            }
            Claim::All(claims) => {
                let held: Option<Vec<bool>> = claims.iter().map(|it| self.holds(*it)).collect();
                held?.into_iter().all(|it| it)
            }
            Claim::Not(claim) => !self.holds(*claim)?,
        })
    }

    /// The name that stands at a place of the left side, or of the upper one; a feature has none.
    fn name_at(&self, name: M, is_left: bool, at: usize) -> Option<String> {
        let (at_the_left, above) = self.names.shown(name.axes());
        match if is_left { at_the_left } else { above } {
            Axis::Query => self.ground.token(false, at),
            Axis::Key => self.ground.token(true, at),
            _ => None,
        }
    }
}

fn is_same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a - b).abs() <= 1e-9 * a.abs().max(1.0)
}

fn finite(numbers: &[f64]) -> Vec<f64> {
    numbers.iter().copied().filter(|it| it.is_finite()).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn spread(numbers: &[f64]) -> f64 {
    let middle = mean(numbers);
    mean(&numbers.iter().map(|it| (it - middle).powi(2)).collect::<Vec<_>>()).sqrt()
}

fn entropy(shares: &[f64]) -> f64 {
    shares.iter().filter(|it| **it > 0.0).map(|it| -it * it.ln()).sum()
}

fn place(line: &[f64], spot: Spot) -> Option<usize> {
    let first_by = |is_better: fn(f64, f64) -> bool, but: Option<usize>| {
        let mut best: Option<usize> = None;
        for (at, value) in line.iter().enumerate() {
            let is_out = Some(at) == but || value.is_nan();
            if !is_out && best.is_none_or(|best| is_better(*value, line[best])) {
                best = Some(at);
            }
        }
        best
    };
    let largest = first_by(|a, b| a > b, None);
    match spot {
        Spot::At(at) => (at < line.len()).then_some(at),
        Spot::Largest => largest,
        Spot::Second => first_by(|a, b| a > b, largest),
        Spot::Smallest => {
            let is_less = |a: f64, b: f64| a.is_finite() && (!b.is_finite() || a < b);
            first_by(is_less, None)
        }
    }
}

fn has_same_order(a: &[f64], b: &[f64]) -> bool {
    let pairs = (0..a.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.into_iter().all(|(i, j)| a[i].partial_cmp(&a[j]) == b[i].partial_cmp(&b[j]))
}

#[test]
fn every_claim_holds_of_what_is_shown_in_either_convention() {
    for case in cases() {
        let ground = case.ground();
        for convention in Convention::ALL {
            let seen = Seen::new(&ground, convention);
            for claim in case.step.claims {
                assert_eq!(
                    seen.holds(*claim),
                    Some(true),
                    "{}, {convention:?}: {claim:?}",
                    case.name
                );
            }
            if let Some(Answer::Choice(choices)) = case.step.prediction.map(|it| it.answer) {
                let right = choices.iter().filter(|it| seen.holds(it.holds) == Some(true));
                assert_eq!(right.count(), 1, "{}, {convention:?}", case.name);
            }
        }
    }
}

#[test]
fn claims_do_not_hold_of_pictures_that_lie_otherwise_than_their_names() {
    let mut n_wrong = 0;
    for case in cases() {
        let ground = case.ground();
        for (pictures, names) in
            [(Convention::Rows, Convention::Columns), (Convention::Columns, Convention::Rows)]
        {
            let seen = Seen { ground: &ground, pictures, names };
            let fails = |claim: &&Claim| seen.holds(**claim) != Some(true);
            n_wrong += case.step.claims.iter().filter(fails).count();
        }
    }
    // Claims of whole matrices and of sizes lie no way at all.
    let n_claims: usize = cases().iter().map(|case| case.step.claims.len()).sum();
    assert!(n_wrong > n_claims / 2, "{n_wrong} of twice {n_claims}");
}

#[test]
fn every_number_of_a_text_or_figure_is_read_off_what_is_shown() {
    for case in cases() {
        let ground = case.ground();
        for convention in Convention::ALL {
            let seen = Seen::new(&ground, convention);
            let mut quantities: Vec<Quantity> = Vec::new();
            quantities.extend(case.step.places.iter().map(|place| match place.shown {
                Shown::Number(quantity, _) | Shown::Query(quantity) | Shown::Key(quantity) => {
                    quantity
                }
            }));
            let answer = case.step.prediction.map(|it| it.answer);
            if let Some(Answer::Key { right, wrong, .. } | Answer::Number { right, wrong, .. }) =
                answer
            {
                quantities.push(right);
                quantities.extend(wrong.iter().map(|(quantity, _)| *quantity));
            }
            for quantity in quantities {
                let (said, read) = (quantity.on(&ground), seen.value(quantity));
                let is_read = said.zip(read).is_some_and(|(said, read)| is_same(said, read));
                assert!(is_read, "{}, {convention:?}: {quantity:?}: {said:?}, {read:?}", case.name);
            }
        }
    }
}

#[test]
fn what_is_marked_and_selected_lies_beside_its_names() {
    for case in cases() {
        let after = case.step.prediction.map_or(&[] as &[Look], |it| it.look);
        for (ground, looks) in [(case.ground(), case.step.look), (case.shown(), after)] {
            for convention in Convention::ALL {
                let seen = Seen::new(&ground, convention);
                for look in looks {
                    check_mark(&seen, *look, &format!("{}, {convention:?}: {look:?}", case.name));
                }
                check_selected(&seen, ground.with.cell.unwrap_or(case.loaded.default_cell));
            }
        }
    }
}

/// The ring lies in the picture, around the numbers of the part, beside its name.
#[track_caller]
fn check_mark(seen: &Seen<'_>, look: Look, what: &str) {
    let picture = seen.picture(look.matrix).unwrap();
    let ((row, column), (height, width)) = look.extent.area(picture.dim(), seen.pictures);
    let ringed: Vec<f64> = (row..row + height)
        .flat_map(|row| (column..column + width).map(move |column| (row, column)))
        .map(|at| picture[at])
        .collect();
    let trace = &seen.ground.matrix(look.matrix).unwrap();
    let (rows, columns) = match look.extent {
        Extent::Cell(row, column) => (row..row + 1, column..column + 1),
        Extent::Row(row) => (row..row + 1, 0..trace.ncols()),
        Extent::Column(column) => (0..trace.nrows(), column..column + 1),
        Extent::Whole => return assert_eq!(ringed.len(), trace.len(), "{what}"),
    };
    let meant = rows.flat_map(|row| columns.clone().map(move |column| trace[(row, column)]));
    let bits = |numbers: Vec<f64>| numbers.into_iter().map(f64::to_bits).collect::<Vec<_>>();
    assert_eq!(bits(ringed), bits(meant.collect()), "{what}");
    let token = |axis, at| match axis {
        Axis::Query => seen.ground.token(false, at),
        Axis::Key => seen.ground.token(true, at),
        _ => None,
    };
    let (of_rows, of_columns) = look.matrix.axes();
    let mut names = [None, None];
    if let Extent::Cell(row, _) | Extent::Row(row) = look.extent {
        names[0] = token(of_rows, row);
    }
    if let Extent::Cell(_, column) | Extent::Column(column) = look.extent {
        names[1] = token(of_columns, column);
    }
    let mut beside = [None, None];
    if height == 1 {
        beside[usize::from(!seen.is_upright(look.matrix))] = seen.name_at(look.matrix, true, row);
    }
    if width == 1 {
        beside[usize::from(seen.is_upright(look.matrix))] =
            seen.name_at(look.matrix, false, column);
    }
    for (name, beside) in names.into_iter().zip(beside) {
        // A matrix of one row is one row high, whatever is marked.
        assert!(name.is_none() || name == beside, "{what}: {name:?}, {beside:?}");
    }
}

/// The selected cell is the number of its query and key, and stands where their names meet.
#[track_caller]
fn check_selected(seen: &Seen<'_>, (query, key): (usize, usize)) {
    let ground = seen.ground;
    for name in [M::Scores, M::Scaled, M::Masked, M::Weights] {
        let Some(trace) = ground.matrix(name) else { continue };
        let projected = &ground.trace.projected;
        let cell = Selection::of(query, key).cell(name, ground.head, projected, trace.dim());
        let (row, column) = seen.pictures.shown(cell);
        let picture = seen.picture(name).unwrap();
        assert_eq!(picture[(row, column)].to_bits(), trace[(query, key)].to_bits());
        let mut names =
            [seen.name_at(name, true, row).unwrap(), seen.name_at(name, false, column).unwrap()];
        if !seen.is_upright(name) {
            names.reverse();
        }
        assert_eq!(Some(&names[0]), ground.token(false, query).as_ref());
        assert_eq!(Some(&names[1]), ground.token(true, key).as_ref());
    }
}
