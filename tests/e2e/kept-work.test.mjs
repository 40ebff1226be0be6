// Own work is never lost without a word: not by a reload at once, another page, a link, an example.

import assert from "node:assert/strict";
import { address, journey } from "./harness.mjs";
import { choose, grid, reload, show, shown, start } from "./page.mjs";
import { amountsTo, box, drop, openPanel, panel, showIt } from "./panel.mjs";

const MATRIX = "0.43,0.15,0.89\n0.55,0.87,0.66";
const OTHER = "1,2,3\n4,5,6\n7,8,9";

const reads = (page, value) =>
  page.waitForFunction(
    (value) => document.querySelector("[data-testid=cell-value]")?.dataset.value === value,
    String(value),
  );

/** Types a number over the first score. */
async function change(page, value) {
  await show(page, "dot-product");
  await grid(page, "Scores").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  await page.locator(".cell-editor input").waitFor();
  await page.keyboard.type(String(value));
  await page.keyboard.press("Enter");
  await reads(page, value);
}

/** Waits until so many works can be gone back to. */
const offers = (page, names) =>
  page.waitForFunction(
    (names) => {
      const all = [...document.querySelectorAll("#example option")].map((it) => it.textContent);
      return JSON.stringify(all.filter((it) => it.startsWith("Your work"))) === JSON.stringify(names);
    },
    names.map((name) => `Your work: ${name}`),
  );

const goBackTo = (page, name) => page.locator("#example").selectOption({ label: `Your work: ${name}` });

/** Another page of the same browser. */
async function another(page, path = "") {
  const other = await page.context().newPage();
  await other.goto(address + path);
  await other.locator("section.equation figure.matrix").first().waitFor();
  return other;
}

async function bring(page, name, text) {
  await drop(page, { [name]: text });
  await panel(page).locator(".headline", { hasText: "tokens of 3 dimensions" }).waitFor();
  await showIt(page);
  await page.locator("#example option:checked", { hasText: name.split(".")[0] }).waitFor({ state: "attached" });
}

journey("a number that was typed the moment before a reload is there again", async ({ open }) => {
  const page = await start(open);
  await page.clock.install(); // No time passes between the change and the reload.
  await reload(page);
  await change(page, 9.5);
  await page.clock.resume();
  await reload(page);
  await reads(page, 9.5);
  await page.locator("figure[data-matrix=Scores] .mark-changed").waitFor();
});

journey("a reload that begins before the page is told that it goes finds the last change, too", async ({ open }) => {
  const before = (page) =>
    page.addInitScript(() => addEventListener("pagehide", (event) => event.stopImmediatePropagation()));
  const page = await start(open, { before });
  await page.clock.install();
  await reload(page);
  await change(page, 9.5);
  await page.clock.resume();
  await reload(page);
  await reads(page, 9.5);
});

journey("there is one database", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  await box(page, "Numbers 1").fill("1 2\n3 4");
  await amountsTo(page, "2 tokens of 2 dimensions");
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  assert.deepEqual(names, ["attnscope"]);
});

journey("changed numbers that are gone are missed with a word", async ({ open }) => {
  const page = await start(open);
  await change(page, 9.5);
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.endsWith(".changed")));
  await page.evaluate(() => {
    addEventListener("pagehide", () => {
      for (const key of Object.keys(localStorage)) if (key.endsWith(".changed")) localStorage.removeItem(key);
    });
  });
  await reload(page);
  await page.locator(".loading", { hasText: "no longer has these numbers" }).waitFor();
});

journey("a database that never answers stops neither page nor panel, and both say so", async ({ open }) => {
  const before = (page) =>
    page.addInitScript(() => {
      IDBFactory.prototype.open = () => new EventTarget();
    });
  const page = await start(open, { before });
  await openPanel(page);
  await box(page, "Numbers 1").fill(Array(300).fill(Array(100).fill("0.25").join(" ")).join("\n"));
  await amountsTo(page, "300 tokens of 100 dimensions");
  await panel(page).getByText("This browser does not let the page keep anything").waitFor();
  await panel(page).getByRole("button", { name: "Show it" }).click();
  const notice = page.locator(".panel-notice", { hasText: "cannot keep these numbers" });
  await notice.waitFor();
  await notice.getByRole("button", { name: "Close" }).click();
  await notice.waitFor({ state: "detached" });
  assert.equal(await page.locator("[data-panel=data]").evaluate((it) => it === document.activeElement), true);
});

journey("of two pages each keeps its own numbers, and what one has left the next can have", async ({ open }) => {
  const page = await start(open);
  await change(page, 9.5);
  await reload(page);
  const other = await another(page);
  await reads(other, 9.5); // It begins where the first one is.
  await other.bringToFront();
  await change(other, 7.5);
  await page.bringToFront();
  await reload(page);
  await reads(page, 9.5);
  await reload(other);
  await reads(other, 7.5);
  await offers(other, ["Six tokens, built to be read"]);
  await page.close();
  await other.locator("#example").selectOption({ index: 7 });
  await reads(other, 9.5);
  await offers(other, ["Six tokens, built to be read"]);
});

journey("texts in the panels of two pages do not replace each other", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  await box(page, "Numbers 1").fill(MATRIX);
  await amountsTo(page, "2 tokens of 3 dimensions");
  const other = await another(page);
  await openPanel(other);
  assert.equal(await box(other, "Numbers 1").inputValue(), "", "that is the other page's");
  await box(other, "Numbers 1").fill(OTHER);
  await amountsTo(other, "3 tokens of 3 dimensions");
  await reload(page);
  await openPanel(page);
  assert.equal(await box(page, "Numbers 1").inputValue(), MATRIX);
  await other.close();
  await reload(page);
  await openPanel(page);
  const texts = await panel(page).locator(".piece textarea").evaluateAll((all) => all.map((it) => it.value));
  assert.deepEqual(texts.filter(Boolean).sort(), [MATRIX, OTHER].sort(), "what a page that is gone has left");
});

journey("numbers of one's own and an example's are gone back to after a reload", async ({ open }) => {
  const page = await start(open);
  await bring(page, "class.csv", MATRIX);
  await change(page, 5);
  await choose(page, "by-hand");
  await offers(page, ["class"]);
  await reload(page);
  await shown(page, "by-hand");
  await change(page, 3);
  await reload(page);
  await reads(page, 3);
  await goBackTo(page, "class");
  await reads(page, 5);
  await page.locator("#example option", { hasText: "Your work: By hand" }).waitFor({ state: "attached" });
  await page.locator("[data-history=undo][aria-disabled=false]").click();
  await reads(page, 3);
});

journey("a link that is changed replaces nobody's work", async ({ open }) => {
  const page = await start(open);
  await bring(page, "class.csv", MATRIX);
  await change(page, 5);
  await page.goto("about:blank");
  await page.goto(`${address}#v=1&example=by-hand&stage=dot-product`);
  await shown(page, "by-hand");
  await change(page, 3);
  await page.waitForFunction(() => localStorage.getItem("attnscope.works")?.split("\n").length === 2);
  await reload(page);
  await reads(page, 3);
  await goBackTo(page, "class");
  await reads(page, 5);
});

journey("the browser's way back leads from a link to what was there before, and forth again", async ({ open }) => {
  const page = await start(open);
  await change(page, 9.5);
  await page.waitForFunction(() => history.state !== null);
  await page.evaluate(() => (location.hash = "#v=1&example=by-hand&stage=dot-product"));
  await shown(page, "by-hand");
  await page.waitForFunction(() => history.state !== null);
  await page.goBack();
  await reads(page, 9.5);
  assert.equal(await page.locator("#example").inputValue(), "six-tokens");
  await page.goForward();
  await shown(page, "by-hand");
});

journey("all work is forgotten with the texts, and what is shown with what comes next", async ({ open }) => {
  const page = await start(open);
  await change(page, 9.5);
  await choose(page, "by-hand");
  await offers(page, ["Six tokens, built to be read"]);
  await openPanel(page);
  await panel(page).getByRole("button", { name: "Forget all of it" }).click();
  await panel(page).getByRole("button", { name: "Close" }).click();
  await offers(page, []);
  await reload(page);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => /\d/.test(key))), []);
});

journey("a mask that was painted is work: left for an example, it can be gone back to after a reload", async ({ open }) => {
  const page = await start(open);
  await page.locator("#mask").selectOption({ label: "painted" });
  await grid(page, "MaskTerm").focus();
  for (const key of ["Control+Home", "Space", "ArrowDown", "Space"]) await page.keyboard.press(key);
  const painted = await grid(page, "MaskTerm").locator("..").locator("canvas").evaluate((it) => it.toDataURL());
  await choose(page, "by-hand");
  await offers(page, ["Six tokens, built to be read"]);
  await reload(page);
  await goBackTo(page, "Six tokens, built to be read");
  await shown(page, "six-tokens");
  await show(page, "mask");
  const again = await grid(page, "MaskTerm").locator("..").locator("canvas").evaluate((it) => it.toDataURL());
  assert.equal(again, painted);
});

journey("numbers that are brought over others of one's own leave those where they can be gone back to", async ({ open }) => {
  const page = await start(open);
  await bring(page, "first.csv", MATRIX);
  await openPanel(page);
  await panel(page).getByRole("button", { name: "Forget all" }).waitFor();
  await panel(page).getByRole("button", { name: /^Remove/ }).first().click();
  await bring(page, "second.csv", OTHER);
  await offers(page, ["first"]);
  await reload(page);
  await goBackTo(page, "first");
  await page.locator(".token-strip [data-token]").nth(1).waitFor();
  assert.equal(await page.locator(".token-strip [data-token]").count(), 2);
  await offers(page, ["second"]);
});

journey("a number that is being typed is there after a reload", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  await grid(page, "Scores").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  await page.locator(".cell-editor input").fill("55");
  await reload(page);
  await reads(page, 55);
});

journey("Back after a link whose page was edited shows what was before the link", async ({ open }) => {
  const page = await start(open);
  await change(page, 7.5);
  await page.evaluate(() => (location.hash = "#v=1&example=by-hand&stage=dot-product"));
  await shown(page, "by-hand");
  await change(page, 9);
  await page.waitForFunction(() => location.hash === "");
  await page.goBack();
  await shown(page, "six-tokens");
  await reads(page, 7.5);
  await page.goForward();
  await shown(page, "by-hand");
  await reads(page, 9);
});
