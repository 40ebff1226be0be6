// In the page: the same multi-head attention by our engine, by onnxruntime-web and by TensorFlow.js, in turn.
// Weights are laid out beforehand by each, as it likes; a run begins with the embeddings in an array of
// JavaScript and ends with the output in another.

import * as ort from "/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs";
import { attentionModel } from "/onnx.mjs";

const [WIDTH, HEADS] = [768, 12];
const SHORT = { tokens: 100, runs: 20 }; // Below so many tokens a sample is the mean of some runs: clocks are coarse.
const LONG = { tokens: 1000, samples: 2 }; // From so many on, TensorFlow.js, which is the slowest, runs less often.

/** Numbers from −size to size, the same each time. */
function numbers(count, size, seed) {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 31 - 1) * size;
  });
}

function problem(n) {
  const size = Math.sqrt(3 / WIDTH); // So that projections are about as large as embeddings.
  const names = ["w_q", "w_k", "w_v", "w_o"];
  const weights = Object.fromEntries(names.map((name, at) => [name, numbers(WIDTH * WIDTH, size, at + 1)]));
  const mask = new Float32Array(n * n);
  for (let query = 0; query < n; query++) mask.fill(-Infinity, query * n + query + 1, (query + 1) * n);
  return { n, width: WIDTH, heads: HEADS, weights, mask, x: numbers(n * WIDTH, 1.7, 9) };
}

/** Each gives `{ run(parts?), end() }`; `run` gives the output, and adds to `parts` what took how long. */
const CONTESTANTS = {
  ours({ n, weights, x }) {
    const engine = wasm_bindgen;
    engine.begin(HEADS, HEADS);
    engine.put("x_q", n, WIDTH, x);
    for (const [name, weight] of Object.entries(weights)) engine.put(name, WIDTH, WIDTH, weight);
    engine.options("causal", 0, false);
    engine.ready();
    const names = ["projections", "projections", "projections", "the head that is kept", ...Array(HEADS - 1).fill("other heads"), "output"];
    const run = (parts = {}) => {
      engine.feed(x);
      for (const name of names) {
        const start = performance.now();
        engine.step(0);
        parts[name] = (parts[name] ?? 0) + performance.now() - start;
      }
      return engine.stage("output");
    };
    return { run, end: () => engine.begin(0, 0) };
  },

  async onnxruntime(given) {
    const model = await ort.InferenceSession.create(attentionModel(given), { executionProviders: ["wasm"] });
    const run = async () => {
      const { y } = await model.run({ x: new ort.Tensor("float32", given.x, [given.n, WIDTH]) });
      return y.data;
    };
    return { run, end: () => model.release() };
  },

  tensorflow({ n, weights, mask, x }) {
    const { tf } = globalThis;
    const square = ([name, weight]) => [name, tf.tensor(weight, [WIDTH, WIDTH])];
    const w = Object.fromEntries(Object.entries(weights).map(square));
    const added = tf.tensor(mask, [1, n, n]);
    const compute = () => {
      const given = tf.tensor(x, [n, WIDTH]);
      const split = (weight) => {
        const heads = tf.reshape(tf.matMul(given, weight), [n, HEADS, WIDTH / HEADS]);
        return tf.transpose(heads, [1, 0, 2]);
      };
      const [q, k, v] = [w.w_q, w.w_k, w.w_v].map(split);
      const scores = tf.matMul(tf.mul(q, 1 / Math.sqrt(WIDTH / HEADS)), k, false, true);
      const context = tf.matMul(tf.softmax(tf.add(scores, added)), v);
      return tf.matMul(tf.reshape(tf.transpose(context, [1, 0, 2]), [n, WIDTH]), w.w_o);
    };
    const run = () => {
      const output = tf.tidy(compute);
      const data = output.dataSync();
      output.dispose();
      return data;
    };
    return { run, end: () => [...Object.values(w), added].forEach((tensor) => tensor.dispose()) };
  },
};

/** Everything that is loaded once. */
export async function open() {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = "/node_modules/onnxruntime-web/dist/";
  const { tf } = globalThis;
  tf.wasm.setWasmPaths("/node_modules/@tensorflow/tfjs-backend-wasm/dist/");
  if (!(await tf.setBackend("wasm"))) throw new Error("TensorFlow.js has no wasm");
  await wasm_bindgen({ module_or_path: "/engine_bg.wasm" });
}

/** Times of each contestant and our parts, in ms, and how far its output is from ours, relative above 1. */
export async function contest(n, samples) {
  const given = problem(n);
  const runners = {};
  for (const [name, make] of Object.entries(CONTESTANTS)) runners[name] = await make(given);
  const times = Object.fromEntries(Object.keys(runners).map((name) => [name, []]));
  const [parts, far] = [{}, {}];
  const ours = Float32Array.from(await runners.ours.run()); // Also the first, slow run of each.
  for (const [name, { run }] of Object.entries(runners)) {
    const output = await run();
    if (output.length !== ours.length) throw new Error(`${name}: ${output.length} numbers`);
    far[name] = ours.reduce((most, a, at) => Math.max(most, Math.abs(a - output[at]) / Math.max(1, Math.abs(a))), 0);
  }
  const runs = n < SHORT.tokens ? SHORT.runs : 1;
  for (let sample = 0; sample < samples; sample++) {
    for (const [name, { run }] of Object.entries(runners)) {
      if (name === "tensorflow" && n >= LONG.tokens && sample >= LONG.samples) continue;
      const of = {};
      const start = performance.now();
      for (let count = 0; count < runs; count++) await run(of);
      times[name].push((performance.now() - start) / runs);
      for (const [part, time] of Object.entries(of)) (parts[part] ??= []).push(time / runs);
    }
  }
  for (const { end } of Object.values(runners)) await end();
  return { times, parts, far };
}
