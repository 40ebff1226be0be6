// Stepping through the stages: the strip, the equation and the explanation move together.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { cellValue, pixels, show, stageOf, stagesOf, start } from "./page.mjs";

// The stages of six tokens: heading, words of the explanation, the matrix that the stage makes.
const STAGES = [
  { id: "project", heading: "Q, K, V", what: /multiplied by three matrices/, result: "Queries" },
  { id: "dot-product", heading: "Dot product", what: /Every query meets every key/, result: "Scores" },
  { id: "scale", heading: "Scale", what: /divided by the same number/, result: "Scaled" },
  { id: "mask", heading: "Mask", what: /the score becomes −∞/, result: "Masked" },
  { id: "softmax", heading: "Softmax", what: /Each row becomes shares/, result: "Weights" },
  { id: "context", heading: "Context", what: /a mixture of all values/, result: "Context" },
  { id: "concat", heading: "Concat", what: /set side by side/, result: "Concat" },
  { id: "output", heading: "Output", what: /multiplied by W_O/, result: "Output" },
];
const START = STAGES.findIndex(({ id }) => id === "softmax");

/** Everything on the page that names the current stage names this one. */
async function assertStands(page, { id, heading, what, result }) {
  await page.locator(`section.equation[data-stage="${id}"]`).waitFor();
  assert.equal(await page.locator("aside.explanation h2").innerText(), heading);
  assert.match(await page.locator(".explanation .what").innerText(), what);
  const current = page.locator("nav.strip [aria-current]");
  assert.deepEqual(await current.evaluateAll((all) => all.map((b) => [b.dataset.stage, b.ariaCurrent])), [
    [id, "step"],
  ]);
  assert.match(await current.locator(".frame-name").innerText(), new RegExp(`^${heading}$`));
  await page.locator(`section.equation figure[data-matrix="${result}"] canvas`).first().waitFor();
  // The arithmetic is that of the result's own cell: the grid says the same number, rounded.
  const spoken = page.locator(`section.equation figure[data-matrix="${result}"] [role=gridcell]`);
  const rounded = (await spoken.textContent()).match(/: (\S+)$/)[1];
  assert.equal(await page.getByTestId("cell-value").innerText(), rounded, id);
  assert.ok(Number.isFinite(await cellValue(page)), id);
}

journey("the arrow keys step through all stages of a fresh page, and stop at both ends", async ({ open }) => {
  const page = await start(open);
  await assertStands(page, STAGES[START]);
  for (let at = START - 1; at >= 0; at -= 1) {
    await page.keyboard.press("ArrowLeft");
    await assertStands(page, STAGES[at]);
  }
  await page.keyboard.press("ArrowLeft");
  await assertStands(page, STAGES[0]);
  for (const stage of STAGES.slice(1)) {
    await page.keyboard.press("ArrowRight");
    await assertStands(page, stage);
  }
  await page.keyboard.press("ArrowRight");
  await assertStands(page, STAGES.at(-1));
});

journey("a click in the film strip shows any stage", async ({ open }) => {
  const page = await start(open);
  assert.deepEqual(
    await stagesOf(page),
    STAGES.map(({ id }) => id),
  );
  // Neighbors, far jumps, and the picture as well as the name.
  for (const at of [7, 0, 6, 1, 5, 2, 4, 3]) {
    const button = page.locator(`nav.strip button[data-stage="${STAGES[at].id}"]`);
    await button.locator(at % 2 ? ".frame-pictures" : ".frame-name").click();
    await assertStands(page, STAGES[at]);
  }
});

journey("the buttons beside the film strip step, and stop at both ends", async ({ open }) => {
  const page = await start(open);
  const previous = page.getByRole("button", { name: "Previous stage" });
  const next = page.getByRole("button", { name: "Next stage" });
  const ends = () => Promise.all([previous, next].map((button) => button.getAttribute("aria-disabled")));
  for (let at = START - 1; at >= 0; at -= 1) {
    assert.deepEqual(await ends(), ["false", "false"]);
    await previous.click();
    await assertStands(page, STAGES[at]);
  }
  assert.deepEqual(await ends(), ["true", "false"]);
  // By the mouse itself: Playwright would wait for the button to be enabled.
  const pressAt = async (button) => {
    const { x, y, width, height } = await button.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
  };
  await pressAt(previous);
  await assertStands(page, STAGES[0]);
  for (const stage of STAGES.slice(1)) {
    await next.click();
    await assertStands(page, stage);
  }
  assert.deepEqual(await ends(), ["false", "true"]);
  await pressAt(next);
  await assertStands(page, STAGES.at(-1));
});

journey("a cell picked in one stage stays picked in the next ones", async ({ open }) => {
  const page = await start(open);
  await page.locator('figure[data-matrix="Weights"] [role=grid]').click({ position: { x: 5, y: 5 } });
  const name = "query “Data”, key “Data”";
  for (const stage of ["dot-product", "scale", "mask", "softmax"]) {
    await show(page, stage);
    assert.equal(await page.locator(".arithmetic-cell").innerText(), name);
    assert.equal(await stageOf(page), stage);
  }
  await show(page, "context");
  assert.match(await page.locator(".arithmetic-cell").innerText(), /^“Data”, feature 1$/);
});

journey("every stage writes out the arithmetic of its cell, and it adds up", async ({ open }) => {
  const page = await start(open);
  const numbers = async (rows) => {
    const texts = await page.locator(rows).evaluateAll((all) => all.map((cell) => cell.innerText));
    return texts.map((text) => Number(text.replace("−", "-")));
  };
  await show(page, "dot-product");
  const shownSum = (await numbers(".arithmetic .written > .terms td:last-child")).reduce((a, b) => a + b);
  const score = await cellValue(page);
  assert.ok(Math.abs(shownSum - score) < 0.006, `terms ${shownSum}, score ${score}`);
  // All 64 on request.
  await page.locator(".arithmetic summary").click();
  await page.locator(".arithmetic details tr").nth(63).waitFor();
  const all = await numbers(".arithmetic details td:last-child");
  assert.equal(all.length, 64);
  assert.ok(Math.abs(all.reduce((a, b) => a + b) - score) < 0.04);
  // They stay open while the cell moves.
  await page.locator('figure[data-matrix="Scores"] [role=grid]').press("ArrowRight");
  await page.locator("#cell-Scores-3-2").waitFor({ state: "attached" });
  await page.locator(".arithmetic details tr").nth(63).waitFor();
  await page.keyboard.press("ArrowLeft");
  await show(page, "scale");
  assert.ok(Math.abs((await cellValue(page)) - score / 8) < 1e-12);
  await show(page, "mask");
  assert.match(await page.locator(".arithmetic .steps").innerText(), /\+\s+0 the query may look/);
  await show(page, "softmax");
  const shares = await numbers(".arithmetic .terms td:last-child");
  const [total] = await numbers(".arithmetic .terms + .steps dd:first-of-type");
  assert.ok(Math.abs(shares.reduce((a, b) => a + b) - total) < 0.004);
  assert.ok(Math.abs(shares[1] / total - (await cellValue(page))) < 1e-3);
  await show(page, "context");
  const mixed = await numbers(".arithmetic .written > .terms td:last-child");
  assert.equal(mixed.length, 6);
  assert.ok(Math.abs(mixed.reduce((a, b) => a + b) - (await cellValue(page))) < 0.004);
});

journey("a cell under the pointer is named with its number, and nothing is painted anew", async ({ open }) => {
  const page = await start(open);
  const weights = page.locator('section.equation figure[data-matrix="Weights"]');
  const note = weights.locator(".matrix-note");
  const before = await pixels(page, "Weights");
  assert.equal(await note.innerText(), "every row sums to 1");
  await weights.getByRole("grid").hover({ position: { x: 5, y: 5 } });
  await note.getByText("query “Data”, key “Data”: 1.000").waitFor();
  await weights.locator(".mark-hover").waitFor();
  assert.equal(await pixels(page, "Weights"), before);
  await page.mouse.move(2, 2);
  await note.getByText("every row sums to 1").waitFor();
  assert.equal(await page.locator(".mark-hover").count(), 0);
  // Looking is not choosing.
  assert.match(await page.locator(".arithmetic-cell").innerText(), /“powers”.*“·visualization”/);
});
