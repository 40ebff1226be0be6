// Before a class: presenting from the keyboard alone, large enough for the last row; what is hidden until the class has
// been asked; both by a link.

import assert from "node:assert/strict";
import { assertAccessible, journey } from "./harness.mjs";
import { cellValue, grid, number, pixels, show, stageOf, stagesOf, start } from "./page.mjs";

const ROOM = { width: 1280, height: 720 };

/** Opens a page that is presented or in a frame: it has no controls to wait for. */
async function openBare(open, options) {
  const page = await open(options);
  await page.locator(".slide-foot").waitFor();
  await page.locator("section.equation").first().waitFor();
  return page;
}

const isPresented = (page) => page.locator('html[data-frame="present"] .slide-foot').waitFor();

const sizeOfText = (page, selector) =>
  page.locator(selector).first().evaluate((element) => parseFloat(getComputedStyle(element).fontSize));

/** What is read of the page: its text, its names for screen readers and its tips. */
const readable = (page) =>
  page.evaluate(() => {
    const names = [...document.querySelectorAll("[aria-label], [title]")];
    return document.body.innerText + document.body.textContent + names.map((it) => `${it.ariaLabel} ${it.title}`).join(" ");
  });

journey("a class is shown stage by stage with one key, in large type and without controls", async ({ open }) => {
  const page = await start(open, { viewport: ROOM });
  const stages = await stagesOf(page);
  const value = await cellValue(page);
  await page.keyboard.press("p");
  await isPresented(page);
  for (const control of ["header.bar", ".controls", "nav.strip", ".token-row", ".explanation"]) {
    assert.equal(await page.locator(control).count(), 0, control);
  }
  assert.equal(await page.locator(".slide-head h1").textContent(), "Softmax");
  assert.ok((await sizeOfText(page, ".slide-head h1")) >= 36);
  for (const text of [".slide-line", ".slide-head math", ".slide-cell"]) {
    assert.ok((await sizeOfText(page, text)) >= 22, text);
  }
  assert.ok((await sizeOfText(page, ".matrix-rows")) >= 16);
  const shown = number((await page.getByTestId("slide-value").textContent()).replace("=", ""));
  assert.ok(Math.abs(shown - value) < 0.0006, `${shown} is ${value}`);
  // Everything at once, on one screen.
  const overflow = await page.evaluate(() => {
    const root = document.documentElement;
    return [root.scrollWidth > innerWidth, root.scrollHeight > innerHeight];
  });
  assert.deepEqual(overflow, [false, false]);
  // Cells that hold numbers of 18 pixels and more are at least so high and wide.
  const box = await page.locator('figure[data-matrix="Weights"] .matrix-box').boundingBox();
  assert.ok(box.height / 6 >= 44 && box.width / 6 >= 60, JSON.stringify(box));
  await page.keyboard.press("ArrowRight");
  assert.equal(await stageOf(page), stages[stages.indexOf("softmax") + 1]);
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await stageOf(page), "mask");
  assert.equal(await page.locator(".slide-steps [aria-current=step]").textContent(), "Mask");
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await page.locator("header.bar").waitFor();
  await page.locator("[data-present]:focus").waitFor();
  assert.equal(await page.locator(".slide-foot").count(), 0);
  assert.equal(await stageOf(page), "mask");
});

journey("a press on a cell leaves the arrows to the stages", async ({ open }) => {
  const page = await openBare(open, { viewport: ROOM, path: "#v=1&present=on" });
  const weights = grid(page, "Weights");
  await weights.click({ position: { x: 20, y: 20 } });
  await page.locator("#cell-Weights-0-0").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.locator('section.equation[data-stage="context"]').waitFor();
});

journey("a presentation is a link, in Korean and in the dark, and the button of the bar begins one", async ({ open }) => {
  const page = await start(open, { colorScheme: "dark" });
  await page.locator('.languages [lang="ko"]').click();
  await page.getByRole("button", { name: "발표" }).click();
  await isPresented(page);
  await page.waitForFunction(() => location.hash.includes("present=on"));
  const address = page.url();
  const other = await openBare(open, { viewport: ROOM, path: new URL(address).hash });
  await isPresented(other);
  assert.equal(await other.locator("html").getAttribute("lang"), "ko");
  await other.locator(".slide-line", { hasText: "합이 1인 비율" }).waitFor();
  // What a Korean keyboard sends for the same key while Hangul is on.
  await other.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ㅔ", bubbles: true })));
  await other.getByRole("button", { name: "발표" }).waitFor();
  await other.waitForFunction(() => !location.hash.includes("present"));
});

journey("in a lesson the same keys go through its steps", async ({ open }) => {
  const page = await openBare(open, { viewport: ROOM, path: "#v=1&lesson=1.1&present=on" });
  await isPresented(page);
  const isAt = (at) => page.waitForFunction((at) => location.hash.includes(`lesson=${at}`), at);
  await page.locator(".lesson-idea", { hasText: "768" }).waitFor();
  assert.ok((await sizeOfText(page, ".lesson-idea")) >= 22);
  assert.equal(await page.locator(".slide-head").count(), 0, "the lesson says it");
  await page.keyboard.press("ArrowRight");
  await isAt("1.2");
  await page.keyboard.press("PageDown");
  await isAt("1.3");
  await page.keyboard.press("ArrowLeft");
  await isAt("1.2");
  await isPresented(page);
  await page.keyboard.press("Escape");
  await page.locator("header.bar").waitFor();
  await page.waitForFunction(() => location.hash.includes("lesson=1.2") && !location.hash.includes("present"));
});

journey("the numbers of a stage are hidden wherever they could be read, until a key or a press shows them", async ({ open }) => {
  const page = await start(open);
  const drawn = await pixels(page, "Weights");
  const value = await page.getByTestId("cell-value").textContent();
  await page.keyboard.press("h");
  await page.locator('figure[data-matrix="Weights"][data-veiled]').waitFor();
  const blank = await pixels(page, "Weights");
  assert.notEqual(blank, drawn);
  // Another row, head and divisor: what is drawn tells nothing of them.
  await page.keyboard.press("3");
  await page.keyboard.press("s");
  assert.equal(await pixels(page, "Weights"), blank);
  await page.keyboard.press("5");
  assert.equal(await page.getByTestId("cell-value").count(), 0);
  assert.ok(!(await readable(page)).includes(value), `${value} is read nowhere`);
  await grid(page, "Weights").hover({ position: { x: 90, y: 170 } });
  assert.ok(!(await readable(page)).includes(value));
  assert.equal(await page.locator(".row-readout").textContent(), "");
  assert.match(await page.locator("#cell-Weights-3-1").textContent(), /: hidden$/);
  assert.equal(await page.locator('nav.strip [data-stage="softmax"] .frame-range').textContent(), "");
  await assertAccessible(page);
  // Not by the keys of the matrix either, nor in what is computed from it.
  await grid(page, "Weights").focus();
  await page.keyboard.press("x");
  await page.locator("#cell-Weights-3-1").waitFor({ state: "attached" });
  await show(page, "context");
  assert.equal(await page.getByTestId("cell-value").count(), 0, "its products would tell the weights");
  await show(page, "softmax");
  await grid(page, "Weights").click({ position: { x: 20, y: 20 } });
  await page.locator('figure[data-matrix="Weights"]:not([data-veiled])').waitFor();
  assert.equal(await page.getByTestId("cell-value").textContent(), value);
  assert.equal(await pixels(page, "Weights"), drawn);
});

journey("a link prepares what is hidden, and a presentation shows it one by one", async ({ open }) => {
  const path = "#v=1&example=six-tokens&stage=mask&hide=softmax,whole.context&present=on";
  const page = await openBare(open, { viewport: ROOM, path });
  await isPresented(page);
  assert.ok(!(await readable(page)).includes("Context"), "not even its name");
  await page.keyboard.press("PageDown");
  await page.locator('section.equation[data-stage="softmax"]').waitFor();
  assert.equal(await page.getByTestId("slide-value").textContent(), "= ?");
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => !/[?]/.test(document.querySelector(".slide-cell").textContent));
  assert.equal(await stageOf(page), "softmax", "the key first shows what is hidden");
  await page.waitForFunction(() => location.hash.includes("hide=whole.context"));
  await page.keyboard.press("PageDown");
  await page.locator(".unknown").waitFor();
  assert.equal(await page.locator(".slide-head h1").textContent(), "?");
  assert.equal(await page.locator("figure.matrix").count(), 0);
  await page.locator("[data-unveil]").click();
  await page.locator('section.equation[data-stage="context"]').waitFor();
  assert.equal(await page.locator(".slide-head h1").textContent(), "Context");
  await page.waitForFunction(() => !location.hash.includes("hide"));
});

journey("a stage is hidden and shown by its buttons, and other views do not tell it", async ({ open }) => {
  const page = await start(open);
  await page.locator('[data-hide="stage"]').click();
  await page.locator(".unknown").waitFor();
  assert.equal(await page.locator('nav.strip [aria-current="step"] .frame-name').textContent(), "?");
  assert.equal(await page.locator(".explanation h2").textContent(), "?");
  await page.locator('[data-view="heads"]').click();
  await page.locator(".unknown", { hasText: "this view would show them" }).waitFor();
  await page.locator("[data-show-all]").click();
  await page.locator(".unknown").waitFor({ state: "detached" });
  await page.locator('[data-view="stages"]').click();
  await page.locator('section.equation[data-stage="softmax"] figure').first().waitFor();
});
