// Brings the panel: its style, its wasm, and the drawer, which keeps what the user has handed over in this
// browser. What it agrees on with the rest: the names of the files beside it (xtask/src/parts.rs),
// `attnscope.drawer`, which src/panel/browser.rs calls, and the `start` of web/boot.mjs.
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
  });
  return opened;
}

/** Runs `act` on the store, and gives what its request has found once everything is written. */
async function withStore(mode, act) {
  const transaction = (await database()).transaction("drawer", mode);
  const request = act(transaction.objectStore("drawer"));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
  return request?.result;
}

const drawer = {
  /** Keeps a text or bytes under a number. */
  put(id, content) {
    contents.set(id, content);
    return withStore("readwrite", (store) => store.put(content, id));
  },
  remove(id) {
    contents.delete(id);
    return withStore("readwrite", (store) => store.delete(id));
  },
  /** What lies under a number; undefined where nothing does. */
  content: (id) => contents.get(id),
  /** Keeps what is said of all of it. */
  putState: (state) => withStore("readwrite", (store) => store.put(state, "state")),
  /** Takes out everything that was kept; gives what was said of it. */
  async load() {
    const keys = await withStore("readonly", (store) => store.getAllKeys());
    const values = await withStore("readonly", (store) => store.getAll());
    keys.forEach((key, at) => typeof key === "number" && contents.set(key, values[at]));
    return values[keys.indexOf("state")];
  },
  forget() {
    contents.clear();
    return withStore("readwrite", (store) => store.clear());
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
  attnscope.drawer = drawer;
  const wasm = page.default({ module_or_path: beside("_bg.wasm") });
  await Promise.all([style, wasm]);
  await page.mount();
  return page;
}
