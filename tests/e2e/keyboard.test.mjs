// Everything without a mouse: tab stops, visible focus, names, grids, the list of keys.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import {
  cellOf,
  cellValue,
  choose,
  grid,
  headOf,
  maskOf,
  readRow,
  reload,
  show,
  shown,
  stageOf,
  start,
} from "./page.mjs";

const STRIP = ["Q, K, V", "Dot product", "Scale", "Mask", "Softmax", "Context", "Concat", "Output"];

/** What has the focus: role and name as a screen reader says them, and whether it can be seen. */
async function focused(page) {
  const here = page.locator(":focus");
  const spoken = (await here.ariaSnapshot()).split("\n")[0].replace(/^- '?/, "");
  const [, role, quoted, plain] = spoken.match(/^(\w+)(?: "(.*?)"|: (.*))?/);
  const name = quoted ?? plain ?? "";
  const sight = await here.evaluate((element) => {
    const isDrawn = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return {
      isVisible: element.matches(":focus-visible"),
      // A radio button that is drawn as a segment shows its focus on the segment.
      isOutlined: [element, element.nextElementSibling].some(
        (it) => it !== null && isDrawn(getComputedStyle(it)),
      ),
      isInView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
      isByBrowser: element.tabIndex < 0, // A part that scrolls: Chromium lets Tab go there by itself.
    };
  });
  return { role, name, ...sight };
}

/**
 * Presses Tab until the page's end; gives what had the focus, in order. Some ends lead to the browser's own
 * controls, and some round to the first stop, and so to where it began.
 */
async function tabThrough(page) {
  const stops = [];
  const start = await page.evaluateHandle(() => document.activeElement);
  for (let presses = 0; presses < 90; presses += 1) {
    await page.keyboard.press("Tab");
    const isRound = await start.evaluate((element) => element === document.activeElement);
    if (isRound || (await page.locator(":focus").count()) === 0 || (await page.locator("body:focus").count()) === 1)
      return stops;
    stops.push(await focused(page));
  }
  throw new Error("Tab never leaves the page");
}

function assertSeen(stops) {
  for (const { role, name, ...sight } of stops.filter(({ isByBrowser }) => !isByBrowser)) {
    assert.deepEqual(
      sight,
      { isVisible: true, isOutlined: true, isInView: true, isByBrowser: false },
      `${role} ${name}`,
    );
    assert.notEqual(name, "", `a ${role} has a name`);
  }
}

journey("Tab reaches every control, in the order of the page, and the focus is seen", async ({ open }) => {
  const page = await start(open);
  const stops = await tabThrough(page);
  assertSeen(stops);
  // Parts that scroll and links may be stops, too; they are no controls.
  const controls = stops
    .filter(({ role, isByBrowser }) => !isByBrowser && !["complementary", "region", "link"].includes(role))
    .map(({ role, name }) => `${role} ${name}`);
  const expected = [
    /^combobox Example$/,
    /^button Nothing to undo$/,
    /^button Nothing to redo$/,
    /^button Lessons$/,
    /^button Stages$/,
    /^button Mistakes$/,
    /^button Compare$/,
    /^button All heads$/,
    /^button Text$/,
    /^button Your data$/,
    /^button Save and share$/,
    /^button 한국어$/,
    /^button English$/,
    /^combobox Theme$/,
    /^button Present$/,
    /^button Shortcuts$/,
    /^button Walk through the steps →$/,
    /^button Start the first lesson$/,
    /^button Close$/,
    /^radio Head 5: a mixture with a wide range$/, // The whole group is one stop.
    /^combobox Mask$/,
    /^slider Divide scores by$/,
    /^button 1 not scaled/,
    /^button √64 square root/,
    /^button √768 square root/,
    /^textbox Divisor of the scores$/,
    /^button Back to √64$/,
    /^button Previous stage$/,
    ...STRIP.map((name) => new RegExp(`^button ${name}`)),
    /^button Next stage$/,
    /^button powers$/, // All tokens are one stop.
    /^button Rename the token$/,
    /^button Add a token before it$/,
    /^button Add a token after it$/,
    /^button Remove the token$/,
    /^button Move the token left$/,
    /^button Move the token right$/,
    /^button Positions move along$/,
    /^button rows$/,
    /^button columns$/,
    /^button numbers$/, // To hide.
    /^button stage$/,
    /^grid masked scores, 6 rows, 6 columns/,
    /^grid weights, 6 rows, 6 columns/,
    /^text Why\?$/,
    ...Array(6).fill(/^button masked scores · head 5, query “powers”, key “.*”: /), // Links to its numbers,
    /^button context: 64 numbers$/, // and to what uses it.
  ];
  assert.equal(controls.length, expected.length, controls.join("\n"));
  controls.forEach((control, at) => assert.match(control, expected[at]));
});

journey("every matrix of every stage is one tab stop, with a name and visible focus", async ({ open }) => {
  const page = await start(open);
  await choose(page, "minilm");
  for (const stage of ["project", "dot-product", "mask", "context", "concat", "output", "add-norm"]) {
    await show(page, stage);
    await page.getByRole("button", { name: "Next stage" }).focus();
    const matrices = await page.locator("section.equation figure.matrix").count();
    const stops = await tabThrough(page);
    assertSeen(stops);
    assert.equal(stops.filter(({ role }) => role === "grid").length, matrices, stage);
  }
});

journey("the keys move the cell of a matrix, and nothing else", async ({ open }) => {
  const page = await start(open);
  await show(page, "project");
  await grid(page, "Queries").focus();
  const press = async (key, cell) => {
    await page.keyboard.press(key);
    assert.deepEqual(await cellOf(page, "Queries"), cell, key);
    assert.equal(await stageOf(page), "project", key);
    assert.equal(await headOf(page), 4, key);
  };
  await press("Control+Home", [0, 0]);
  await press("ArrowUp", [0, 0]);
  await press("ArrowLeft", [0, 0]);
  await press("ArrowRight", [0, 1]);
  await press("ArrowDown", [1, 1]);
  await press("End", [1, 63]);
  await press("ArrowRight", [1, 63]);
  await press("ArrowLeft", [1, 62]);
  await press("Home", [1, 0]);
  await press("Control+End", [5, 63]);
  await press("ArrowDown", [5, 63]);
  await press("PageUp", [0, 63]);
  await press("PageDown", [5, 63]);
  await press("ArrowUp", [4, 63]);
  // The rows of a matrix of weights are 768: a page is a part of them.
  await grid(page, "WQuery").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("PageDown");
  const [row, column] = await cellOf(page, "WQuery");
  assert.ok(row > 1 && row < 768 && column === 0, `PageDown leads to row ${row}`);
});

journey("x finds the largest number of the row", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  for (const query of [0, 3, 5]) {
    const row = await readRow(page, "Scores", query);
    await page.keyboard.press("x");
    assert.deepEqual(await cellOf(page, "Scores"), [query, row.indexOf(Math.max(...row))]);
    assert.equal(await cellValue(page), Math.max(...row));
  }
});

journey("a screen reader is told the cell that the grid points at", async ({ open }) => {
  const page = await start(open);
  const weights = grid(page, "Weights");
  await weights.focus();
  await page.keyboard.press("Control+Home");
  const cell = weights.getByRole("gridcell", { selected: true });
  assert.equal(await cell.textContent(), "query “Data”, key “Data”: 1.000");
  assert.equal(await weights.getAttribute("aria-activedescendant"), await cell.getAttribute("id"));
  await page.keyboard.press("ArrowRight");
  assert.match(await cell.textContent(), /^query “Data”, key “·visualization”: 0$/);
  assert.equal(await weights.getAttribute("aria-activedescendant"), await cell.getAttribute("id"));
  assert.equal(await cell.getAttribute("aria-colindex"), "2");
});

journey("the list of keys opens, closes by Escape, and gives the focus back", async ({ open }) => {
  const page = await start(open);
  const button = page.getByRole("button", { name: "Shortcuts" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.waitFor();
  assertSeen([await focused(page)]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await button.evaluate((it) => it === document.activeElement), true);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Close" }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
});

journey("behind the open list of keys nothing moves", async ({ open }) => {
  const page = await start(open);
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).focus();
  for (const key of ["m", "]", "1", "ArrowRight"]) await page.keyboard.press(key);
  assert.deepEqual([await headOf(page), await maskOf(page), await stageOf(page)], [4, "causal", "softmax"]);
});

journey("single keys can be switched off, and stay off; arrows still step", async ({ open }) => {
  const page = await start(open);
  const flip = async () => {
    await page.getByRole("button", { name: "Shortcuts" }).press("Enter");
    await page.getByRole("checkbox", { name: "Single keys are on" }).press("Space");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  };
  const assertOff = async () => {
    await page.locator("#divisor").fill("3");
    await page.locator("#divisor").press("Enter");
    await page.getByRole("button", { name: "Shortcuts" }).focus();
    for (const key of ["m", "]", "[", "1", "s"]) await page.keyboard.press(key);
    assert.deepEqual([await headOf(page), await maskOf(page)], [4, "causal"]);
    assert.equal(await page.locator("#divisor").inputValue(), "3.00");
    await page.keyboard.press("ArrowRight");
    await page.locator('section.equation[data-stage="context"]').waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator('section.equation[data-stage="softmax"]').waitFor();
  };
  await flip();
  await assertOff();
  await reload(page);
  await assertOff();
  await flip();
  await page.keyboard.press("]");
  assert.equal(await headOf(page), 5);
  await reload(page);
  assert.equal(await page.getByRole("checkbox", { includeHidden: true }).first().isChecked(), true);
});

journey("in the field of the divisor keys are text", async ({ open }) => {
  const page = await start(open);
  await page.locator("#divisor").fill("");
  await page.locator("#divisor").pressSequentially("m1]s[");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#divisor").inputValue(), "m1]s[");
  assert.deepEqual([await headOf(page), await maskOf(page), await stageOf(page)], [4, "causal", "softmax"]);
});

journey("keys with Ctrl, Alt or Meta are left to the browser", async ({ open }) => {
  const page = await start(open);
  const prevented = await page.evaluate(() => {
    const press = (key, more) =>
      !dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, ...more }));
    return ["m", "s", "1", "ArrowLeft"].flatMap((key) =>
      [{ ctrlKey: true }, { altKey: true }, { metaKey: true }].map((more) => press(key, more)),
    );
  });
  assert.deepEqual(prevented, Array(12).fill(false));
  assert.deepEqual([await headOf(page), await maskOf(page), await stageOf(page)], [4, "causal", "softmax"]);
});

journey("an example, a theme and a language are chosen by keyboard only", async ({ open }) => {
  const page = await start(open);
  await page.keyboard.press("Tab");
  await page.keyboard.press("B"); // In a menu letters find an entry: the first one “By hand…”.
  await shown(page, "by-hand");
  const tabs = ["undo", "redo", "lessons", "stages", "mistakes", "compare", "heads", "text", "data", "share", "한국어"];
  for (const _ of tabs) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.locator("html[lang=ko]").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("html[lang=en]").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("D");
  await page.locator("html[data-theme=dark]").waitFor();
});
