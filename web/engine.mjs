// Brings the engine, which computes long inputs: in a worker, or in the page where the browser refuses workers. What
// it agrees on with the rest: the names of the files beside it (xtask/src/parts.rs), the orders and messages of
// web/engine-worker.js, `worker` of web/boot.mjs, and src/ui/engine/desk.rs, which calls `open`.

const here = new URL(import.meta.url);
const beside = (ending) => Object.assign(new URL(here), { pathname: here.pathname.replace(/\.mjs$/, ending) }).href;

/** Runs a script of ours in the page. */
const run = (address) =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: address });
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${address}: not fetched`));
    document.head.append(script);
  });

/** The engine in the page itself: it stands still for the length of a step. */
async function inPage(tell) {
  if (!globalThis.serveEngine) {
    await run(beside(".js"));
    await wasm_bindgen({ module_or_path: fetch(beside("_bg.wasm")) });
    await run(beside("-worker.js"));
  }
  const take = serveEngine(wasm_bindgen, tell);
  return { post: take, end: () => take({ end: true }) };
}

/** The engine in a worker; fails where it does not start. */
function inWorker(tell) {
  return new Promise((resolve, reject) => {
    const worker = attnscope.worker(beside("-worker.js"));
    const post = (order, buffers) => worker.postMessage(order, buffers);
    let isReady = false;
    worker.onerror = ({ message }) => {
      worker.terminate();
      if (isReady) tell({ broken: message ?? "" });
      else reject(new Error(message));
    };
    worker.onmessage = ({ data }) => {
      if (!isReady && data.broken !== undefined) {
        worker.terminate();
        reject(new Error(data.broken));
      } else if (data.ready) {
        isReady = true;
        resolve({ post, end: () => worker.terminate() });
      } else {
        tell(data);
      }
    };
  });
}

/**
 * Opens an engine, which tells what it has to tell until it is closed. What is ordered before it has come waits.
 * An engine that has broken, or never came, tells `{ broken }`, once, and takes nothing any more.
 */
export function open(tell) {
  let isOpen = true;
  const hear = (message) => {
    if (!isOpen) return;
    if (message.broken !== undefined) {
      console.error(message.broken); // The browser itself may say nothing.
      close();
    }
    tell(message);
  };
  const engine = (async () => {
    try {
      return await inWorker(hear);
    } catch {
      return inPage(hear);
    }
  })();
  engine.catch((error) => hear({ broken: String(error) }));
  const close = () => {
    isOpen = false;
    engine.then(({ end }) => end(), () => {});
  };
  const post = (order, buffers) =>
    engine.then(({ post }) => isOpen && post(order, buffers), () => {});
  return {
    /** Gives another input; `arrays` are flat: name, rows, columns, numbers, and so on. `set` likewise, in fives. */
    load(heads, kvHeads, arrays, theta, set) {
      const grouped = (flat, size) =>
        Array.from({ length: flat.length / size }, (_, at) => flat.slice(at * size, (at + 1) * size));
      const load = { heads, kvHeads, arrays: grouped(arrays, 4), theta, set: grouped(set, 5) };
      post({ load }, load.arrays.map(([, , , numbers]) => numbers.buffer));
    },
    /** Asks for a head under a mask and a scale; and for what all heads make together. */
    ask(id, head, mask, scale, multiplies, all) {
      post({ ask: { id, head, mask, scale, multiplies, all } });
    },
    close,
  };
}
