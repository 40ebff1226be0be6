// Tokens as columns: every picture, key, name and link turns with them, and the numbers stay the same.

import assert from "node:assert/strict";
import { address, journey } from "./harness.mjs";
import { cellOf, cellValue, chooseMask, grid, readMatrix, show, sizeOf, start } from "./page.mjs";

const turn = async (page, convention) => {
  await page.locator(`[data-turn=${convention}]`).click();
  await page.locator(`main[data-convention=${convention}]`).waitFor();
};
/** A matrix as it is shown in columns, read by moving the cell through it with the keys. */
async function readColumns(page, matrix) {
  const [rows, columns] = await sizeOf(page, matrix);
  await grid(page, matrix).focus();
  await page.keyboard.press("Control+Home");
  const read = [];
  for (let row = 0; row < rows; row += 1) {
    if (row > 0) for (const key of ["Home", "ArrowDown"]) await page.keyboard.press(key);
    read.push([]);
    for (let column = 0; column < columns; column += 1) {
      if (column > 0) await page.keyboard.press("ArrowRight");
      // A cell is named after its place in the trace.
      await page.locator(`#cell-${matrix}-${column}-${row}`).waitFor({ state: "attached" });
      read[row].push(await cellValue(page));
    }
  }
  return read;
}
const transposed = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]));
const labels = (page, matrix, side) =>
  page.locator(`section.equation figure[data-matrix="${matrix}"] .matrix-${side} bdi`).allTextContents();

journey("with tokens as columns every matrix is the transpose, by keys and by pointer", async ({ open }) => {
  const page = await start(open);
  await show(page, "mask");
  const rows = await readMatrix(page, "Masked");
  await turn(page, "columns");
  assert.deepEqual(await readColumns(page, "Masked"), transposed(rows));
  // A press in the upper right of the picture is the last query and the first key.
  const box = await grid(page, "Masked").boundingBox();
  await page.mouse.click(box.x + box.width - 4, box.y + 4);
  assert.equal(await cellValue(page), rows.at(-1)[0]);
  await turn(page, "rows");
  assert.deepEqual(await cellOf(page, "Masked"), [5, 0], "the same cell of the trace stays selected");
  await show(page, "context");
  assert.deepEqual(await sizeOf(page, "Context"), [6, 64]);
  const names = await labels(page, "Context", "rows");
  await turn(page, "columns");
  assert.deepEqual(await sizeOf(page, "Context"), [64, 6]);
  assert.deepEqual(await labels(page, "Context", "columns"), names);
});

journey("a mask painted where tokens are columns hides the same query and key", async ({ open }) => {
  const page = await start(open);
  await turn(page, "columns");
  await chooseMask(page, "painted");
  await page.locator('section.equation[data-stage="mask"]').waitFor();
  await grid(page, "MaskTerm").focus();
  // In columns a query is a column: query 5, key 2.
  for (const key of ["Control+Home", "ArrowDown", ...Array(4).fill("ArrowRight"), "Space"]) await page.keyboard.press(key);
  await turn(page, "rows");
  await grid(page, "Masked").focus();
  for (const key of ["Control+Home", "ArrowRight", ...Array(4).fill("ArrowDown")]) await page.keyboard.press(key);
  assert.equal(await cellValue(page), -Infinity);
});

journey("the convention travels in the link and is kept, and the words turn along", async ({ open }) => {
  const page = await start(open);
  const what = page.locator(".explanation .what");
  const byRows = await what.textContent();
  assert.match(byRows, /row/);
  await turn(page, "columns");
  await page.waitForFunction(() => location.hash.includes("convention=columns"));
  assert.equal(await what.textContent(), byRows.replaceAll("row", "column"));
  const link = page.url();
  const other = await start(open, { path: new URL(link).hash });
  assert.equal(await other.locator("main").getAttribute("data-convention"), "columns");
  await page.goto(address);
  await page.locator("main[data-convention=columns]").waitFor();
});
