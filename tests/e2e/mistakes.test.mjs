// The laboratory of mistakes: each is opened, and its numbers are those of plain loops.

import assert from "node:assert/strict";
import { assertAccessible, journey } from "./harness.mjs";
import { choose, chooseMask, number, readMatrix, show, start } from "./page.mjs";

const NAMES = {
  "direct-split": "Heads split by a reshape alone",
  tiled: "Key/value heads tiled",
  "no-scaling": "Not divided by √d_k",
  "model-width": "Divided by √d_model",
  "zero-fill": "Multiplied by 0",
  "finite-fill": "A number for −∞",
  "inverted-mask": "Mask the wrong way round",
  "softmax-axis": "Softmax over the wrong axis",
  "mask-after-softmax": "Mask after the softmax",
  renormalized: "Mask after, renormalized",
  dropout: "Dropout on the weights",
  "heads-added": "Heads added",
  "no-output": "No W_O",
};

/** Opens the laboratory at a mistake. */
async function openMistake(page, id) {
  const isOpen = (await page.locator(".mistakes").count()) > 0;
  if (!isOpen) await page.locator('[data-view="mistake.direct-split"]').click();
  await page.locator(".mistake-list label", { hasText: NAMES[id] }).first().click();
  await page.locator(`.mistakes[data-mistake="${id}"]`).waitFor();
}

/** Looks at another matrix of the mistake. */
const lookAt = (page, label) => page.locator(".mistake label.choice-option", { hasText: label }).first().click();

/** The right and the wrong matrix, unrounded, read by moving the cell through them with the keys. */
async function readPair(page, rows, columns) {
  await page.locator('.trio figure[data-aside="second"] [role=grid]').focus();
  await page.keyboard.press("Control+Home");
  const [right, wrong] = [[], []];
  for (let row = 0; row < rows; row += 1) {
    const read = [];
    for (let column = 0; column < columns; column += 1) {
      if (column > 0) await page.keyboard.press("ArrowRight");
      const cell = page.locator(`.pair-cell[data-at="${row},${column}"]`);
      const values = await cell.getAttribute("data-values");
      const [first, second, difference] = values.split(" ").map((text) => number(text.replaceAll("−", "-")));
      const expected = Object.is(first, second) ? 0 : second - first;
      assert.ok(Object.is(difference, expected) || Math.abs(difference - expected) < 1e-12, values);
      read.push([first, second]);
    }
    right.push(read.map(([first]) => first));
    wrong.push(read.map(([, second]) => second));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
  }
  return { right, wrong };
}

function assertClose(found, expected, label) {
  found.forEach((row, i) =>
    row.forEach((value, j) => {
      const other = expected[i][j];
      const isSame = Object.is(value, other) || Math.abs(value - other) < 1e-9;
      assert.ok(isSame, `${label} ${i},${j}: ${value}, not ${other}`);
    }),
  );
}

const softmax = (row) => {
  const powers = row.map((score) => Math.exp(score - Math.max(...row)));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
};
const transposed = (matrix) => matrix[0].map((_, at) => matrix.map((row) => row[at]));

journey("a softmax over the wrong axis, a mask after it and a mask of zeros are those of plain loops", async ({ open }) => {
  const page = await start(open);
  await show(page, "scale");
  const scaled = await readMatrix(page, "Scaled");
  const masked = scaled.map((row, i) => row.map((score, j) => (j > i ? -Infinity : score)));
  const right = masked.map(softmax);
  const check = async (id, expected) => {
    await openMistake(page, id);
    await lookAt(page, "weights");
    const read = await readPair(page, 6, 6);
    assertClose(read.right, right, `${id}, right`);
    assertClose(read.wrong, expected, `${id}, wrong`);
  };
  await check("softmax-axis", transposed(transposed(masked).map(softmax)));
  await check(
    "mask-after-softmax",
    scaled.map(softmax).map((row, i) => row.map((weight, j) => (j > i ? 0 : weight))),
  );
  await check("zero-fill", scaled.map((row, i) => softmax(row.map((score, j) => (j > i ? 0 : score)))));
  await check("renormalized", right);
  await check("no-scaling", masked.map((row) => softmax(row.map((score) => score * 8))));
  await check("model-width", masked.map((row) => softmax(row.map((score) => (score * 8) / Math.sqrt(768)))));
});

journey("each mistake says what happens, why, how it looks in code and who makes it", async ({ open }) => {
  const page = await start(open);
  for (const id of Object.keys(NAMES)) {
    await openMistake(page, id);
    assert.equal(await page.locator(".mistake h2").innerText(), NAMES[id]);
    assert.equal(await page.locator(".mistake-text dd").count(), 4, id);
    assert.match(await page.locator(".mistake-text .code-wrong code").innerText(), /\S{3}/, id);
    const isTiled = id === "tiled";
    assert.equal(await page.locator(".hindrance").count(), isTiled ? 1 : 0, id);
    if (!isTiled) await page.locator('.trio figure[data-aside="first"] canvas').waitFor();
    await urlSays(page, `view=mistake.${id}`);
  }
});

/** The address follows a moment later. */
const urlSays = (page, text) => page.waitForFunction((text) => location.hash.includes(text), text);

journey("heads that are added no longer fit the output, and without W_O the output is the concatenation", async ({ open }) => {
  const page = await start(open);
  await openMistake(page, "heads-added");
  assert.match(await page.locator(".pair-largest").innerText(), /6 × 768 against 6 × 64/);
  await lookAt(page, "output");
  assert.match(await page.locator(".pair-largest").innerText(), /can no longer be computed/);
  await openMistake(page, "no-output");
  await page.locator('.trio figure[data-aside="difference"] canvas').waitFor();
});

journey("a mistake needs something to be wrong about, and says what", async ({ open }) => {
  const page = await start(open);
  await chooseMask(page, "none");
  await openMistake(page, "zero-fill");
  assert.match(await page.locator(".hindrance").innerText(), /Choose a mask/);
  await chooseMask(page, "causal");
  await page.locator('.trio figure[data-aside="second"] canvas').waitFor();
  await choose(page, "smollm2");
  await openMistake(page, "tiled");
  // Head 1 is served by key/value head 0, tiled by 1; head 4 by 1 both ways.
  await page.locator('[data-head="4"]').click();
  await page.locator(".pair-largest", { hasText: "No difference in this head" }).waitFor();
  await page.locator('[data-head="1"]').click();
  await page.locator('.trio figure[data-aside="second"] canvas').waitFor();
  await lookAt(page, "weights");
  await page.locator(".pair-largest button").waitFor();
});

journey("a fill is tried in half precision on a query that sees no key", async ({ open }) => {
  const page = await start(open);
  await openMistake(page, "finite-fill");
  await lookAt(page, "weights");
  const wrong = async () => {
    const values = await page.locator(".pair-cell").getAttribute("data-values");
    return values.split(" ")[1];
  };
  assert.equal(await wrong(), "NaN");
  await page.locator("[name=half]").uncheck();
  await page.waitForFunction(() => !document.querySelector(".pair-cell").dataset.values.includes("NaN"));
  assert.ok(Math.abs(Number(await wrong()) - 1 / 6) < 1e-12);
});

journey("dropout depends on its seed and its share alone", async ({ open }) => {
  const page = await start(open);
  await openMistake(page, "dropout");
  const read = async () => (await readPair(page, 6, 6)).wrong;
  await page.locator("[name=dropped]").fill("0.5");
  const before = await read();
  await page.getByRole("button", { name: "Draw again" }).click();
  assert.equal(await page.locator("[name=seed]").inputValue(), "2");
  const after = await read();
  assert.notDeepEqual(after, before);
  await page.locator("[name=seed]").fill("1");
  await page.keyboard.press("Enter");
  assert.deepEqual(await read(), before);
});

journey("axe finds nothing in the laboratory", async ({ open }) => {
  const page = await start(open, { colorScheme: "dark", locale: "ko-KR" });
  await page.locator('[data-view="mistake.direct-split"]').click();
  for (const mistake of [5, 7, 10]) {
    await page.locator(".mistake-list label").nth(mistake).click();
    await page.locator(".trio canvas").first().waitFor();
    await assertAccessible(page);
  }
});

journey("the laboratory is used by keyboard alone", async ({ open }) => {
  const page = await start(open);
  await page.locator('[data-view="mistake.direct-split"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".mistakes").waitFor();
  await page.locator(".mistake-list input:checked").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.locator('.mistakes[data-mistake="no-scaling"]').waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".mistake label:has(:checked)").innerText(), /weights/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+End");
  await page.locator('.pair-cell[data-at="5,5"]').waitFor();
});
