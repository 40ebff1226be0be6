// The scale: dragged, typed, marked, reset; and what softmax makes of it.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { cellOf, moveScale, number, readMatrix, readRow, show, start } from "./page.mjs";

const SOON = { timeout: 3000 };
const divisor = (page) => page.locator("#divisor");
const sum = (row) => row.reduce((a, b) => a + b);

/** Waits until the field shows a text. */
const shows = (page, text) =>
  page.waitForFunction((text) => document.querySelector("#divisor").value === text, text, SOON);

/** Drags the thumb with the mouse to a share of the slider's way, in a few moves. */
async function drag(page, share) {
  const slider = page.locator("#scale-slider");
  const { x, y, width, height } = await slider.boundingBox();
  const steps = Number(await slider.getAttribute("max"));
  const thumb = 16; // Chromium's, in CSS pixels.
  const at = (share) => x + thumb / 2 + share * (width - thumb);
  const middle = y + height / 2;
  await page.mouse.move(at(Number(await slider.inputValue()) / steps), middle);
  await page.mouse.down();
  // Past the end for the ends: a hand does not stop exactly there.
  const target = share === 0 ? x - 20 : share === 1 ? x + width + 20 : at(share);
  await page.mouse.move(target, middle, { steps: 5 });
  // A refusal that goes may make room: a hand follows the end of the way.
  if (share === 1) {
    const moved = await slider.boundingBox();
    await page.mouse.move(moved.x + moved.width + 20, middle);
  }
  await page.mouse.up();
}

journey("dragging the scale turns one-hot rows soft, and every row still sums to 1", async ({ open }) => {
  const page = await start(open);
  const largest = []; // In each position, the largest weight of the last row.
  for (const share of [0, 0.25, 0.5, 0.8, 1]) {
    await drag(page, share);
    const weights = await readMatrix(page, "Weights");
    for (const row of weights) {
      assert.ok(Math.abs(sum(row) - 1) < 1e-9, `at ${share} a row sums to ${sum(row)}`);
    }
    largest.push(weights.slice(2).map((row) => Math.max(...row)));
    if (share === 0) await shows(page, "1.00");
    if (share === 1) await shows(page, "64.00");
  }
  for (const weight of largest[0]) assert.ok(weight > 0.9, `divided by 1 a row is one-hot: ${largest[0]}`);
  for (const weight of largest[4]) assert.ok(weight < 0.6, `divided by 64 a row is soft: ${largest[4]}`);
  for (let row = 0; row < 4; row += 1) {
    const falling = largest.map((rows) => rows[row]);
    assert.deepEqual(
      falling,
      falling.toSorted((a, b) => b - a),
      "the larger the divisor, the softer the row",
    );
  }
});

journey("while the slider is dragged, everything follows before it is let go", async ({ open }) => {
  const page = await start(open);
  const entropy = async () => number(await page.locator(".row-readout b").first().innerText());
  const before = await entropy();
  const { x, y, width, height } = await page.locator("#scale-slider").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width, y + height / 2, { steps: 3 });
  await shows(page, "64.00");
  // Softer rows have more entropy; a text stands for a moment while the hand moves.
  const isMore = (before) => Number(document.querySelector(".row-readout b").textContent) > before + 0.1;
  await page.waitForFunction(isMore, before, SOON);
  const sign = page.locator('nav.strip .frame:has([data-stage="scale"]) .frame-sign');
  assert.equal(await sign.innerText(), "÷ 64");
  await page.mouse.up();
});

journey("while a hand moves the scale texts follow a few times a second, and all of them once it is lifted", async ({ open }) => {
  const page = await start(open);
  await page.evaluate(() => {
    globalThis.changes = 0;
    const observer = new MutationObserver((records) => (globalThis.changes += records.length));
    observer.observe(document.querySelector("[data-testid=cell-value]"), { attributeFilter: ["data-value"] });
  });
  const { millis, left } = await moveScale(page, 60, { letsGo: true });
  const changes = await page.evaluate(() => globalThis.changes);
  assert.ok(changes >= 2 && changes <= millis / 100 + 3, `${changes} in ${millis} ms`);
  const [row, column] = await cellOf(page, "Weights");
  assert.equal((await readRow(page, "Weights", row))[column], Number(left));
});

journey("a divisor is typed, and the scores are divided by it", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  const scores = await readRow(page, "Scores", 3);
  await show(page, "scale");
  for (const [typed, value] of [
    ["2", 2],
    ["0.5", 0.5],
    ["12,5", 12.5],
    [" 3e1 ", 30],
  ]) {
    await divisor(page).fill(typed);
    await divisor(page).press("Enter");
    const scaled = await readRow(page, "Scaled", 3);
    scaled.forEach((cell, at) => {
      const expected = scores[at] / value;
      assert.ok(Math.abs(cell - expected) <= 1e-12 * Math.abs(expected), `${typed}: ${cell}, ${expected}`);
    });
  }
});

journey("what is no divisor is refused with a word, and the scale stays", async ({ open }) => {
  const page = await start(open);
  await show(page, "scale");
  const before = await readRow(page, "Scaled", 3);
  for (const typed of ["abc", "0", "-3", "", "1e999", "NaN", "1/2"]) {
    await divisor(page).fill(typed);
    await divisor(page).press("Enter");
    const alert = page.getByRole("alert");
    await alert
      .filter({ hasText: `“${typed}” is not a number from 0.000001 to 1000000. Type one such as 8 or 0.5.` })
      .waitFor(SOON);
    assert.equal(await divisor(page).getAttribute("aria-invalid"), "true");
    assert.deepEqual(await readRow(page, "Scaled", 3), before, typed);
  }
  await divisor(page).fill("4");
  await divisor(page).press("Enter");
  await page.locator("#divisor-refused:empty").waitFor({ state: "attached", ...SOON });
  assert.equal(await divisor(page).getAttribute("aria-invalid"), "false");
  assert.notDeepEqual(await readRow(page, "Scaled", 3), before);
});

/** Types what is refused, does something else, and finds neither the word nor the typed text left over. */
async function assertRecovers(open, act, text) {
  const page = await start(open);
  await divisor(page).fill("abc");
  await divisor(page).press("Enter");
  await page.getByRole("alert").filter({ hasText: "abc" }).waitFor(SOON);
  await act(page);
  await page.locator("#divisor-refused:empty").waitFor({ state: "attached", ...SOON });
  await shows(page, text);
}

journey("after a refused text the way back clears it", ({ open }) =>
  assertRecovers(open, (page) => page.getByRole("button", { name: "Back to √64" }).click(), "8.00"),
);

journey("after a refused text a mark clears it", ({ open }) =>
  assertRecovers(open, (page) => page.getByRole("button", { name: "1 not scaled" }).click(), "1.00"),
);

journey("after a refused text the slider clears it", ({ open }) =>
  assertRecovers(open, (page) => drag(page, 1), "64.00"),
);

journey("the marks and the way back set the scale exactly", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  const [score] = await readRow(page, "Scores", 0);
  await show(page, "scale");
  const press = async (name, expected, text) => {
    await page.getByRole("button", { name }).click();
    await shows(page, text);
    const [scaled] = await readRow(page, "Scaled", 0);
    assert.ok(Math.abs(scaled - score / expected) < 1e-12 * Math.abs(score), String(name));
  };
  await press("1 not scaled", 1, "1.00");
  await press("square root of the width of a head", 8, "8.00");
  await press("square root of the width of the model", Math.sqrt(768), "27.713");
  await press("Back to √64", 8, "8.00");
});

journey("one key brings the scale back", async ({ open }) => {
  const page = await start(open);
  await page.getByRole("button", { name: "1 not scaled" }).click();
  await shows(page, "1.00");
  await page.keyboard.press("s");
  await shows(page, "8.00");
});

journey("one key brings the scale back right after a drag", async ({ open }) => {
  const page = await start(open);
  await drag(page, 0);
  await shows(page, "1.00");
  await page.keyboard.press("s");
  await shows(page, "8.00");
});

journey("the slider moves by the keys of a slider, and says its value", async ({ open }) => {
  const page = await start(open);
  const slider = page.locator("#scale-slider");
  await slider.focus();
  await page.keyboard.press("Home");
  await shows(page, "1.00");
  await page.keyboard.press("End");
  await shows(page, "64.00");
  assert.equal(await slider.getAttribute("aria-valuetext"), "64");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector("#divisor").value !== "64.00", null, SOON);
  const below = number(await divisor(page).inputValue());
  assert.ok(below < 64 && below > 60, `one step below 64 is ${below}`);
  await page.locator('section.equation[data-stage="softmax"]').waitFor();
});

journey(
  "a divisor too small or too large for the numbers still leaves rows that sum to 1",
  async ({ open }) => {
    const page = await start(open);
    for (const typed of ["1e-300", "1e-310", "1e300"]) {
      await divisor(page).fill(typed);
      await divisor(page).press("Enter");
      // Refused or followed: either way the weights are weights, and the field shows a divisor.
      const row = await readRow(page, "Weights", 3);
      assert.ok(Math.abs(sum(row) - 1) < 1e-9, `divided by ${typed}: ${row}`);
      const shown = await divisor(page).inputValue();
      assert.ok(number(shown) > 0, `divided by ${typed} the field shows ${shown}`);
      assert.ok(shown.length < 20, `divided by ${typed} the field shows ${shown.length} signs`);
    }
  },
);
