// Long inputs: one head is computed at a time, and every number is what plain loops give.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { attend } from "./oracle.mjs";
import { cellOf, cellValue, grid, show, sizeOf, start } from "./page.mjs";
import { amountsTo, drop, showIt } from "./panel.mjs";

const HEADS = 8;
const TOKENS = 256;
const WIDTH = 4; // Of a head.
const x = Array.from({ length: TOKENS }, (_, row) =>
  Array.from({ length: HEADS * WIDTH }, (_, column) => Math.sin(3 * row + 1.7 * column) * (1 + (column % 3))),
);
const ofHead = (head) => attend({ x: x.map((row) => row.slice(head * WIDTH, (head + 1) * WIDTH)) });

const near = (found, expected) =>
  assert.ok(Math.abs(found - expected) <= 1e-9 * Math.max(1e-9, Math.abs(expected)), `${found}, not ${expected}`);

/** The selected cell of a matrix is what plain loops give. */
async function assertCell(page, matrix, expected) {
  await grid(page, matrix).focus();
  await page.keyboard.press("ArrowRight");
  const [row, column] = await cellOf(page, matrix);
  await page.locator(`#cell-${matrix}-${row}-${column}`).waitFor({ state: "attached" });
  near(await cellValue(page), expected[row][column]);
}

journey("of a long input every head has its numbers, one at a time, and all make the concatenation", async ({ open }) => {
  const page = await start(open);
  await drop(page, { "long.json": JSON.stringify({ dims: { heads: HEADS }, inputs: { x_q: x } }) });
  await amountsTo(page, `${TOKENS} tokens of ${HEADS * WIDTH} dimensions, ${HEADS} heads`);
  await showIt(page);
  await page.locator(".heads", { hasText: "one head at a time" }).waitFor();
  assert.deepEqual(await sizeOf(page, "Weights"), [TOKENS, TOKENS]);
  await assertCell(page, "Weights", ofHead(0).Weights);
  await page.locator('[data-head="3"]').click();
  await assertCell(page, "Weights", ofHead(3).Weights);
  await show(page, "dot-product");
  await assertCell(page, "Scores", ofHead(3).Scores);
  await show(page, "concat");
  const concat = Array.from({ length: HEADS }, (_, head) => ofHead(head).Context);
  const sideBySide = x.map((_, row) => concat.flatMap((context) => context[row]));
  assert.deepEqual(await sizeOf(page, "Concat"), [TOKENS, HEADS * WIDTH]);
  await assertCell(page, "Concat", sideBySide);
  for (const name of ["All heads", "Mistakes"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator(".hindrance", { hasText: "one head is computed at a time" }).first().waitFor();
  }
});
