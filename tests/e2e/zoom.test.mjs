// Going about in a long input: wheel, drag, keys, buttons, the small picture of the whole, jumps and links; held
// against what is computed elsewhere.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { attend } from "./oracle.mjs";
import { cellOf, cellValue, grid, pixels, show, sizeOf, start } from "./page.mjs";
import { CLIPBOARD, amountsTo, box, drop, panel, paste, showIt } from "./panel.mjs";

const N = 240;
const TOKENS = Array.from({ length: N }, (_, at) => (at % 60 === 7 ? `needle${at}` : `t${at + 1}`));
const X = TOKENS.map((_, i) => [
  2.2 * Math.cos(i * 0.37),
  2.2 * Math.sin(i * 0.37),
  ((i * 7919) % 101) / 50 - 1,
  ((i * 104729) % 89) / 44 - 1,
]).map((row) => row.map((value) => Number(value.toFixed(3))));
const WEIGHTS = attend({ x: X }).Weights;

/** The page with that input, at the weights. */
async function open240(open, options = {}) {
  const page = await start(open, { ...CLIPBOARD, ...options });
  await paste(page, X.map((row) => row.join("\t")).join("\n"));
  await amountsTo(page, `${N} tokens of 4 dimensions, 1 head`);
  await box(page, "Tokens").focus();
  await paste(page, TOKENS.join("\n"));
  await panel(page).locator(".token-list", { hasText: /needle7/ }).waitFor();
  await showIt(page);
  await show(page, "softmax");
  await figure(page).locator("[role=group].zoom").waitFor();
  await page.locator("form.finder").waitFor();
  return page;
}

const figure = (page, matrix = "Weights") => page.locator(`section.equation figure[data-matrix="${matrix}"]`);
const tool = (page, name) => figure(page).locator(".zoom").getByRole("button", { name });
const minimap = (page) => figure(page).locator(".minimap");

/** The rows and columns that are seen: `[[first, last], [first, last]]`, from 0. */
async function seen(page, matrix = "Weights") {
  const text = await figure(page, matrix).locator(".zoom-seen").innerText();
  if (text === "") return [[0, N - 1], [0, N - 1]];
  const numbers = text.match(/\d+/g).map((number) => Number(number) - 1);
  return [numbers.slice(0, 2), numbers.slice(2)];
}

const rowsSeen = async (page) => {
  const [[first, last]] = await seen(page);
  return last - first + 1;
};

/** Waits until what is seen fits. */
async function untilSeen(page, pattern) {
  await figure(page).locator(".zoom-seen", { hasText: pattern }).waitFor();
}

const isIn = (at, [first, last]) => at >= first && at <= last;
const argmax = (row) => row.indexOf(Math.max(...row));

journey("buttons and keys zoom down to single cells with their numbers, and the window follows the cell", async ({ open }) => {
  const page = await open240(open);
  assert.equal(await minimap(page).count(), 0);
  assert.ok(await tool(page, "Zoom out").isDisabled());
  await tool(page, "Zoom in").click();
  assert.ok(await rowsSeen(page) < N);
  await minimap(page).waitFor();
  await tool(page, "Fit").click();
  await minimap(page).waitFor({ state: "detached" });
  await grid(page, "Weights").focus();
  await page.keyboard.press("Control+End");
  for (let times = 0; times < 12; times += 1) await page.keyboard.press("+");
  assert.deepEqual(await seen(page), [[N - 4, N - 1], [N - 4, N - 1]], "the selected cell is looked at");
  // The stage before it shares the window, and its labels are those of the tokens that are seen.
  assert.deepEqual(await seen(page, "Masked"), await seen(page));
  const labels = await figure(page).locator(".matrix-rows > *").allInnerTexts();
  assert.deepEqual(labels, TOKENS.slice(-4));
  await page.keyboard.press("Control+Home");
  assert.deepEqual(await seen(page), [[0, 3], [0, 3]]);
  for (let times = 0; times < 9; times += 1) await page.keyboard.press("ArrowDown");
  assert.deepEqual(await seen(page), [[6, 9], [0, 3]]);
  assert.deepEqual(await cellOf(page, "Weights"), [9, 0]);
  await page.keyboard.press("-");
  assert.ok(await rowsSeen(page) > 4);
  await page.keyboard.press("0");
  await minimap(page).waitFor({ state: "detached" });
});

journey("the wheel zooms about the pointer where it is meant to, and scrolls the page elsewhere", async ({ open }) => {
  const page = await open240(open);
  const area = await grid(page, "Weights").boundingBox();
  const at = { x: area.x + area.width * 0.75, y: area.y + area.height * 0.25 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -200);
  assert.equal(await rowsSeen(page), N, "the wheel alone is the page's");
  await page.keyboard.down("Control");
  for (let times = 0; times < 6; times += 1) await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await untilSeen(page, /queries/);
  const [rows, columns] = await seen(page);
  assert.ok(isIn(60, rows) && isIn(180, columns), `${rows}, ${columns}`);
  assert.ok(rows[1] - rows[0] < 20);
  // A press picks what is under it, through the window.
  await page.mouse.click(at.x, at.y);
  const [row, column] = await cellOf(page, "Weights");
  assert.ok(Math.abs(row - 60) <= 1 && Math.abs(column - 180) <= 1, `[${row}, ${column}]`);
  assert.ok(Math.abs((await cellValue(page)) - WEIGHTS[row][column]) < 1e-9);
  // Now the picture has the focus.
  await page.mouse.wheel(0, 400);
  await page.waitForFunction(
    (before) => Number(getComputedStyle(document.querySelector("figure[data-matrix=Weights]")).getPropertyValue("--seen-rows")) > before,
    rows[1] - rows[0] + 2,
  );
});

journey("a drag moves the picture and picks nothing; the small picture of the whole moves it, too", async ({ open }) => {
  const page = await open240(open);
  await page.getByLabel("Go to").fill("100–119");
  await page.keyboard.press("Enter");
  await untilSeen(page, "queries 100–119 · keys 100–119");
  const before = await cellOf(page, "Weights");
  const area = await grid(page, "Weights").boundingBox();
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const step of [1, 2, 3, 4, 5]) await page.mouse.move(x - (area.width / 20) * step, y + (area.height / 20) * step);
  await page.mouse.up();
  // The hand is told in whole pixels, so that an edge may be a cell further.
  await untilSeen(page, /queries 9[456]–11[345] · keys 10[456]–12[345]/);
  assert.deepEqual(await cellOf(page, "Weights"), before);
  const small = await minimap(page).boundingBox();
  await page.mouse.move(small.x + small.width / 2, small.y + small.height / 2);
  await page.mouse.down();
  await page.mouse.move(small.x + small.width - 1, small.y + 2, { steps: 4 });
  await page.mouse.up();
  await untilSeen(page, "queries 1–20 · keys 221–240");
});

journey("jumps go to a token by number or text, to the row's largest weight and along the strongest links", async ({ open }) => {
  const page = await open240(open);
  const typed = page.getByLabel("Go to");
  const go = async (text) => {
    await typed.fill(text);
    await page.keyboard.press("Enter");
  };
  await go("150");
  await page.locator("#cell-Weights-149-149").waitFor({ state: "attached" });
  const [rows, columns] = await seen(page);
  assert.ok(isIn(149, rows) && isIn(149, columns));
  assert.ok(rows[1] - rows[0] < 20, "near enough to be read");
  await go("needle");
  await page.locator("#cell-Weights-187-187").waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await page.locator("#cell-Weights-7-7").waitFor({ state: "attached" });
  await go("haystack");
  await page.locator(".finder-said", { hasText: "haystack" }).waitFor();
  for (const beyond of ["5000", "5000–6000", "0-5"]) {
    await go(beyond);
    await page.locator(".finder-said", { hasText: `There is no query ${beyond}: type a number from 1 to 240` }).waitFor();
  }
  await page.getByRole("button", { name: "Query's largest" }).click();
  const key = argmax(WEIGHTS[7]);
  await page.locator(`#cell-Weights-7-${key}`).waitFor({ state: "attached" });
  const all = WEIGHTS.flatMap((row, query) => row.map((weight, key) => ({ weight, query, key })));
  const strongest = all.sort((a, b) => b.weight - a.weight).slice(0, 20);
  for (const { weight } of strongest.slice(0, 3)) {
    await page.getByRole("button", { name: "Next strong link" }).click();
    const [query, key] = await cellOf(page, "Weights");
    assert.ok(Math.abs(WEIGHTS[query][key] - weight) < 1e-9, `[${query}, ${key}]`);
    assert.ok(isIn(query, (await seen(page))[0]));
  }
  await page.getByRole("button", { name: "Strongest links" }).click();
  const links = page.locator(".links button");
  assert.equal(await links.count(), 20);
  assert.match(await links.first().innerText(), new RegExp(`^${strongest[0].query + 1} `));
  await links.nth(5).click();
  const [query, at] = await cellOf(page, "Weights");
  assert.ok(Math.abs(WEIGHTS[query][at] - strongest[5].weight) < 1e-9);
});

journey("only the tokens that are seen are taken, computed by themselves, and the others come back", async ({ open }) => {
  const page = await open240(open);
  const only = page.getByRole("button", { name: "Only what is seen" });
  assert.equal(await only.isDisabled(), true, "all are seen");
  await page.locator("#sought").fill("101–160");
  await page.keyboard.press("Enter");
  await page.locator(".finder-said", { hasText: "queries 101–160 · keys 101–160" }).waitFor();
  await only.click();
  await page.waitForFunction(() => document.activeElement.ariaRowCount === "60");
  assert.deepEqual(await sizeOf(page, "Weights"), [60, 60]);
  assert.equal(await only.isDisabled(), true, "what is left is seen whole");
  const expected = attend({ x: X.slice(100, 160) }).Weights;
  await page.keyboard.press("Control+Home");
  for (const key of ["ArrowDown", "ArrowRight", "Control+End"]) {
    await page.keyboard.press(key);
    const [row, column] = await cellOf(page, "Weights");
    await page.locator(`#cell-Weights-${row}-${column}`).waitFor({ state: "attached" });
    const [found, right] = [await cellValue(page), expected[row][column]];
    assert.ok(Math.abs(found - right) <= 2e-5 * right, `${row}, ${column}: ${found}, not ${right}`);
  }
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelector(".equation [data-matrix=Weights] [role=grid]")?.ariaRowCount === "240");
});

journey("colors of many weights reach as far as is chosen", async ({ open }) => {
  const page = await open240(open);
  const usual = await pixels(page, "Weights");
  await page.getByText("median of the queries' largest weights;").waitFor();
  await page.locator("label:has(input[name=domain])", { hasText: "fixed" }).click();
  const bound = page.getByLabel("Bound of the fixed range");
  for (const [typed, most] of [["0.25", "0.25"], ["35", "1"]]) {
    await bound.fill(typed);
    await bound.press("Enter");
    const ends = (most) => [...document.querySelectorAll(".color-ends span")].at(-1).textContent === most;
    await page.waitForFunction(ends, most);
    assert.equal(await bound.inputValue(), most, "no share is more than 1");
  }
  assert.notEqual(await pixels(page, "Weights"), usual);
  assert.equal(await page.getByText("median of the queries' largest weights;").count(), 0);
});

journey("of two sequences a text is found among the queries and then among the keys", async ({ open }) => {
  const page = await start(open);
  const names = (count, name) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`);
  const [tokens, tokens_k] = [names(3, "ask"), names(40, "tell")];
  const row = (_, at) => [Math.sin(at), Math.cos(at)];
  const [x_q, x_k] = [tokens.map(row), tokens_k.map(row)];
  await drop(page, { "cross.json": JSON.stringify({ inputs: { tokens, tokens_k, x_q, x_k } }) });
  await panel(page).locator(".headline", { hasText: "40" }).waitFor();
  await showIt(page);
  await show(page, "softmax");
  for (const [typed, cell] of [["ask2", "1-0"], ["tell17", "1-16"], ["tell3", "1-29"]]) {
    await page.getByLabel("Go to").fill(typed);
    await page.keyboard.press("Enter");
    await page.locator(`#cell-Weights-${cell}`).waitFor({ state: "attached" });
  }
});

/** The colors in the middle of cells that are seen, in a figure, as text. */
const colors = (page, n) =>
  figure(page)
    .locator("canvas")
    .first()
    .evaluate((canvas, n) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
      const middles = Array.from({ length: n }, (_, cell) => (cell + 0.5) / n);
      const color = (down, across) => {
        const at = Math.floor(down * height) * width + Math.floor(across * width);
        return [...data.slice(at * 4, at * 4 + 3)].join();
      };
      return middles.map((down) => middles.map((across) => color(down, across)));
    }, n);

journey("the same cells have the same colors at a ratio of one and two", async ({ open }) => {
  const drawn = [];
  for (const deviceScaleFactor of [1, 2]) {
    const page = await open240(open, { deviceScaleFactor });
    await page.getByLabel("Go to").fill("41–80");
    await page.keyboard.press("Enter");
    await untilSeen(page, "queries 41–80 · keys 41–80");
    drawn.push(await colors(page, 40));
  }
  assert.deepEqual(drawn[0], drawn[1]);
  assert.ok(new Set(drawn[0].flat()).size > 4, "cells differ");
  // The darker a cell, the larger its weight.
  const dark = drawn[0].map((row) => row.map((color) => 765 - color.split(",").reduce((sum, it) => sum + Number(it), 0)));
  const weights = WEIGHTS.slice(40, 80).map((row) => row.slice(40, 80));
  const cells = dark.flatMap((row, i) => row.map((it, j) => [weights[i][j], it])).sort((a, b) => a[0] - b[0]);
  assert.ok(cells.every(([, it], at) => at === 0 || it >= cells[at - 1][1]));
});

journey("a short input has none of this", async ({ open }) => {
  const page = await start(open);
  await show(page, "softmax");
  assert.equal(await page.locator(".zoom, .finder, .minimap").count(), 0);
});
