// Heads and mask: what is chosen shows in the matrices.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { chooseMask, headOf, maskOf, pixels, readMatrix, readRow, show, start } from "./page.mjs";

const argmax = (row) => row.indexOf(Math.max(...row));
const title = (page) => page.locator(".heads .control-title").innerText();

/** Waits until a head is chosen, and everything says so. */
async function assertHead(page, head) {
  await page.locator(`[data-head="${head}"][aria-checked=true]`).waitFor();
  assert.equal(await page.locator("[data-head][aria-checked=true]").count(), 1);
  assert.match(await title(page), new RegExp(`^Head ${head + 1} of 12\\b`));
}

journey("a click on another head shows another matrix", async ({ open }) => {
  const page = await start(open);
  await assertHead(page, 4);
  // What the heads are named after, in the row of “powers”, the fourth of six tokens.
  const looksAt = { 0: 2, 1: 3, 2: 0, 6: 2, 9: 1 };
  let before = await pixels(page, "Weights");
  for (const [head, key] of Object.entries(looksAt)) {
    await page.locator(`[data-head="${head}"]`).click();
    await assertHead(page, Number(head));
    const row = await readRow(page, "Weights", 3);
    assert.equal(argmax(row), key, `head ${head}: ${row}`);
    const now = await pixels(page, "Weights");
    assert.notEqual(now, before, `head ${head} is painted anew`);
    before = now;
  }
  await page.locator('[data-head="5"]').click();
  const even = await readRow(page, "Weights", 3);
  for (const weight of even.slice(0, 4)) assert.ok(Math.abs(weight - 0.25) < 1e-6, `an even spread: ${even}`);
});

journey("the head changes by brackets and by its number, and stops at both ends", async ({ open }) => {
  const page = await start(open);
  const press = async (key, head) => {
    await page.keyboard.press(key);
    await assertHead(page, head);
  };
  await press("]", 5);
  await press("[", 4);
  await press("3", 2);
  assert.equal(argmax(await readRow(page, "Weights", 5)), 0);
  // Digits and brackets work with the focus in the matrix, too, where the row was read.
  await press("0", 9);
  await press("1", 0);
  await press("[", 0);
  for (let head = 1; head <= 11; head += 1) await press("]", head);
  await press("]", 11);
});

journey("arrow keys move among the heads as among radio buttons", async ({ open }) => {
  const page = await start(open);
  const press = async (key, head) => {
    await page.keyboard.press(key);
    await assertHead(page, head);
    assert.equal(await page.locator(":focus").getAttribute("data-head"), String(head), "the focus goes along");
  };
  await page.locator('[data-head="4"]').focus();
  await press("ArrowRight", 5);
  await press("ArrowDown", 6);
  await press("ArrowLeft", 5);
  await press("ArrowUp", 4);
  await press("End", 11);
  await press("ArrowRight", 0);
  await press("ArrowLeft", 11);
  await press("Home", 0);
  await page.locator('section.equation[data-stage="softmax"]').waitFor();
});

journey("without the mask the upper triangle is filled, and “next token” shows itself", async ({ open }) => {
  const page = await start(open);
  const above = (matrix) => matrix.flatMap((row, query) => row.slice(query + 1));
  const masked = await readMatrix(page, "Weights");
  assert.equal(above(masked).length, 15);
  assert.ok(
    above(masked).every((weight) => weight === 0),
    "with the mask the future has no weight",
  );
  assert.equal(await maskOf(page), "causal");
  const painted = await pixels(page, "Weights");
  await chooseMask(page, "none");
  const unmasked = await readMatrix(page, "Weights");
  assert.ok(
    above(unmasked).every((weight) => weight > 0),
    "without it every key has some",
  );
  assert.notEqual(await pixels(page, "Weights"), painted);
  await page.locator('[data-head="3"]').click();
  const next = await readMatrix(page, "Weights");
  for (let query = 0; query < 5; query += 1) {
    assert.ok(next[query][query + 1] > 0.9, `query ${query} looks at the next token: ${next[query]}`);
  }
  await chooseMask(page, "causal");
  const hidden = await readMatrix(page, "Weights");
  assert.equal(hidden[0][1], 0);
  const seen = hidden[3].slice(0, 4);
  assert.ok(Math.max(...seen) < 0.4, `with the mask it has nothing to look at: ${seen}`);
});

journey("the mask is switched by one key, also on a Korean keyboard", async ({ open }) => {
  const page = await start(open);
  const press = async (key, mask) => {
    // A key that Playwright's keyboard does not have.
    if (key === "ㅡ") {
      await page.evaluate((key) => dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true })), key);
    } else await page.keyboard.press(key);
    await page.locator("#mask option:checked", { hasText: mask }).waitFor({ state: "attached" });
  };
  assert.equal(await maskOf(page), "causal");
  await press("m", "none");
  await press("Shift+M", "causal");
  await press("ㅡ", "none");
  await show(page, "mask");
  assert.ok((await readRow(page, "Masked", 0)).every(Number.isFinite));
  await press("m", "causal");
  const first = await readRow(page, "Masked", 0);
  assert.deepEqual(first.slice(1), Array(5).fill(-Infinity));
  assert.ok(Number.isFinite(first[0]));
});

journey("a key still works after the mask was chosen with the mouse", async ({ open }) => {
  const page = await start(open);
  await chooseMask(page, "none");
  await page.keyboard.press("m");
  await page.locator("#mask option:checked", { hasText: "causal" }).waitFor({ state: "attached", timeout: 3000 });
  await page.keyboard.press("]");
  await page.locator('[data-head="5"][aria-checked=true]').waitFor({ timeout: 3000 });
  assert.equal(await headOf(page), 5);
});

journey("masked cells are hatched and say so in the key of the colors", async ({ open }) => {
  const page = await start(open);
  await show(page, "mask");
  const note = page.getByText("hatched: masked, −∞");
  await note.waitFor();
  await page.keyboard.press("m");
  await note.waitFor({ state: "detached" });
});

journey("the colors span this matrix, all heads, or a range of one's own", async ({ open }) => {
  const page = await start(open);
  await page.locator('[data-head="10"]').click();
  await show(page, "dot-product");
  const ends = async () => {
    const texts = await page.locator(".color-ends span").allInnerTexts();
    return texts.map((text) => Number(text.replace("−", "-")));
  };
  const domain = (name) => page.locator("label:has(input[name=domain])", { hasText: name }).click();
  const own = await pixels(page, "Scores");
  const [, narrow] = await ends();
  await domain("all heads");
  const [low, high] = await ends();
  assert.ok(high > narrow + 10 && low === -high, `all heads: ${low} … ${high}, this one … ${narrow}`);
  assert.notEqual(await pixels(page, "Scores"), own);
  await page.locator('[data-head="4"]').click();
  assert.deepEqual(await ends(), [low, high], "all heads share them");
  await domain("fixed");
  await page.getByLabel("Bound of the fixed range").fill("10");
  await page.getByLabel("Bound of the fixed range").press("Enter");
  await page.getByText(/numbers lie outside and are marked/).waitFor();
  assert.deepEqual(await ends(), [-10, 10]);
  await domain("this matrix");
  assert.equal((await ends())[1], 35.2);
});
