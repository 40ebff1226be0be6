// The tokens as text: colors held against the numbers, arcs against a plain sort, and what keys, links and hidden
// numbers do there.

import assert from "node:assert/strict";
import { assertAccessible, journey } from "./harness.mjs";
import { attend, colorOf } from "./oracle.mjs";
import { choose, chooseMask, readMatrix, show, start } from "./page.mjs";
import { CLIPBOARD, amountsTo, box, panel, paste, showIt } from "./panel.mjs";

const SIX = ["Data", "visualization", "em", "powers", "users", "to"];

/** Shows the view. */
async function text(page) {
  await page.locator('[data-view="text"]').click();
  await page.locator(".text-area .word").first().waitFor();
}

/** A page that opens with the view. */
async function openAt(open, path, options = {}) {
  const page = await open({ path: `#v=1&example=six-tokens&${path}`, ...options });
  await page.locator(".text-area .word").first().waitFor();
  await page.locator(".explanation .formula").first().waitFor();
  return page;
}

const option = (page, group, name) =>
  page.locator(`label:has(input[name="${group}"])`).filter({ hasText: name }).click();
const said = (page) => page.locator(".text-said").innerText();
const token = (page, at, side) =>
  page.locator(`.text-area ${side ? `[data-side="${side}"] ` : ""}.word[data-at="${at}"]`);

/** The tokens of a text, as they look. */
const wordsOf = (page, side = "") =>
  page.locator(`.text-area ${side ? `[data-side="${side}"]` : ".running"} .word`).evaluateAll((words) =>
    words.map((word) => ({
      text: word.textContent,
      ground: getComputedStyle(word).backgroundColor,
      letters: getComputedStyle(word).color,
      ...word.dataset,
    })),
  );

/** Waits until a token is the chosen one. */
const chosen = (page, at, side = "") =>
  page.locator(`${side ? `[data-side="${side}"] ` : ""}.word[data-at="${at}"][data-mark="chosen"]`).waitFor();

/** Whether every token that is not masked has the color of its weight, and those that are have none. */
function assertColors(words, weights, isMasked = () => false) {
  assert.equal(words.length, weights.length);
  for (const [at, word] of words.entries()) {
    assert.equal(word.look === "masked", isMasked(at), `${at}: ${word.look}`);
    if (isMasked(at)) assert.equal(weights[at], 0);
    else assert.equal(word.ground, colorOf(weights[at]), `the color of ${weights[at]}`);
  }
}

/** The arcs that are drawn: `{ link: [query, key], width, opacity }`. */
const arcsOf = (page) =>
  page.locator(".arcs path").evaluateAll((paths) =>
    paths.map((path) => ({
      link: path.dataset.link.split(",").map(Number),
      width: Number(path.getAttribute("stroke-width")),
    })),
  );

/** All links of a matrix, the strongest first. */
const linksOf = (matrix) =>
  matrix
    .flatMap((row, query) => row.map((weight, key) => ({ link: [query, key], weight })))
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => b.weight - a.weight);
const sum = (links) => links.reduce((total, { weight }) => total + weight, 0);
const keyOf = ({ link }) => link.join();

journey("each token has the color of the weight that the chosen query gives it", async ({ open }) => {
  const page = await start(open);
  const weights = await readMatrix(page, "Weights");
  await text(page);
  const sentence = await page.locator(".running").evaluate((it) => it.textContent);
  assert.equal(sentence, "Data visualization empowers users to");
  for (const query of [5, 3, 0]) {
    await token(page, query).click();
    await chosen(page, query);
    // The pointer has not moved, and yet it is over another link.
    await page.locator(".text-said", { hasText: new RegExp(`Query “·?${SIX[query]}”`) }).waitFor();
    const words = await wordsOf(page);
    assert.deepEqual(words.map((word) => word.text), SIX);
    assertColors(words, weights[query], (key) => key > query);
    // Over a token its weight is told, masked ones by name.
    for (const key of [0, 5]) {
      await token(page, key).hover();
      const sentence = await said(page);
      assert.ok(sentence.includes(SIX[query]) && sentence.includes(SIX[key]), sentence);
      if (key > query) assert.match(sentence, /is masked/);
      else assert.ok(Math.abs(Number(sentence.match(/weight of ([\d.]+)\.$/)[1]) - weights[query][key]) <= 0.0005);
    }
  }
  await page.getByText("hatched: masked", { exact: true }).waitFor();
  await page.mouse.move(5, 5);
  await assertAccessible(page);
  // Another head, another mask: the same text in other colors.
  await page.locator('[data-head="9"]').click();
  await chooseMask(page, "none");
  await page.getByText("hatched: masked", { exact: true }).waitFor({ state: "detached" });
  const now = await wordsOf(page);
  await page.locator('[data-view="stages"]').click();
  await page.locator("section.equation figure.matrix").first().waitFor();
  assertColors(now, (await readMatrix(page, "Weights"))[0]);
});

journey("letters can be read on every color, in both themes", async ({ open }) => {
  const luminance = (color) => {
    const [r, g, b] = color.match(/\d+/g).map((c) => c / 255);
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  for (const colorScheme of ["light", "dark"]) {
    const page = await openAt(open, "view=text&mask=none", { colorScheme });
    for (let query = 0; query < 6; query += 1) {
      await token(page, query).click();
      await chosen(page, query);
      for (const { ground, letters } of await wordsOf(page)) {
        const [low, high] = [luminance(ground), luminance(letters)].sort((a, b) => a - b);
        assert.ok((high + 0.05) / (low + 0.05) >= 4.5, `${letters} on ${ground}`);
      }
    }
  }
});

journey("a column is read as well as a row: what a key gets from the queries", async ({ open }) => {
  const page = await start(open);
  const weights = await readMatrix(page, "Weights");
  await text(page);
  await option(page, "text-weights", "this key gets (column)");
  await token(page, 2).click();
  await chosen(page, 2);
  assertColors(await wordsOf(page), weights.map((row) => row[2]), (query) => query < 2);
  await page.getByText(/Each query in the color of the weight that it gives key “·em”/).waitFor();
  // Where tokens are columns, it is a row.
  await page.waitForFunction(() => location.hash.includes("view=text.key"));
  await page.evaluate(() => (location.hash += "&convention=columns"));
  await page.getByText("this key gets (row)").waitFor();
});

journey("arrows read along the keys and change the query, and Enter makes a token the query", async ({ open }) => {
  const page = await start(open);
  const weights = await readMatrix(page, "Weights");
  await text(page);
  const cell = async (query, key) => {
    await page.locator(`#text-cell-${query}-${key}`).waitFor({ state: "attached" });
    return page.locator(`#text-cell-${query}-${key}`).evaluate((it) => it.textContent);
  };
  const keys = page.locator(".text-keys");
  await keys.focus();
  assert.equal(await keys.getAttribute("aria-rowcount"), "6");
  for (let times = 0; times < 5; times += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await cell(5, 0);
  for (let key = 0; key < 6; key += 1) {
    const spoken = await cell(5, key);
    const number = Number(spoken.match(/weight of ([\d.e−⁻-]+)\.$/)[1].replace("−", "-"));
    assert.ok(Math.abs(number - weights[5][key]) <= 0.0005, `${spoken} ${weights[5][key]}`);
    assert.equal(await said(page), spoken);
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("ArrowUp");
  assert.match(await cell(4, 5), /Key “·to” is masked from query “·users”/);
  await page.keyboard.press("x");
  await cell(4, weights[4].indexOf(Math.max(...weights[4])));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await cell(1, 1);
  await chosen(page, 1);
  await page.keyboard.press("End");
  await cell(1, 5);
  // The page's own keys go on: arrows stay here, brackets change the head.
  await page.keyboard.press("]");
  await page.locator('[data-head="5"][aria-checked=true]').waitFor();
  await page.locator(".text-keys:focus").waitFor({ state: "attached" });
  // One tab stop, after the switches.
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.locator(":focus").getAttribute("name"), "text-weights");
});

journey("a query that may see no key, and a key that no query sees, say so", async ({ open }) => {
  // The third query sees nothing, the fifth key is seen by none.
  const bits = Array.from({ length: 36 }, (_, at) => (Math.floor(at / 6) === 2 || at % 6 === 4 ? 0 : 1));
  const hex = Array.from({ length: 9 }, (_, at) => parseInt(bits.slice(4 * at, 4 * at + 4).join(""), 2).toString(16));
  const page = await openAt(open, `cell=3,5&view=text&mask=painted:6x6:${hex.join("")}`);
  await page.getByText("Query “·em” may see no key: all its weights are 0.").waitFor();
  assert.deepEqual((await wordsOf(page)).map((word) => word.look), Array(6).fill("masked"));
  await option(page, "text-weights", "this key gets");
  await page.getByText("Key “·users” is masked from every query: all its weights are 0.").waitFor();
  await option(page, "text-way", "arcs");
  await page.getByText("There is no link to draw.").waitFor();
  assert.equal((await arcsOf(page)).length, 0);
  await token(page, 0).click();
  await page.locator(".text-area ~ .text-key").waitFor();
  assert.equal(await page.getByText(/all its weights are 0/).count(), 0);
});

journey("in cross-attention a query is chosen in one text and the keys are colored in another", async ({ open }) => {
  const page = await start(open);
  await choose(page, "cross-attention");
  const [weights] = await readMatrix(page, "Weights");
  await text(page);
  assert.deepEqual((await wordsOf(page, "queries")).map((word) => word.text), ["Orange"]);
  const keys = await wordsOf(page, "keys");
  assert.deepEqual(keys.map((word) => word.text), ["오랜", "지병", "으로", "쓰러졌다"]);
  assertColors(keys, weights);
  await token(page, 1, "keys").click();
  await page.locator("#text-cell-0-1").waitFor({ state: "attached" });
  assert.equal(await token(page, 1, "keys").getAttribute("data-mark"), "read");
  await option(page, "text-way", "arcs");
  assert.equal((await arcsOf(page)).length, 4);
  await assertAccessible(page);
  await option(page, "text-weights", "this key gets");
  await page.getByText(/the only link to key “지병”, 100% of the weight it gets/).waitFor();
  assert.deepEqual((await arcsOf(page)).map((arc) => arc.link), [[0, 1]]);
});

journey("arcs are those of a plain sort, as wide as their weights, and tell what they carry", async ({ open }) => {
  const page = await start(open);
  const weights = await readMatrix(page, "Weights");
  await text(page);
  await option(page, "text-way", "arcs");
  await token(page, 4).click();
  await chosen(page, 4);
  const ofQuery = linksOf(weights).filter(({ link }) => link[0] === 4);
  const arcs = await arcsOf(page);
  // The strongest last, over the others.
  assert.deepEqual(arcs.map(keyOf).reverse(), ofQuery.map(keyOf));
  const widest = ofQuery[0].weight;
  for (const [at, { weight }] of ofQuery.toReversed().entries()) {
    assert.ok(Math.abs(arcs[at].width - Math.max(0.75, (9 * weight) / widest)) < 0.01);
  }
  await page.getByText(`Drawn: all ${ofQuery.length} links from query “·users”, 100%`).waitFor();
  await option(page, "text-weights", "strongest of all");
  await option(page, "text-count", /^10$/);
  await page.locator(".text-drawn", { hasText: "the 10 strongest" }).waitFor();
  // The first query sees itself alone: that is no choice.
  const all = linksOf(weights);
  const strongest = all.filter(({ link }) => link[0] > 0).slice(0, 10);
  assert.deepEqual((await arcsOf(page)).map(keyOf).reverse(), strongest.map(keyOf));
  const share = Math.floor((1000 * sum(strongest)) / sum(all)) / 10;
  const drawn = await page.locator(".text-drawn").innerText();
  assert.ok(drawn.includes(`the 10 strongest of ${all.length} links, ${share.toFixed(1)}% of all weight`), drawn);
  assert.match(drawn, /Left out, as they see a single key and have no choice: 1 of the queries/);
  await page.locator(".arc-list summary").click();
  const items = await page.locator(".arc-list li").allInnerTexts();
  assert.equal(items.length, 10);
  for (const [at, { link, weight }] of strongest.entries()) {
    const [, query, key, number] = items[at].match(/\((\d+)\) → .*\((\d+)\)\s*([\d.]+)/);
    assert.deepEqual([Number(query) - 1, Number(key) - 1], link);
    assert.ok(Math.abs(Number(number) - weight) <= 0.0005);
  }
  await assertAccessible(page);
  // All arcs look back or at themselves; without the mask some look ahead, below the tokens.
  assert.equal(await page.locator(".arcs-below path").count(), 0);
  await chooseMask(page, "none");
  await option(page, "text-count", /^100$/);
  await page.locator(".arcs-below path").first().waitFor();
  assert.equal((await arcsOf(page)).length, 36);
  // An arc is the two tokens that it joins.
  await page.locator('.arcs path[data-link="1,4"]').dispatchEvent("click");
  await page.locator("#text-cell-1-4").waitFor({ state: "attached" });
  await page.waitForFunction(() => /view=arcs.all/.test(location.hash));
  await page.reload();
  await page.locator('.arcs path[data-link="1,4"]').waitFor({ state: "attached" });
});

journey("what is hidden is in no color, arc or name of the view", async ({ open }) => {
  for (const shown of ["text", "arcs.all"]) {
    const page = await open({ path: `#v=1&example=six-tokens&view=${shown}&hide=softmax` });
    await page.locator(".unknown").waitFor();
    await page.locator(".explanation .formula").waitFor();
    assert.equal(await page.locator(".word, .arcs, .text-keys, .text-said").count(), 0);
    await page.locator("[data-unveil]").click();
    await page.locator(".word").first().waitFor();
  }
});

journey("the view is one with Korean words", async ({ open }) => {
  const page = await start(open);
  await text(page);
  await page.getByRole("button", { name: "한국어" }).click();
  await page.locator('[data-view="text"]', { hasText: "문장" }).waitFor();
  await token(page, 3).click();
  await token(page, 5).hover();
  assert.match(await said(page), /^쿼리 ‘powers’에게 키 ‘·to’는 마스크로 가려져 있습니다|^쿼리 ‘powers’에게 키 ‘·to’은\(는\)/);
  await option(page, "text-way", "선으로");
  await page.locator(".text-drawn", { hasText: "를 그렸습니다" }).waitFor();
  const latin = await page.locator(".in-text .control-note, .in-text legend").allInnerTexts();
  for (const text of latin) assert.doesNotMatch(text, /weight|arc|quer/i);
});

const N = 240;
const TOKENS = Array.from({ length: N }, (_, at) => `${at % 7 === 0 ? "" : " "}t${at + 1}`);
const X = TOKENS.map((_, i) => [2.2 * Math.cos(i * 0.37), 2.2 * Math.sin(i * 0.37), ((i * 7919) % 101) / 50 - 1]).map(
  (row) => row.map((value) => Number(value.toFixed(3))),
);

journey("hundreds of tokens are one text, which the pointer does not write anew, and arcs are not silently cut", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  await paste(page, X.map((row) => row.join("\t")).join("\n"));
  await amountsTo(page, `${N} tokens of 3 dimensions, 1 head`);
  await box(page, "Tokens").focus();
  await paste(page, JSON.stringify(TOKENS));
  await panel(page).locator(".token-list", { hasText: /t2/ }).waitFor();
  await showIt(page);
  await show(page, "softmax");
  await text(page);
  const weights = attend({ x: X }).Weights;
  await token(page, 150).click();
  await chosen(page, 150);
  await token(page, N - 1).waitFor();
  const words = await wordsOf(page);
  assert.equal(words.length, N);
  // Colors reach as far as the largest weight of a usual row; where one lies between two, rounding decides.
  const most = weights.map((row) => Math.max(...row)).sort((one, two) => one - two)[N / 2];
  const steps = (weight) => [-1e-6, 0, 1e-6].map((by) => colorOf(Math.min(1, Math.max(0, weight / most + by))));
  for (const [at, word] of words.entries()) {
    assert.ok(steps(weights[150][at]).includes(word.ground), `${at}: ${word.ground}`);
  }
  await page.evaluate(() => {
    globalThis.changes = 0;
    const count = (changes) => (globalThis.changes += changes.length);
    new MutationObserver(count).observe(document.querySelector(".running"), {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  for (const at of [20, 40, 120]) {
    await token(page, at).hover();
    await page.waitForFunction((name) => document.querySelector(".text-said").textContent.includes(name), `t${at + 1}”`);
  }
  assert.equal(await page.evaluate(() => globalThis.changes), 0);
  await option(page, "text-way", "arcs");
  await option(page, "text-weights", "strongest of all");
  for (const count of [10, 300]) {
    await option(page, "text-count", new RegExp(`^${count}$`));
    await page.locator(".text-drawn", { hasText: `the ${count} strongest of 57,600 links` }).waitFor();
    const strongest = linksOf(weights).slice(0, count);
    const arcs = await arcsOf(page);
    assert.equal(arcs.length, count);
    const last = strongest.at(-1).weight;
    for (const { link } of arcs) assert.ok(weights[link[0]][link[1]] >= last - 1e-6);
    const percent = Number((await page.locator(".text-drawn").innerText()).match(/([\d.]+)% of all weight/)[1]);
    assert.ok(Math.abs(percent - (100 * sum(strongest)) / N) <= 0.11, `${percent}`);
    const [queries, keys] = [0, 1].map((end) => new Set(arcs.map(({ link }) => link[end])).size);
    await page.getByText(`${queries} queries, ${keys} keys`).waitFor();
    assert.equal(await page.locator('[data-side="queries"] .word').count(), queries);
  }
});
