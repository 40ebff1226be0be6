// All heads as a grid: its order is that of what plain loops measure of the weights, and every head opens.

import assert from "node:assert/strict";
import { readNpy, unzip } from "./files.mjs";
import { assertAccessible, journey } from "./harness.mjs";
import { measure, ranked } from "./oracle.mjs";
import { choose, chooseMask, headOf, maskOf, number, reload, show, shown, start, stored } from "./page.mjs";
import { openPanel, panel, saved } from "./panel.mjs";

const LABELS = { previous: "previous token", first: "first token", itself: "itself", entropy: "entropy", distance: "distance" };
const MEASURES = Object.keys(LABELS);

const view = (page, name) => page.locator(`[data-view="${name}"]`).click();
const sortBy = (page, label) => page.locator(".all-heads .choice-option", { hasText: label }).click();
const told = (page) => page.locator(".heads-told").innerText();
const tile = (page, head, block) =>
  page.locator(`[data-open-head="${head}"]${block === undefined ? "" : `[data-block="${block}"]`}`);

/** The heads as they lie, `{ block, head, measured }`. */
const tiles = (page) =>
  page.locator("[data-open-head]").evaluateAll((all) =>
    all.map(({ dataset: { block, openHead, measured } }) => ({ block: +block, head: +openHead, measured })),
  );

/** The weights of all heads, as the page saves them: `[heads][queries][keys]`. */
async function weightsOf(page) {
  await openPanel(page, "Save and share");
  const button = panel(page).getByRole("button", { name: "Save: All stages", exact: true });
  const [bytes] = Object.values(await saved(page, button));
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "hidden" });
  const { shape, values } = readNpy(unzip(bytes)["weights.npy"]);
  const [heads, queries, keys] = shape;
  const row = (head, query) => values.slice((head * queries + query) * keys, (head * queries + query + 1) * keys);
  return Array.from({ length: heads }, (_, head) => Array.from({ length: queries }, (_, query) => row(head, query)));
}

/** Sorts by every measure, and compares order and numbers with those of plain loops. */
async function assertSorted(page, measured) {
  for (const name of MEASURES) {
    await sortBy(page, LABELS[name]);
    const expected = ranked(measured.map((of) => of[name]));
    await page.waitForFunction((first) => document.querySelector("[data-open-head]").dataset.openHead === first, String(expected[0]));
    const found = await tiles(page);
    assert.deepEqual(found.map(({ head }) => head), expected, name);
    for (const { head, measured: text } of found) {
      assert.ok(Math.abs(number(text) - measured[head][name]) < 1e-12, `${name} of head ${head}: ${text}`);
    }
    const about = await page.locator(".heads-about").innerText();
    assert.match(about, /^The mean .* Largest first/s, name);
  }
}

journey("heads are sorted by what plain loops measure of their weights, and a click opens one", async ({ open }) => {
  const page = await start(open);
  const measured = (await weightsOf(page)).map(measure);
  await view(page, "heads");
  await page.locator(".one-head canvas").first().waitFor();
  assert.deepEqual((await tiles(page)).map(({ head }) => head), measured.map((_, head) => head));
  await assertSorted(page, measured);
  await assertAccessible(page);
  await sortBy(page, "previous token");
  // Hovering names the head with all of its measures.
  await tile(page, 5).hover();
  const { previous, entropy } = measured[5];
  await page.locator(".heads-told", { hasText: /^Head 6 \(an even spread\)/ }).waitFor();
  const text = await told(page);
  assert.ok(text.includes(`previous token ${previous.toFixed(3)}`), text);
  assert.ok(text.includes(`entropy ${entropy.toFixed(3)}`), text);
  // Under another mask the order is another.
  await chooseMask(page, "none");
  await sortBy(page, "number");
  await assertSorted(page, (await weightsOf(page)).map(measure));
  await tile(page, 3).click();
  await page.locator("section.equation[data-stage]").waitFor();
  assert.equal(await headOf(page), 3);
});

journey("the grid is one stop of Tab: arrows go from head to head, and Enter opens one", async ({ open }) => {
  const page = await start(open);
  await view(page, "heads");
  await sortBy(page, "entropy");
  const order = (await tiles(page)).map(({ head }) => head);
  assert.equal(await page.locator('[data-open-head][tabindex="0"]').count(), 1);
  assert.equal(await page.locator('[data-open-head][tabindex="0"]').getAttribute("data-open-head"), "4", "the open one");
  const focused = () => page.evaluate(() => Number(document.activeElement.dataset.openHead));
  await page.locator('[data-open-head][tabindex="0"]').focus();
  await page.keyboard.press("Home");
  assert.equal(await focused(), order[0]);
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), order[1]);
  await page.locator(".heads-told", { hasText: `Head ${order[1] + 1} ` }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), order[0], "it ends there, and no stage is stepped to");
  await page.keyboard.press("End");
  assert.equal(await focused(), order.at(-1));
  const tops = await page.locator("[data-open-head]").evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
  const columns = tops.filter((top) => top === tops[0]).length;
  if (columns < order.length) {
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(), order[order.length - 1 - columns], "the one above");
  }
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.locator('section.equation[data-stage="softmax"]').waitFor();
  assert.equal(await headOf(page), order[0]);
  // And back: the order is kept.
  await page.keyboard.press("Enter");
  await page.locator(".one-head canvas").first().waitFor();
  assert.deepEqual((await tiles(page)).map(({ head }) => head), order);
});

journey("the link keeps the order, and leaves it out where it is by number", async ({ open }) => {
  const page = await start(open);
  await view(page, "heads");
  await page.waitForFunction(() => location.hash.includes("view=heads"));
  assert.ok(!page.url().includes("sort="));
  await sortBy(page, "distance");
  await page.waitForFunction(() => location.hash.includes("sort=distance"));
  const order = (await tiles(page)).map(({ head }) => head);
  const other = await open({ path: new URL(page.url()).hash });
  await other.locator("[data-measured]").first().waitFor();
  assert.deepEqual((await tiles(other)).map(({ head }) => head), order);
  await stored(page, "sort=distance");
  await page.reload();
  await page.locator(".one-head canvas").first().waitFor();
  assert.deepEqual((await tiles(page)).map(({ head }) => head), order);
  // In Korean, too.
  await page.locator(".languages [lang=ko]").click();
  await page.locator(".heads-about", { hasText: "Σ w · |i − j|의 평균입니다" }).waitFor();
  assert.match(await told(page), /^헤드 5 \(.+\): 바로 앞 토큰 \d\.\d{3} · .* · 거리 \d\.\d{3}$/);
  await sortBy(page, "번호");
  await page.waitForFunction(() => !location.hash.includes("sort="));
  await assertAccessible(page);
});

journey("what means nothing here is not offered, and why is said", async ({ open }) => {
  const page = await start(open);
  await view(page, "heads");
  await sortBy(page, "first token");
  await page.locator("#example").selectOption("cross-attention");
  await page.locator(".heads-about", { hasText: "two sequences" }).waitFor();
  const options = () => page.locator(".all-heads .choice-option").allInnerTexts();
  assert.deepEqual(await options(), ["number", "entropy"]);
  assert.deepEqual((await tiles(page)).map(({ head }) => head), [0, 1]);
  // The choice comes back with what it is about.
  await page.locator("#example").selectOption("by-hand");
  await page.locator(".heads-about", { hasText: "mean weight on the first token" }).waitFor();
});

/** The recorded weights of a block, `[heads][queries][keys]`, from another program, some in half precision. */
async function recorded(page, model, block) {
  const { head, bytes } = await page.evaluate(async (path) => {
    const file = await (await fetch(path)).arrayBuffer();
    const length = Number(new DataView(file).getBigUint64(0, true));
    const head = JSON.parse(new TextDecoder().decode(file.slice(8, 8 + length)));
    const [from, to] = head.weights.data_offsets;
    return { head: head.weights, bytes: Array.from(new Uint8Array(file.slice(8 + length + from, 8 + length + to))) };
  }, `assets/${model}/${block}.safetensors`);
  const view = new DataView(Uint8Array.from(bytes).buffer);
  const half = (at) => {
    const [low, high] = [bytes[at], bytes[at + 1]];
    const [sign, exponent, fraction] = [high >> 7, (high >> 2) & 31, ((high & 3) << 8) | low];
    const size = exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : (fraction / 1024) * 2 ** -14;
    return sign ? -size : size;
  };
  const [heads, n, m] = head.shape;
  const read = { F16: (at) => half(2 * at), F32: (at) => view.getFloat32(4 * at, true) }[head.dtype];
  const values = Array.from({ length: heads * n * m }, (_, at) => read(at));
  return Array.from({ length: heads }, (_, h) =>
    Array.from({ length: n }, (_, i) => values.slice((h * n + i) * m, (h * n + i + 1) * m)),
  );
}

const BLOCKS = [0, 10, 11, 13, 16, 18];

/** A page with all heads of the recorded language model. */
async function startBlocks(open, options) {
  const page = await start(open, options);
  await choose(page, "smollm2");
  await view(page, "heads");
  await page.locator("[data-blocks=alone]").waitFor();
  return page;
}

journey("of a recorded model all blocks stand in one grid, and a click opens block and head", async ({ open }) => {
  const page = await startBlocks(open);
  await assertSorted(page, (await weightsOf(page)).map(measure));
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const sizes = await page.locator(".heads-blocks").innerText();
  assert.match(sizes, /0 \(1\.9 MB\), 10 \(0\.1 MB\), 11 \(1\.9 MB\), 13 \(1\.9 MB\), 18 \(0\.1 MB\): 5\.7 MB in all/);
  await page.locator("[data-blocks=alone]").click();
  await page.locator("[data-blocks=shown]").waitFor();
  const files = asked.filter((url) => url.endsWith(".safetensors"));
  assert.deepEqual(files.map((url) => url.match(/block(\d+)/)[1]), ["0", "10", "11", "13", "18"], "the open one is here");
  await sortBy(page, "number");
  assert.deepEqual(
    (await tiles(page)).map(({ block, head }) => [block, head]),
    BLOCKS.flatMap((block) => Array.from({ length: 9 }, (_, head) => [block, head])),
  );
  const weights = Object.fromEntries(
    await Promise.all(BLOCKS.map(async (block) => [block, await recorded(page, "smollm2", `block${block}`)])),
  );
  for (const name of MEASURES) {
    await sortBy(page, LABELS[name]);
    await page.locator(".heads-about", { hasText: /^The mean/ }).waitFor();
    const found = await tiles(page);
    assert.equal(found.length, 54);
    const numbers = found.map(({ measured }) => number(measured));
    assert.deepEqual(numbers, numbers.toSorted((one, two) => two - one), name);
    for (const { block, head, measured } of found) {
      const expected = measure(weights[block][head])[name];
      assert.ok(Math.abs(number(measured) - expected) < 0.02, `${name} of ${block}.${head}: ${measured}, ${expected}`);
    }
  }
  await assertAccessible(page);
  // Known by its name: nearly all weight on the first token.
  await sortBy(page, "first token");
  await tile(page, 8, 18).hover();
  await page.locator(".heads-told", { hasText: /^Block 18, head 8 \(/ }).waitFor();
  await chooseMask(page, "none");
  await tile(page, 6, 11).click();
  await shown(page, "smollm2", 11);
  assert.equal(await headOf(page), 6);
  assert.equal(await maskOf(page), "none", "as it was shown");
  await page.locator('section.equation figure[data-matrix="Weights"]').waitFor();
  // All blocks are still there.
  await view(page, "heads");
  await page.locator("[data-blocks=shown]").waitFor();
  assert.equal((await tiles(page)).length, 54);
  await page.locator("[data-blocks=shown]").click();
  await page.locator(".similarity-of-heads").waitFor();
  assert.equal((await tiles(page)).length, 9);
});

journey("blocks that do not come can be given up and tried again; what has come is kept", async ({ open }) => {
  const page = await startBlocks(open, { complaints: [/block13/] });
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/block11.safetensors", async (route) => {
    await held;
    await route.continue().catch(() => {}); // The page may have given it up.
  });
  await page.locator("[data-blocks=alone]").click();
  await page.locator("[data-blocks=coming]").waitFor();
  await page.waitForFunction(() => document.querySelector(".heads-blocks")?.innerText.includes("2.0 MB of 5.7 MB") || document.querySelector(".heads-blocks")?.innerText.includes("1.9 MB of 5.7 MB"));
  await page.locator("[data-blocks=coming]").click();
  await page.locator("[data-blocks=alone]").waitFor();
  assert.equal((await tiles(page)).length, 9);
  release();
  await page.unroute("**/block11.safetensors");
  assert.match(await page.locator(".heads-blocks").innerText(), /11 \(1\.9 MB\), 13 \(1\.9 MB\), 18 \(0\.1 MB\)/);
  await page.route("**/block13.safetensors", (route) => route.abort());
  await page.locator("[data-blocks=alone]").click();
  await page.locator("[data-blocks=failed]").waitFor();
  assert.match(await page.locator(".heads-blocks").innerText(), /could not be fetched/);
  await page.unroute("**/block13.safetensors");
  await page.locator("[data-blocks=failed]").click();
  await page.locator("[data-blocks=shown]").waitFor();
  assert.equal((await tiles(page)).length, 54);
});

journey("a changed block does not stand beside the others of its model", async ({ open }) => {
  const page = await startBlocks(open);
  await view(page, "stages");
  await show(page, "project");
  await page.locator("section.equation figure[data-matrix=X] [role=grid]").focus();
  await page.keyboard.press("+");
  await page.locator(".as-opened").waitFor();
  await view(page, "heads");
  await page.locator(".heads-blocks", { hasText: "were changed" }).waitFor();
  assert.equal(await page.locator("[data-blocks]").count(), 0);
});

journey("the grid keeps to the page on a phone", async ({ open }) => {
  const page = await start(open, { viewport: { width: 390, height: 844 } });
  await view(page, "heads");
  await page.locator(".one-head canvas").first().waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
});
