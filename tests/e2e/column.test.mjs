// The explanation column on a screen of 1440×900: where a number comes from is seen without scrolling.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { choose, cellValue, grid, show, stagesOf, start } from "./page.mjs";

/** How far the last of some elements reaches below what is seen of the column; negative where it is seen whole. */
const below = (page, selector) =>
  page.locator(".explanation").evaluate((column, selector) => {
    const last = [...column.querySelectorAll(selector)].at(-1);
    if (column.scrollTop !== 0) throw new Error("the column is scrolled");
    const seen = Math.min(column.getBoundingClientRect().bottom, innerHeight);
    return last ? last.getBoundingClientRect().bottom - seen : -Infinity;
  }, selector);

/** Stages whose numbers are sums of so many products that only their beginning is in sight. */
const LONG = ["project", "dot-product", "output"];

for (const language of ["en", "ko"]) {
  journey(`at six tokens the arithmetic is in sight at every stage: ${language}`, async ({ open }) => {
    const page = await start(open, { viewport: { width: 1440, height: 900 }, path: `#v=1&example=six-tokens&lang=${language}` });
    for (const stage of await stagesOf(page)) {
      await show(page, stage);
      await page.waitForFunction((stage) => document.querySelector(".explanation h2") && document.querySelector(`section.equation[data-stage="${stage}"]`), stage);
      assert.ok((await below(page, ".arithmetic-result")) <= 0, `${stage}: the result is out of sight`);
      const steps = ".arithmetic :is(.steps, .terms tr, .product-strip)";
      const all = LONG.includes(stage) ? ".arithmetic .product-strip" : steps;
      const over = await below(page, all);
      assert.ok(over <= 0, `${stage}: ${over}px of the arithmetic are out of sight`);
    }
  });
}

journey("why a stage is there is told on request, and stays open from stage to stage", async ({ open }) => {
  const page = await start(open);
  const why = page.locator(".explanation .why");
  assert.equal(await why.locator("p").first().isVisible(), false);
  await why.locator("summary").click();
  await why.getByText("exp keeps the order").waitFor();
  await show(page, "mask");
  await why.getByText("must not read the answer").waitFor();
});

journey("the colors explained are those of the matrix that is looked at", async ({ open }) => {
  const page = await start(open);
  const key = page.locator(".color-key .color-ends");
  assert.match(await key.innerText(), /weights/);
  await grid(page, "Masked").press("Control+Home");
  await page.waitForFunction(() => /masked/.test(document.querySelector(".color-ends").innerText));
  const ends = (await key.locator("span").allInnerTexts()).map((it) => it.trim());
  assert.notDeepEqual(ends, ["0", "1"]);
  await page.locator(".color-key input[name=domain]").first().waitFor();
});

journey("the trail stays with other numbers as far as its cells are there", async ({ open }) => {
  const page = await start(open);
  await page.locator('.arithmetic [data-to^="masked "]').last().click();
  await page.locator('.arithmetic [data-to^="scaled "]').first().click();
  await page.locator(".trail ol button").nth(2).waitFor();
  await choose(page, "minilm");
  assert.equal(await page.locator(".trail ol button").count(), 3);
  await page.locator(".trail ol button").nth(0).click();
  await page.locator('.arithmetic[data-matrix="Weights"]').waitFor();
  assert.ok((await cellValue(page)) >= 0);
  // Four keys, one query: the cells of later ones are gone.
  await choose(page, "cross-attention");
  assert.ok((await page.locator(".trail ol button").count()) < 3);
});
