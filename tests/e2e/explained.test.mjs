// Every number explained: any cell of any matrix, its terms, and the links that lead from cell to cell and back.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { cellOf, cellValue, choose, chooseMask, grid, headOf, number, show, stageOf, stagesOf, start } from "./page.mjs";

/** Which matrix has the cell that is explained. */
const matrixOf = (page) => page.locator(".arithmetic").getAttribute("data-matrix");

/** Waits until a cell of a matrix is explained. */
const explained = (page, matrix) => page.locator(`.arithmetic[data-matrix="${matrix}"]`).waitFor();

/** The links to the cells of a matrix, as it is called in a link. */
const linksTo = (page, id) => page.locator(`.arithmetic [data-to^="${id} "]`);

/** The numbers of the last column of a table of terms. */
async function lastColumn(page, table) {
  const cells = page.locator(`${table} td:last-child`);
  return (await cells.allInnerTexts()).map(number);
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

journey("a cell of any matrix on screen is explained when it is pressed", async ({ open }) => {
  const page = await start(open);
  for (const example of ["six-tokens", "smollm2", "minilm", "cross-attention", "by-hand"]) {
    if (example !== "six-tokens") await choose(page, example);
    for (const stage of await stagesOf(page)) {
      await show(page, stage);
      const figures = page.locator("section.equation figure.matrix");
      const names = await figures.evaluateAll((all) => all.map((figure) => figure.dataset.matrix));
      for (const name of names) {
        await grid(page, name).press("Control+End");
        await explained(page, name);
        const told = await page.locator(`figure[data-matrix="${name}"] [role=gridcell]`).textContent();
        const value = await page.getByTestId("cell-value").innerText();
        assert.ok(told.includes(`: ${value}`), `${example}, ${stage}, ${name}: ${told}, ${value}`);
        assert.deepEqual(
          await page.locator("figure[data-explained]").evaluateAll((all) => all.map((it) => it.dataset.matrix)),
          [name],
        );
      }
    }
  }
});

journey("from an output the links lead back to X, and the trail leads back to the output", async ({ open }) => {
  const page = await start(open);
  await show(page, "output");
  const way = [
    ["concat", "Concat", "output"],
    ["context", "Context", "context"],
    ["weights", "Weights", "context"],
    ["masked", "Masked", "softmax"],
    ["scaled", "Scaled", "mask"],
    ["scores", "Scores", "scale"],
    ["queries", "Queries", "dot-product"],
    ["x", "X", "project"],
  ];
  const seen = [await cellValue(page)];
  for (const [id, matrix, stage] of way) {
    const link = linksTo(page, id).first();
    const told = await link.innerText();
    await link.click();
    await explained(page, matrix);
    assert.equal(await stageOf(page), stage, matrix);
    assert.equal(await page.getByTestId("cell-value").innerText(), told, `${matrix}: the number of its link`);
    await page.waitForFunction(() => document.activeElement.matches(".arithmetic h3"));
    assert.match(await page.locator(".arithmetic [role=status]").textContent(), /^Explained now: /);
    seen.push(await cellValue(page));
  }
  assert.match(await page.locator(".arithmetic").innerText(), /given, not computed/);
  // The address leads a class to this number.
  await page.waitForURL(/stage=project&matrix=x/);
  const back = page.getByRole("button", { name: "Back to the cell before" });
  for (const [, matrix] of way.slice(0, -1).reverse()) {
    await back.click();
    await explained(page, matrix);
  }
  await back.click();
  await explained(page, "Output");
  assert.equal(await back.getAttribute("aria-disabled"), "true");
  assert.equal(await cellValue(page), seen[0]);
  // Forward by the key, and to a place on the trail by its name.
  await page.keyboard.press("f");
  await explained(page, "Concat");
  assert.equal(await cellValue(page), seen[1]);
  await page.locator(".trail ol button").nth(3).click();
  await explained(page, "Weights");
  assert.equal(await cellValue(page), seen[3]);
});

journey("what uses a number is one link away, from X to the output", async ({ open }) => {
  const page = await start(open);
  await show(page, "project");
  await grid(page, "X").press("Control+Home");
  await explained(page, "X");
  const uses = page.locator(".arithmetic .used-by button");
  assert.deepEqual(await uses.allInnerTexts(), [
    "queries Q: 64 numbers in each of 12 heads",
    "keys K: 64 numbers in each of 12 heads",
    "values V: 64 numbers in each of 12 heads",
  ]);
  await uses.nth(2).click();
  for (const matrix of ["Values", "Context", "Concat"]) {
    await explained(page, matrix);
    await uses.first().click();
  }
  await explained(page, "Output");
  assert.match(await page.locator(".arithmetic").innerText(), /Nothing here is computed from this number/);
  assert.equal(await headOf(page), 4, "the head stays");
});

journey("a masked cell says why it is hidden, and a hidden key weighs nothing", async ({ open }) => {
  const page = await start(open);
  await show(page, "mask");
  await grid(page, "Masked").press("Control+Home");
  await page.keyboard.press("ArrowRight");
  const steps = page.locator(".arithmetic .steps");
  assert.match(await steps.innerText(), /−∞\s+\S+/);
  assert.equal(await page.getByTestId("cell-value").innerText(), "−∞");
  await linksTo(page, "mask").click();
  await explained(page, "MaskTerm");
  assert.equal(await cellValue(page), -Infinity);
  await page.locator(".arithmetic .used-by button").click();
  await explained(page, "Masked");
  await page.locator(".arithmetic .used-by button").click();
  await explained(page, "Weights");
  assert.equal(await stageOf(page), "softmax");
  const marked = page.locator(".arithmetic [data-marked=true]");
  assert.match(await marked.innerText(), /−∞\s+0/);
  assert.equal(await cellValue(page), 0);
  // Without a mask the same cell has a share.
  await chooseMask(page, "none");
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=cell-value]").dataset.value) > 0);
});

journey("the output is the sum over heads, too", async ({ open }) => {
  const page = await start(open);
  await show(page, "output");
  const value = await cellValue(page);
  const heads = (await lastColumn(page, ".arithmetic h4 + .terms")).filter(Number.isFinite);
  assert.equal(heads.length, 12);
  assert.ok(Math.abs(sum(heads) - value) < 12 * 0.0006, `${sum(heads)}, ${value}`);
  await page.getByTestId("heads-agree").getByText(/same number|rounding/).waitFor();
  // A head's link leads to its own block of the concatenation.
  await page.locator(".arithmetic h4 + .terms .cell-link").nth(2).click();
  await explained(page, "Concat");
  const [, column] = await cellOf(page, "Concat");
  assert.equal(Math.floor(column / 64), 2);
});

journey("of 768 products only those in sight are made, in order or by size", async ({ open }) => {
  const page = await start(open);
  await show(page, "output");
  assert.equal(await page.locator(".arithmetic .product-strip path").count(), 2);
  const bars = () => page.locator(".product-strip path").first().getAttribute("d");
  const inOrder = await bars();
  await page.locator(".arithmetic summary").click();
  const rows = page.locator(".all-terms tr");
  await rows.nth(79).waitFor();
  assert.equal(await rows.count(), 80);
  assert.match(await rows.first().innerText(), /^feature 1\s/);
  await page.locator(".all-terms").evaluate((it) => it.scrollTo(0, it.scrollHeight));
  await rows.getByText("feature 768", { exact: true }).waitFor();
  assert.equal(await rows.count(), 80);
  const inView = await rows.last().evaluate((row) => {
    const [inner, outer] = [row, row.closest(".all-terms")].map((it) => it.getBoundingClientRect());
    return inner.bottom <= outer.bottom + 1 && inner.top >= outer.top;
  });
  assert.ok(inView, "the last row can be scrolled to");
  await page.getByRole("radio", { name: "by size" }).check();
  await page.waitForFunction((before) => document.querySelector(".product-strip path").getAttribute("d") !== before, inOrder);
  await page.locator(".all-terms").evaluate((it) => it.scrollTo(0, 0));
  await page.locator(".all-terms tr[aria-rowindex='1']").waitFor();
  const sizes = (await lastColumn(page, ".all-terms")).map(Math.abs);
  assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a));
});

journey("by keyboard alone: from a weight to the query behind it, and back", async ({ open }) => {
  const page = await start(open);
  await grid(page, "Weights").focus();
  await page.keyboard.press("Control+Home");
  const first = await cellValue(page);
  // On to the first link of the explanation, by Tab.
  for (let presses = 0; presses < 10; presses += 1) {
    if (await page.locator(".cell-link:focus").count()) break;
    await page.keyboard.press("Tab");
  }
  for (const matrix of ["Masked", "Scaled", "Scores", "Queries"]) {
    await page.keyboard.press("Enter");
    await explained(page, matrix);
    await page.waitForFunction(() => document.activeElement.matches(".arithmetic h3"));
    // The heading is read; then come the order, where there is one, and the first link.
    await page.keyboard.press("Tab");
    if (await page.locator("input[name=order]:focus").count()) await page.keyboard.press("Tab");
    assert.equal(await page.locator(".cell-link:focus").count(), 1, matrix);
  }
  for (const matrix of ["Scores", "Scaled", "Masked", "Weights"]) {
    await page.keyboard.press("b");
    await explained(page, matrix);
  }
  assert.equal(await cellValue(page), first);
  assert.equal(await stageOf(page), "softmax");
  // The same key with Hangul on.
  await page.evaluate(() => dispatchEvent(new KeyboardEvent("keydown", { key: "ㄹ" })));
  await explained(page, "Masked");
  assert.equal(await matrixOf(page), "Masked");
});

journey("a link leads to the cell of a matrix that is no result, or says that it is not there", async ({ open }) => {
  const page = await start(open, { path: "#v=1&example=six-tokens&stage=dot-product&matrix=keys&cell=4,2,7&lang=en" });
  await explained(page, "Keys");
  assert.match(await page.locator(".arithmetic h3").innerText(), /keys K · head 5\s*“·visualization”, feature 7/);
  await page.waitForURL(/matrix=keys/);
  await show(page, "scale");
  await explained(page, "Scaled");
  const other = await start(open, { path: "#v=1&example=six-tokens&matrix=w-o&lang=en" });
  await explained(other, "Weights");
  await other.locator(".strays", { hasText: "matrix=w-o" }).waitFor();
});
