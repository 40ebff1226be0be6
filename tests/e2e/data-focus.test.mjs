// How the panel behaves when something goes: the focus has a place, nothing happens twice, what was forgotten
// stays so; and how fields of the page give up what was typed.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { chooseMask, closeGreeting, start } from "./page.mjs";
import { amountsTo, another, box, openPanel, panel } from "./panel.mjs";

const MATRIX = "0.43 0.15 0.89\n0.55 0.87 0.66";

/** Waits until the focus is in a text of the panel. */
const isInText = (page) => page.waitForFunction(() => document.activeElement?.closest("#panel .piece textarea") !== null);

journey("the focus goes to a text after Remove, Undo and Forget", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  await box(page, "Numbers 1").fill(MATRIX);
  await (await another(page, "Numbers 2")).fill("w_q = [[1, 0], [0, 1], [1, 1]]");
  await amountsTo(page, "2 tokens of 3 dimensions");
  for (const name of ["Remove Numbers 1", "Undo", "Forget all of it"]) {
    await panel(page).getByRole("button", { name }).click();
    await isInText(page);
  }
});

journey("a double press on “Show it” is one change", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  await box(page, "Numbers 1").fill(MATRIX);
  await amountsTo(page, "2 tokens of 3 dimensions");
  await panel(page)
    .getByRole("button", { name: "Show it" })
    .evaluate((button) => (button.click(), button.click()));
  await panel(page).waitFor({ state: "hidden" });
  await page.locator("[data-history=undo][aria-disabled=false]").click();
  await page.locator("[data-history=undo][aria-disabled=true]").waitFor();
  assert.equal(await page.locator("#example").inputValue(), "six-tokens");
});

journey("files that come in while all is forgotten stay away", async ({ open }) => {
  const before = (page) =>
    page.addInitScript(() => {
      const read = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = function () {
        if (!(this instanceof File)) return read.call(this);
        return new Promise((resolve) => (globalThis.letIn = () => resolve(read.call(this))));
      };
    });
  const page = await start(open, { before });
  await openPanel(page);
  await box(page, "Tokens").fill("a| b");
  const files = [{ name: "late.csv", mimeType: "text/csv", buffer: Buffer.from("1,2\n3,4") }];
  await panel(page).locator("input[type=file]").setInputFiles(files);
  await page.waitForFunction(() => globalThis.letIn);
  await panel(page).getByRole("button", { name: "Forget all of it" }).click();
  await page.evaluate(() => letIn());
  await isInText(page);
  await amountsTo(page, "Nothing yet.");
  assert.equal(await box(page, "Numbers 1").inputValue(), "");
});

journey("the notice that the panel did not come can be put away", async ({ open }) => {
  const page = await start(open, { complaints: [/panel-/] });
  await page.route("**/panel-*", (route) => route.abort());
  await page.getByRole("button", { name: "Your data" }).click();
  const notice = page.locator(".panel-notice");
  await notice.getByRole("button", { name: "Close" }).click();
  await notice.waitFor({ state: "detached" });
  assert.equal(await page.locator("[data-panel=data]").evaluate((it) => it === document.activeElement), true);
});

journey("Escape gives up what was typed as divisor and as parameter of a mask", async ({ open }) => {
  const page = await start(open);
  await page.locator("#divisor").fill("3");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#divisor").inputValue(), "8.00");
  await page.keyboard.press("Tab");
  await page.getByText("√64", { exact: true }).first().waitFor();
  assert.equal(await page.locator("#divisor").inputValue(), "8.00");
  await page.locator("#divisor").fill("x");
  await page.keyboard.press("Enter");
  await page.locator("#divisor[aria-invalid=true]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#divisor[aria-invalid=false]").waitFor();
  assert.equal(await page.locator("#divisor").inputValue(), "8.00");
  await chooseMask(page, "sliding window");
  const parameter = page.locator(".mask-parameter input");
  const before = await parameter.inputValue();
  await parameter.fill("77");
  await page.keyboard.press("Escape");
  assert.equal(await parameter.inputValue(), before);
});

for (const locale of ["en-US", "ko-KR"]) {
  journey(`on a phone the bar takes three rows and the large matrix begins in sight, ${locale}`, async ({ open }) => {
    const page = await start(open, { locale, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const tops = await page
      .locator(".bar :is(h1, select, button):visible")
      .evaluateAll((all) => all.filter((it) => !it.closest("dialog")).map((it) => it.getBoundingClientRect()));
    const rows = new Set(tops.map(({ top, height }) => Math.round((top + height / 2) / 20)));
    assert.ok(rows.size <= 3, [...rows].join());
    await closeGreeting(page);
    const { y } = await page.locator("section.equation figure.matrix canvas").first().boundingBox();
    assert.ok(y < 844 - 24, `the matrix begins at ${y}`);
  });
}
