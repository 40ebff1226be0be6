// The engine in a thread of its own: attention of long inputs. A classic worker, as web/reader-worker.js is; where
// a browser refuses workers, web/engine.mjs runs the same in the page, which is why everything is in one function.
// What it agrees on with the rest: the names of the files beside it (xtask/src/parts.rs), `wasm_bindgen` of target
// no-modules with the exports of src/bin/engine.rs, and the orders of web/engine.mjs, taken in turn:
// `{ load: { heads, kvHeads, arrays: [name, rows, columns, numbers][], theta, set: [of, head, row, column,
// number][] } }` and `{ ask: { id, head, mask, scale, multiplies, all } }`, of which only the newest is worth its
// time; in the page, where there is no worker to end, `{ end: true }` stops what is under way. It tells `{ ready }` once it can begin, `{ id, done, of }` after each step, `{ id, head, stages }` of the head
// that was asked for (not again with all heads), `{ id, all }` of what all heads make, and `{ broken }` where it has stopped for good.
// Buffers of numbers change hands.

function serveEngine(engine, tell) {
  const orders = [];
  let isAtWork = false;
  let isReady = false; // What was loaded is laid out.
  let opened; // The head whose stages the page has.
  let told; // Under which options it has them.
  let toldMask; // And under which mask.
  let options;

  const transfer = (message, stages) => tell(message, Object.values(stages).map((numbers) => numbers.buffer));
  const taken = (names) => {
    const stages = {};
    for (const name of names) {
      const numbers = engine.stage(name);
      if (numbers) stages[name] = numbers;
    }
    return stages;
  };
  /** Lets messages come in. */
  const pause = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });

  const load = ({ heads, kvHeads, arrays, theta, set }) => {
    engine.begin(heads, kvHeads);
    for (const array of arrays) engine.put(...array);
    if (theta !== undefined) engine.rotary(theta);
    for (const number of set) engine.set(...number);
    [isReady, opened, options, told, toldMask] = [false];
  };

  /** Answers a question, unless another order comes meanwhile. */
  const answer = async ({ id, head, mask, scale, multiplies, all }) => {
    const chosen = JSON.stringify([mask, scale, multiplies]);
    if (opened !== head) engine.close();
    if (options !== chosen) {
      engine.options(mask, scale, multiplies);
      options = chosen;
    }
    if (!isReady) {
      engine.ready();
      isReady = true;
    }
    const total = engine.steps();
    /** Takes steps until so many are done; whether nothing else was asked for. */
    const stepsTo = async (end) => {
      for (let done = engine.done(); done < end; ) {
        done = engine.step();
        tell({ id, done, of: total });
        await pause();
        if (orders.length) return false;
      }
      return true;
    };
    if (!(await stepsTo(Math.min(total, 3)))) return; // Queries, keys, values.
    if (opened !== head || told !== chosen || !all) {
      engine.open(head);
      const fixed = opened === head ? [] : ["q", "k", "v", "scores", "scores_glance"];
      const masked = opened === head && toldMask === mask ? [] : ["masked_glance"];
      const always = ["row_max", "row_sum", "weights", "weights_glance", "context", "picture"];
      const stages = taken([...fixed, ...masked, ...always]);
      [opened, told, toldMask] = [head, chosen, mask];
      transfer({ id, head, stages }, stages);
      await pause();
    }
    if (!all || orders.length || !(await stepsTo(total))) return;
    const made = taken(["concat", "output", "pictures", "measures"]);
    transfer({ id, all: made }, made);
  };

  const work = async () => {
    isAtWork = true;
    try {
      while (orders.length) {
        const order = orders.shift();
        if (order.load) load(order.load);
        // A newer question stands for this one, and so does another input.
        else if (order.ask && !orders.length) await answer(order.ask);
      }
    } catch (error) {
      tell({ broken: String(error) });
    }
    isAtWork = false;
  };
  return (order) => {
    orders.push(order);
    if (!isAtWork) work();
  };
}

if (typeof importScripts === "function") {
  // A script that only brings this one says where it is (web/boot.mjs).
  const base = (self.script ?? self.location.href).replace(/-worker\.js.*$/, "");
  const wasm = fetch(`${base}_bg.wasm`); // On its way while the program is fetched.
  wasm.catch(() => {}); // Told below, where it is awaited.
  importScripts(`${base}.js`);
  const serving = wasm.then(async (response) => {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
    await wasm_bindgen({ module_or_path: response });
    return serveEngine(wasm_bindgen, (message, buffers) => postMessage(message, buffers));
  });
  serving.then(
    () => postMessage({ ready: true }),
    (error) => postMessage({ broken: String(error) }),
  );
  // A fault is told above.
  self.onmessage = ({ data }) => serving.then((take) => take(data), () => {});
} else {
  globalThis.serveEngine = serveEngine;
}
