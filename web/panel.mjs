// Brings the panel: its style, its wasm, the drawer, which keeps what the user has handed over in this browser,
// and the takeaway, which saves, copies and draws. What it agrees on with the rest: the names of the files
// beside it (xtask/src/parts.rs), the functions of `attnscope` that src/panel/browser.rs and
// src/panel/takeaway.rs call, and `start`, `inStore` and `claim` of web/boot.mjs.
//
// The drawer is a store of the page's IndexedDB and not localStorage: pastes are megabytes. It holds texts and
// bytes by number, and one line of text that says what they are. Where storage is refused, it keeps all of it
// until the page goes.

const here = new URL(import.meta.url);
const beside = (ending) => Object.assign(new URL(here), { pathname: here.pathname.replace(/\.mjs$/, ending) }).href;

const contents = new Map();
/** What has not been written yet, by number: each a function that has it written now. */
const waiting = new Map();
/** Writing megabytes takes its time, also on the reader's processor: what they amount to is told first. */
const WRITE_AFTER_MILLIS = 300;
const withStore = (mode, act) => attnscope.inStore("drawer", mode, act);

// Of several pages each has a drawer of its own, in the one store: what a page that is gone has left in its
// drawer, the next page takes over.
// Of each, only `pieces` and their `id` are known here (src/state/drawer.rs); of several, the answers of the first.
const stateOf = (text) => {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {}; // Damaged; the rest is worth having.
  }
};
const isState = (key) => String(key).startsWith("state");
let own = `state ${Math.random()}`;

// What is written to the database while the page goes may come too late: short texts are left where writing
// takes no time, and put into their place by the next page.
const LEFT = "attnscope.drawer";
const LONGEST_LEFT = 500_000;
let isLeaving = false;
addEventListener("pagehide", () => {
  isLeaving = true;
  for (const [id, write] of waiting) {
    leave(id, contents.get(id));
    write();
  }
});
addEventListener("pageshow", () => (isLeaving = false));

function left() {
  try {
    return JSON.parse(localStorage.getItem(LEFT)) ?? {};
  } catch {
    return {}; // Storage is refused, or what stands there is not ours.
  }
}

function leave(key, value) {
  if (!isLeaving || typeof value !== "string" || value.length > LONGEST_LEFT) return;
  try {
    localStorage.setItem(LEFT, JSON.stringify({ ...left(), [key]: value }));
  } catch {} // Storage is refused or full; the database may still be in time.
}

function takeLeft() {
  const taken = Object.entries(left());
  if (taken.length) localStorage.removeItem(LEFT);
  return taken.map(([key, value]) => [isState(key) ? key : Number(key), value]);
}

const drawer = {
  /** Keeps a text or bytes under a number. */
  async put(id, content) {
    contents.set(id, content);
    leave(id, content);
    if (!isLeaving) {
      await new Promise((write) => {
        waiting.set(id, write);
        setTimeout(write, WRITE_AFTER_MILLIS);
      });
    }
    waiting.delete(id);
    if (contents.get(id) !== content) return; // It has gone, or something newer is about to be kept.
    return withStore("readwrite", (store) => store.put(content, id));
  },
  remove(id) {
    contents.delete(id);
    return withStore("readwrite", (store) => store.delete(id));
  },
  /** What lies under a number; undefined where nothing does. */
  content: (id) => contents.get(id),
  /** Keeps what is said of all of it. */
  putState(state) {
    leave(own, state);
    return withStore("readwrite", (store) => store.put(state, own));
  },
  /** Takes out everything that was kept and is no other page's; gives what was said of it. */
  async load() {
    for (const [key, value] of takeLeft()) await withStore("readwrite", (store) => store.put(value, key));
    const keys = (await withStore("readonly", (store) => store.getAllKeys())).filter(isState);
    const isFree = await Promise.all(keys.map(attnscope.claim));
    const free = keys.filter((_, at) => isFree[at]);
    if (!free.length) {
      attnscope.claim(own);
      return undefined;
    }
    const get = (key) => withStore("readonly", (store) => store.get(key));
    const states = await Promise.all(free.map(async (key) => stateOf(await get(key))));
    const pieces = states.flatMap((state) => state.pieces ?? []);
    for (const { id } of pieces) {
      const content = await get(id);
      if (content !== undefined) contents.set(id, content);
    }
    own = free.shift();
    const state = JSON.stringify({ ...states[0], pieces });
    await drawer.putState(state);
    for (const key of free) await withStore("readwrite", (store) => store.delete(key));
    return state;
  },
  forget() {
    contents.clear();
    takeLeft();
    return withStore("readwrite", (store) => store.clear());
  },
};

const takeaway = {
  /** Saves bytes as a file, where the browser saves files. */
  save(name, type, bytes) {
    const href = URL.createObjectURL(new Blob([bytes], { type }));
    Object.assign(document.createElement("a"), { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000); // Large files are read a while later.
  },
  /** Copies what a promise gives; the clipboard is asked at once, while the press still counts. */
  copy(type, made) {
    if (typeof ClipboardItem === "undefined") {
      const text = (content) => (typeof content === "string" ? content : new TextDecoder().decode(content));
      return made.then((content) => navigator.clipboard.writeText(text(content)));
    }
    const blob = made.then((content) => new Blob([content], { type }));
    return navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
  },
  /** An SVG as a PNG of twice its size. */
  async png(svg) {
    const href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    try {
      const image = Object.assign(new Image(), { src: href });
      await image.decode();
      const canvas = document.createElement("canvas");
      const ratio = Math.min(2, 8192 / Math.max(image.width, image.height)); // No browser draws larger ones.
      [canvas.width, canvas.height] = [image.width, image.height].map((side) => Math.ceil(side * ratio));
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
      return new Uint8Array(await blob.arrayBuffer());
    } finally {
      URL.revokeObjectURL(href);
    }
  },
};

function fetchStyle() {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: beside(".css") });
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(`${link.href}: not fetched`));
    };
    document.head.append(link);
  });
}

/** Fetches the rest and mounts the panel; its exports. */
export async function start() {
  const style = fetchStyle();
  const page = await import(beside(".js"));
  Object.assign(attnscope, { drawer, takeaway });
  const wasm = page.default({ module_or_path: beside("_bg.wasm") });
  await Promise.all([style, wasm]);
  await page.mount();
  return page;
}
