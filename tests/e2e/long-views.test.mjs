// Long inputs in the views: text in the colors of a usual row, heads sorted by what plain loops measure, and one head of
// thousands of tokens.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { attend, colorOf, measure, ranked } from "./oracle.mjs";
import { cellOf, cellValue, grid, number, show, start } from "./page.mjs";
import { amountsTo, drop, showIt } from "./panel.mjs";

const [TOKENS, HEADS, WIDTH] = [256, 8, 4];
const mask = { kind: "causal" };
const mayLook = (query, key) => key <= query;
const x = Array.from({ length: TOKENS }, (_, row) =>
  Array.from({ length: HEADS * WIDTH }, (_, column) => Math.sin(3 * row + 1.7 * column) * (0.3 + (column % 7) / 5)),
);
const weightsOf = (head) => attend({ x: x.map((row) => row.slice(head * WIDTH, (head + 1) * WIDTH)), mayLook }).Weights;

async function openLong(open) {
  const page = await start(open);
  const text = JSON.stringify({ dims: { heads: HEADS }, options: { mask }, inputs: { x_q: x } });
  await drop(page, { "long.json": text });
  await amountsTo(page, `${TOKENS} tokens of ${HEADS * WIDTH} dimensions, ${HEADS} heads`);
  await showIt(page);
  await show(page, "softmax");
  await page.locator('.engine[data-phase="still"]').waitFor();
  return page;
}

const word = (page, at) => page.locator(`.text-area .word[data-at="${at}"]`);

journey("among hundreds of keys colors reach as far as the largest weight of a usual row, and the page says so", async ({ open }) => {
  const page = await openLong(open);
  const weights = weightsOf(0);
  const most = weights.map((row) => Math.max(...row)).sort((one, two) => one - two)[TOKENS / 2];
  assert.ok(most > 0.01 && most < 0.9, `a usual row reaches neither nothing nor all: ${most}`);
  const high = page.locator(".color-key .color-ends span").last();
  assert.ok(Math.abs(number(await high.innerText()) - most) <= 0.006, `${await high.innerText()}, not ${most}`);
  assert.match(await page.locator(".color-key").innerText(), /median of the queries' largest weights/);
  await page.locator('[data-view="text"]').click();
  await word(page, TOKENS - 1).click();
  await page.locator(`.word[data-at="${TOKENS - 1}"][data-mark="chosen"]`).waitFor();
  const grounds = await page.locator(".running .word").evaluateAll((words) => words.map((it) => getComputedStyle(it).backgroundColor));
  assert.equal(grounds.length, TOKENS);
  // In f32 a color may be one step off where a weight lies between two.
  const colorsOf = (weight) => [-1e-5, 0, 1e-5].map((by) => colorOf(Math.min(1, Math.max(0, weight / most + by))));
  for (const [at, ground] of grounds.entries()) {
    const weight = weights[TOKENS - 1][at];
    assert.ok(colorsOf(weight).includes(ground), `${at}: ${ground}, for a weight of ${weight}`);
  }
});

journey("among dozens of keys, which the page computes itself, colors reach no further either", async ({ open }) => {
  const page = await start(open);
  const few = x.slice(0, 60).map((row) => row.slice(0, WIDTH));
  await drop(page, { "dozens.json": JSON.stringify({ options: { mask }, inputs: { x_q: few } }) });
  await amountsTo(page, `60 tokens of ${WIDTH} dimensions`);
  await showIt(page);
  await show(page, "softmax");
  const most = attend({ x: few, mayLook }).Weights.map((row) => Math.max(...row)).sort((one, two) => one - two)[30];
  const high = page.locator(".color-key .color-ends span").last();
  await page.waitForFunction(() => document.querySelector(".color-key")?.textContent.includes("median"));
  assert.ok(Math.abs(number(await high.innerText()) - most) <= 0.006, `${await high.innerText()}, not ${most}`);
});

journey("heads of a long input are sorted by what plain loops measure of them, and a click opens one", async ({ open }) => {
  const page = await openLong(open);
  await page.locator('[data-view="heads"]').click();
  const tiles = page.locator("[data-open-head]");
  await tiles.first().waitFor();
  const measured = Array.from({ length: HEADS }, (_, head) => measure(weightsOf(head)));
  for (const [name, label] of [["entropy", "entropy"], ["distance", "distance"], ["itself", "itself"]]) {
    await page.locator(".all-heads .choice-option", { hasText: label }).click();
    const expected = ranked(measured.map((of) => of[name]));
    await page.waitForFunction((first) => document.querySelector("[data-open-head]").dataset.openHead === first, String(expected[0]));
    const found = await tiles.evaluateAll((all) => all.map(({ dataset }) => [Number(dataset.openHead), dataset.measured]));
    assert.deepEqual(found.map(([head]) => head), expected, name);
    for (const [head, text] of found) {
      const expected = measured[head][name];
      assert.ok(Math.abs(number(text) - expected) <= 2e-5 * Math.max(1, expected), `${name} of head ${head}: ${text}, not ${expected}`);
    }
  }
  await page.locator('[data-open-head="5"]').click();
  await page.locator('[data-head="5"][aria-checked=true]').waitFor();
});

journey("one head of 4,096 tokens opens, is moved and zoomed to its cells, and its numbers are those of plain loops", async ({ open }) => {
  const n = 4096;
  const page = await start(open);
  const many = Array.from({ length: n }, (_, row) => [Math.sin(row * 0.7) * 2, Math.cos(row * 0.3) * 2].map((it) => Number(it.toFixed(3))));
  await drop(page, { "many.json": JSON.stringify({ options: { mask }, inputs: { x_q: many } }) });
  await amountsTo(page, `${n} tokens of 2 dimensions, 1 head`);
  await showIt(page);
  await show(page, "softmax");
  await page.locator('.engine[data-phase="still"]').waitFor();
  const figure = page.locator('section.equation figure[data-matrix="Weights"]');
  await figure.locator(".zoom").waitFor();
  const { x: left, y: top, width, height } = await grid(page, "Weights").boundingBox();
  const seen = () => figure.locator(".zoom-seen").innerText();
  await page.mouse.move(left + width / 2, top + height / 2);
  await page.keyboard.down("Control");
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -240);
  await page.keyboard.up("Control");
  await page.waitForFunction(() => document.querySelector('[data-matrix="Weights"] .zoom-seen')?.textContent.match(/\d/));
  const before = await seen();
  await page.mouse.down();
  await page.mouse.move(left + width / 3, top + height / 3, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction((text) => document.querySelector('[data-matrix="Weights"] .zoom-seen').textContent !== text, before);
  await page.locator("form.finder input").fill("4000");
  await page.keyboard.press("Enter");
  await grid(page, "Weights").focus();
  await page.keyboard.press("ArrowLeft");
  const [query, key] = await cellOf(page, "Weights");
  await page.locator(`#cell-Weights-${query}-${key}`).waitFor({ state: "attached" });
  const scores = many.slice(0, query + 1).map((row) => (row[0] * many[query][0] + row[1] * many[query][1]) / Math.SQRT2);
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const expected = key <= query ? powers[key] / powers.reduce((sum, power) => sum + power, 0) : 0;
  const found = await cellValue(page);
  assert.ok(query > 3990 && Math.abs(found - expected) <= 2e-5 * expected, `${query}, ${key}: ${found}, not ${expected}`);
});
