// Tokens as columns, in every view: whatever picture the page draws is the transpose, with its names, its sizes, its
// words and its products. No view is named here: all that the page offers are opened.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { choose, show, stagesOf, start } from "./page.mjs";

const turn = async (page, convention) => {
  await page.locator(`[data-turn=${convention}]`).click();
  await page.locator(`main[data-convention=${convention}]`).waitFor();
};

/**
 * Every picture of the page but color keys: what it is, so that it is found again; its names and sizes; and the mean
 * color of each cell, or where cells are not told, colors at the points of a net. Pictures of many cells are drawn coarser
 * one way than the other, so of them there are no colors.
 */
const pictures = (page, scope) =>
  page.locator(scope).evaluate((main) => {
    const MANY = 16;
    const seen = {};
    const found = [];
    // A copy of each, so that reading does not slow down the page's own.
    const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    for (const canvas of main.querySelectorAll("canvas")) {
      if (canvas.closest(".color-strip") || canvas.width === 0) continue;
      const figure = canvas.closest("figure.matrix");
      const path = [];
      for (let at = canvas; at !== main; at = at.parentElement) {
        const { matrix, aside, stage, head, openHead } = at.dataset;
        path.push(...[matrix, aside, stage, head, openHead].filter(Boolean));
      }
      const place = path.join(" ") || canvas.parentElement.parentElement.className;
      seen[place] = (seen[place] ?? 0) + 1;
      const cells = figure ?? canvas.closest(".thumbnail");
      const count = (name) => Number(cells?.style.getPropertyValue(name));
      const heads = Number(canvas.closest(".similarity")?.style.getPropertyValue("--heads"));
      const size = cells ? [count("--rows"), count("--columns")] : heads ? [heads, heads] : null;
      const isMany = size ? Math.max(...size) > MANY : canvas.closest(".head-context-box") && main.querySelector("[data-fine]");
      if (!isMany) {
        [copy.canvas.width, copy.canvas.height] = [canvas.width, canvas.height];
        copy.drawImage(canvas, 0, 0);
      }
      const { data, width, height } = copy.getImageData(0, 0, copy.canvas.width, copy.canvas.height);
      const [rows, columns] = size ?? [36, 36];
      const color = (row, column) => {
        if (!size) {
          const at = 4 * (Math.floor(((row + 0.5) / rows) * height) * width + Math.floor(((column + 0.5) / columns) * width));
          return [...data.slice(at, at + 3)];
        }
        const [top, bottom] = [row, row + 1].map((at) => Math.floor((at * height) / rows));
        const [left, right] = [column, column + 1].map((at) => Math.floor((at * width) / columns));
        const sum = [0, 0, 0];
        for (let y = top; y < bottom; y += 1) {
          for (let x = left; x < right; x += 1) sum.forEach((_, part) => (sum[part] += data[4 * (y * width + x) + part]));
        }
        return sum.map((part) => part / Math.max((bottom - top) * (right - left), 1));
      };
      const range = (count) => Array.from({ length: count }, (_, at) => at);
      const colors = isMany ? [] : range(rows).map((row) => range(columns).map((column) => color(row, column)));
      const names = (side) => [...(figure?.querySelectorAll(`.matrix-${side} bdi`) ?? [])].map((it) => it.textContent);
      found.push([`${place} ${seen[place]}`, { size, colors, names: [names("rows"), names("columns")] }]);
    }
    return found;
  });

/** The pictures once they stand: twice the same. */
async function standing(page, scope) {
  let before = "";
  for (let tries = 0; tries < 50; tries += 1) {
    const now = await pictures(page, scope);
    const text = JSON.stringify(now);
    if (text === before) return new Map(now);
    before = text;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  throw new Error("the pictures do not come to rest");
}

const transposed = (rows) => (rows.length === 0 ? [] : rows[0].map((_, column) => rows.map((row) => row[column])));

/** The share of cells that have the same color. */
function agreement(a, b) {
  assert.deepEqual([b.length, b[0]?.length], [a.length, a[0]?.length]);
  const isSame = (one, other) => one.every((part, at) => Math.abs(part - other[at]) < 30);
  const same = a.flatMap((row, at) => row.map((color, column) => isSame(color, b[at][column])));
  return same.length === 0 ? 1 : same.filter(Boolean).length / same.length;
}

/** Turns the page and compares; tells how many pictures there were, and how many of them look other when turned. */
async function compare(page, view, scope) {
  await turn(page, "rows");
  const rows = await standing(page, scope);
  await turn(page, "columns");
  const columns = await standing(page, scope);
  assert.deepEqual([...columns.keys()].sort(), [...rows.keys()].sort(), view);
  let n_other = 0;
  for (const [name, { size, colors, names }] of rows) {
    const turned = columns.get(name);
    const what = `${view}: ${name}`;
    if (size) assert.deepEqual(turned.size, [...size].reverse(), what);
    assert.deepEqual(turned.names, [...names].reverse(), what);
    const same = agreement(transposed(colors), turned.colors);
    assert.ok(same > 0.9, `${what}: ${same} of it is the transpose`);
    if (colors.length !== colors[0]?.length || agreement(colors, transposed(colors)) <= 0.9) n_other += 1;
  }
  return [rows.size, n_other];
}

const press = (page, view) => page.locator(`[data-view^=${view}]`).click();

/** Opens every mistake, one after the other. */
async function* mistakes(page) {
  await press(page, "mistake");
  const mistakes = page.locator(".mistake-list input");
  await mistakes.first().waitFor({ state: "attached" });
  for (let at = 0; at < (await mistakes.count()); at += 1) {
    await mistakes.nth(at).check();
    if (await page.locator(".mistake .hindrance").count()) continue;
    yield `mistake ${await page.locator(".mistakes").getAttribute("data-mistake")}`;
  }
}

/** Opens everything else that the page shows of an example. */
async function* views(page) {
  await press(page, "stages");
  for (const stage of await stagesOf(page)) {
    await show(page, stage);
    yield stage;
  }
  await show(page, "softmax");
  await press(page, "heads");
  await page.locator(".all-heads canvas").first().waitFor();
  yield "heads";
  await press(page, "compare");
  await page.locator("[data-compare=freeze]").click();
  await page.locator("[data-head]").last().click();
  yield "compare";
}

for (const [example, options] of [
  ["six-tokens", { viewport: { width: 1440, height: 900 } }],
  ["cross-attention", { viewport: { width: 1440, height: 900 } }],
  ["by-hand-trainable", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
]) {
  for (const [of, shown] of [["view", views], ["mistake", mistakes]]) journey(`every picture of every ${of} turns: ${example}`, async ({ open, t }) => {
    const page = await start(open, options);
    if (example !== "six-tokens") await choose(page, example);
    let [all, other] = [0, 0];
    for await (const view of shown(page)) {
      // Strip and heads are the same in every view.
      const [count, turned] = await compare(page, view, all === 0 ? "main" : ".equation");
      assert.ok(count > 0, `${view}: no picture`);
      [all, other] = [all + count, other + turned];
    }
    // Of pictures that are their own transpose this would say nothing.
    assert.ok(other > all / 3, `${other} of ${all}`);
    t.diagnostic(`${other} of ${all} pictures look other when turned`);
  });
}

const WORDS = [["rows", "columns"], ["row", "column"], ["to the right", "below"], ["side by side", "one below the other"]];

/** A text in which each word of a pair stands for the other. */
function exchanged(text) {
  const other = new Map(WORDS.flatMap(([one, two]) => [[one, two], [two, one]]));
  return text.replace(new RegExp(`\\b(${[...other.keys()].sort((a, b) => b.length - a.length).join("|")})\\b`, "g"), (it) => other.get(it));
}

journey("what is said of a stage turns along, and so do the factors of its products", async ({ open }) => {
  const page = await start(open);
  const said = () => page.locator(".explanation").locator(".what, .why p").allTextContents();
  const factors = () =>
    page.locator(".arithmetic").evaluate((it) => {
      const rows = [...it.querySelectorAll("tr:has(.operator)")];
      return rows.map((row) => [...row.querySelectorAll(".cell-link")].map((link) => link.dataset.to));
    });
  for (const stage of await stagesOf(page)) {
    await show(page, stage);
    await turn(page, "rows");
    const [byRows, pairs] = [await said(), await factors()];
    await turn(page, "columns");
    assert.deepEqual(await said(), byRows.map(exchanged), stage);
    assert.deepEqual(await factors(), pairs.map((pair) => [...pair].reverse()), stage);
    if (["project", "dot-product", "context", "output"].includes(stage)) assert.ok(pairs.length > 0, stage);
  }
});
