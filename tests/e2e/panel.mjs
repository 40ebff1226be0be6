// What a person does in the panel for the own data and reads from it. Names are English, as in page.mjs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { readMatrix, show } from "./page.mjs";

/** What a story needs that copies and pastes by the keys. */
export const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

/** Six tokens of three features, for stories that need numbers to check. */
export const X = [
  [0.43, 0.15, 0.89],
  [0.55, 0.87, 0.66],
  [0.57, 0.85, 0.64],
  [0.22, 0.58, 0.33],
  [0.77, 0.25, 0.1],
  [0.05, 0.8, 0.55],
];
export const TOKENS = ["Your", "journey", "starts", "with", "one", "step"];

/** The panel. */
export const panel = (page) => page.locator("dialog#panel");

/** Opens a side of the panel by its button. */
export async function openPanel(page, name = "Your data") {
  await page.getByRole("button", { name, exact: true }).click();
  await panel(page).locator(name === "Save and share" ? ".panel-share" : ".panel-data").waitFor();
}

/** The text of a piece: "Numbers 1", "Tokens". */
export const box = (page, name) => panel(page).getByRole("textbox", { name, exact: true });

/** A piece with all that is said of it. */
export const piece = (page, name) => panel(page).getByRole("region", { name, exact: true });

/** Copies a text and pastes it by the keys where the focus is. */
export async function paste(page, text) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press("Control+V");
}

/** Adds another text and gives its field. */
export async function another(page, name) {
  await panel(page).getByRole("button", { name: "Another text" }).click();
  await box(page, name).waitFor();
  return box(page, name);
}

/** Waits for what the pieces amount to. */
export const amountsTo = (page, text) => panel(page).locator(".headline", { hasText: text }).waitFor();

/** Shows on the page what there is, and waits until it is shown. */
export async function showIt(page) {
  await panel(page).getByRole("button", { name: "Show it" }).click();
  await panel(page).waitFor({ state: "hidden" });
  await page.locator("section.equation figure.matrix").first().waitFor();
}

/** Lets go of files over the page: `{ name: bytes }`. */
export async function drop(page, files) {
  const list = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]);
  const dataTransfer = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, base64] of list) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, list);
  const target = (await panel(page).isVisible()) ? "dialog#panel" : "body";
  for (const type of ["dragenter", "dragover", "drop"]) await page.dispatchEvent(target, type, { dataTransfer });
  await panel(page).waitFor();
}

/** Presses a button that saves files, and gives them: `{ name: bytes }`. */
export async function saved(page, button, count = 1) {
  const downloads = [];
  const all = new Promise((resolve) => {
    const take = (download) => downloads.push(download) === count && resolve(page.off("download", take));
    page.on("download", take);
  });
  await button.click();
  await all;
  const read = async (download) => [download.suggestedFilename(), await readFile(await download.path())];
  return Object.fromEntries(await Promise.all(downloads.map(read)));
}

/** The stage in which each matrix is the result. */
const STAGES = {
  Queries: "project",
  Scores: "dot-product",
  Scaled: "scale",
  Masked: "mask",
  Weights: "softmax",
  Context: "context",
};

/** Every cell of some matrices of the page equals what was computed elsewhere, but for the last digits. */
export async function assertShows(page, expected, names = ["Scores", "Scaled", "Weights", "Context"]) {
  for (const name of names) {
    await show(page, STAGES[name]);
    assertClose(await readMatrix(page, name), expected[name], name);
  }
}

/** Two matrices are equal but for the last digits; what is not finite is the same. */
export function assertClose(found, expected, name, tolerance = 1e-12) {
  assert.deepEqual([found.length, found[0].length], [expected.length, expected[0].length], `${name}: size`);
  for (const [at, row] of expected.entries()) {
    for (const [column, value] of row.entries()) {
      const isSame = found[at][column] === value || Math.abs(found[at][column] - value) <= tolerance;
      assert.ok(isSame, `${name} [${at}, ${column}]: found ${found[at][column]}, expected ${value}`);
    }
  }
}

/** The labels of a matrix on the page: of its rows or of its columns. */
export const labels = (page, matrix, side = "rows") =>
  page.locator(`section.equation figure[data-matrix="${matrix}"] .matrix-${side} > *`).allInnerTexts();
