// Examples that must be read: the reader and the assets come when they are chosen, a failure can be tried
// again, and a reload returns to what was chosen.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";

const choose = (page, example) => page.locator("#example").selectOption(example);
const panel = (page) => page.locator(".loading");
const retry = (page) => page.getByRole("button", { name: "Try again" });

/** Waits until the example is there and nothing is on its way any more. */
async function waitForExample(page, example) {
  await panel(page).waitFor({ state: "detached" });
  await page.waitForFunction((key) => document.querySelector("#example").value === key, example);
}

/** Waits until the matrices around the weights have so many columns: the values and the contexts. */
async function waitForValues(page, columns) {
  const grids = page.locator(`#equation[data-stage=context] [role=grid][aria-colcount="${columns}"]`);
  await grids.nth(1).waitFor();
}

/** Opens the page and lists the names of the files that it asks for. */
async function openAndWatch(open) {
  const files = [];
  const before = (page) => {
    page.on("request", (request) => files.push(new URL(request.url()).pathname.split("/").at(-1)));
  };
  const page = await open({ before });
  await page.locator("#boot-screen").waitFor({ state: "detached" });
  await waitForExample(page, "six-tokens");
  // Keys are heard once the page's parts are there.
  await page.locator(".explanation .formula").waitFor();
  return { page, later: () => files.filter((file) => /^reader-|\.safetensors$/.test(file)), files };
}

journey("the page to begin with fetches neither reader nor asset", async ({ open }) => {
  const { page, files, later } = await openAndWatch(open);
  await page.waitForLoadState("networkidle");
  assert.deepEqual(later(), []);
  assert.ok(files.some((file) => file.endsWith(".wasm")), "the page's own wasm is seen");
});

journey("the reader comes with the first example that must be read, and once", async ({ open }) => {
  const { page, later } = await openAndWatch(open);
  await page.keyboard.press("ArrowRight");
  await waitForValues(page, 64);
  await choose(page, "by-hand");
  await waitForValues(page, 3);
  const [first, ...others] = later().map((file) => file.replace(/-[0-9a-f]{16}/, ""));
  assert.deepEqual([first, ...others.sort()], ["reader-worker.js", "reader.js", "reader_bg.wasm"]);
  await choose(page, "cross-attention");
  await page.locator('#equation [role=grid][aria-rowcount="1"]').first().waitFor();
  await choose(page, "smollm2");
  await waitForExample(page, "smollm2");
  await waitForValues(page, 64);
  assert.deepEqual(later().slice(3), ["block16.safetensors"]);
});

journey("every example loads", async ({ open }) => {
  const page = await open();
  for (const example of ["by-hand-trainable", "cross-attention", "minilm", "smollm2", "by-hand", "six-tokens"]) {
    await choose(page, example);
    await waitForExample(page, example);
    const tokens = { "cross-attention": 1 }[example] ?? 6;
    await page.locator(`#equation [role=grid][aria-rowcount="${tokens}"]`).first().waitFor();
  }
});

/** A file is blocked and an example chosen; the panel tells it, twice, and the next try works. */
function failingJourney(name, { blocked, pattern, example, columns }) {
  journey(name, async ({ open }) => {
    const page = await open({ before: (page) => page.route(blocked, (route) => route.abort()), complaints: [pattern] });
    // Keys are heard once the page's parts are there.
    await page.locator(".explanation .formula").waitFor();
    await page.keyboard.press("ArrowRight");
    await waitForValues(page, 64);
    await choose(page, example);
    await retry(page).waitFor();
    assert.match(await panel(page).innerText(), /did not load[^]*could not be fetched/);
    await waitForValues(page, 64); // What was shown stays.
    await Promise.all([page.waitForEvent("requestfailed"), retry(page).click()]);
    await retry(page).waitFor();
    await page.unroute(blocked);
    await retry(page).click();
    await waitForExample(page, example);
    await waitForValues(page, columns);
  });
}

failingJourney("a reader whose worker does not arrive can be tried again", {
  blocked: "**/reader-*-worker.js",
  pattern: /reader-/,
  example: "by-hand",
  columns: 3,
});
failingJourney("a reader whose program does not arrive can be tried again", {
  blocked: /reader-[0-9a-f]+\.js/,
  pattern: /reader-/,
  example: "by-hand",
  columns: 3,
});
failingJourney("a reader whose wasm does not arrive can be tried again", {
  blocked: "**/reader-*.wasm",
  pattern: /reader-/,
  example: "by-hand",
  columns: 3,
});
failingJourney("an asset that does not arrive can be tried again", {
  blocked: "**/*.safetensors",
  pattern: /\.safetensors/,
  example: "minilm",
  columns: 32,
});

journey("a damaged asset is told with its reason", async ({ open }) => {
  const damaged = (route) => route.fulfill({ body: "<!doctype html>", contentType: "text/html" });
  const page = await open({ before: (page) => page.route("**/*.safetensors", damaged) });
  await choose(page, "smollm2");
  await retry(page).waitFor();
  assert.match(await panel(page).innerText(), /arrived damaged: \S+/);
  await page.unroute("**/*.safetensors", damaged);
  await retry(page).click();
  await waitForExample(page, "smollm2");
});

journey("a reload returns to the chosen example", async ({ open }) => {
  const page = await open();
  for (const [example, columns] of [["by-hand", 3], ["smollm2", 64]]) {
    await choose(page, example);
    await waitForExample(page, example);
    // Kept once it is shown: the menu says at once what was asked for.
    const isKept = (key) => localStorage.getItem("attnscope.settings")?.includes(`example=${key}`);
    await page.waitForFunction(isKept, example);
    await page.locator("h1").first().click(); // The arrows are for the stages, not for the menu.
    if (example === "by-hand") await page.keyboard.press("ArrowRight");
    await waitForValues(page, columns);
    await page.reload();
    await waitForExample(page, example);
    await waitForValues(page, columns);
  }
});

journey("a choice outlives a reload in which it does not arrive", async ({ open }) => {
  const page = await open({ complaints: [/reader-/] });
  await choose(page, "by-hand");
  await waitForExample(page, "by-hand");
  await page.waitForFunction(() => localStorage.getItem("attnscope.settings")?.includes("example=by-hand"));
  await page.route("**/reader-*", (route) => route.abort());
  await page.reload();
  await retry(page).waitFor();
  await page.keyboard.press("ArrowRight"); // A change below the panel.
  await page.locator("#equation[data-stage=context]").waitFor();
  await page.unroute("**/reader-*");
  await page.reload();
  await waitForExample(page, "by-hand");
});
