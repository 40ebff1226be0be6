// From a paste or a drop of 1,000 × 768 numbers to the panel's answer with its preview, in a page that has
// opened the panel as long ago as it takes to choose a file: the reader has come and rehearsed. Meanwhile the page
// must stay alive.

import { openPage } from "../e2e/browser.mjs";
import { waitForMark } from "./first-picture.mjs";

const [ROWS, COLUMNS] = [1000, 768];
const VISITS = 5;
const UNDERSTOOD_MILLIS = { "NumPy print": 1000, ".npy": 100 }; // What we hold ourselves to.
const CHOOSING_MILLIS = 1_000;
const PATIENCE_MILLIS = 60_000;

/** Rows for the table. */
export async function reading(browser) {
  const rows = [];
  for (const form of ["NumPy print", ".npy", "CSV", "JSON", "word2vec"]) {
    const visits = [];
    for (let index = 0; index < VISITS; index++) visits.push(await visit(browser, form));
    const values = (key) => visits.map((seen) => seen[key]);
    const limit = UNDERSTOOD_MILLIS[form];
    const size = `${(visits[0].bytes / 1e6).toFixed(1)} MB`;
    rows.push({ name: `${form}, ${size}: brought → understood`, values: values("understood") });
    rows.push({ name: "  of it in the reader's thread", values: values("read") });
    rows.push({ name: "  longest time between frames", values: values("frame") });
    const within = values("understood").filter((millis) => millis < limit).length;
    if (limit) rows.push({ name: `  under ${limit} ms`, note: `${within} of ${VISITS}` });
  }
  return rows;
}

async function visit(browser, form) {
  const seen = await openPage(browser, {});
  await seen.load();
  await waitForMark(seen.page);
  await seen.page.evaluate(() => attnscope.open("data"));
  await seen.page.evaluate(() => attnscope.reader());
  await seen.page.locator("dialog#panel .panel-data").waitFor();
  await seen.page.waitForTimeout(CHOOSING_MILLIS);
  const times = await seen.page.evaluate(bring, [form, ROWS, COLUMNS, PATIENCE_MILLIS]);
  seen.assertQuiet();
  await seen.context.close();
  return times;
}

/** In the page: makes the numbers, hands them over as a paste or a drop does, waits for the answer. */
async function bring([form, rows, columns, patience]) {
  const value = (i, j) => Math.sin(i * columns + j);
  const cells = (i, width) => Array.from({ length: columns }, (_, j) => value(i, j).toFixed(8).padStart(width));
  const lines = (width, separator) => Array.from({ length: rows }, (_, i) => cells(i, width).join(separator));
  /** As NumPy prints all of it: six numbers a line. */
  const print = () => {
    const line = (row) => row.match(/(?:.{11} ?){1,6}/g).map((part) => part.trimEnd()).join("\n  ");
    return `[[${lines(11, " ").map(line).join("]\n [")}]]\n`;
  };
  const npy = () => {
    const header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(117) + "\n";
    const start = [0x93, ...new TextEncoder().encode("NUMPY\x01\x00\x76\x00" + header)];
    const data = Float64Array.from({ length: rows * columns }, (_, at) => Math.sin(at));
    return new Blob([Uint8Array.from(start), data]);
  };
  const make = {
    "NumPy print": print,
    ".npy": npy,
    CSV: () => lines(0, ",").join("\n"),
    JSON: () => `[${lines(0, ", ").map((row) => `[${row}]`).join(", ")}]`,
    word2vec: () => [`${rows} ${columns}`, ...lines(0, " ").map((row, i) => `token${i} ${row}`)].join("\n"),
  };
  const made = make[form]();
  const isFile = made instanceof Blob;
  const [text, files] = isFile ? ["", [new File([made], "x.npy")]] : [made, []];
  const frames = [];
  let last = performance.now();
  let isOver = false;
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  // How long the reader's own thread takes, seen from here.
  const reader = await attnscope.reader();
  let read = 0;
  for (const name of ["put", "put_text", "look"]) {
    const call = reader[name];
    reader[name] = async (...args) => {
      const start = performance.now();
      const answer = await call(...args);
      read += performance.now() - start;
      return answer;
    };
  }
  const start = performance.now();
  const isThere = () =>
    document.querySelector("dialog#panel .headline")?.textContent.includes(`of ${columns} dimensions`) &&
    document.querySelector("dialog#panel .preview td");
  await attnscope.open("data", text, files);
  while (!isThere()) {
    if (performance.now() - start > patience) throw new Error(`${form} was not understood`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const understood = performance.now() - start;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  isOver = true;
  return { understood, read, frame: Math.max(...frames), bytes: isFile ? made.size : text.length };
}
