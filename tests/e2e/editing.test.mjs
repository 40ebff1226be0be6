// Numbers typed over in their cells, masks painted, and everything taken back.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { cellValue, chooseHead, grid, headOf, maskOf, number, reload, show, start, storedNumbers } from "./page.mjs";

const editor = (page) => page.locator(".cell-editor input");

/** Waits until the selected cell of the stage's result is such a number. */
const reads = (page, value) =>
  page.waitForFunction(
    (value) => document.querySelector("[data-testid=cell-value]")?.dataset.value === value,
    String(value),
  );

async function selectCell(page, matrix, row, column) {
  await grid(page, matrix).focus();
  await page.keyboard.press("Control+Home");
  for (let at = 0; at < row; at += 1) await page.keyboard.press("ArrowDown");
  for (let at = 0; at < column; at += 1) await page.keyboard.press("ArrowRight");
}

journey("what is typed before the field has come is in it", async ({ open }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const hold = async (route) => {
    await held;
    await route.continue();
  };
  const page = await open({ before: (page) => page.route(/-controls\.wasm$/, hold) });
  await page.locator("section.equation figure.matrix").first().waitFor();
  await page.locator(".explanation .formula").waitFor();
  await show(page, "dot-product");
  await selectCell(page, "Scores", 2, 2);
  for (const key of ["9", "Escape", "0", ".", "5", "7"]) await page.keyboard.press(key);
  assert.equal(await editor(page).count(), 0);
  release();
  await editor(page).waitFor();
  await page.waitForFunction(() => document.activeElement.matches(".cell-editor input"));
  await page.keyboard.type("5");
  assert.equal(await editor(page).inputValue(), "0.575");
  await page.keyboard.press("Enter");
  await reads(page, 0.575);
});

journey("a score is typed over by keyboard only, marked, taken back and done again", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  await selectCell(page, "Scores", 2, 2);
  const before = await cellValue(page);
  await page.keyboard.press("Enter");
  await editor(page).waitFor();
  assert.equal(number(await editor(page).inputValue()), before);
  await page.keyboard.type("-7,25");
  await page.keyboard.press("Enter");
  await reads(page, -7.25);
  assert.equal(await grid(page, "Scores").evaluate((it) => it === document.activeElement), true);
  assert.equal(await page.locator("figure[data-matrix=Scores] .mark-changed").count(), 1);
  assert.match(await grid(page, "Scores").getByRole("gridcell").textContent(), /: −7.250, changed; it was /);
  await page.keyboard.press("Control+z");
  await reads(page, before);
  await page.keyboard.press("Control+Shift+z");
  await reads(page, -7.25);
  await page.getByRole("button", { name: "Undo: a number" }).click();
  await reads(page, before);
  await page.getByRole("button", { name: "Redo: a number" }).click();
  await reads(page, -7.25);
});

journey("Enter selects the whole number, of one digit too; a digit that opens the field is its beginning", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  await selectCell(page, "Scores", 2, 2);
  for (const [opening, typed, value] of [["Enter", "9", 9], ["Enter", "7", 7], ["5", "2", 52], ["F2", "3", 3]]) {
    await page.keyboard.press(opening);
    await editor(page).waitFor();
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await reads(page, value);
  }
});

journey("what was refused waits for its head and its stage, and is never written elsewhere", async ({ open }) => {
  const page = await start(open);
  const head = await headOf(page);
  await show(page, "dot-product");
  await selectCell(page, "Scores", 2, 2);
  const before = await cellValue(page);
  await page.keyboard.press("Enter");
  await editor(page).waitFor();
  await page.keyboard.type("one");
  await chooseHead(page, 1);
  await page.waitForFunction(() => !document.querySelector(".cell-editor input"));
  const ofOther = await cellValue(page);
  assert.notEqual(ofOther, before);
  await chooseHead(page, head);
  await page.locator(".cell-editor .refused", { hasText: "“one”" }).waitFor();
  assert.equal(await editor(page).inputValue(), "one");
  // The scores stand in the second of these, too.
  for (const stage of ["softmax", "scale", "dot-product"]) {
    await show(page, stage);
    if (stage === "softmax") {
      await editor(page).waitFor({ state: "detached" });
      continue;
    }
    await page.locator(".cell-editor .refused", { hasText: "“one”" }).waitFor();
    await page.waitForFunction(() => document.querySelector(".cell-editor input").value === "one");
    assert.equal(await editor(page).evaluate((it) => it === document.activeElement), false);
  }
  // By keys, from the matrix.
  await grid(page, "Scores").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.matches(".cell-editor input"));
  await page.keyboard.type("0.5");
  await page.keyboard.press("Enter");
  await reads(page, 0.5);
  await chooseHead(page, 1);
  await reads(page, ofOther);
});

journey("Tab goes from cell to cell, and each is computed on at once", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  await selectCell(page, "Scores", 0, 0);
  await page.keyboard.press("F2");
  for (const typed of ["1", "2", "3"]) {
    await editor(page).waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(typed);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  await editor(page).waitFor({ state: "detached" });
  assert.equal(await page.locator("figure[data-matrix=Scores] .mark-changed").count(), 3);
  for (const [column, value] of [1, 2, 3].entries()) {
    await selectCell(page, "Scores", 0, column);
    await reads(page, value);
  }
  await page.getByRole("button", { name: "As opened" }).click();
  await page.locator(".mark-changed").first().waitFor({ state: "detached" });
});

journey("what is no number is told, stays to be mended, and nothing else changes", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  await selectCell(page, "Scores", 1, 1);
  const before = await cellValue(page);
  await page.keyboard.press("5");
  await editor(page).waitFor();
  await page.keyboard.type("x");
  await page.keyboard.press("Enter");
  await page.getByText("“5x” is not a number.").waitFor();
  assert.equal(await editor(page).inputValue(), "5x");
  assert.equal(await cellValue(page), before);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await reads(page, 5);
});

journey("a number of X and of W_Q is changed where cells are too fine to write in", async ({ open }) => {
  const page = await start(open);
  await show(page, "project");
  for (const matrix of ["X", "WQuery"]) {
    await grid(page, matrix).focus();
    await page.keyboard.press("Enter");
    await editor(page).waitFor();
    const { width, height } = await editor(page).boundingBox();
    assert.ok(width > 60 && height >= 24, `${matrix}: ${width} × ${height}`);
    await page.keyboard.type("2.5");
    await page.keyboard.press("Enter");
    await page.locator(`figure[data-matrix=${matrix}] .mark-changed`).waitFor();
  }
});

journey("changed numbers are there again after a reload, and can be given back", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  await selectCell(page, "Scores", 4, 0);
  const before = await cellValue(page);
  await page.keyboard.press("9");
  await editor(page).waitFor();
  await page.keyboard.press("Enter");
  await reads(page, 9);
  await storedNumbers(page);
  await reload(page);
  await reads(page, 9);
  assert.equal(await page.locator("figure[data-matrix=Scores] .mark-changed").count(), 1);
  await grid(page, "Scores").focus();
  await page.keyboard.press("Delete");
  await reads(page, before);
});

journey("a mask is painted by dragging and by Space; a row that sees nothing says what happens", async ({ open }) => {
  const page = await start(open);
  await page.locator("#mask").selectOption({ label: "painted" });
  await page.locator('section.equation[data-stage="mask"]').waitFor();
  const box = await grid(page, "MaskTerm").boundingBox();
  const at = (row, column) => [box.x + ((column + 0.5) * box.width) / 6, box.y + ((row + 0.5) * box.height) / 6];
  await page.mouse.move(...at(5, 0));
  await page.mouse.down();
  for (const column of [1, 2, 3]) await page.mouse.move(...at(5, column), { steps: 3 });
  await page.mouse.up();
  await selectCell(page, "Masked", 5, 3);
  await reads(page, "-inf");
  await selectCell(page, "Masked", 5, 4);
  assert.ok(Number.isFinite(await cellValue(page)));
  await page.keyboard.press("Control+z");
  await selectCell(page, "Masked", 5, 0);
  assert.ok(Number.isFinite(await cellValue(page)), "a stroke is one change");
  await selectCell(page, "MaskTerm", 0, 0);
  await page.keyboard.press("Space");
  await page.getByText("“Data” may see no key.").waitFor();
  await show(page, "softmax");
  await selectCell(page, "Weights", 0, 0);
  await reads(page, 0);
  await page.getByRole("button", { name: "Undo: the mask" }).click();
  await show(page, "softmax"); // The stage at which it was painted has come back, too.
  await reads(page, 1);
});

journey("each kind of mask has its number and its line", async ({ open }) => {
  const page = await start(open);
  for (const [kind, parameter, line] of [
    ["padding", "5", /filler/],
    ["sliding window", "3", /neighbors/],
    ["prefix", "3", /ahead too/],
    ["blocks", "4", /rows?|text/],
  ]) {
    await page.locator("#mask").selectOption({ label: kind });
    await page.locator(".mask-parameter input").waitFor();
    assert.equal(await page.locator(".mask-parameter input").inputValue(), parameter, kind);
    assert.match(await page.locator(".mask .control-note").textContent(), line);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Shortcuts" }).focus();
  await page.keyboard.press("m");
  assert.equal(await maskOf(page), "causal");
  await page.keyboard.press("m");
  assert.equal(await maskOf(page), "none");
});
