// The stage for journeys: a real Chromium, the site as it is shipped, and a watch on everything that a page
// must not do. One file, `*.test.mjs`, for each group of stories:
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
// loaded; its options are those of `openPage` in browser.mjs. After the story the journey fails if any of its
// pages wrote a warning or an error to the console, threw, had a request that failed, or asked another host.
//
// A story in which something does go wrong says so: `open({ complaints: [/model\.bin/] })`. Complaints that
// match are then allowed, and at least one for each pattern must come. The name of the file is the best
// pattern: the browser complains of it in several ways.
//
// Wait for what a person would see (`getByRole(…).waitFor()`, `page.waitForFunction`), never for a time.
// A failed journey leaves a picture of each of its pages in target/journeys/.
//
// Run all by `cargo xtask test journeys`. To repeat one: `cargo xtask serve --no-build` in one terminal,
// `ATTNSCOPE_URL=http://127.0.0.1:8017/ node --test tests/e2e/smoke.test.mjs` in another.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { launch, openPage } from "./browser.mjs";

export { address } from "./browser.mjs";

const JOURNEY_MILLIS = 120_000;

// One browser for each file of journeys, started by the first that needs it.
let shared;
const browser = () => (shared ??= launch());
after(async () => (await shared)?.close());

/**
 * A test of the whole page. `story` gets `{ open, t }`: `open(options)` gives a loaded page, `t` is
 * node:test's own context, for `t.after` and `t.diagnostic`.
 */
export function journey(name, story) {
  test(name, { timeout: JOURNEY_MILLIS }, async (t) => {
    const visits = [];
    const open = async (options) => {
      const visit = await openPage(await browser(), options);
      visits.push(visit);
      await visit.load();
      return visit.page;
    };
    try {
      await story({ open, t });
      for (const visit of visits) visit.assertQuiet();
    } catch (error) {
      for (const [index, visit] of visits.entries()) await picture(`${name} ${index + 1}`, visit, t);
      throw error;
    } finally {
      for (const { context } of visits) await context.close();
    }
  });
}

/** Leaves a picture of a page in a failed journey, and names it together with what was heard. */
async function picture(name, { page, heard }, t) {
  const folder = fileURLToPath(new URL("../../target/journeys/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const path = `${folder}${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.png`;
  await page.screenshot({ path }).catch(() => {}); // A page that crashed has no picture.
  t.diagnostic([`page: ${path}`, ...heard].join("\n    "));
}

/** Fails with one line for each rule of axe-core that the page, as it is now, violates. */
export async function assertAccessible(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const line = ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join("  ")}`;
  assert.deepEqual(violations.map(line), [], "axe-core finds nothing");
}
