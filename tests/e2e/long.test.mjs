// Long inputs: one head is computed at a time, in f32 and beside the page, and every number is what plain loops give.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { attend } from "./oracle.mjs";
import { cellOf, cellValue, chooseHead, grid, headOf, show, sizeOf, start } from "./page.mjs";
import { amountsTo, drop, showIt } from "./panel.mjs";

const HEADS = 8;
const TOKENS = 256;
const WIDTH = 4; // Of a head.
const xOf = (tokens) =>
  Array.from({ length: tokens }, (_, row) =>
    Array.from({ length: HEADS * WIDTH }, (_, column) => Math.sin(3 * row + 1.7 * column) * (1 + (column % 3))),
  );
const x = xOf(TOKENS);
const ofHead = (head, options) =>
  attend({ x: x.map((row) => row.slice(head * WIDTH, (head + 1) * WIDTH)), ...options });

/** Equal but for rounding to f32: a score of 20, rounded in its seventh digit, is a weight off in its sixth. */
const near = (found, expected) =>
  assert.ok(Math.abs(found - expected) <= 2e-5 * Math.max(0.01, Math.abs(expected)), `${found}, not ${expected}`);

/** How far the engine is, as the line above the stage says. */
const phase = (page, name) => page.locator(`.engine[data-phase="${name}"]`);

/** The selected cell of a matrix is what plain loops give. */
async function assertCell(page, matrix, expected) {
  await grid(page, matrix).focus();
  await page.keyboard.press("ArrowRight");
  const [row, column] = await cellOf(page, matrix);
  await page.locator(`#cell-${matrix}-${row}-${column}`).waitFor({ state: "attached" });
  near(await cellValue(page), expected[row][column]);
}

const document = (tokens, extra) => JSON.stringify({ dims: { heads: HEADS }, inputs: { x_q: xOf(tokens) }, ...extra });

async function openLong(page, text = document(TOKENS), tokens = TOKENS) {
  await drop(page, { "long.json": text });
  await amountsTo(page, `${tokens} tokens of ${HEADS * WIDTH} dimensions, ${HEADS} heads`);
  await showIt(page);
}

journey("of a long input every head has its numbers, one at a time, and all make the concatenation", async ({ open }) => {
  const page = await start(open);
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await openLong(page);
  await phase(page, "still").waitFor();
  assert.match(await page.locator(".engine").textContent(), /256 tokens × 8 heads: about \d+\.\d MB/);
  assert.deepEqual(await sizeOf(page, "Weights"), [TOKENS, TOKENS]);
  await assertCell(page, "Weights", ofHead(0).Weights);
  await chooseHead(page, 3);
  await assertCell(page, "Weights", ofHead(3).Weights);
  for (const [stage, matrix] of [["dot-product", "Scores"], ["scale", "Scaled"], ["mask", "Masked"], ["context", "Context"]]) {
    await show(page, stage);
    await assertCell(page, matrix, ofHead(3)[matrix]);
  }
  await show(page, "concat");
  const concat = Array.from({ length: HEADS }, (_, head) => ofHead(head).Context);
  const sideBySide = x.map((_, row) => concat.flatMap((context) => context[row]));
  assert.deepEqual(await sizeOf(page, "Concat"), [TOKENS, HEADS * WIDTH]);
  await phase(page, "still").waitFor();
  await page.getByTestId("cell-value").waitFor();
  await assertCell(page, "Concat", sideBySide);
  await page.locator(".explanation", { hasText: "only the open head's context is drawn by itself" }).waitFor();
  assert.ok(requests.some((url) => /engine-[0-9a-f]+_bg\.wasm/.test(url)), "the engine is fetched");
});

journey("numbers beyond single precision are told of, and nothing else is", async ({ open }) => {
  const page = await start(open);
  const beyond = page.locator(".engine", { hasText: "Some scores are NaN or ∞" });
  await openLong(page);
  await phase(page, "still").waitFor();
  assert.equal(await beyond.count(), 0);
  const large = { inputs: { x_q: xOf(TOKENS).map((row) => row.map((value) => value * 1e30)) } };
  await openLong(page, document(TOKENS, large));
  await beyond.waitFor();
});

journey("mask and scale are followed by what is computed", async ({ open }) => {
  const page = await start(open);
  await openLong(page);
  await phase(page, "still").waitFor();
  await page.locator("#mask").selectOption({ label: "causal" });
  await grid(page, "Weights").focus();
  await page.keyboard.press("Control+Home");
  await page.waitForFunction(() => document.querySelector("[data-testid=cell-value]")?.dataset.value === "1");
  const divisor = 3.25;
  await page.locator("#divisor").fill(String(divisor));
  await page.keyboard.press("Enter");
  const expected = ofHead(0, { divisor, mayLook: (query, key) => key <= query });
  await grid(page, "Weights").focus();
  await page.keyboard.press("Control+End");
  await page.waitForFunction(
    (last) => Math.abs(Number(document.querySelector("[data-testid=cell-value]")?.dataset.value) - last) < 1e-5,
    expected.Weights[TOKENS - 1][TOKENS - 1],
  );
  near(await cellValue(page), expected.Weights[TOKENS - 1][TOKENS - 1]);
});

journey("a long input is there again after a reload, at the stage that was shown", async ({ open }) => {
  const page = await start(open);
  await openLong(page, document(320), 320);
  await phase(page, "still").waitFor();
  await show(page, "context");
  // Once it is kept.
  await page.waitForFunction(() => localStorage.getItem("attnscope.settings")?.includes("context"));
  for (let visit = 0; visit < 2; visit++) {
    await page.reload();
    await page.locator('section.equation[data-stage="context"]').waitFor();
    await phase(page, "still").waitFor();
    await page.locator(".explanation .formula").waitFor();
    assert.deepEqual(await sizeOf(page, "Context"), [320, WIDTH]);
  }
});

journey("the engine is fetched only for a long input", async ({ open }) => {
  const page = await start(open);
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await drop(page, { "short.json": document(12) });
  await amountsTo(page, `12 tokens of ${HEADS * WIDTH} dimensions, ${HEADS} heads`);
  await showIt(page);
  await page.locator(".explanation .formula").waitFor();
  assert.equal(requests.filter((url) => url.includes("engine")).length, 0);
  assert.equal(await page.locator(".engine").count(), 0);
});

/** The worker of the engine, once there is one. */
async function engineWorker(page) {
  const isEngine = (worker) => worker.url().includes("engine");
  return page.workers().find(isEngine) ?? page.waitForEvent("worker", { predicate: isEngine });
}

journey("a computation is stopped by hand, and begun again", async ({ open }) => {
  const page = await start(open);
  // Never answers, so that there is something to stop.
  await page.addInitScript(() => {
    const { Worker } = globalThis;
    globalThis.Worker = class extends Worker {
      postMessage(...message) {
        if (globalThis.isHeld && message[0]?.ask) return;
        super.postMessage(...message);
      }
    };
  });
  await page.reload();
  await page.evaluate(() => (globalThis.isHeld = true));
  await openLong(page);
  await phase(page, "first").waitFor();
  assert.deepEqual(await sizeOf(page, "Weights"), [TOKENS, TOKENS]);
  await page.locator(".engine button", { hasText: "Stop" }).click();
  await phase(page, "cancelled").waitFor();
  assert.match(await page.locator(".engine").textContent(), /still here/);
  // Nothing is left of the example before.
  for (const place of ['nav.strip [data-stage="softmax"]', 'nav.strip [data-stage="concat"]', '[data-head="3"]']) {
    const isBlank = await page.locator(`${place} canvas`).evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.every((value) => value === 0);
    });
    assert.ok(isBlank, `${place} is empty`);
  }
  // Everything that is given can be looked at.
  await show(page, "project");
  await grid(page, "X").waitFor();
  await page.evaluate(() => (globalThis.isHeld = false));
  await page.locator(".engine button", { hasText: "Compute" }).focus();
  await page.keyboard.press("Enter");
  await phase(page, "still").waitFor();
  // The buttons went, and did not take the focus along.
  await page.waitForFunction(() => document.activeElement.closest(".engine"));
  await show(page, "softmax");
  await assertCell(page, "Weights", ofHead(0).Weights);
});

journey("a worker that dies midway is told of, what was set is kept, and another goes on", async ({ open }) => {
  const page = await start(open, { complaints: [/killed/] });
  await openLong(page);
  const worker = await engineWorker(page);
  await phase(page, "still").waitFor();
  await chooseHead(page, 2);
  await worker.evaluate(() => setTimeout(() => { throw new Error("killed"); }));
  await phase(page, "broken").waitFor();
  assert.match(await page.locator(".engine").textContent(), /broke off.*still here.*killed/s);
  await page.getByRole("button", { name: "한국어" }).click();
  const reason = page.locator(".engine [role=status] [lang=en]");
  assert.match(await reason.textContent(), /^ ?\(.*killed.*\)$/);
  const sentence = page.locator(".engine [role=status]", { hasText: "계산이 도중에 끊겼습니다." });
  await sentence.waitFor();
  await page.getByRole("button", { name: "English" }).click();
  // What was computed stays.
  await assertCell(page, "Weights", ofHead(2).Weights);
  await page.locator(".engine button", { hasText: "Try again" }).click();
  await phase(page, "still").waitFor();
  assert.equal(await headOf(page), 2);
  await chooseHead(page, 5);
  await assertCell(page, "Weights", ofHead(5).Weights);
});

journey("where workers are refused, the page computes by itself", async ({ open }) => {
  const page = await start(open);
  await page.addInitScript(() => {
    const { Worker } = globalThis;
    globalThis.Worker = class extends Worker {
      constructor(address) {
        if (String(address).includes("engine")) throw new DOMException("refused", "SecurityError");
        super(address);
      }
    };
  });
  await page.reload();
  await openLong(page);
  await phase(page, "still").waitFor();
  assert.equal(page.workers().filter((worker) => worker.url().includes("engine")).length, 0);
  await chooseHead(page, 1);
  await assertCell(page, "Weights", ofHead(1).Weights);
});
