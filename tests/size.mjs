// What a visitor downloads before the first picture: every file of dist/ but its assets, which are fetched
// when they are chosen, the pieces of the page, which are fetched once that picture stands, and the parts, each of
// which is fetched when it is first needed. Compressed as a good server does it. Fails above the limit, and where README tells another number: less than is measured, or 2 %
// more.
//
//     node tests/size.mjs dist

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const LIMIT = 250_000;
const GOAL = 200_000;

const dist = process.argv[2] ?? "dist";
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(dist.length + 1))
  .filter((name) => !/^assets[\\/]/.test(name));

const PARTS = ["reader", "panel", "engine"];
const isOf = (part) => ({ name }) => name.startsWith(`${part}-`);
const isPiece = ({ name }) => name.startsWith("attnscope-") && name.endsWith(".wasm") && !name.endsWith("_bg.wasm");
const isLater = (file) => isPiece(file) || PARTS.some((part) => isOf(part)(file));

const all = files.map((name) => {
  const content = readFileSync(join(dist, name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return { name, raw: content.length, brotli: brotliCompressSync(content, { params }).length };
});
all.sort((a, b) => b.brotli - a.brotli);
const rows = all.filter((file) => !isLater(file));
const total = sum("before the first picture", rows);
const pieces = sum("pieces of the page, fetched right after it", all.filter(isPiece));
const later = PARTS.map((part) => sum(`the ${part}, fetched when it is first needed`, all.filter(isOf(part))));

function sum(name, rows) {
  const of = (key) => rows.reduce((total, row) => total + row[key], 0);
  return { name, raw: of("raw"), brotli: of("brotli") };
}

const bytes = (count) => count.toLocaleString("en").padStart(11);
console.log(`${"bytes".padStart(11)}${"brotli 11".padStart(11)}`);
for (const { name, raw, brotli } of [...rows, total, pieces, ...later]) console.log(`${bytes(raw)}${bytes(brotli)}  ${name}`);

const share = ((100 * total.brotli) / LIMIT).toFixed(0);
console.log(`limit ${bytes(LIMIT).trim()}, of which ${share} % are used; goal ${bytes(GOAL).trim()}`);
for (const kind of [rows, all.filter(isPiece), ...PARTS.map((part) => all.filter(isOf(part)))]) {
  if (!kind.some(({ name }) => name.endsWith(".wasm"))) throw new Error(`${dist} lacks a wasm: this is not the site`);
}
if (total.brotli > LIMIT) {
  console.error(`${total.brotli - LIMIT} bytes over the limit`);
  process.exitCode = 1;
}

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const told = Number(/^\| Bytes before the first picture, brotli \| ([\d,]+) \|/m.exec(readme)?.[1].replaceAll(",", ""));
if (!(told >= total.brotli && told <= 1.02 * total.brotli)) {
  console.error(`README.md tells ${told} bytes before the first picture; write ${bytes(total.brotli).trim()}`);
  process.exitCode = 1;
}
