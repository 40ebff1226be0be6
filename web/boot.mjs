// Loads the page: checks that the browser can run it, fetches the JavaScript and the wasm, starts it. Starts the
// other two wasms when they are asked for: the reader in a worker, the panel for the user's own data; takes
// to the panel what is pasted or dropped on the page.
// What it agrees on with the rest: the addresses in the data attributes of its own <script id="boot">
// (Trunk.toml, pattern_script; data-bytes and those of the parts are from xtask/src/site.rs), the #boot-screen
// of index.html, the `default` of wasm-bindgen's modules, the messages of web/reader-worker.js, `attnscope`
// and its events, which src/ui/{browser,storage}.rs, src/panel/browser.rs and web/panel.mjs know, and
// [data-dropping] of the style. The page itself adds `attnscope.current()`, `attnscope.shown()` and `attnscope.linked()`: what is shown, packed.

const PATIENCE_MILLIS = 300; // A load faster than this shows no progress bar: it would only flicker.
const DATABASE_MILLIS = 2_000; // A database opens in a few; one that another page blocks may never.
const CLAIM_MILLIS = 300; // A reload gives up the page before within a few.
const LONG = 200_000; // Bytes, of the five million letters that a browser keeps for all of the page.

// The smallest module that uses a 128-bit vector: one function, `i32.const 0; i8x16.splat; drop`.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]);

const NEEDS_SIMD = {
  en: "This browser is too old for Attnscope: it lacks WebAssembly SIMD. Chrome 112, Firefox 117 and Safari 16.5, or anything newer, can show it.",
  ko: "이 브라우저에는 WebAssembly SIMD 기능이 없어 Attnscope를 실행할 수 없습니다. Chrome 112, Firefox 117, Safari 16.5 이상을 사용하세요.",
};
const FAILED = {
  en: "Attnscope could not be loaded. Check the connection and reload the page.",
  ko: "Attnscope를 불러오지 못했습니다. 연결을 확인하고 페이지를 새로 고치세요.",
};

document.getElementById("boot-missing").remove(); // This script has arrived.
const screen = document.getElementById("boot-screen");
const { js, wasm, bytes, reader, panel, engine } = document.getElementById("boot").dataset;
const address = (path) => new URL(path, document.baseURI).href;

/** A message in both languages in place of the progress bar, and the browser's own words if there are any. */
function show(message, detail) {
  const paragraph = (text, lang) => {
    const p = document.createElement("p");
    p.textContent = text;
    if (lang) p.lang = lang;
    return p;
  };
  const lines = Object.entries(message).map(([lang, text]) => paragraph(text, lang));
  if (detail) lines.push(paragraph(detail, "en"));
  screen.setAttribute("role", "alert");
  screen.hidden = false;
  screen.replaceChildren(...lines);
}

/** Moves the progress bar as a copy of the response streams by; the original is left to the compiler. */
async function follow(response) {
  const bar = document.getElementById("boot-progress");
  const total = Number(bytes); // Of the wasm itself: a Content-Length counts compressed bytes.
  if (!bar || !total || !response.body) return;
  const reader = response.clone().body.getReader();
  for (let seen = 0, chunk; !(chunk = await reader.read()).done; ) {
    seen += chunk.value.length;
    bar.value = Math.min(1, seen / total);
  }
}

async function fetchWasm() {
  const response = await fetch(address(wasm));
  if (!response.ok) throw new Error(`${wasm}: ${response.status} ${response.statusText}`);
  follow(response).catch(() => {}); // The original reports the same failure.
  return response;
}

/** A promise that is made once, and again only after it has failed; `make` is told how often it has. */
function once(make) {
  let made;
  let failures = 0;
  return () =>
    (made ??= make(failures, () => (made = undefined)).catch((error) => {
      made = undefined;
      failures += 1;
      throw error;
    }));
}

/** Starts a worker, in a sandboxed frame too: there it must be a script of the frame's own, which brings the other. */
function startWorker(script) {
  if (origin !== "null") return new Worker(script);
  const own = new Blob([`self.script = "${script}"; importScripts(script);`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(own));
}

/**
 * Starts web/reader-worker.js and gives the reader's exports, each as a function that gives a promise; bytes
 * that are passed to one change hands. A reader that breaks is forgotten, and the next call starts another.
 */
function startReader(_failures, forget) {
  return new Promise((resolve, reject) => {
    const worker = startWorker(address(`${reader}-worker.js`));
    const waiting = new Map();
    let asked = 0;
    let ended;
    const end = (reason) => {
      ended = new Error(`${reader}: ${reason ?? "not fetched"}`);
      console.error(ended); // The browser itself may say nothing.
      worker.terminate();
      forget();
      for (const call of [{ reject }, ...waiting.values()]) call.reject(ended);
    };
    const call = (name) => (...args) =>
      new Promise((resolve, reject) => {
        if (ended) throw ended;
        waiting.set(++asked, { resolve, reject });
        const given = args.filter((arg) => arg instanceof Uint8Array).map((bytes) => bytes.buffer);
        worker.postMessage({ id: asked, name, args }, given);
      });
    worker.onerror = ({ message }) => end(message);
    worker.onmessage = ({ data: { names, id, answer, error, broken } }) => {
      if (broken) return end(broken);
      if (names) return resolve(Object.fromEntries(names.map((name) => [name, call(name)])));
      const { resolve: take, reject: refuse } = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) take(answer);
      else refuse(error);
    };
  });
}

/** The bytes of a file beside the page; fails with the status of an answer that is not the file. */
async function fetchFile(path, progress) {
  const response = await fetch(address(path));
  if (!response.ok) throw response.status;
  const chunks = [];
  const stream = response.body.getReader();
  for (let seen = 0, chunk; !(chunk = await stream.read()).done; ) {
    chunks.push(chunk.value);
    seen += chunk.value.length;
    if (!progress(seen)) {
      stream.cancel(); // Stops the download.
      throw new Error(`${path}: not wanted any more`);
    }
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** The database of page and panel, once it is open; a browser may refuse it, or never answer. */
const database = once(
  () =>
    new Promise((resolve, reject) => {
      setTimeout(reject, DATABASE_MILLIS, new Error("no answer from IndexedDB"));
      const opening = indexedDB.open("attnscope", 2);
      opening.onupgradeneeded = () => {
        const { result } = opening;
        for (const name of result.objectStoreNames) result.deleteObjectStore(name);
        for (const name of ["kept", "drawer"]) result.createObjectStore(name);
        indexedDB.deleteDatabase("attnscope-drawer"); // The panel's, before there was one for both.
      };
      opening.onsuccess = () => {
        opening.result.onversionchange = () => opening.result.close(); // Another page wants a newer one.
        resolve(opening.result);
      };
      opening.onerror = () => reject(opening.error);
    }),
);

/** Tells the page of the panel, and of what cannot be kept. */
const tell = (detail) => dispatchEvent(new CustomEvent("attnscope:panel", { detail }));

/** How often something was kept under a name. */
const turns = new Map();

/** Long bytes that wait for a task of their own, since they are copied; not while the page goes. */
const waiting = new Set();
let isGoing = false;
for (const type of ["pagehide", "pageshow"]) {
  addEventListener(type, () => {
    isGoing = type === "pagehide";
    for (const go of waiting) go();
    waiting.clear();
  });
}

/** The locks of this page: of what is kept, each piece is one page's. */
const claims = new Map();

/** Fetches web/panel.mjs or web/engine.mjs. A browser may remember by its address that an import has failed. */
const fetchModule = (name, failures) => import(address(`${name}.mjs${failures ? `?try=${failures + 1}` : ""}`));

globalThis.attnscope = {
  /** The reader, in a worker: the same for every call, until it fails to arrive or breaks. */
  reader: once(startReader),

  /**
   * The numbers that src/ui/loading.rs asks for, packed: as they open, and as they are where that is something
   * else; and whether they are kept for this page alone. A file and the reader come side by side. `progress` is told
   * how many bytes have come, and tells whether the rest is still wanted. Fails with the status of an answer that
   * is not the file, with the reader's sentence in the language, or with an Error.
   */
  async numbers(request, progress) {
    const [broken, key, block, built, path, packed, id, kept, language] = request.split("\n");
    const isRead = key && !built && !broken;
    const reader = broken || packed || isRead ? attnscope.reader() : undefined;
    reader?.catch(() => {}); // Told below, where it is awaited.
    if (broken) throw await (await reader).link_fault(broken, language);
    const file = path ? await fetchFile(path, progress) : new Uint8Array();
    const stored = (name) => (kept.includes(name) ? attnscope.kept(`${id}.${name}`).catch(() => {}) : undefined);
    const opened = isRead ? (await reader).read(key, Number(block), file.slice(), language) : stored("opened");
    const changed = packed
      ? (await reader).link_unpack(packed, key, Number(block), file, language)
      : stored("changed");
    return Promise.all([opened, changed, id && attnscope.claim(id)]);
  },

  /**
   * The address that shows what is shown; fails with a sentence in the page's language where the numbers do not
   * fit into one. The page gives `linked`, its fragment and what is to be packed, and `shown`, the numbers.
   */
  async link() {
    const [fragment, packs, key, block, path] = new TextDecoder().decode(attnscope.linked()).split("\n");
    let hash = fragment;
    if (packs) {
      const bytes = path ? await fetchFile(path, () => true) : new Uint8Array();
      const reader = await attnscope.reader();
      const { lang } = document.documentElement;
      const packed = await reader.link_pack(attnscope.shown(), key, Number(block), bytes, lang);
      if (packed) hash = fragment.replace("&", `&z=${packed}&`); // In front: what is cut off is never numbers.
    }
    return Object.assign(new URL(location), { hash }).href;
  },

  /** Runs `act` on a store of the database, and gives what its request has found once everything is written. */
  async inStore(name, mode, act) {
    const transaction = (await database()).transaction(name, mode);
    const request = act(transaction.objectStore(name));
    if (mode === "readwrite") transaction.commit(); // At once: the page may be going.
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
    return request?.result;
  },

  /**
   * Whether what is kept under a name is this page's from now on, as it is of no other page. One that is going
   * gives it up a moment later.
   */
  claim(name) {
    const claim = () =>
      new Promise((resolve) => {
        const waiting = new AbortController();
        setTimeout(() => waiting.abort(), CLAIM_MILLIS);
        const hold = () => new Promise(() => resolve(true));
        const locks = navigator.locks?.request(name, { signal: waiting.signal }, hold);
        if (locks) locks.catch(() => resolve(false));
        else resolve(true);
      });
    if (!claims.has(name)) claims.set(name, claim());
    return claims.get(name);
  },

  /**
   * Keeps bytes under a name, or forgets them: short ones where writing takes no time, also while the page goes,
   * long ones in the database.
   */
  async keep(name, bytes) {
    attnscope.claim(name.split(".")[0]);
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    const key = `attnscope.${name}`;
    let rest = bytes;
    try {
      if (!bytes) localStorage.removeItem(key);
      if (bytes?.length < LONG) {
        let text = "";
        for (const byte of bytes) text += String.fromCharCode(byte);
        localStorage.setItem(key, text);
        rest = undefined;
      }
    } catch {} // Storage is refused or full.
    if (rest && !isGoing) await new Promise((resolve) => waiting.add(resolve) && setTimeout(resolve));
    if (turns.get(name) !== turn) return; // Something newer is kept.
    try {
      await attnscope.inStore("kept", "readwrite", (kept) => (rest ? kept.put(rest, name) : kept.delete(name)));
      // Unless something newer stands there already.
      if (rest && turns.get(name) === turn) localStorage.removeItem(key);
    } catch {
      if (rest) tell("unkept");
    }
  },

  /** The bytes that were kept under a name. */
  async kept(name) {
    const text = localStorage.getItem(`attnscope.${name}`);
    if (text !== null) return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return attnscope.inStore("kept", "readonly", (kept) => kept.get(name));
  },

  /** The exports of src/bin/panel.rs. */
  panel: once(async (failures) => (await fetchModule(panel, failures)).start()),
  /** Starts a worker: for web/engine.mjs. */
  worker: startWorker,
  /** The functions of web/engine.mjs: for src/ui/engine/desk.rs. */
  engine: once((failures) => fetchModule(engine, failures)),
  /** Opens the panel at one of its views, and hands over a text or files that were brought to the page. */
  async open(view, text = "", files = []) {
    if (view || text || files.length) handed.push({ view, text, files: [...files] });
    const patience = setTimeout(tell, PATIENCE_MILLIS, "coming");
    try {
      const { receive } = await attnscope.panel();
      tell("here");
      while (handed.length) receive(handed.shift());
    } catch (error) {
      console.error(error);
      tell("failed"); // What was handed over waits for the next call.
    } finally {
      clearTimeout(patience);
    }
  },
};

const handed = [];
const isField = (target) => target.closest?.("input:not([type=radio], [type=checkbox], [type=range]), textarea");

/** What is pasted outside of fields, or dropped anywhere, goes to the panel. */
function listen() {
  const mark = (isOver) => document.documentElement.toggleAttribute("data-dropping", isOver);
  const isFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("paste", ({ target, clipboardData }) => {
    const text = clipboardData?.getData("text/plain");
    const files = clipboardData?.files ?? [];
    if (!isField(target) && (text || files.length)) attnscope.open("data", text, files);
  });
  for (const type of ["dragenter", "dragover"]) {
    addEventListener(type, (event) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      mark(true);
    });
  }
  addEventListener("dragleave", (event) => event.relatedTarget ?? mark(false));
  addEventListener("drop", (event) => {
    mark(false);
    if (!isFiles(event)) return;
    event.preventDefault();
    attnscope.open("data", "", event.dataTransfer.files);
  });
}

async function boot() {
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(SIMD_PROBE)) {
    show(NEEDS_SIMD);
    return;
  }
  const patience = setTimeout(() => (screen.hidden = false), PATIENCE_MILLIS);
  try {
    const [page, response] = await Promise.all([import(address(js)), fetchWasm()]);
    await page.default({ module_or_path: response });
    screen.remove();
    if (!new URLSearchParams(location.search).has("embed")) listen(); // In a frame nothing is brought.
  } catch (error) {
    console.error(error);
    show(FAILED, String(error));
  } finally {
    clearTimeout(patience);
  }
}

boot();
