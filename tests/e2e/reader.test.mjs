// Examples that must be read: the reader and the assets come when they are chosen, failures can be tried
// again, and a reload returns to what was chosen.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";

const READER = "**/reader-*";
const READER_WASM = "**/reader-*.wasm";

/** Opens the page and collects the names of the files it asks for from then on. */
async function openAndWatch(open, options = {}) {
  const files = [];
  const before = async (page) => {
    page.on("request", (request) => files.push(new URL(request.url()).pathname.split("/").at(-1)));
    await options.before?.(page);
  };
  const page = await open({ ...options, before });
  await page.locator("#boot-screen").waitFor({ state: "detached" });
  return { page, files };
}

const isFetchedLater = (file) => /^reader-|\.safetensors$/.test(file);
const choose = (page, example) => page.locator("#example").selectOption(example);
const retry = (page) => page.locator(".loading button.primary");
/** The softmax large on the screen, with so many columns; then nothing is on its way any more. */
async function waitForColumns(page, n) {
  await page.locator(".loading").waitFor({ state: "detached" });
  await page.locator(`.equation [role=grid][aria-colcount="${n}"]`).first().waitFor();
}

journey("the page to begin with fetches neither reader nor asset", async ({ open }) => {
  const { page, files } = await openAndWatch(open);
  await waitForColumns(page, 6);
  await page.waitForLoadState("networkidle");
  assert.deepEqual(files.filter(isFetchedLater), []);
  assert.ok(files.some((file) => file.endsWith(".wasm")), "the page's own wasm is seen");
});
