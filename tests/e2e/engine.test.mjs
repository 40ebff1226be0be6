// In which order the engine works, where a counter stands for its wasm: web/engine-worker.js as it runs in the page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const SCRIPT = await readFile(new URL("../../web/engine-worker.js", import.meta.url), "utf8");
const STEPS = 16; // Queries, keys, values, twelve heads, the output.

/** A channel whose messages come when nothing else is to be done. */
class Channel {
  port1 = {};
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
}

/** An engine that counts its steps; `hear` is told what it tells and may give it orders. */
function serve(hear) {
  const engine = { n: 0, steps: () => STEPS, done: () => engine.n, step: () => (engine.n += 1), stage: () => new Float32Array(1) };
  for (const name of ["begin", "put", "set", "rotary", "options", "ready", "open", "close"]) engine[name] = () => {};
  const context = createContext({ MessageChannel: Channel });
  runInContext(SCRIPT, context);
  const told = [];
  const take = context.serveEngine(engine, (message) => {
    told.push(message);
    hear(message, take);
  });
  take({ load: { heads: 12, kvHeads: 12, arrays: [], set: [] } });
  return { engine, told, take };
}

const ask = (id, all) => ({ ask: { id, head: 0, mask: "none", scale: 8, multiplies: false, all } });

/** Waits until an engine has nothing more to tell. */
async function silence({ told }) {
  for (let quiet = 0, before = -1; quiet < 20; quiet = told.length === before ? quiet + 1 : 0) {
    before = told.length;
    await new Promise(setImmediate);
  }
}

test("a head is told before all of them are computed, and all of them after", async () => {
  const served = serve(() => {});
  served.take(ask(1, true));
  await silence(served);
  const kinds = served.told.map(({ done, stages, all }) => (stages ? "head" : all ? "all" : done));
  assert.deepEqual(kinds, [1, 2, 3, "head", ...Array.from({ length: STEPS - 3 }, (_, at) => at + 4), "all"]);
});

test("an engine that is ended takes no further step, and says nothing of it", async () => {
  const served = serve(({ done }, take) => done === 5 && take({ end: true }));
  served.take(ask(1, true));
  await silence(served);
  assert.equal(served.engine.n, 5);
  assert.deepEqual(served.told.filter(({ broken, all }) => broken !== undefined || all), []);
});

test("of questions that come meanwhile the newest is answered", async () => {
  const served = serve(({ id, done }, take) => {
    if (id === 1 && done === 5) for (const next of [2, 3]) take(ask(next, false));
  });
  served.take(ask(1, true));
  await silence(served);
  const answered = served.told.filter(({ stages, all }) => stages || all);
  assert.deepEqual(answered.map(({ id }) => id), [1, 3]);
});
