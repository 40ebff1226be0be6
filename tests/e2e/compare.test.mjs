// A state frozen as A beside the one that is shown, and all heads at once.

import assert from "node:assert/strict";
import { assertAccessible, journey } from "./harness.mjs";
import { choose, chooseMask, headOf, maskOf, readMatrix, show, start } from "./page.mjs";

const view = (page, name) => page.locator(`[data-view="${name}"]`).click();
const differs = (page) => page.locator(".compare-differs").innerText();

/** The cell's numbers in A and B, and their difference. */
async function pairAt(page, row, column) {
  const values = await page.locator(`.pair-cell[data-at="${row},${column}"]`).getAttribute("data-values");
  return values.split(" ").map((text) => Number(text.replace("−", "-")));
}

journey("A stays while the mask changes, and B − A is the difference of what both were", async ({ open }) => {
  const page = await start(open);
  const before = await readMatrix(page, "Weights");
  await chooseMask(page, "none");
  const after = await readMatrix(page, "Weights");
  await chooseMask(page, "causal");
  await view(page, "compare");
  await page.locator("[data-compare=freeze]").click();
  assert.match(await differs(page), /are the same/);
  assert.equal(await page.locator(".pair-key").count(), 0, "no colors for no difference");
  await page.locator("[data-compare=release]").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-compare=freeze]:focus").waitFor();
  await page.keyboard.press("Enter");
  assert.match(await differs(page), /are the same/);
  await chooseMask(page, "none");
  await page.waitForFunction(() => /mask: causal → none/.test(document.querySelector(".compare-differs")?.innerText));
  await page.locator('.trio figure[data-aside="second"] [role=grid]').focus();
  for (const [key, row, column] of [
    ["Control+Home", 0, 0],
    ["End", 0, 5],
  ]) {
    await page.keyboard.press(key);
    const [a, b, difference] = await pairAt(page, row, column);
    assert.ok(Math.abs(a - before[row][column]) < 1e-12);
    assert.ok(Math.abs(b - after[row][column]) < 1e-12);
    assert.ok(Math.abs(difference - (after[row][column] - before[row][column])) < 1e-12);
  }
  await assertAccessible(page);
  // The stepper goes on working: nothing before the mask differs.
  await page.locator('nav.strip button[data-stage="dot-product"]').click();
  await page.locator('figure[data-matrix="Scores"][data-aside="first"]').waitFor();
  assert.match(await page.locator(".pair-largest").innerText(), /No difference/);
  await page.locator('[data-difference="softmax"]').click();
  await page.locator('figure[data-matrix="Weights"][data-aside="first"]').waitFor();
  // A is kept while another view is shown.
  await view(page, "stages");
  await view(page, "compare");
  assert.match(await differs(page), /mask: causal → none/);
  await page.locator("[data-compare=swap]").click();
  assert.equal(await maskOf(page), "causal");
  assert.match(await differs(page), /mask: none → causal/);
  await page.locator("[data-compare=release]").click();
  await page.locator(".compare-intro").waitFor();
});

journey("numbers of another size stand beside A without a difference", async ({ open }) => {
  const page = await start(open);
  await view(page, "compare");
  await page.locator("[data-compare=freeze]").click();
  await choose(page, "cross-attention");
  await page.locator(".compare-differs li").first().waitFor();
  assert.match(await differs(page), /numbers: Six tokens/);
  assert.equal(await page.locator(".trio figure").count(), 2);
  assert.match(await page.locator(".pair-largest").innerText(), /6 × 6 against 1 × 4/);
  assert.equal(await page.locator("[data-compare=swap]").getAttribute("aria-disabled"), "true");
});

journey("all heads stand beside each other, and a click opens one", async ({ open }) => {
  const page = await start(open);
  await view(page, "heads");
  await page.locator(".one-head canvas").first().waitFor();
  assert.equal(await page.locator(".one-head").count(), 12);
  // An even spread looks at as many keys as it may: the last of six tokens at all.
  const spread = await page.locator(".one-head .keys-plot").nth(5).getAttribute("aria-label");
  assert.match(spread.split("\n").at(-1), /6\.000 effective keys/);
  assert.match(await page.locator(".similarity-most").innerText(), /^Heads 5 and \d+: 0\.\d+/);
  await assertAccessible(page);
  assert.match(await page.locator(".mean-of-heads").innerText(), /hides what single heads do/);
  await page.locator('[data-open-head="8"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('section.equation[data-stage="softmax"]').waitFor();
  assert.equal(await headOf(page), 8);
});

journey("all heads show the matrix of the current stage", async ({ open }) => {
  const page = await start(open);
  await show(page, "scale");
  await view(page, "heads");
  assert.equal(await page.locator(".all-heads h2").first().textContent(), "scaled scores of all heads");
});
