// The same multi-head attention in our engine and in two general runtimes, in one Chromium, in turn: how long each
// takes, and whether they agree.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { loadavg } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { quantile } from "./table.mjs";

const SAMPLES = { 6: 15, 128: 30, 512: 15, 1024: 7, 2048: 5 };
const AGREE = 1e-4;
const PATIENCE_MILLIS = 600_000;

const HERE = fileURLToPath(new URL(".", import.meta.url));
const TYPES = { ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm" };
const PAGE = `<!doctype html><meta charset="utf-8"><title>contest</title>
<script src="/node_modules/@tensorflow/tfjs-core/dist/tf-core.min.js"></script>
<script src="/node_modules/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js"></script>
<script src="/engine.js"></script>`;

/** The table as lines of text. */
export async function attention(browser) {
  const server = await serve();
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE_MILLIS);
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.evaluate(async () => {
      globalThis.contestants = await import("/contest.mjs");
      await globalThis.contestants.open();
    });
    const lines = [head()];
    for (const [n, samples] of Object.entries(SAMPLES)) {
      const seen = await page.evaluate(([n, samples]) => globalThis.contestants.contest(n, samples), [Number(n), samples]);
      check(n, seen.far);
      lines.push(...rows(n, samples, seen));
    }
    return lines.join("\n");
  } finally {
    await context.close();
    server.close();
  }
}

/** Our engine, as the site has it, the packages and the page's script, from here alone. */
function serve() {
  const engine = process.env.ATTNSCOPE_ENGINE ?? built();
  const read = (path) => {
    if (path === "/") return [".html", PAGE];
    const file = normalize(path).startsWith("/engine") ? engine + path.slice("/engine".length) : join(HERE, normalize(path));
    return [extname(file), readFileSync(file)];
  };
  const server = createServer(({ url }, response) => {
    try {
      const [type, content] = read(new URL(url, "http://127.0.0.1").pathname);
      response.setHeader("content-type", TYPES[type] ?? "text/html");
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** What the files of the engine in `dist/` begin with. */
function built() {
  const dist = join(HERE, "../../dist");
  const name = /data-engine="([^"]+)"/.exec(readFileSync(join(dist, "index.html"), "utf8"))?.[1];
  if (!name) throw new Error("dist/index.html names no engine");
  return join(dist, name);
}

/** Times of different numbers must not be compared. */
function check(n, far) {
  for (const [name, distance] of Object.entries(far)) {
    if (!(distance <= AGREE)) throw new Error(`n = ${n}: ${name} is ${distance} from ours, of ${AGREE} at most`);
  }
}

const cell = (text) => text.padStart(13);
const millis = (value) => cell(value.toFixed(2));

function head() {
  const names = ["ours", "onnxruntime", "tensorflow", "ours / ort", "ours / tfjs", "farthest"];
  return `attention, ms: width 768, 12 heads, causal, one thread; median (and least)\n${"n".padEnd(8)}${names.map(cell).join("")}`;
}

function rows(n, samples, { times, parts, far }) {
  const row = (name, share) => {
    const [ours, ort, tfjs] = ["ours", "onnxruntime", "tensorflow"].map((it) => quantile(times[it], share));
    return `${name.padEnd(8)}${[ours, ort, tfjs].map(millis).join("")}${millis(ours / ort)}${millis(ours / tfjs)}`;
  };
  const distance = cell(Math.max(...Object.values(far)).toExponential(0));
  const of = Object.entries(parts).map(([part, values]) => `${part} ${quantile(values, 0.5).toFixed(2)}`);
  const load = `load ${loadavg()[0].toFixed(1)}`;
  return [row(n, 0.5) + distance, `${row("  least", 0)}  ${samples} samples, ${load}`, `  ours: ${of.join(", ")}`];
}
