// The reader in a thread of its own, so that the page stays alive while 8 MB of numbers are read. A classic
// worker: of the browsers that web/boot.mjs names in its words about SIMD, Firefox has no module workers yet.
// What it agrees on with the rest: the names of the files beside it (xtask/src/parts.rs), `wasm_bindgen` of
// target no-modules, and the messages of web/boot.mjs. To the page: `{ names }` once it is ready, then
// `{ id, answer }` or `{ id, error }` for each `{ id, name, args }`; `{ id, broken }` where the wasm has
// stopped for good. The buffers of bytes change hands; a text is copied.

// A script that only brings this one says where it is (web/boot.mjs).
const base = (self.script ?? self.location.href).replace(/-worker\.js.*$/, "");
const wasm = fetch(`${base}_bg.wasm`); // On its way while the program is fetched.
wasm.catch(() => {}); // Told below, where it is awaited.
importScripts(`${base}.js`);

const ready = wasm.then(async (response) => {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  await wasm_bindgen({ module_or_path: response });
});

// Once nothing is asked of it for a moment: what is read first is then read as fast as what comes second.
const REHEARSE_MILLIS = 100;
let rehearsal;

ready.then(
  () => {
    postMessage({ names: Object.keys(wasm_bindgen) });
    rehearsal = setTimeout(() => wasm_bindgen.rehearse(), REHEARSE_MILLIS);
  },
  (error) => postMessage({ broken: String(error) }),
);

self.onmessage = ({ data: { id, name, args } }) => {
  clearTimeout(rehearsal);
  try {
    const answer = wasm_bindgen[name](...args);
    postMessage({ id, answer }, answer instanceof Uint8Array ? [answer.buffer] : []);
  } catch (error) {
    // The reader's own errors are sentences; anything else is a trap, after which the wasm is not to be trusted.
    postMessage(typeof error === "string" ? { id, error } : { broken: String(error) });
  }
};
