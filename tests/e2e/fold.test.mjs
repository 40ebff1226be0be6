// What a class must see without scrolling, and what it must not see yet: mistakes at 1440×900, two states with their
// own names, marks of lessons on a phone, and the film strip while a question is open.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { choose, start } from "./page.mjs";

for (const language of ["en", "ko"]) {
  journey(`what and why of every mistake stand above the fold: ${language}`, async ({ open }) => {
    const page = await start(open, { viewport: { width: 1440, height: 900 }, path: `#v=1&example=six-tokens&lang=${language}` });
    await page.locator("[data-view^=mistake]").click();
    const mistakes = page.locator(".mistake-list input");
    await mistakes.first().waitFor({ state: "attached" });
    for (let at = 0; at < (await mistakes.count()); at += 1) {
      await mistakes.nth(at).check();
      const name = await page.locator(".mistakes").getAttribute("data-mistake");
      const below = (selector) =>
        page.locator(".mistake").evaluate(
          (it, selector) => Math.max(...[...it.querySelectorAll(selector)].map((part) => part.getBoundingClientRect().bottom)) - innerHeight,
          selector,
        );
      assert.ok((await below(".mistake-text:first-of-type dd")) <= 0, `${name}: what or why is below the fold`);
      const over = await below(".trio .matrix:not([data-fine]) .matrix-box, .hindrance");
      // Where the fill and its precision are chosen above them, their last rows are.
      const allowed = name === "finite-fill" ? 64 : 0;
      assert.ok(!(over > allowed), `${name}: ${over}px of the pictures are below the fold`);
    }
  });
}

journey("each of two states carries the names of its own tokens", async ({ open }) => {
  const page = await start(open);
  await page.locator("[data-view=compare]").click();
  await page.locator("[data-compare=freeze]").click();
  const names = (aside, side) => page.locator(`.trio figure[data-aside=${aside}] .matrix-${side} bdi`).allTextContents();
  const before = await names("first", "columns");
  assert.deepEqual(await names("second", "columns"), before);
  await choose(page, "minilm");
  await page.waitForFunction(() => document.querySelector('.trio figure[data-aside="second"] bdi')?.textContent === "[CLS]");
  for (const side of ["rows", "columns"]) {
    assert.deepEqual(await names("first", side), before, side);
    assert.equal((await names("second", side)).at(-1), "[SEP]", side);
    assert.deepEqual(await names("difference", side), await names("second", side), side);
  }
  assert.ok(await page.locator('.trio figure[data-aside="second"] .matrix-rows').isVisible(), "beside its own picture");
  const told = page.locator('.trio figure[data-aside="first"] [role=gridcell]');
  assert.match(await told.textContent(), /powers/);
});

journey("on a phone what a lesson marks is seen above the card", async ({ open }) => {
  const page = await open({ path: "#v=1&lesson=1.1&lang=en", viewport: { width: 390, height: 844 } });
  const next = page.locator("[data-lesson-step='1']");
  for (;;) {
    await page.locator("section.equation .mark-lesson").first().waitFor({ state: "attached" });
    const at = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("lesson"));
    await page
      .waitForFunction(() => {
        const mark = document.querySelector("section.equation .mark-lesson").getBoundingClientRect();
        const card = document.querySelector(".lesson").getBoundingClientRect();
        return mark.bottom > 0 && mark.bottom <= card.top + 1;
      }, undefined, { timeout: 5_000 })
      .catch(() => assert.fail(`${at}: the mark is out of sight`));
    if ((await next.getAttribute("aria-disabled")) === "true") break;
    await next.click();
    await page.waitForFunction((at) => !location.hash.includes(`lesson=${at}&`) && !location.hash.endsWith(`lesson=${at}`), at);
  }
});

journey("the film strip does not answer a question that is still open", async ({ open }) => {
  const page = await open({ path: "#v=1&lesson=1.3&lang=en" });
  await page.locator(".lesson-options input").first().waitFor();
  const seen = (stage) => page.locator(`nav.strip [data-stage="${stage}"] .thumbnail`).first().isVisible();
  const heads = () => page.locator(".head-box canvas").first().isVisible();
  assert.deepEqual([await seen("scale"), await seen("mask"), await seen("softmax"), await heads()], [true, false, false, false]);
  assert.equal(await page.locator('nav.strip [data-stage="softmax"] .frame-range').isVisible(), false);
  await page.locator(".lesson-options input").first().check();
  await page.locator("[data-lesson-check]").click();
  await page.locator(".lesson-verdict").waitFor();
  assert.deepEqual([await seen("mask"), await seen("softmax"), await heads()], [true, true, true]);
  await page.locator("[data-lesson-leave]").click();
  await page.locator(".lesson").waitFor({ state: "detached" });
  assert.ok(await seen("softmax"));
});
