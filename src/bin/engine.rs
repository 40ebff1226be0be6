//! The fourth wasm module: attention of long inputs, which the page fetches when it first needs it
//! and runs in a worker. Natively there is nothing to run.
//!
//! The order of calls: `begin`, `put` each array, `rotary` where there is any, `set` each number
//! that is set by hand, `options`; then `ready`, which checks the shapes, and `step` as often as
//! `steps` says, between which the worker can hear that it is to stop. `open` and `stage` read one head; `options` with an opened head
//! computes again only what follows from its scores.

#[cfg(target_arch = "wasm32")]
mod exports {
    //! What the worker and the benchmark call. Failures are English sentences.

    use std::{cell::RefCell, collections::BTreeMap, sync::Arc};

    use attnscope::{
        draw::{UnderMask, extent, glance},
        kernel::{Given, HeadStages, Measures, Part, Prepared, Streamed, View},
        math::{
            Affine, Embeddings, Glance, HeadCounts, Heads, Inputs, Mask, MaskPlan, Matrix,
            OutputProjection, Overridable, OverridePlace, Overrides, Rotary, Scale, Start, check,
        },
        state::mask_of_text,
    };
    use js_sys::Float32Array;
    use ndarray::Array1;
    use wasm_bindgen::prelude::wasm_bindgen;

    /// What the engine holds.
    #[derive(Default)]
    struct Engine {
        heads: Option<HeadCounts>,
        arrays: BTreeMap<String, Matrix>,
        rotary: Option<Rotary>,
        overrides: Overrides,
        mask: Option<MaskPlan>,
        scale: Option<Scale>,
        work: Option<Work>,
    }

    /// A computation that has begun.
    struct Work {
        prepared: Prepared,
        view: View,
        streamed: Option<Streamed>,
        n_done: usize,
        opened: Option<(usize, HeadStages)>,
    }

    thread_local! {
        static ENGINE: RefCell<Engine> = RefCell::default();
    }

    /// Forgets everything; numbers of query heads and of key/value heads.
    #[wasm_bindgen]
    pub fn begin(heads: usize, kv_heads: usize) {
        let heads = Some(HeadCounts { queries: heads, keys_values: kv_heads });
        ENGINE.set(Engine { heads, ..Engine::default() });
    }

    /// Gives an array, row by row: `x_q`, `x_k`, `x_v`, `w_q`, `b_q` … `w_o`, `b_o` as in a
    /// document (a bias is one row); or stacks over heads, whose rows are those of all heads: `q`,
    /// `k`, `v`, `scores`; or `positions`. Fails where the numbers are not rows × columns.
    #[wasm_bindgen]
    pub fn put(name: String, rows: usize, columns: usize, numbers: &[f32]) -> Result<(), String> {
        let numbers: Vec<f64> = numbers.iter().map(|number| f64::from(*number)).collect();
        let matrix = Matrix::from_shape_vec((rows, columns), numbers);
        let matrix = matrix.map_err(|error| format!("{name}: {error}"))?;
        ENGINE.with_borrow_mut(|engine| engine.arrays.insert(name, matrix));
        Ok(())
    }

    /// Turns queries and keys by their positions.
    #[wasm_bindgen]
    pub fn rotary(theta: f64) {
        ENGINE.with_borrow_mut(|engine| {
            engine.rotary = Some(Rotary { theta, positions: None });
        });
    }

    /// Sets a number by hand: of `q`, `k`, `v` or `scores`, head (of `k` and `v` the key/value
    /// head), row and column. Fails where no matrix is called so; whether it has the cell `ready`
    /// says.
    #[wasm_bindgen]
    pub fn set(
        of: &str,
        head: usize,
        row: usize,
        column: usize,
        number: f64,
    ) -> Result<(), String> {
        let matrix = Overridable::ALL.into_iter().find(|it| it.key() == of);
        let matrix = matrix.ok_or_else(|| format!("{of}: expected q, k, v or scores"))?;
        let place = OverridePlace { matrix, head, row, column };
        ENGINE.with_borrow_mut(|engine| engine.overrides.insert(place, number));
        Ok(())
    }

    /// The mask, written as in a link, and the scale: a number to divide by, or to multiply with;
    /// 0 for that of the paper. What is computed already is computed again from the scores of the
    /// opened head on; the other heads have to be streamed again. Fails where the text is no mask,
    /// or the number none; cells of a mask of another size are filled up or left out.
    #[wasm_bindgen]
    pub fn options(mask: &str, scale: f64, multiplies: bool) -> Result<(), String> {
        let plan = mask_of_text(mask).ok_or_else(|| format!("{mask}: expected a mask"))?;
        if !scale.is_finite() {
            return Err(format!("expected a number to scale by, found {scale}"));
        }
        let scale = match (scale, multiplies) {
            (0.0, _) => None,
            (number, true) => Some(Scale::MultiplyBy(number)),
            (number, false) => Some(Scale::DivideBy(number)),
        };
        ENGINE.with_borrow_mut(|engine| {
            (engine.mask, engine.scale) = (Some(plan), scale);
            let Some(work) = &mut engine.work else { return };
            let plan = engine.mask.as_ref().unwrap_or(&MaskPlan::NONE);
            work.look(plan, engine.scale);
        });
        Ok(())
    }

    /// Checks what was given and lays it out; after it the arrays are gone. Fails with what does
    /// not fit.
    #[wasm_bindgen]
    pub fn ready() -> Result<(), String> {
        ENGINE.with_borrow_mut(|engine| {
            let work = engine.ready()?;
            engine.arrays.clear();
            engine.work = Some(work);
            Ok(())
        })
    }

    impl Engine {
        fn ready(&mut self) -> Result<Work, String> {
            let heads = self.heads.ok_or("nothing has begun")?;
            let inputs = Inputs {
                start: self.start(heads)?,
                heads,
                rotary: self
                    .rotary
                    .take()
                    .map(|rotary| Rotary { positions: self.row("positions"), ..rotary }),
                output: self.output(),
                add_norm: None,
                overrides: std::mem::take(&mut self.overrides),
            };
            let plan = self.mask.clone().unwrap_or(MaskPlan::NONE);
            let mask = plan.mask((inputs.n_queries(), inputs.n_keys()));
            let scale = check(&inputs, &mask, self.scale).map_err(|error| error.to_string())?;
            let given = Given::of(&inputs).ok_or("expected scores, found weights")?;
            let view = View::new(mask, scale, &given);
            let prepared = Prepared::empty(given);
            Ok(Work { prepared, view, streamed: None, n_done: 0, opened: None })
        }

        fn start(&mut self, heads: HeadCounts) -> Result<Start, String> {
            let HeadCounts { queries, keys_values } = heads;
            if self.arrays.contains_key("q") {
                return Ok(Start::Projections {
                    queries: self.stack("q", queries)?,
                    keys: self.stack("k", keys_values)?,
                    values: self.stack("v", keys_values)?,
                });
            }
            if self.arrays.contains_key("scores") {
                let scores = self.stack("scores", queries)?;
                let has_values = self.arrays.contains_key("v");
                let values = has_values.then(|| self.stack("v", keys_values)).transpose()?;
                return Ok(Start::Scores { scores, values });
            }
            let x_q = self.arrays.remove("x_q").ok_or("expected x_q")?;
            Ok(Start::Embeddings(Box::new(Embeddings {
                x_q: Arc::new(x_q),
                x_k: self.arrays.remove("x_k").map(Arc::new),
                x_v: self.arrays.remove("x_v").map(Arc::new),
                query: self.affine("w_q", "b_q"),
                key: self.affine("w_k", "b_k"),
                value: self.affine("w_v", "b_v"),
            })))
        }

        fn output(&mut self) -> OutputProjection {
            if self.arrays.contains_key("w_o") || self.arrays.contains_key("b_o") {
                OutputProjection::Given(self.affine("w_o", "b_o"))
            } else {
                OutputProjection::Unknown
            }
        }

        fn affine(&mut self, weight: &str, bias: &str) -> Affine {
            let bias = self.row(bias);
            Affine { weight: self.arrays.remove(weight).map(Arc::new), bias }
        }

        fn row(&mut self, name: &str) -> Option<Array1<f64>> {
            self.arrays.remove(name).map(|matrix| matrix.into_iter().collect())
        }

        fn stack(&mut self, name: &str, n_heads: usize) -> Result<Arc<Heads>, String> {
            let rows = self.arrays.remove(name).ok_or_else(|| format!("expected {name}"))?;
            let shape = (n_heads, rows.nrows() / n_heads.max(1), rows.ncols());
            let stack = Heads::from_shape_vec(shape, rows.into_iter().collect());
            stack.map(Arc::new).map_err(|error| format!("{name}: {error}"))
        }
    }

    /// How many steps there are: queries, keys, values, each head, the output.
    #[wasm_bindgen]
    pub fn steps() -> usize {
        ENGINE.with_borrow(|engine| engine.work.as_ref().map_or(0, Work::n_steps))
    }

    /// Takes the next step; of the heads, `kept` stays open. Gives how many are done.
    #[wasm_bindgen]
    pub fn step(kept: Option<usize>) -> usize {
        ENGINE.with_borrow_mut(|engine| {
            let Some(work) = &mut engine.work else { return 0 };
            work.step(kept);
            work.n_done
        })
    }

    /// How many steps are done.
    #[wasm_bindgen]
    pub fn done() -> usize {
        ENGINE.with_borrow(|engine| engine.work.as_ref().map_or(0, |work| work.n_done))
    }

    /// Gives other embeddings of the queries in place of `x_q`, of which there are as many; the
    /// steps begin again. Gives whether they fit.
    #[wasm_bindgen]
    pub fn feed(x_q: &[f32]) -> bool {
        ENGINE.with_borrow_mut(|engine| {
            let Some(work) = &mut engine.work else { return false };
            (work.streamed, work.opened, work.n_done) = (None, None, 0);
            work.prepared.given.feed(x_q)
        })
    }

    impl Work {
        fn n_steps(&self) -> usize {
            Part::ALL.len() + self.prepared.given.heads.queries + 1
        }

        fn step(&mut self, kept: Option<usize>) {
            if self.n_done == self.n_steps() {
                return;
            }
            self.n_done += 1;
            let Self { prepared, view, .. } = self;
            if let Some(part) = Part::ALL.get(self.n_done - 1) {
                return prepared.prepare(*part);
            }
            let streamed = self.streamed.get_or_insert_with(|| Streamed::new(prepared));
            let head = streamed.pictures.len();
            if head == prepared.given.heads.queries {
                streamed.project(prepared);
            } else if kept == Some(head) {
                self.opened = streamed.next_head_kept(prepared, view).map(|stages| (head, stages));
            } else {
                streamed.next_head(prepared, view);
            }
        }

        fn look(&mut self, plan: &MaskPlan, scale: Option<Scale>) {
            let given = &self.prepared.given;
            let mask = plan.mask((given.n_queries, given.n_keys));
            let scale = scale.unwrap_or(Scale::by_head_width(given.d_k.max(1)));
            self.view = View::new(mask, scale, given);
            self.streamed = None;
            self.n_done = self.n_done.min(Part::ALL.len());
            if let Some((head, stages)) = &mut self.opened {
                stages.follow(&self.prepared, &self.view, *head);
            }
        }
    }

    /// Opens a head: computes its stages, unless it is open. Gives whether there is such a head
    /// and queries, keys and values are prepared.
    #[wasm_bindgen]
    pub fn open(head: usize) -> bool {
        ENGINE.with_borrow_mut(|engine| {
            let Some(work) = &mut engine.work else { return false };
            let is_there = head < work.prepared.given.heads.queries;
            if !is_there || work.n_done < Part::ALL.len() {
                return false;
            }
            if work.opened.as_ref().is_none_or(|(opened, _)| *opened != head) {
                // The old one goes before the new one comes.
                work.opened = None;
                work.opened = Some((head, HeadStages::of(&work.prepared, &work.view, head)));
            }
            true
        })
    }

    /// Closes the head that is open: another mask is not followed for it.
    #[wasm_bindgen]
    pub fn close() {
        ENGINE.with_borrow_mut(|engine| {
            if let Some(work) = &mut engine.work {
                work.opened = None;
            }
        });
    }

    /// Numbers of a stage, row by row, in an array of their own, whose buffer can be transferred.
    /// Of the opened head: `q`, `k`, `v`, `scores`, `row_max`, `row_sum`, `weights`, `context`,
    /// `picture` (of its weights, at most 64 × 64), and at a glance (smallest and largest finite number, smallest and
    /// largest sum of a row, and, but for weights, the matrix made small where it is large) `scores_glance`,
    /// `masked_glance`, before scaling, and `weights_glance`; of all heads, once they are streamed: `concat`, `output`, `pictures` (one after the other) and
    /// `measures` (of each head on previous, first and own token, entropy, distance). Nothing where
    /// there is none.
    #[wasm_bindgen]
    pub fn stage(name: &str) -> Option<Float32Array> {
        ENGINE.with_borrow(|engine| {
            let work = engine.work.as_ref()?;
            if let Some(numbers) = work.opened_stage(name) {
                return Some(Float32Array::from(numbers));
            }
            if let Some(numbers) = work.glance(name) {
                return Some(Float32Array::from(numbers.as_slice()));
            }
            let streamed = work.streamed.as_ref()?;
            let numbers = match name {
                "concat" => &streamed.concat,
                "output" => &streamed.output,
                "pictures" => &streamed.pictures.iter().flat_map(|it| it.numbers.clone()).collect(),
                "measures" => &streamed.measures.iter().flat_map(Measures::numbers).collect(),
                _ => return None,
            };
            Some(Float32Array::from(numbers.as_slice()))
        })
    }

    impl Work {
        fn opened_stage(&self, name: &str) -> Option<&[f32]> {
            let (head, stages) = self.opened.as_ref()?;
            let numbers = match name {
                "q" => self.prepared.queries_of(*head),
                "k" => self.prepared.keys_of(*head),
                "v" => self.prepared.values_of(*head),
                "scores" => &stages.scores,
                "row_max" => &stages.rest.row_max,
                "row_sum" => &stages.rest.row_sum,
                "weights" => &stages.rest.weights,
                "context" => &stages.rest.context,
                "picture" => &stages.rest.picture.numbers,
                _ => return None,
            };
            Some(numbers)
        }

        /// What is told of a matrix of the opened head at a glance.
        fn glance(&self, name: &str) -> Option<Vec<f32>> {
            let (head, HeadStages { scores, rest }) = self.opened.as_ref()?;
            let given = &self.prepared.given;
            let (numbers, mask) = match name {
                "scores_glance" => (scores, &Mask::None),
                "masked_glance" => (scores, &*self.view.mask),
                "weights_glance" => (&rest.weights, &Mask::None),
                _ => return None,
            };
            let size = (given.n_queries, given.n_keys);
            let rows = UnderMask { numbers, size, mask, head: *head };
            let (range, sums, small) = if name == "weights_glance" {
                // They are made small as they are computed.
                let (range, sums) = extent(&rows);
                (range, sums, Vec::new())
            } else {
                let Glance { range, sums, small } = glance(&rows);
                (range, sums, small.into_iter().flatten().collect())
            };
            let (low, high) = range.unwrap_or((f64::NAN, f64::NAN));
            let numbers = [low, high, sums.0, sums.1].into_iter().chain(small);
            Some(numbers.map(|number| number as f32).collect())
        }
    }
}

fn main() {}
