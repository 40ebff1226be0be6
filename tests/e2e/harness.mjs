// The stage for journeys: a real Chromium, the site as it is shipped, and a watch on everything that a page
// must not do. One file, `*.test.mjs`, for each story:
//
//     import assert from "node:assert/strict";
//     import { journey } from "./harness.mjs";
//
//     journey("the theme is remembered", async ({ open }) => {
//       const page = await open({ colorScheme: "dark" });
//       await page.getByRole("button", { name: "Theme" }).click();
//       await page.reload();
//       assert.equal(await page.locator("html").getAttribute("data-theme"), "light");
//     });
//
// `open` gives a Playwright page of a context of its own (nothing is stored, nothing is cached), already
// loaded. After the story the journey fails if any of its pages wrote a warning or an error to the console,
// threw, had a request that failed, or asked another host. A story in which something does go wrong says so:
// `open({ complaints: [/model\.bin/] })`; each such complaint is then allowed, and missed if it does not come.
// A failed journey leaves a picture in target/journeys/.
//
// Run all by `cargo xtask test journeys`. To repeat one: `cargo xtask serve --no-build` in one terminal,
// `ATTNSCOPE_URL=http://127.0.0.1:8017/ node --test tests/e2e/smoke.test.mjs` in another.

import { mkdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const ACTION_MILLIS = 15_000; // How long a click or a wait may take, on a busy machine.
const JOURNEY_MILLIS = 120_000;

/** The address of the site, with a slash at its end. */
export const address = process.env.ATTNSCOPE_URL;
if (!address) {
  throw new Error("ATTNSCOPE_URL is not set: run `cargo xtask test journeys`, or see tests/e2e/harness.mjs");
}

/** A Chromium with the flags of webdriver.json. The caller closes it. */
export function launch() {
  const { args } = JSON.parse(readFileSync(file("../../webdriver.json"), "utf8"))["goog:chromeOptions"];
  const executablePath = process.env.ATTNSCOPE_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...args, "--force-color-profile=srgb"] });
}

// One browser for each file of journeys, started by the first that needs it.
let shared;
const browser = () => (shared ??= launch());
after(async () => (await shared)?.close());

/**
 * A test of the whole page. `story` gets `{ open, t }`: `open(options)` as described in `openPage`, and
 * node:test's own context.
 */
export function journey(name, story) {
  test(name, { timeout: JOURNEY_MILLIS }, async (t) => {
    const visits = [];
    const open = async (options = {}) => {
      const visit = await openPage(await browser(), options);
      visits.push(visit);
      await visit.load();
      return visit.page;
    };
    try {
      await story({ open, t });
      for (const visit of visits) visit.assertQuiet();
    } catch (error) {
      await picture(name, visits);
      throw error;
    } finally {
      for (const { context } of visits) await context.close();
    }
  });
}

/**
 * A page in a context of its own, watched, not yet loaded (`open` in a journey loads it).
 *
 * - `viewport` (1440 × 900), `colorScheme` ("light"), `locale` ("en-US"), `deviceScaleFactor` (1), and any
 *   other option of Playwright's `newContext`, such as `reducedMotion` or `javaScriptEnabled`;
 * - `path` ("") what follows the site's address: a query, a fragment, a file;
 * - `at` another address of the same site;
 * - `before(page)` runs before the page loads: routes, scripts to inject;
 * - `complaints` ([]) what will go wrong in this story: one regular expression each.
 */
export async function openPage(browser, options) {
  const { path = "", at = address, before, complaints = [], ...rest } = options;
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    locale: "en-US",
    deviceScaleFactor: 1,
    ...rest,
  });
  context.setDefaultTimeout(ACTION_MILLIS);
  const page = await context.newPage();
  const heard = watch(page, new URL(at).host);
  await before?.(page);
  return {
    context,
    page,
    heard,
    load: () => page.goto(new URL(path, at).href),
    assertQuiet: () => assertQuiet(heard, complaints),
  };
}

/** Collects, as sentences, whatever the page does that a page must not do. */
function watch(page, host) {
  const heard = [];
  page.on("console", (message) => {
    if (["warning", "error", "assert"].includes(message.type())) {
      heard.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => heard.push(`uncaught: ${error.stack ?? error}`));
  page.on("crash", () => heard.push("the page crashed"));
  page.on("request", (request) => foreign(request.url(), host) && heard.push(`request to another host: ${request.url()}`));
  page.on("websocket", (socket) => heard.push(`websocket: ${socket.url()}`));
  page.on("requestfailed", (request) => heard.push(`failed: ${request.url()}: ${request.failure()?.errorText}`));
  page.on("response", (response) => {
    if (response.status() >= 400) heard.push(`status ${response.status()}: ${response.url()}`);
  });
  return heard;
}

function foreign(url, host) {
  const { protocol, host: asked } = new URL(url);
  return ["http:", "https:"].includes(protocol) && asked !== host;
}

function assertQuiet(heard, complaints) {
  const unexpected = heard.filter((sentence) => !complaints.some((pattern) => pattern.test(sentence)));
  assert.deepEqual(unexpected, [], "the page is quiet");
  const missed = complaints.filter((pattern) => !heard.some((sentence) => pattern.test(sentence)));
  assert.deepEqual(missed, [], "every complaint that was foretold came");
}

async function picture(name, visits) {
  mkdirSync(file("../../target/journeys"), { recursive: true });
  for (const [index, { page, heard }] of visits.entries()) {
    const path = file(`../../target/journeys/${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}-${index + 1}.png`);
    await page.screenshot({ path }).catch(() => {}); // A page that crashed has no picture.
    console.error(`page ${index + 1}: ${path}`, ...heard.map((sentence) => `\n  ${sentence}`));
  }
}

/** Fails with one line for each rule of axe-core that the page, as it is now, violates. */
export async function assertAccessible(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const lines = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join("  ")}`);
  assert.deepEqual(lines, [], "axe-core finds nothing");
}
