// Chromium and a watched page in it, for journeys (harness.mjs) and for benchmarks (tests/bench).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const ACTION_MILLIS = 15_000; // How long a click or a wait may take, on a busy machine.

/** The address of the site, with a slash at its end. */
export const address = process.env.ATTNSCOPE_URL;
if (!address) {
  throw new Error("ATTNSCOPE_URL is not set: run `cargo xtask test journeys`, or see tests/e2e/harness.mjs");
}

/** A Chromium with the flags of webdriver.json. The caller closes it. */
export function launch() {
  const capabilities = readFileSync(new URL("../../webdriver.json", import.meta.url), "utf8");
  const { args } = JSON.parse(capabilities)["goog:chromeOptions"];
  const executablePath = process.env.ATTNSCOPE_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...args, "--force-color-profile=srgb"] });
}

/**
 * A page in a context of its own: nothing stored, nothing cached. It is watched, and not loaded yet.
 *
 * - `viewport` (1440 × 900), `colorScheme` ("light"), `locale` ("en-US"), `deviceScaleFactor` (1), and any
 *   other option of Playwright's `newContext`, such as `reducedMotion` or `javaScriptEnabled`;
 * - `path` ("") what follows the site's address: a query, a fragment, a file;
 * - `at` another address of the same site;
 * - `before(page)` runs before the page loads: routes, scripts to inject;
 * - `complaints` ([]) what will go wrong, as regular expressions.
 */
export async function openPage(browser, options = {}) {
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
  page.on("request", (request) => {
    if (isForeign(request.url(), host)) heard.push(`another host was asked: ${request.url()}`);
  });
  page.on("websocket", (socket) => heard.push(`a socket was opened: ${socket.url()}`));
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText;
    // A reload gives up what is still on its way, such as the icon: no fault of the page.
    if (error !== "net::ERR_ABORTED") heard.push(`failed: ${request.url()}: ${error}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) heard.push(`status ${response.status()}: ${response.url()}`);
  });
  return heard;
}

function isForeign(url, host) {
  const { protocol, host: asked } = new URL(url);
  return ["http:", "https:"].includes(protocol) && asked !== host;
}

function assertQuiet(heard, complaints) {
  const unexpected = heard.filter((sentence) => !complaints.some((pattern) => pattern.test(sentence)));
  assert.deepEqual(unexpected, [], "the page is quiet");
  const missed = complaints.filter((pattern) => !heard.some((sentence) => pattern.test(sentence)));
  assert.deepEqual(missed, [], "every complaint that was foretold came");
}
