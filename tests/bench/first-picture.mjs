// From the start of the navigation to the first painted heatmap, with nothing in the cache.

import { openPage } from "../e2e/browser.mjs";

const LOADS = 21;
const MARK = "attnscope:first-picture";
const PAINT = "first-contentful-paint";
const PATIENCE_MILLIS = 15_000;

/** Rows for the table. */
export async function firstPicture(browser) {
  await load(browser); // The browser's own first page is slower than any later one.
  const loads = [];
  for (let index = 0; index < LOADS; index++) loads.push(await load(browser));
  const row = (name, key) => ({ name, values: loads.map((times) => times[key]) });
  return [
    row("first picture, cold cache", "picture"),
    row("  the page has drawn it", "drawn"),
    row("  the wasm has arrived", "wasm"),
  ];
}

/** One load in a context of its own: no cache, no storage. Times in ms since the navigation began. */
async function load(browser) {
  const visit = await openPage(browser, {});
  await visit.load();
  await waitForMark(visit.page);
  await visit.page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, PAINT);
  const times = await visit.page.evaluate(([mark, paint]) => {
    const wasm = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".wasm"));
    const [drawn, painted] = [mark, paint].map((name) => performance.getEntriesByName(name)[0].startTime);
    // The browser paints after the page has drawn: nobody has seen the picture before both.
    return { picture: Math.max(drawn, painted), drawn, wasm: wasm?.responseEnd ?? NaN };
  }, [MARK, PAINT]);
  visit.assertQuiet();
  await visit.context.close();
  return times;
}

/** Waits until the first picture is there. */
export async function waitForMark(page) {
  const isThere = (mark) => performance.getEntriesByName(mark).length > 0;
  await page.waitForFunction(isThere, MARK, { timeout: PATIENCE_MILLIS }).catch((cause) => {
    throw new Error(`the page did not call performance.mark("${MARK}") in ${PATIENCE_MILLIS / 1000} s`, { cause });
  });
}
