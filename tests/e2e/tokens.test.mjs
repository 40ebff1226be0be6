// Tokens renamed, added, removed and moved in their strip, with all that follows, and taken back.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { cellOf, choose, chooseMask, readMatrix, show, sizeOf, start } from "./page.mjs";

const strip = (page, side = "queries") => page.locator(`.token-strip[data-side=${side}]`);
const chip = (page, at, side) => strip(page, side).locator(`[data-token="${at}"]`);
const tool = (page, name, side) => strip(page, side).getByRole("button", { name });
const field = (page, side) => strip(page, side).getByRole("textbox");
const namesOf = (page, side) => strip(page, side).locator("[data-token]").allTextContents();

/** Waits until the tokens of a side are these. */
const named = (page, names, side = "queries") =>
  page.waitForFunction(
    ([side, names]) => {
      const chips = [...document.querySelectorAll(`[data-side=${side}] [data-token]`)];
      return chips.map((it) => it.textContent).join("|") === names;
    },
    [side, names.join("|")],
  );

const SIX = ["Data", "·visualization", "·em", "powers", "·users", "·to"];
const isClose = (a, b) => a === b || Math.abs(a - b) <= 1e-9;

/** Fails unless row i, column j of one matrix is row order[i], column order[j] of the other. */
function assertPermuted(after, before, order) {
  for (const [i, row] of after.entries()) {
    for (const [j, value] of row.entries()) {
      const was = before[order[i]][order[j]];
      assert.ok(isClose(value, was), `[${i}, ${j}] is ${value}, was ${was}`);
    }
  }
}

journey("a token is renamed in its place; what is built of its name follows, and it is taken back", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  const before = await readMatrix(page, "Scores");
  await chip(page, 1).click();
  await chip(page, 1).click();
  assert.equal(await field(page).inputValue(), " visualization");
  await page.keyboard.type(" music");
  await page.keyboard.press("Enter");
  await named(page, SIX.with(1, "·music"));
  assert.match(await page.locator("figure[data-matrix=Scores] .matrix-rows").textContent(), /·music/);
  const after = await readMatrix(page, "Scores");
  const same = [0, 2, 3, 4, 5];
  for (const i of same) for (const j of same) assert.ok(isClose(after[i][j], before[i][j]));
  assert.notDeepEqual(after[1], before[1], "its own row is another");
  await tool(page, "Rename the token").click();
  await field(page).fill("x");
  await page.keyboard.press("Escape");
  await named(page, SIX.with(1, "·music"));
  await page.getByRole("button", { name: "Undo: the tokens" }).click();
  await named(page, SIX);
  assertPermuted(await readMatrix(page, "Scores"), before, [0, 1, 2, 3, 4, 5]);
  await page.getByRole("button", { name: "Redo: the tokens" }).click();
  await named(page, SIX.with(1, "·music"));
});

journey("with its position a token only changes its place; without, what looks at positions changes", async ({ open }) => {
  const page = await start(open);
  await chooseMask(page, "none");
  await show(page, "dot-product");
  const before = await readMatrix(page, "Scores");
  await chip(page, 0).click();
  await tool(page, "Positions move along").click();
  await tool(page, "Move the token right").click();
  const order = [1, 0, 2, 3, 4, 5];
  await named(page, order.map((at) => SIX[at]));
  assert.equal(await chip(page, 1).getAttribute("aria-current"), "true", "the selection goes with it");
  assertPermuted(await readMatrix(page, "Scores"), before, order);
  await page.getByRole("button", { name: "Undo: the tokens" }).click();
  await named(page, SIX);
  // Head 1 looks at the token before: whoever stands second looks at whoever stands first.
  await page.locator("[data-head='0']").click();
  await show(page, "softmax");
  const looked = await readMatrix(page, "Weights");
  await chip(page, 0).click();
  await tool(page, "Positions move along").click();
  await tool(page, "Move the token right").click();
  await named(page, order.map((at) => SIX[at]));
  const looks = await readMatrix(page, "Weights");
  for (const row of [1, 2, 3]) {
    assert.ok(looked[row][row - 1] > 0.9 && looks[row][row - 1] > 0.9, "the position before, still");
  }
});

journey("without positions of their own, tokens that move permute rows and columns exactly", async ({ open }) => {
  const page = await start(open);
  await choose(page, "by-hand");
  assert.equal(await tool(page, "Positions move along").count(), 0);
  await show(page, "softmax");
  const before = await readMatrix(page, "Weights");
  await strip(page).locator("[aria-current=true]").press("End");
  await page.waitForFunction(() => document.activeElement.dataset.token === "5");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  assertPermuted(await readMatrix(page, "Weights"), before, [0, 1, 2, 5, 3, 4]);
});

journey("by keyboard only: tokens are added, removed and moved, and the last one stays", async ({ open }) => {
  const page = await start(open);
  await chip(page, 3).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Insert");
  await field(page).waitFor();
  await page.keyboard.type("Big");
  await page.keyboard.press("Enter");
  await named(page, ["Big", ...SIX]);
  await show(page, "softmax");
  assert.deepEqual(await sizeOf(page, "Weights"), [7, 7]);
  assert.equal((await cellOf(page, "Weights"))[0], 0);
  await chip(page, 0).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Insert");
  await field(page).waitFor();
  await page.keyboard.type(" all");
  await page.keyboard.press("Enter");
  await named(page, ["Big", ...SIX, "·all"]);
  await page.keyboard.press("Shift+ArrowLeft");
  await named(page, ["Big", ...SIX.slice(0, 5), "·all", "·to"]);
  assert.equal(await page.locator("section.equation").getAttribute("data-stage"), "softmax", "no stage was left");
  for (let left = 7; left > 0; left -= 1) {
    await page.keyboard.press("Delete");
    await page.waitForFunction((left) => document.querySelectorAll("[data-token]").length === left, left);
  }
  await page.keyboard.press("Delete");
  await page.getByText("The last token stays").waitFor();
  assert.equal((await namesOf(page)).length, 1);
  for (let undone = 0; undone < 10; undone += 1) await page.keyboard.press("Control+z");
  await named(page, SIX);
});

journey("queries and keys that are other tokens are changed each for itself", async ({ open }) => {
  const page = await start(open);
  await choose(page, "cross-attention");
  await show(page, "softmax");
  assert.deepEqual(await sizeOf(page, "Weights"), [1, 4]);
  const [before] = await readMatrix(page, "Weights");
  await chip(page, 1, "keys").click();
  await tool(page, "Move the token left", "keys").click();
  const [after] = await readMatrix(page, "Weights");
  for (const [at, was] of [1, 0, 2, 3].entries()) assert.ok(isClose(after[at], before[was]));
  await tool(page, "Remove the token", "queries").click();
  await page.getByText("The last token stays").waitFor();
  assert.deepEqual(await sizeOf(page, "Weights"), [1, 4]);
});
