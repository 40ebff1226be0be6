//! The engine beyond JavaScript: what is ordered of `web/engine.mjs`, and what it tells.

use std::sync::Arc;

use js_sys::{Array, Float32Array, Reflect};
use wasm_bindgen::{
    JsCast as _, JsValue,
    prelude::{Closure, wasm_bindgen},
};
use wasm_bindgen_futures::JsFuture;

use crate::draw::SMALL;
use crate::math::{
    Affine, Embeddings, Glance, HeadOverview, Heads, Inputs, LongHead, Matrix, Measures,
    OutputProjection, Overview, PICTURE_SIDE, Scale, Start, TellsHead, Trace, median,
};

use super::Computed;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = attnscope, js_name = engine)]
    fn request_engine() -> Result<js_sys::Promise, JsValue>;

    /// The functions of `web/engine.mjs`.
    type Module;

    #[wasm_bindgen(method)]
    fn open(this: &Module, hear: &JsValue) -> Opened;

    /// An engine that is open.
    type Opened;

    #[wasm_bindgen(method)]
    fn load(
        this: &Opened,
        heads: usize,
        kv_heads: usize,
        arrays: &Array,
        theta: Option<f64>,
        set: &Array,
    );

    #[wasm_bindgen(method)]
    fn ask(
        this: &Opened,
        id: u32,
        head: usize,
        mask: &str,
        scale: f64,
        multiplies: bool,
        all: bool,
    );

    #[wasm_bindgen(method)]
    fn close(this: &Opened);
}

/// An engine that is open; closed when it is dropped.
pub struct Desk {
    opened: Opened,
    _hear: Closure<dyn FnMut(JsValue)>,
}

/// What the engine tells.
pub enum Told {
    /// So many steps of so many are done.
    Progress { done: usize, of: usize },
    /// A head.
    Head { id: u32, stages: Stages },
    /// What all heads make together.
    All { id: u32, made: Stages },
    /// It has stopped for good: why, in English, if it says so.
    Broken(String),
}

/// Numbers by the names that `src/bin/engine.rs` gives them.
pub struct Stages(JsValue);

impl Desk {
    /// Fetches the engine's door and opens one; `hear` is told what it tells.
    ///
    /// # Errors
    /// Where it could not be fetched.
    pub async fn open(mut hear: impl FnMut(Told) + 'static) -> Result<Self, JsValue> {
        let module = JsFuture::from(request_engine()?).await?;
        let module: Module = module.unchecked_into();
        let hear = Closure::<dyn FnMut(JsValue)>::new(move |message: JsValue| {
            if let Some(told) = told(&message) {
                hear(told);
            }
        });
        let opened = module.open(hear.as_ref());
        Ok(Self { opened, _hear: hear })
    }

    /// Gives an input that is long.
    pub fn load(&self, inputs: &Inputs) {
        let (arrays, set) = (Array::new(), Array::new());
        let mut put = |name: &str, (rows, columns): (usize, usize), numbers: &[f64]| {
            let numbers: Vec<f32> = numbers.iter().map(|number| *number as f32).collect();
            let numbers = Float32Array::from(numbers.as_slice());
            arrays.push(&name.into());
            arrays.push(&JsValue::from(rows));
            arrays.push(&JsValue::from(columns));
            arrays.push(&numbers);
        };
        put_start(&inputs.start, &mut put);
        if let OutputProjection::Given(affine) = &inputs.output {
            put_affine(["w_o", "b_o"], affine, &mut put);
        }
        if let Some(positions) = inputs.rotary.as_ref().and_then(|it| it.positions.as_ref()) {
            put("positions", (1, positions.len()), &positions.to_vec());
        }
        for (place, value) in &inputs.overrides {
            set.push(&place.matrix.key().into());
            for number in [place.head, place.row, place.column] {
                set.push(&JsValue::from(number));
            }
            set.push(&JsValue::from(*value));
        }
        let heads = inputs.heads;
        let theta = inputs.rotary.as_ref().map(|it| it.theta);
        self.opened.load(heads.queries, heads.keys_values, &arrays, theta, &set);
    }

    /// Asks for a head of what was given, under a mask, written as in a link, and a scale; `all` also for what all
    /// heads make together.
    pub fn ask(&self, id: u32, head: usize, mask: &str, scale: Scale, all: bool) {
        let (scale, multiplies) = match scale {
            Scale::DivideBy(number) => (number, false),
            Scale::MultiplyBy(number) => (number, true),
        };
        self.opened.ask(id, head, mask, scale, multiplies, all);
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.opened.close();
    }
}

/// Gives an array: its name, rows and columns, and its numbers row by row.
type Put<'a> = dyn FnMut(&str, (usize, usize), &[f64]) + 'a;

fn put_start(start: &Start, put: &mut Put<'_>) {
    match start {
        Start::Embeddings(embeddings) => put_embeddings(embeddings, put),
        Start::Projections { queries, keys, values } => {
            for (name, stack) in [("q", queries), ("k", keys), ("v", values)] {
                put_stack(name, stack, put);
            }
        }
        // Weights that are given are never asked for.
        Start::Scores { scores, values } | Start::Weights { weights: scores, values } => {
            put_stack("scores", scores, put);
            if let Some(values) = values {
                put_stack("v", values, put);
            }
        }
    }
}

fn put_embeddings(embeddings: &Embeddings, put: &mut Put<'_>) {
    let Embeddings { x_q, x_k, x_v, query, key, value } = embeddings;
    put_matrix("x_q", x_q, put);
    for (name, x) in [("x_k", x_k), ("x_v", x_v)] {
        if let Some(x) = x {
            put_matrix(name, x, put);
        }
    }
    put_affine(["w_q", "b_q"], query, put);
    put_affine(["w_k", "b_k"], key, put);
    put_affine(["w_v", "b_v"], value, put);
}

fn put_affine([weight, bias]: [&str; 2], affine: &Affine, put: &mut Put<'_>) {
    if let Some(matrix) = &affine.weight {
        put_matrix(weight, matrix, put);
    }
    if let Some(numbers) = &affine.bias {
        put(bias, (1, numbers.len()), &numbers.to_vec());
    }
}

fn put_matrix(name: &str, matrix: &Matrix, put: &mut Put<'_>) {
    let numbers = matrix.as_standard_layout();
    put(name, matrix.dim(), numbers.as_slice().unwrap_or_default());
}

fn put_stack(name: &str, stack: &Heads, put: &mut Put<'_>) {
    let (heads, rows, columns) = stack.dim();
    let numbers = stack.as_standard_layout();
    put(name, (heads * rows, columns), numbers.as_slice().unwrap_or_default());
}

fn told(message: &JsValue) -> Option<Told> {
    let get =
        |name: &str| Reflect::get(message, &name.into()).ok().filter(|value| !value.is_undefined());
    let number = |name: &str| get(name)?.as_f64();
    if let Some(reason) = get("broken") {
        return Some(Told::Broken(reason.as_string().unwrap_or_default()));
    }
    if let (Some(done), Some(of)) = (number("done"), number("of")) {
        return Some(Told::Progress { done: done as usize, of: of as usize });
    }
    let id = number("id")? as u32;
    let of_head = get("stages").map(|stages| Told::Head { id, stages: Stages(stages) });
    of_head.or_else(|| Some(Told::All { id, made: Stages(get("all")?) }))
}

impl Stages {
    /// The numbers of a stage; none where it has none.
    pub fn take(&self, name: &str) -> Vec<f32> {
        let numbers = Reflect::get(&self.0, &name.into()).ok();
        let numbers = numbers.and_then(|it| it.dyn_into::<Float32Array>().ok());
        numbers.map(|numbers| numbers.to_vec()).unwrap_or_default()
    }

    /// Whether what neither mask nor scale changes comes along: not where the page has it.
    pub fn begins(&self) -> bool {
        Reflect::has(&self.0, &"scores".into()).unwrap_or(false)
    }

    /// What stands between queries and keys; `before` is what the page has of the head under another mask or scale.
    pub fn between(&self, inputs: &Inputs, before: Option<&LongHead>) -> Arc<LongHead> {
        let (n, m) = (inputs.n_queries(), inputs.n_keys());
        let scores = before.map(|before| Arc::clone(&before.scores));
        let of_scores = before.map(|before| before.of_scores.clone()).unwrap_or_default();
        let [before_of_scores, before_of_masked] = of_scores;
        let small = Some(picture(&self.take("picture"), (n, m)));
        let glance = |name| self.glance(name, (n, m)).map(Arc::new);
        let row_sum = self.take("row_sum");
        // The largest exponential of a row is 1.
        let most = row_sum.iter().filter(|sum| **sum > 0.0).map(|sum| f64::from(*sum).recip());
        Arc::new(LongHead {
            usual_most: median(most),
            n_keys: m,
            scores: scores.unwrap_or_else(|| Arc::new(self.take("scores"))),
            row_max: self.take("row_max"),
            row_sum,
            weights: self.take("weights"),
            of_scores: [
                glance("scores_glance").or(before_of_scores),
                glance("masked_glance").or(before_of_masked),
            ],
            of_weights: self.glance("weights_glance", (n, m)).map(|it| Glance { small, ..it }),
        })
    }

    fn glance(&self, name: &str, (n, m): (usize, usize)) -> Option<Glance> {
        let numbers: Vec<f64> = self.take(name).into_iter().map(f64::from).collect();
        let [low, high, least, most, small @ ..] = numbers.as_slice() else { return None };
        let range = (!low.is_nan()).then_some((*low, *high));
        let size = (n.min(SMALL), m.min(SMALL));
        let small = Matrix::from_shape_vec(size, small.to_vec()).ok();
        Some(Glance { range, sums: (*least, *most), small })
    }

    /// A head with what all of them make together.
    pub fn all_heads_of(&self, computed: &Computed) -> Trace {
        let Computed { problem, trace } = computed;
        let inputs = problem.inputs();
        let size = (inputs.n_queries(), inputs.n_keys());
        let (pictures, measures) = (self.take("pictures"), self.take("measures"));
        let n_pixels = pictures.len() / inputs.heads.queries;
        let heads = pictures.chunks(n_pixels.max(1)).zip(measures.as_chunks().0);
        let heads = heads.map(|(numbers, measures)| {
            let measures = Measures::of_numbers(measures.map(f64::from));
            HeadOverview::of(picture(numbers, size), measures)
        });
        let overview = Overview(heads.collect());
        trace.with_all_heads(self.take("concat"), self.take("output"), overview)
    }

    /// A head from its beginning.
    pub fn head(&self, head: usize, inputs: &Inputs) -> TellsHead {
        TellsHead {
            head,
            prepared: ["q", "k", "v"].map(|name| self.take(name)),
            context: self.take("context"),
            between: self.between(inputs, None),
        }
    }
}

/// Weights made small, of a head of so many queries and keys.
fn picture(numbers: &[f32], (n, m): (usize, usize)) -> Matrix {
    let size = (n.min(PICTURE_SIDE), m.min(PICTURE_SIDE));
    let numbers = numbers.iter().copied().map(f64::from).collect();
    Matrix::from_shape_vec(size, numbers).unwrap_or_default()
}
