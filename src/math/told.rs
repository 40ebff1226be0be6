//! Traces of long inputs: with nothing computed yet, and with one head as another program computed it.

use std::sync::Arc;

use ndarray::{Array1, Axis, s};

use super::{
    Affine, Between, Heads, Inputs, LongHead, Matrix, Overridable, OverridePlace, Overrides,
    Overview, Problem, Projected, Rotary, Start, Trace,
    attention::project_output,
    projected::{kv_held, project, rotate, taken},
};

/// One head as `kernel` computes it, row by row; what is empty there is none.
#[derive(Debug)]
pub struct TellsHead {
    /// Its number.
    pub head: usize,
    /// Queries, keys and values, after rotary position if there is any: `[n_queries, d_k]`, `[n_keys, d_k]`,
    /// `[n_keys, d_v]`.
    pub prepared: [Vec<f32>; 3],
    /// `[n_queries, d_v]`.
    pub context: Vec<f32>,
    /// What stands between queries and keys.
    pub between: Arc<LongHead>,
}

impl Trace {
    /// A trace of which nothing is computed: everything that will be has its size. One head is held.
    pub fn awaited(problem: &Problem, head: usize) -> Self {
        let projected = Arc::new(Projected::outlined(problem.inputs(), head));
        Self::between(projected, problem, Between::Awaited)
    }

    /// The trace of one head, under the mask and the scale of the problem.
    pub fn of_told(problem: &Problem, told: TellsHead) -> Self {
        let projected = Arc::new(Projected::told(problem.inputs(), told.head, told.prepared));
        let trace = Self::between(projected, problem, Between::Stored);
        trace.told_again(problem, told.context, told.between)
    }

    /// The same head under another mask or scale, those of the problem.
    #[must_use]
    pub fn told_again(&self, problem: &Problem, context: Vec<f32>, between: Arc<LongHead>) -> Self {
        let inputs = problem.inputs();
        let shape = inputs.d_v().map(|d_v| (1, inputs.n_queries(), d_v));
        let told = Self::between(Arc::clone(&self.projected), problem, Between::Told(between));
        Self { context: shape.and_then(|shape| stack_of(shape, &context)), ..told }.remarked()
    }

    /// The same with the concatenated heads, `[n_queries, n_heads · d_v]`, their projection, `[n_queries, d_out]`, and
    /// all heads at a glance; what follows from the output is computed here.
    #[must_use]
    pub fn with_all_heads(&self, concat: Vec<f32>, output: Vec<f32>, overview: Overview) -> Self {
        let sized = |name, numbers: Vec<f32>| {
            let size = self.projected.inputs.size_of(name)?;
            let numbers = numbers.into_iter().map(f64::from).collect();
            Matrix::from_shape_vec(size, numbers).ok()
        };
        let concat = sized(super::MatrixName::Concat, concat);
        let is_projected = !output.is_empty();
        let output = sized(super::MatrixName::Output, output);
        // Where nothing projects it there was nothing to compute.
        let copied = concat.as_ref().filter(|_| !is_projected);
        let output = output.or_else(|| project_output(&self.projected, copied?));
        let overview = Some(Arc::new(overview));
        Self { concat, overview, ..self.clone() }.with_output(output)
    }

    fn between(projected: Arc<Projected>, problem: &Problem, between: Between) -> Self {
        Self {
            projected,
            mask: Arc::clone(problem.shared_mask()),
            scale: problem.scale(),
            scaled: None,
            masked: None,
            softmax: None,
            between,
            weights: Arc::default(),
            context: None,
            concat: None,
            output: None,
            residual: None,
            add_norm: None,
            overview: None,
            remarks: Vec::new(),
        }
    }

    fn remarked(mut self) -> Self {
        if let Between::Told(long) = &self.between {
            let head = self.projected.held.start;
            let unseeing = long.row_max.iter().enumerate();
            let unseeing = unseeing.filter(|(_, max)| **max == f32::NEG_INFINITY);
            let remark = |(query, _)| super::Remark::SeesNoKey { head, query };
            self.remarks = unseeing.map(remark).collect();
        }
        self
    }
}

impl Projected {
    /// What is given, and of one head nothing that is computed.
    pub(super) fn outlined(inputs: &Inputs, head: usize) -> Self {
        let head = head.min(inputs.heads.queries - 1);
        Self::without_queries(inputs.clone(), head..head + 1, None)
    }

    fn told(inputs: &Inputs, head: usize, prepared: [Vec<f32>; 3]) -> Self {
        let mut outlined = Self::outlined(inputs, head);
        let (of_queries, of_kv) = (outlined.held.clone(), kv_held(inputs, &outlined.held));
        let [queries, keys, values] = prepared;
        let (n, m) = (inputs.n_queries(), inputs.n_keys());
        let sized =
            |tokens, width: Option<usize>, numbers: &[f32]| stack_of((1, tokens, width?), numbers);
        outlined.queries = sized(n, inputs.d_k(), &queries);
        outlined.keys = sized(m, inputs.d_k(), &keys);
        outlined.values = sized(m, inputs.d_v(), &values);
        // What is given is shown as it is given.
        match &inputs.start {
            Start::Embeddings(_) => {}
            Start::Projections { queries, keys, values } => {
                let given = [taken(queries, &of_queries), taken(keys, &of_kv)];
                outlined.values = Some(taken(values, &of_kv));
                if inputs.rotary.is_some() {
                    let [queries, keys] = given.map(Some);
                    (outlined.queries_before_rotary, outlined.keys_before_rotary) = (queries, keys);
                } else {
                    let [queries, keys] = given.map(Some);
                    (outlined.queries, outlined.keys) = (queries, keys);
                }
            }
            Start::Scores { values, .. } | Start::Weights { values, .. } => {
                outlined.values = values.as_deref().map(|values| taken(values, &of_kv));
            }
        }
        outlined.turn_back();
        outlined.find_computed();
        outlined
    }

    /// Queries and keys before rotary position, where they are computed: turned back, as the engine keeps only
    /// what they are turned to.
    fn turn_back(&mut self) {
        let (Some(rotary), Start::Embeddings(_)) = (&self.inputs.rotary, &self.inputs.start) else {
            return;
        };
        let back = |stack: &Heads| {
            let positions = (0..stack.dim().1).map(|token| -rotary.position(token));
            let positions = Some(positions.collect());
            Rotary { theta: rotary.theta, positions }.rotate(stack)
        };
        self.queries_before_rotary = self.queries.as_ref().map(back);
        self.keys_before_rotary = self.keys.as_ref().map(back);
    }

    /// What the cells that are set by hand would be otherwise, from the rows in which they stand.
    fn find_computed(&mut self) {
        let kv_first = self.kv_head(self.held.start);
        let is_held = |place: &OverridePlace| match place.matrix {
            Overridable::Queries | Overridable::Scores => place.head == self.held.start,
            Overridable::Keys | Overridable::Values => place.head == kv_first,
        };
        let places: Vec<_> =
            self.inputs.overrides.keys().copied().filter(|place| is_held(place)).collect();
        let mut computed = Overrides::new();
        for place in places {
            if let Some(number) = self.computed_at(place) {
                computed.insert(place, number);
            }
        }
        self.computed = computed;
    }

    fn computed_at(&mut self, place: OverridePlace) -> Option<f64> {
        let OverridePlace { matrix, row, column, .. } = place;
        if matrix == Overridable::Scores {
            let (queries, keys) = (self.queries.as_ref()?, self.keys.as_ref()?);
            let pairs =
                queries.slice(s![0, row, ..]).into_iter().zip(keys.slice(s![0, column, ..]));
            return Some(pairs.map(|(query, key)| query * key).sum());
        }
        let (before, after) = self.projected_row(place)?;
        let turned = match matrix {
            Overridable::Queries => self.queries_before_rotary.as_mut(),
            Overridable::Keys => self.keys_before_rotary.as_mut(),
            Overridable::Values | Overridable::Scores => None,
        };
        if let (Some(stack), Some(before)) = (turned, before) {
            stack.slice_mut(s![.., row, ..]).assign(&before.index_axis(Axis(1), 0));
        }
        after.get((0, 0, column)).copied()
    }

    /// One row of queries, keys or values of a head, before and after rotary position, `[1, 1, d]`.
    fn projected_row(&self, place: OverridePlace) -> Option<(Option<Heads>, Heads)> {
        let OverridePlace { matrix, head, row, .. } = place;
        let heads = self.inputs.heads;
        let one = |affine: &Affine, x: &Matrix, n_heads| {
            let x = x.slice(s![row..row + 1, ..]).to_owned();
            project(affine, &x, head..head + 1, n_heads)
        };
        let given = |stack: &Heads| stack.slice(s![head..head + 1, row..row + 1, ..]).to_owned();
        let stack = match (&self.inputs.start, matrix) {
            (Start::Embeddings(e), Overridable::Queries) => one(&e.query, &e.x_q, heads.queries),
            (Start::Embeddings(e), Overridable::Keys) => {
                one(&e.key, e.keys_from(), heads.keys_values)
            }
            (Start::Embeddings(e), Overridable::Values) => {
                return Some((None, one(&e.value, e.values_from(), heads.keys_values)));
            }
            (Start::Projections { queries, .. }, Overridable::Queries) => given(queries),
            (Start::Projections { keys, .. }, Overridable::Keys) => given(keys),
            _ => return None,
        };
        let rotary = self.inputs.rotary.as_ref().map(|rotary| Rotary {
            theta: rotary.theta,
            positions: Some(Array1::from_elem(1, rotary.position(row))),
        });
        Some(rotate(rotary.as_ref(), stack))
    }
}

/// Numbers in f32 as a stack; `None` where they are not as many, or none.
fn stack_of(shape: (usize, usize, usize), numbers: &[f32]) -> Option<Heads> {
    Heads::from_shape_vec(shape, numbers.iter().copied().map(f64::from).collect()).ok()
}
