// What leaves the page: saved, read back by programs that are not ours and by the panel, and opened again.

import assert from "node:assert/strict";
import { readNpy, readPng, unzip } from "./files.mjs";
import { journey } from "./harness.mjs";
import { attend } from "./oracle.mjs";
import { choose, chooseMask, grid, readMatrix, show, start } from "./page.mjs";
import { CLIPBOARD, TOKENS, X, amountsTo, assertClose, drop, openPanel, panel, paste, saved, showIt } from "./panel.mjs";

const CAUSAL = attend({ x: X, mayLook: (i, j) => j <= i, divisor: 1 });

/** The example by hand under a causal mask, with the side that saves open. */
async function startSharing(open, options) {
  const page = await start(open, { ...CLIPBOARD, ...options });
  await choose(page, "by-hand");
  await chooseMask(page, "causal");
  await openPanel(page, "Save and share");
  await panel(page).locator(".share-matrix").waitFor();
  return page;
}

const button = (page, what, form) => panel(page).getByRole("button", { name: `${what}: ${form}`, exact: true });

async function chooseMatrix(page, key) {
  await panel(page).getByRole("combobox", { name: "Matrix" }).selectOption(key);
}

/** Rows of numbers, in the order of rows. */
const rowsOf = ({ shape, values }) => {
  const width = shape.at(-1);
  return Array.from({ length: values.length / width }, (_, at) => values.slice(at * width, (at + 1) * width));
};

/** What the panel's own reader makes of a file: names of its rows and its numbers. */
const readBack = (page, bytes) =>
  page.evaluate(
    async ([bytes]) => {
      const reader = await attnscope.reader();
      const id = 1;
      await reader.put(id, "", Uint8Array.from(bytes));
      const piece = { id, is_tokens: false, answers: {}, roles: { 0: "X" } };
      const request = { pieces: [piece], answers: {}, start: 0, tokens: null };
      const answer = JSON.parse(await reader.look(JSON.stringify(request)));
      await reader.remove(id);
      const { trouble, arrays } = answer.pieces[0];
      if (trouble) throw new Error(trouble.words.en);
      const { cells, labels } = arrays[0].preview;
      return { labels, rows: cells.map((row) => row.map((cell) => Number(cell.replace("inf", "Infinity")))) };
    },
    [[...bytes]],
  );

const FORMS = { CSV: "csv", "TSV (for spreadsheets)": "tsv", Markdown: "md", LaTeX: "tex", "NumPy code": "py", JSON: "json" };

journey("every form of a matrix is saved and reads back bit for bit", async ({ open }) => {
  const page = await startSharing(open);
  const { "weights.npy": npy } = await saved(page, button(page, "Save", "NumPy array"));
  const weights = rowsOf(readNpy(npy));
  assertClose(weights, CAUSAL.Weights, "the array");
  assert.deepEqual((await readBack(page, npy)).rows, weights);
  for (const [form, extension] of Object.entries(FORMS)) {
    const files = await saved(page, button(page, "Save", form));
    const [[name, bytes], ...more] = Object.entries(files);
    assert.deepEqual([name, more.length], [`weights.${extension}`, 0]);
    const { rows, labels } = await readBack(page, bytes);
    assert.deepEqual(rows, weights, form);
    if (!["NumPy code", "JSON"].includes(form)) assert.deepEqual(labels, TOKENS, form);
  }
});

journey("masked scores keep their infinities in every form that has them", async ({ open }) => {
  const page = await startSharing(open);
  await chooseMatrix(page, "masked");
  for (const form of ["NumPy array", "NumPy code", "CSV", "JSON"]) {
    const [bytes] = Object.values(await saved(page, button(page, "Save", form)));
    const { rows } = await readBack(page, bytes);
    assertClose(rows, CAUSAL.Masked, form);
    assert.equal(rows[0][5], -Infinity, form);
  }
});

journey("what is copied is what is saved, and a picture is copied as one", async ({ open }) => {
  const page = await startSharing(open);
  for (const form of [...Object.keys(FORMS), "SVG picture", "NumPy program", "PyTorch program", "Keras program"]) {
    const [bytes] = Object.values(await saved(page, button(page, "Save", form)));
    await button(page, "Copy", form).click();
    await panel(page).getByText("Copied.").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), bytes.toString(), form);
  }
  await button(page, "Copy", "PNG picture").click();
  await panel(page).getByText("Copied.").waitFor();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const blob = await item.getType("image/png");
    const { width, height } = await createImageBitmap(blob);
    return [width, height];
  });
  const [png] = Object.values(await saved(page, button(page, "Save", "PNG picture")));
  const { width, height } = readPng(png);
  assert.deepEqual(copied, [width, height]);
});

journey("a picture shows the cells with their names, and as points it is twice its size", async ({ open }) => {
  const page = await startSharing(open, { colorScheme: "dark" });
  const { "weights.svg": svg } = await saved(page, button(page, "Save", "SVG picture"));
  const { "weights.png": png } = await saved(page, button(page, "Save", "PNG picture"));
  const { size, texts, cells } = await page.evaluate((svg) => {
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    if (picture.tagName !== "svg") throw new Error(picture.textContent);
    const [x, y] = picture.querySelector("g").getAttribute("transform").match(/\d+/g).map(Number);
    const size = ["width", "height"].map((name) => Number(picture.getAttribute(name)));
    const texts = [...picture.querySelectorAll("text")].map((it) => it.textContent.trim());
    const of = (it) => ["x", "y", "width", "height"].map((name) => Number(it.getAttribute(name)));
    const rects = [...picture.querySelector("g").querySelectorAll("rect, image")].map(of);
    const right = Math.max(...rects.map(([left, , width]) => left + width));
    const bottom = Math.max(...rects.map(([, top, , height]) => top + height));
    return { size, texts, cells: { x, y, width: right, height: bottom } };
  }, svg.toString());
  for (const token of TOKENS) assert.equal(texts.filter((text) => text === token).length, 2, token);
  assert.ok(texts.includes("1.000") || texts.includes("1"), `numbers stand in the cells: ${texts}`);
  const { width, height, pixel } = readPng(png);
  assert.deepEqual([width, height], size.map((side) => 2 * side));
  assert.deepEqual(pixel(1, 1).slice(0, 3), [251, 250, 247], "paper of the light theme, also of a dark page");
  // Near the upper left corner of each cell: darker where the weight is larger, along a row without marks.
  const dark = (row, column) => {
    const at = (start, length, cell) => Math.round(2 * (start + ((cell + 0.12) * length) / 6));
    const [r, g, b] = pixel(at(cells.x, cells.width, column), at(cells.y, cells.height, row));
    return 765 - r - g - b;
  };
  const first = CAUSAL.Weights.map((_, row) => dark(row, 0));
  const order = (values) => values.map((_, at) => at).sort((one, two) => values[two] - values[one]);
  assert.deepEqual(order(first).slice(0, 3), order(CAUSAL.Weights.map((row) => row[0])).slice(0, 3));
});

journey("the archive holds all stages, as NumPy reads them", async ({ open }) => {
  const page = await startSharing(open);
  const [[name, bytes], ...more] = Object.entries(await saved(page, button(page, "Save", "All stages")));
  assert.ok(name.endsWith(".npz") && more.length === 0, name);
  const files = unzip(bytes);
  const array = (name) => readNpy(files[`${name}.npy`]);
  assert.deepEqual(array("tokens").values, TOKENS);
  assert.deepEqual(rowsOf(array("x")), X);
  const names = { queries: "Queries", scores: "Scores", scaled: "Scaled", weights: "Weights", context: "Context" };
  for (const [name, stage] of Object.entries(names)) {
    assert.deepEqual(array(name).shape, [1, 6, CAUSAL[stage][0].length], name);
    assertClose(rowsOf(array(name)), CAUSAL[stage], name);
  }
});

journey("the document that is saved opens in another browser, bit for bit", async ({ open }) => {
  const page = await startSharing(open);
  const [[name, bytes]] = Object.entries(await saved(page, button(page, "Save", "Document (opens again here)")));
  assert.match(name, /\.json$/);
  assert.deepEqual(JSON.parse(bytes).inputs.x_q, X);
  await page.keyboard.press("Escape");
  await show(page, "softmax");
  const weights = await readMatrix(page, "Weights");
  const other = await start(open, CLIPBOARD);
  await drop(other, { [name]: bytes });
  await amountsTo(other, "6 tokens of 3 dimensions, 1 head");
  await showIt(other);
  await show(other, "softmax");
  assert.deepEqual(await readMatrix(other, "Weights"), weights);
  assert.equal(await other.locator("#mask option:checked").textContent(), "causal");
  await openPanel(other, "Save and share");
  await panel(other).locator(".share-matrix").waitFor();
  const [again] = Object.values(await saved(other, button(other, "Save", "Document (opens again here)")));
  assert.deepEqual(JSON.parse(again).stages, JSON.parse(bytes).stages);
  assert.deepEqual(JSON.parse(again).inputs, JSON.parse(bytes).inputs);
  assert.deepEqual(JSON.parse(again).options, JSON.parse(bytes).options);
});

journey("a document opens alone, whatever lies beside it, and nothing is lost", async ({ open }) => {
  const page = await startSharing(open);
  const [bytes] = Object.values(await saved(page, button(page, "Save", "Document (opens again here)")));
  await panel(page).getByRole("button", { name: "Your data" }).click();
  await panel(page).getByRole("textbox", { name: "Numbers 1", exact: true }).fill("1 2\n3 4");
  await amountsTo(page, "2 tokens of 2 dimensions, 1 head");
  await drop(page, { "saved.json": bytes });
  await amountsTo(page, "6 tokens of 3 dimensions, 1 head");
  await panel(page).getByText("Left out: a saved document is opened alone.").waitFor();
  await panel(page).getByRole("button", { name: "Remove Numbers 2" }).click();
  await amountsTo(page, "2 tokens of 2 dimensions, 1 head");
});

journey("what is pasted beside a saved document is said to be left out, and opens with one press", async ({ open }) => {
  const page = await startSharing(open);
  const [bytes] = Object.values(await saved(page, button(page, "Save", "Document (opens again here)")));
  await drop(page, { "saved.json": bytes });
  await amountsTo(page, "6 tokens of 3 dimensions, 1 head");
  await showIt(page);
  await paste(page, "1 2\n3 4");
  const result = panel(page).locator(".panel-result");
  await result.getByText("The new is left out: the saved document that was here is opened alone.").waitFor();
  await amountsTo(page, "6 tokens of 3 dimensions, 1 head");
  await page.setViewportSize({ width: 390, height: 844 });
  const [notice, headline] = await Promise.all([".panel-said", ".headline"].map((it) => result.locator(it).boundingBox()));
  assert.ok(notice.width > 300 && notice.y + notice.height <= headline.y, JSON.stringify({ notice, headline }));
  await result.getByRole("button", { name: "Open only the new" }).click();
  await amountsTo(page, "2 tokens of 2 dimensions, 1 head");
  await result.getByRole("button", { name: "Open only the new" }).waitFor({ state: "detached" });
});

journey("of many heads the one that is shown is saved, and another can be chosen", async ({ open }) => {
  const page = await start(open);
  await openPanel(page, "Save and share");
  const menu = panel(page).getByRole("combobox", { name: "Head" });
  await menu.waitFor();
  const shown = Number(await menu.locator("option:checked").textContent());
  const [first] = Object.keys(await saved(page, button(page, "Save", "NumPy array")));
  assert.equal(first, `weights-head-${shown}.npy`);
  await menu.selectOption({ label: "1" });
  const { "weights-head-1.npy": bytes } = await saved(page, button(page, "Save", "NumPy array"));
  // The first head looks at the previous token.
  const rows = rowsOf(readNpy(bytes));
  for (const row of [1, 2, 3, 4, 5]) assert.ok(rows[row][row - 1] > 0.9, `${rows[row]}`);
  await chooseMatrix(page, "output");
  await menu.waitFor({ state: "detached" });
  const [output] = Object.keys(await saved(page, button(page, "Save", "CSV")));
  assert.equal(output, "output.csv");
});

journey("heads are counted where they are saved as the page counts them", async ({ open }) => {
  const page = await start(open);
  await choose(page, "smollm2");
  await page.locator('[data-head="3"]').click();
  const named = await page.locator('[data-head="3"]').innerText();
  await openPanel(page, "Save and share");
  const menu = panel(page).getByRole("combobox", { name: "Head" });
  await menu.waitFor();
  assert.equal(await menu.locator("option").first().textContent(), "0");
  const shown = Number(named.match(/\d+/)[0]);
  await menu.selectOption({ label: `${shown}` });
  assert.deepEqual(Object.keys(await saved(page, button(page, "Save", "CSV"))), [`weights-head-${shown}.csv`]);
  const [bytes] = Object.values(await saved(page, button(page, "Save", "NumPy program")));
  assert.doesNotMatch(bytes.toString(), /^# *$/m);
});

journey("the link is shown with its length and shows the same numbers elsewhere, also changed ones", async ({ open }) => {
  const page = await startSharing(open);
  const link = panel(page).getByRole("textbox", { name: "Link", exact: true });
  const follow = async () => {
    await link.waitFor();
    const address = await link.inputValue();
    await panel(page).getByText(`${address.length} characters`).waitFor();
    const { hash } = new URL(address);
    const other = await start(open, { path: hash });
    await other.locator("section.equation figure.matrix").first().waitFor();
    await show(other, "softmax");
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "hidden" });
    await show(page, "softmax");
    const weights = await readMatrix(page, "Weights");
    assert.deepEqual(await readMatrix(other, "Weights"), weights);
    return { hash, weights };
  };
  const opened = await follow();
  assertClose(opened.weights, CAUSAL.Weights, "weights");
  assert.doesNotMatch(opened.hash, /&z=/);
  await show(page, "dot-product");
  await grid(page, "Scores").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".cell-editor input").fill("3.25");
  await page.keyboard.press("Enter");
  await page.locator(".as-opened").waitFor();
  await openPanel(page, "Save and share");
  const changed = await follow();
  assert.match(changed.hash, /&z=/);
  assert.notDeepEqual(changed.weights, opened.weights);
});
