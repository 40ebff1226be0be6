// Brings the panel: its style, its wasm, the drawer, which keeps what the user has handed over in this browser,
// and the takeaway, which saves, copies and draws. What it agrees on with the rest: the names of the files
// beside it (xtask/src/parts.rs), the functions of `attnscope` that src/panel/browser.rs and
// src/panel/takeaway.rs call, and the `start` of web/boot.mjs.
//
// The drawer is an IndexedDB and not localStorage: pastes are megabytes. It holds texts and bytes by number, and
// one line of text that says what they are. Where storage is refused, it keeps all of it until the page goes.

const here = new URL(import.meta.url);
const beside = (ending) => Object.assign(new URL(here), { pathname: here.pathname.replace(/\.mjs$/, ending) }).href;

const contents = new Map();
let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("attnscope-drawer", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("drawer");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  }).catch((error) => {
    opened = undefined; // The next call tries again.
    throw error;
  });
  return opened;
}

/** Runs `act` on the store, and gives what its request has found once everything is written. */
async function withStore(mode, act) {
  const transaction = (await database()).transaction("drawer", mode);
  const request = act(transaction.objectStore("drawer"));
  if (mode === "readwrite") transaction.commit(); // At once: the page may be going.
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
  return request?.result;
}

// What is written to the database while the page goes may come too late: short texts are left where writing
// takes no time, and put into their place by the next page.
const LEFT = "attnscope.drawer";
const LONGEST_LEFT = 500_000;
let isLeaving = false;
addEventListener("pagehide", () => (isLeaving = true));
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
  return taken.map(([key, value]) => [key === "state" ? key : Number(key), value]);
}

const drawer = {
  /** Keeps a text or bytes under a number. */
  put(id, content) {
    contents.set(id, content);
    leave(id, content);
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
    leave("state", state);
    return withStore("readwrite", (store) => store.put(state, "state"));
  },
  /** Takes out everything that was kept; gives what was said of it. */
  async load() {
    for (const [key, value] of takeLeft()) await withStore("readwrite", (store) => store.put(value, key));
    const keys = await withStore("readonly", (store) => store.getAllKeys());
    const values = await withStore("readonly", (store) => store.getAll());
    keys.forEach((key, at) => typeof key === "number" && contents.set(key, values[at]));
    return values[keys.indexOf("state")];
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
