// What a person does on the page and reads from it, in the words of the stories. Names of controls are English:
// a story in Korean switches by the button and looks for itself.

/** An opened page, when its first equation stands, and what comes after. `open` and `options` are those of harness.mjs. */
export async function start(open, options) {
  const page = await open(options);
  await stands(page);
  return page;
}

/** Who was here before has no greeting; without it there is more room for pictures. */
export const closeGreeting = (page) => page.locator(".welcome .plain").click();

/** A reload, until all that stands again. */
export async function reload(page) {
  await page.reload();
  await stands(page);
}

async function stands(page) {
  const parts = ["section.equation figure.matrix", ".mask", ".token-strip", ".explanation .formula"];
  for (const part of parts) await page.locator(part).first().waitFor();
  // What has come may have moved the pictures: they are drawn in their new size with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The number that a text of the page stands for: `−` is a minus, `−∞` and `-inf` are −Infinity. */
export function number(text) {
  const plain = text.trim().replace("−", "-");
  if (/^-?(∞|inf)$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  return plain === "" ? NaN : Number(plain);
}

/** The stage that is shown large. */
export const stageOf = (page) => page.locator("section.equation").getAttribute("data-stage");

/** The stages of the film strip, in order. */
export const stagesOf = (page) =>
  page.locator("nav.strip button[data-stage]").evaluateAll((buttons) => buttons.map((b) => b.dataset.stage));

/** Shows a stage by a click in the film strip, and waits for its equation. */
export async function show(page, stage) {
  await page.locator(`nav.strip button[data-stage="${stage}"]`).click();
  await page.locator(`section.equation[data-stage="${stage}"]`).waitFor();
}

/** The grid of a matrix in the equation. */
export const grid = (page, matrix) =>
  page.locator(`section.equation figure[data-matrix="${matrix}"] [role=grid]`);

/** The unrounded number of the selected cell of the stage's result. */
export async function cellValue(page) {
  return number(await page.getByTestId("cell-value").getAttribute("data-value"));
}

/** The rows and columns of a matrix, as its grid tells them. */
export async function sizeOf(page, matrix) {
  const size = (grid) => [grid.ariaRowCount, grid.ariaColCount].map(Number);
  return grid(page, matrix).evaluate(size);
}

/** One row of a stage's result, unrounded, read by moving the cell through it with the keys. */
export async function readRow(page, matrix, row) {
  const [, columns] = await sizeOf(page, matrix);
  await grid(page, matrix).focus();
  await page.keyboard.press("Control+Home");
  for (let at = 0; at < row; at += 1) await page.keyboard.press("ArrowDown");
  return readOn(page, matrix, row, columns);
}

/** A stage's whole result, unrounded, read by moving the cell through it with the keys. */
export async function readMatrix(page, matrix) {
  const [rows, columns] = await sizeOf(page, matrix);
  await grid(page, matrix).focus();
  await page.keyboard.press("Control+Home");
  const read = [];
  for (let row = 0; row < rows; row += 1) {
    read.push(await readOn(page, matrix, row, columns));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
  }
  return read;
}

/** Reads from the first cell of a row to its last, the cell being in the first. */
async function readOn(page, matrix, row, columns) {
  const read = [];
  for (let column = 0; column < columns; column += 1) {
    if (column > 0) await page.keyboard.press("ArrowRight");
    await page.locator(`#cell-${matrix}-${row}-${column}`).waitFor({ state: "attached" });
    read.push(await cellValue(page));
  }
  return read;
}

/** The selected cell of a matrix, `[row, column]` from 0. */
export async function cellOf(page, matrix) {
  const id = await grid(page, matrix).locator("[role=gridcell]").getAttribute("id");
  return id.split("-").slice(-2).map(Number);
}

/** The number of the chosen head, from 0. */
export const headOf = async (page) =>
  Number(await page.locator("[data-head][aria-checked=true]").getAttribute("data-head"));

/** Chooses a head by a click, counted from 0. */
export async function chooseHead(page, head) {
  await page.locator(`[data-head="${head}"]`).click();
  await page.locator(`[data-head="${head}"][aria-checked=true]`).waitFor();
}

/** Moves the scale with each of so many frames, as a hand does, and lets it go or does not; tells the milliseconds. */
export const moveScale = (page, frames, { letsGo = false } = {}) =>
  page.evaluate(async ([frames, letsGo]) => {
    const slider = document.querySelector("#scale-slider");
    const [low, high] = [slider.min, slider.max].map(Number);
    const begun = performance.now();
    for (let frame = 1; frame <= frames; frame++) {
      await new Promise(requestAnimationFrame);
      // Back and forth by two steps a frame: one that moves less than a step asks for no picture.
      slider.value = low + (high - low) * (0.3 + 0.4 * Math.abs(1 - (frame % 100) / 50));
      slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    const millis = performance.now() - begun;
    if (letsGo) {
      // Read in the same turn: what follows a moment later would not tell.
      slider.dispatchEvent(new Event("change", { bubbles: true }));
      await new Promise((done) => setTimeout(done));
    }
    const left = document.querySelector("[data-testid=cell-value]")?.dataset.value;
    return { millis, left };
  }, [frames, letsGo]);

/** What the mask chooser says: "none", "causal" and so on. */
export const maskOf = (page) => page.locator("#mask option:checked").textContent();

/** Chooses a mask in the menu. */
export const chooseMask = (page, name) => page.locator("#mask").selectOption({ label: name });

/** What an example says of itself, so that a story can wait until it is shown. */
const ABOUT = {
  "six-tokens": /built, not trained/,
  "by-hand": /no projection matrices/,
  "by-hand-trainable": /projected to two features/,
  smollm2: /Recorded from a real language model/,
  minilm: /Recorded from a real encoder/,
  "cross-attention": /four Korean keys/,
};

/** Waits until an example, and the block of it, is shown. */
export async function shown(page, example, block) {
  await page.locator(".about p", { hasText: ABOUT[example] }).waitFor({ state: "attached" });
  await page.locator(".loading").waitFor({ state: "detached" });
  if (block !== undefined) {
    await page.waitForFunction((block) => document.querySelector("#block")?.value === block, String(block));
  }
}

/** Chooses an example in the menu, and waits until it is shown. */
export async function choose(page, example) {
  await page.locator("#example").selectOption(example);
  await shown(page, example);
}

/** Chooses a block of a recorded model, and waits until it is shown. */
export async function chooseBlock(page, example, block) {
  await page.locator("#block").selectOption(String(block));
  await shown(page, example, block);
}

/** The picture of a matrix, as text: equal pictures are equal texts. */
export const pixels = (page, matrix) =>
  page
    .locator(`section.equation figure[data-matrix="${matrix}"] canvas`)
    .evaluate((canvas) => canvas.toDataURL());

/**
 * Waits until the choices are in the browser's store, which is written a moment after the last of them: until
 * the name of that last one, of a stage, an example or a range of colors, stands in it.
 */
export const stored = (page, name) =>
  page.waitForFunction((name) => localStorage.getItem("attnscope.settings")?.includes(name), name);

/** Waits until changed numbers are in the browser's store, which is written a moment after the change. */
export async function storedNumbers(page) {
  await stored(page, "changed");
  const isKept = () =>
    page.evaluate(async () => {
      const [id] = localStorage.getItem("attnscope.settings").split(" ");
      return (await attnscope.kept(`${id}.changed`))?.length > 100;
    });
  for (let tries = 0; !(await isKept()); tries += 1) {
    if (tries === 100) throw new Error("changed numbers are not kept");
  }
}
