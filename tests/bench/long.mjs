// Long inputs on the page: 12 heads of 64 features, causal. From "Show it" to the first picture of the opened head,
// another head, the scale slider, panning; and how long the page's thread stood still meanwhile. One head of 4,096
// tokens, too.

import { openPage } from "../e2e/browser.mjs";
import { moveScale } from "../e2e/page.mjs";
import { waitForMark } from "./first-picture.mjs";

const [HEADS, WIDTH] = [12, 768];
const VISITS = 5;
const FRAMES = 150; // In which the slider moves.
const INPUTS = 60; // Moves of the hand that pans.
const PATIENCE_MILLIS = 60_000;

/** Rows for the table. */
export async function long(browser) {
  const first = [];
  for (let index = 0; index < VISITS; index++) first.push(await firstHead(browser, 1024));
  const of = (key) => first.flatMap((seen) => seen[key]);
  return [
    { name: "1,024 tokens × 12 heads: shown → first head drawn", values: of("drawn") },
    { name: "  → all heads", values: of("all") },
    { name: "  another head", values: of("another") },
    { name: "  tasks over 50 ms", note: of("tasks").map((task) => `${task.toFixed(0)} ms`).join(", ") || "none" },
    ...(await slider(browser, 256)),
    ...(await slider(browser, 1024)),
    ...(await panning(browser, 2048)),
    ...(await panning(browser, 4096, [64, 1])),
  ];
}

/** A page that shows such an input. */
async function shown(browser, tokens, [width, heads] = [WIDTH, HEADS]) {
  const visit = await openPage(browser, {});
  await visit.page.addInitScript(observe);
  await visit.load();
  const { page } = visit;
  await waitForMark(page);
  await page.locator(".explanation .formula").waitFor();
  await page.evaluate(bring, [tokens, width, heads]);
  const panel = page.locator("dialog#panel");
  await panel.locator(".headline", { hasText: `${tokens} tokens` }).waitFor({ timeout: PATIENCE_MILLIS });
  await page.evaluate(() => (globalThis.benchSeen.tasks.length = 0));
  await panel.getByRole("button", { name: "Show it" }).click();
  return visit;
}

const phase = (page, name) => page.locator(`.engine[data-phase="${name}"]`).waitFor({ timeout: PATIENCE_MILLIS });

async function firstHead(browser, tokens) {
  const visit = await shown(browser, tokens);
  const { page } = visit;
  // It is still once between the first head and the others, too.
  await page.waitForFunction(() => globalThis.benchSeen.stillAt, undefined, { timeout: PATIENCE_MILLIS });
  const { shownAt, drawnAt, stillAt } = await page.evaluate(() => globalThis.benchSeen);
  const another = await page.evaluate(async () => {
    const start = performance.now();
    document.querySelector('[data-head="7"]').click();
    while (!document.querySelector('[data-head="7"][aria-checked=true]')) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - start;
  });
  await page.waitForTimeout(1_000);
  const tasks = await page.evaluate(() => globalThis.benchSeen.tasks);
  visit.assertQuiet();
  await visit.context.close();
  return { drawn: drawnAt - shownAt, all: stillAt - shownAt, another, tasks };
}

async function slider(browser, tokens) {
  const visit = await shown(browser, tokens);
  const { page } = visit;
  await phase(page, "still");
  await page.waitForTimeout(1_000);
  await page.evaluate(() => Object.assign(globalThis.benchSeen, { tasks: [], pictures: [] }));
  await moveScale(page, FRAMES);
  const { pictures, tasks } = await page.evaluate(() => globalThis.benchSeen);
  visit.assertQuiet();
  await visit.context.close();
  const between = pictures.slice(1).map((time, index) => time - pictures[index]);
  const millis = pictures.at(-1) - pictures[0];
  return [
    { name: `slider at ${tokens.toLocaleString("en")} tokens: between pictures of the head`, values: between },
    { name: "  pictures a second", note: ((1000 * between.length) / millis).toFixed(0) },
    { name: "  tasks over 50 ms", note: tasks.map((task) => `${task.toFixed(0)} ms`).join(", ") || "none" },
  ];
}

async function panning(browser, tokens, sizes) {
  const visit = await shown(browser, tokens, sizes);
  const { page } = visit;
  await phase(page, "still");
  const grid = page.locator('section.equation figure[data-matrix="Weights"] [role=grid]');
  const { x, y, width, height } = await grid.boundingBox();
  const [middle, center] = [x + width / 2, y + height / 2];
  await page.mouse.move(middle, center);
  await page.keyboard.down("Control");
  for (let index = 0; index < 6; index++) await page.mouse.wheel(0, -240);
  await page.keyboard.up("Control");
  await page.mouse.down();
  await page.evaluate(() => Object.assign(globalThis.benchSeen, { tasks: [], frames: [] }));
  for (let index = 1; index <= INPUTS; index++) {
    const swing = Math.sin((index / INPUTS) * 2 * Math.PI);
    await page.mouse.move(middle + (swing * width) / 3, center + (swing * height) / 4);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
  }
  const { frames, drawnAt, shownAt } = await page.evaluate(() => globalThis.benchSeen);
  await page.mouse.up();
  visit.assertQuiet();
  await visit.context.close();
  const name = tokens.toLocaleString("en");
  return [
    { name: `${name} tokens × ${sizes?.[1] ?? HEADS} heads: shown → first head drawn`, values: [drawnAt - shownAt] },
    { name: `  panning: between frames`, values: frames },
  ];
}

/** In the page: when what was shown was drawn, each picture of the weights, tasks over 50 ms and frames. */
function observe() {
  const seen = { tasks: [], frames: [], pictures: [] };
  globalThis.benchSeen = seen;
  new PerformanceObserver((entries) => seen.tasks.push(...entries.getEntries().map(({ duration }) => duration))).observe({
    type: "longtask",
  });
  document.addEventListener("click", ({ target }) => {
    if (target.textContent === "Show it") seen.shownAt = performance.now();
  }, true);
  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function (...picture) {
    putImageData.apply(this, picture);
    const figure = this.canvas.closest('section.equation figure[data-matrix="Weights"] .matrix-box');
    if (figure && this.canvas.parentElement === figure) {
      seen.pictures.push(performance.now());
      if (document.querySelector(".engine")) seen.drawnAt ??= performance.now();
    }
  };
  let last;
  const frame = (now) => {
    if (last !== undefined) seen.frames.push(now - last);
    last = now;
    const phase = document.querySelector(".engine")?.dataset.phase;
    if (phase === "others") seen.isOnOthers = true;
    if (phase === "still" && seen.isOnOthers) seen.stillAt ??= now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** In the page: lets go of a file of that input. */
function bring([tokens, width, heads]) {
  let state = 7;
  const draw = () => ((state = (state * 1103515245 + 12345) % 2147483648) / 2147483648 - 0.5).toFixed(4);
  const row = () => `[${Array.from({ length: width }, draw).join(",")}]`;
  const x = `[${Array.from({ length: tokens }, row).join(",")}]`;
  const text = `{"dims": {"heads": ${heads}}, "options": {"mask": {"kind": "causal"}}, "inputs": {"x_q": ${x}}}`;
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "long.json"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}
