// Links: the address follows what is shown, opens the same page elsewhere, and takes nothing away.

import assert from "node:assert/strict";
import { address, journey } from "./harness.mjs";
import { cellOf, choose, chooseBlock, chooseMask, closeGreeting, grid, headOf, maskOf, pixels, readMatrix, reload, show, shown, stageOf, start, storedNumbers } from "./page.mjs";

/** Waits until the address says this, and gives it. */
async function addressSays(page, part) {
  await page.waitForFunction((part) => location.hash.includes(part), part);
  return page.url();
}

/** All that a visitor should find again. */
const state = async (page, matrix) => ({
  example: await page.locator("#example").inputValue(),
  head: await headOf(page),
  stage: await stageOf(page),
  mask: await maskOf(page),
  divisor: await page.locator("#divisor").inputValue(),
  cell: await cellOf(page, matrix),
  lang: await page.locator("html").getAttribute("lang"),
  value: await page.getByTestId("cell-value").getAttribute("data-value"),
  picture: await pixels(page, matrix),
});

/** Types another number over the first score. */
async function change(page, number) {
  await show(page, "dot-product");
  await grid(page, "Scores").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  await page.locator(".cell-editor input").fill(number);
  await page.keyboard.press("Enter");
  await page.locator(".as-opened").waitFor();
}

journey("the address of the example to begin with stays bare until something is chosen", async ({ open }) => {
  const page = await start(open);
  await page.locator('[data-head="2"]').click();
  assert.match(await addressSays(page, "head=3"), /#v=1&example=six-tokens&head=3&lang=en$/);
  await page.locator('[data-head="4"]').click();
  await page.waitForFunction(() => location.hash === "");
  assert.equal(page.url(), address);
});

journey("a link shows the identical page in a browser that was never here", async ({ open }) => {
  const page = await start(open, { locale: "ko-KR" });
  await closeGreeting(page);
  await page.locator('[data-head="7"]').click();
  await show(page, "scale");
  await page.locator("#mask").selectOption({ index: 0 });
  await page.locator("#divisor").fill("2.5");
  await page.locator("#divisor").press("Enter");
  await grid(page, "Scaled").focus();
  for (const key of ["Control+Home", "ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  const link = await addressSays(page, "cell=2,3");
  const before = await state(page, "Scaled");
  const other = await start(open, { path: new URL(link).hash });
  assert.deepEqual(await state(other, "Scaled"), before);
  assert.equal(before.lang, "ko");
  // It was the link's language, not the visitor's.
  await other.goto(address);
  await other.waitForFunction(() => document.documentElement.lang === "en");
});

journey("a link to a block of a recorded model opens it", async ({ open }) => {
  const page = await start(open);
  await choose(page, "smollm2");
  await chooseBlock(page, "smollm2", 11);
  await page.locator('[data-head="3"]').click();
  await show(page, "softmax");
  const link = await addressSays(page, "block=11&head=3");
  const before = await state(page, "Weights");
  const other = await start(open, { path: new URL(link).hash });
  await shown(other, "smollm2", 11);
  assert.deepEqual(await state(other, "Weights"), before);
});

journey("changed numbers travel packed in the link, bit for bit", async ({ open }) => {
  const page = await start(open);
  await change(page, "0.1234567890123");
  await page.waitForFunction(() => location.hash === ""); // No address could tell of them at once.
  const link = await page.evaluate(() => attnscope.link());
  assert.match(link, /#v=1&z=1[\w-]+&example=six-tokens&stage=dot-product/);
  assert.ok(link.length < 2000, `${link.length} characters`);
  await show(page, "softmax");
  const weights = await readMatrix(page, "Weights");
  const other = await start(open, { path: new URL(link).hash });
  await other.locator(".as-opened").waitFor();
  assert.equal(await stageOf(other), "dot-product");
  await show(other, "softmax");
  assert.deepEqual(await readMatrix(other, "Weights"), weights);
  // Its address keeps them while one looks around.
  await other.locator('[data-head="2"]').click();
  assert.match(await addressSays(other, "head=3"), /#v=1&z=1[\w-]+&/);
  await show(other, "softmax");
  await other.locator('[data-head="4"]').click();
  await other.waitForFunction(() => !location.hash.includes("head=3"));
  await reload(other);
  await other.locator(".as-opened").waitFor();
  assert.deepEqual(await readMatrix(other, "Weights"), weights);
});

journey("a link over work in progress leaves it one undo away, and in the browser", async ({ open }) => {
  const page = await start(open);
  await change(page, "4.5");
  await show(page, "softmax");
  const work = await readMatrix(page, "Weights");
  await storedNumbers(page);
  await page.goto(`${address}#v=1&example=by-hand&stage=dot-product`);
  await shown(page, "by-hand");
  await page.goto("about:blank");
  await page.goto(`${address}#v=1&example=by-hand&stage=dot-product`);
  await shown(page, "by-hand");
  await page.locator("[data-history=undo][aria-disabled=false]").click();
  await page.locator(".as-opened").waitFor();
  assert.equal(await page.locator("#example").inputValue(), "six-tokens");
  await show(page, "softmax");
  assert.deepEqual(await readMatrix(page, "Weights"), work);
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator(".as-opened").waitFor();
  await show(page, "softmax");
  assert.deepEqual(await readMatrix(page, "Weights"), work, "as if the link had never been opened");
});

const BROKEN = {
  "v=2&example=six-tokens&head=3": /newer than this page/,
  "example=six-tokens&head=3": /expected the version/,
  "v=1&example=seven-tokens": /example: expected the name of an example/,
  "v=1&head=three": /head: expected the number of a head, .*found `three`/,
  "v=1&head=1&head=2": /found twice/,
  "v=1&z=1AAA": /damaged or cut off/,
  "v=1&z=9AAAA": /newer/,
  "v=1&example=six-tokens&z=1QUJDREVGR0hJSg": /damaged or cut off/,
  "v=1&z=1AAAAAAAAAAAAAAAAAA": /the document is empty/,
  "v=1&head=%zz": /hexadecimal/,
  "v=1&name=class.csv": /z: expected/,
  "v=1&head=0": /head: expected the number of a head, which counts from 1/,
  "v=1&cell=0,0": /cell: expected query and key, counted from 1/,
  "v%3D1%26head%3Dthree": /head: expected the number of a head/,
  [`v=1&z=1${"A".repeat(20_000)}`]: /characters; expected at most/,
  "v=1&stage=<img src=x onerror=alert(1)>": /stage: expected the name of a stage/,
};

for (const kept of [false, true]) {
  journey(`a broken link gives a message over ${kept ? "what was kept" : "the default page"}`, async ({ open }) => {
    const page = await start(open);
    if (kept) {
      await change(page, "4.5");
      await storedNumbers(page);
    }
    for (const [fragment, message] of Object.entries(BROKEN)) {
      await page.goto("about:blank");
      await page.goto(`${address}#${fragment}`);
      await page.locator(".loading", { hasText: message }).waitFor();
      await page.locator(".loading", { hasText: "The link" }).waitFor();
      assert.equal(await page.locator(".loading button").count(), 1, "a link stays as it is");
      await page.locator("section.equation figure.matrix").first().waitFor();
      await page.locator(".loading button").last().click();
      await page.locator(".loading").waitFor({ state: "detached" });
      assert.equal(await page.locator("#example").inputValue(), "six-tokens", fragment);
      assert.equal(await page.locator(".as-opened").count(), kept ? 1 : 0, fragment);
      await page.waitForFunction((kept) => !location.hash.includes("v=2") && (!kept || location.hash === ""), kept);
    }
    await chooseMask(page, "none");
  });
}

/** What a link asks for and the page does not have, and what is said of it in each language. */
const STRAYS = {
  "v=1&head=999": ["head=999, which is not here; this is 12", "head=999가 여기에 없어서 12를"],
  "v=1&cell=99,99": ["cell=99,99, which is not here; this is 6,6", "cell=99,99가 여기에 없어서 6,6을"],
  "v=1&stage=add-norm": ["stage=add-norm, which is not here; this is output", "여기에 없어서 output"],
  "v=1&haed=3": ["has haed, which says nothing here", "haed은(는) 여기에서 뜻이 없습니다"],
};

journey("a link that asks for more than there is says so over the nearest", async ({ open }) => {
  const page = await start(open);
  const notice = page.locator(".strays");
  for (const [fragment, [english, korean]] of Object.entries(STRAYS)) {
    await page.goto("about:blank");
    await page.goto(`${address}#${fragment}`);
    await notice.filter({ hasText: english }).waitFor();
    await page.locator('.languages [lang="ko"]').click();
    await notice.filter({ hasText: korean }).waitFor();
    await page.locator('.languages [lang="en"]').click();
    await notice.getByRole("button").click();
    await notice.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), "example");
  }
  await page.goto("about:blank");
  await page.goto(`${address}#v=1&head=7&lang=xx`);
  await notice.filter({ hasText: "lang=xx, which is not here; this is en" }).waitFor();
  assert.equal(await headOf(page), 6);
  await choose(page, "by-hand");
  await notice.waitFor({ state: "detached" });
});

journey("another link in the address opens without a reload", async ({ open }) => {
  const page = await start(open);
  await page.evaluate(() => (location.hash = "v=1&example=six-tokens&head=9&stage=context"));
  await page.locator("#equation[data-stage=context]").waitFor();
  assert.equal(await headOf(page), 8);
  await page.locator("[data-history=undo][aria-disabled=false]").click();
  await page.locator("#equation[data-stage=softmax]").waitFor();
  assert.equal(await headOf(page), 4);
});
