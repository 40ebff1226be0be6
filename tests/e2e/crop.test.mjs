// A long input that asks too much is cropped to a range of tokens on the spot, by keys, and comes back when that is undone.

import assert from "node:assert/strict";
import { assertAccessible, journey } from "./harness.mjs";
import { attend } from "./oracle.mjs";
import { cellOf, cellValue, grid, sizeOf, start } from "./page.mjs";
import { amountsTo, assertShows, drop, showIt } from "./panel.mjs";

const HEADS = 8;
const TOKENS = 5000;
const WIDTH = 224; // Of a head: what is projected is wide, and its numbers are quickly written.
const numbers = (rows, columns, wave) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => Number((0.4 * Math.sin(wave * row + 1.7 * column)).toFixed(4))),
  );
const x = numbers(TOKENS, 2, 3);
const weights = { w_q: numbers(2, HEADS * WIDTH, 5), w_k: numbers(2, HEADS * WIDTH, 7), w_v: numbers(2, HEADS * WIDTH, 11) };
const much = JSON.stringify({ dims: { heads: HEADS }, inputs: { x_q: x, ...weights } });

/** How far the engine is, as the line above the stage says. */
const phase = (page, name) => page.locator(`.engine[data-phase="${name}"]`);
const field = (page, name) => page.locator(".crop").getByRole("textbox", { name, exact: true });
const said = (page) => page.locator(".crop output");

/** Types over what stands in the field that has the focus, and goes on to the next. */
async function type(page, text) {
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  if (text !== "") await page.keyboard.type(text);
}

async function openMuch(page) {
  await drop(page, { "much.json": much });
  await amountsTo(page, `${TOKENS} tokens of 2 dimensions, ${HEADS} heads`);
  await showIt(page);
  await phase(page, "asks").waitFor();
}

journey("more than a browser should compute is cropped by keys, computed, and brought back", async ({ open }) => {
  const page = await start(open);
  await openMuch(page);
  assert.match(await page.locator(".engine").textContent(), /5,000 tokens × 8 heads: about 7\d\d MB of memory/);
  await assertAccessible(page);
  await page.locator(".engine button.primary").focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.crop), "first-query");
  // As many as are computed without asking.
  assert.equal(await field(page, "From token").inputValue(), "1");
  const offered = Number(await field(page, "to token").inputValue());
  assert.ok(offered > 4000 && offered < TOKENS, `offered ${offered}`);
  assert.match(await said(page).textContent(), /^About 53[0-7] MB of memory\.$/);
  await type(page, "101");
  await page.keyboard.press("Tab");
  await type(page, "400");
  await page.waitForFunction(() => /^About \d\d? MB/.test(document.querySelector(".crop output").textContent));
  await page.keyboard.press("Enter");
  await phase(page, "still").waitFor();
  assert.deepEqual(await sizeOf(page, "Weights"), [300, 300]);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "grid");

  const head = (w) => w.map((row) => row.slice(0, WIDTH));
  const [wQ, wK, wV] = [weights.w_q, weights.w_k, weights.w_v].map(head);
  const expected = attend({ x: x.slice(100, 400), wQ, wK, wV });
  for (const key of ["Control+Home", "ArrowRight", "ArrowDown", "Control+End"]) {
    await page.keyboard.press(key);
    const [row, column] = await cellOf(page, "Weights");
    await page.locator(`#cell-Weights-${row}-${column}`).waitFor({ state: "attached" });
    const [found, right] = [await cellValue(page), expected.Weights[row][column]];
    assert.ok(Math.abs(found - right) <= 2e-5 * right, `${row}, ${column}: ${found}, not ${right}`);
  }

  await page.keyboard.press("Control+Z");
  await phase(page, "asks").waitFor();
  assert.deepEqual(await sizeOf(page, "Weights"), [TOKENS, TOKENS]);
  // It asks, and computes nothing meanwhile.
  await page.waitForTimeout(500);
  assert.equal(await phase(page, "asks").count(), 1);
  assert.equal(await page.locator(".engine progress").count(), 0);
  await page.keyboard.press("Control+Y");
  await phase(page, "still").waitFor();
  assert.deepEqual(await sizeOf(page, "Weights"), [300, 300]);
});

journey("a range that is none is refused with the place and what is expected there", async ({ open }) => {
  const page = await start(open);
  await openMuch(page);
  const cases = [
    ["", "400", "From token", "“From token” is empty: it takes a whole number from 1 to 5,000."],
    ["0", "400", "From token", "“From token” is 0: it takes a whole number from 1 to 5,000."],
    ["2.5", "400", "From token", "“From token” is 2.5: it takes a whole number from 1 to 5,000."],
    ["6000", "7000", "From token", "“From token” is 6000: it takes a whole number from 1 to 5,000."],
    ["10", "9", "to token", "“to token” is 9: it takes a whole number from 10 to 5,000."],
    ["10", "5001", "to token", "“to token” is 5001: it takes a whole number from 10 to 5,000."],
  ];
  for (const [first, last, wrong, message] of cases) {
    await field(page, "From token").focus();
    await type(page, first);
    await page.keyboard.press("Tab");
    await type(page, last);
    assert.equal(await said(page).textContent(), message);
    await page.getByRole("button", { name: "Only these tokens" }).press("Enter");
    const focused = await page.evaluate(() => [
      document.activeElement.labels?.[0]?.textContent,
      document.activeElement.getAttribute("aria-invalid"),
    ]);
    assert.deepEqual(focused, [wrong, "true"]);
  }
  await type(page, "5000");
  await field(page, "From token").focus();
  await type(page, "1");
  await page.keyboard.press("Enter");
  assert.equal(await said(page).textContent(), "These are all the tokens that there are: take fewer.");
  assert.deepEqual(await sizeOf(page, "Weights"), [TOKENS, TOKENS]);
  await page.getByRole("button", { name: "한국어" }).click();
  await page.locator(".crop output", { hasText: "토큰 전체입니다." }).waitFor();
});

journey("queries and keys that are not the same tokens have a range each", async ({ open }) => {
  const page = await start(open);
  // The engine never answers, so that there is something to stop.
  await page.addInitScript(() => {
    const { Worker } = globalThis;
    globalThis.Worker = class extends Worker {
      postMessage(...message) {
        if (!message[0]?.ask) super.postMessage(...message);
      }
    };
  });
  await page.reload();
  const [queries, keys] = [numbers(700, 3, 2), numbers(800, 3, 5)];
  await drop(page, { "cross.json": JSON.stringify({ inputs: { x_q: queries, x_k: keys } }) });
  await amountsTo(page, "700");
  await showIt(page);
  await phase(page, "first").waitFor();
  await page.locator(".engine button", { hasText: "Stop" }).click();
  await phase(page, "cancelled").waitFor();
  for (const [name, number] of [["From query", "11"], ["to query", "14"], ["From key", "101"], ["to key", "106"]]) {
    await field(page, name).fill(number);
  }
  await page.getByRole("button", { name: "Only these tokens" }).press("Enter");
  await page.locator(".engine").waitFor({ state: "detached" });
  const expected = attend({ x: queries.slice(10, 14), xKeys: keys.slice(100, 106) });
  await assertShows(page, expected, ["Scores", "Weights", "Context"]);
  await page.keyboard.press("Control+Z");
  await phase(page, "first").waitFor();
  assert.deepEqual(await sizeOf(page, "Weights"), [700, 800]);
});
