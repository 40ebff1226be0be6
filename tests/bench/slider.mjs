// From an input of the scale slider to all heatmaps repainted: real keys, then a real drag, one input a frame.

import { openPage } from "../e2e/browser.mjs";
import { waitForMark } from "./first-picture.mjs";

const INPUTS = 100; // Of each kind.
const SLOW_MILLIS = 32; // Of an event, until the next paint: two frames. One is normal.
const MEASURE = "attnscope:repaint";

/** Rows for the table. */
export async function slider(browser) {
  const visit = await openPage(browser, {});
  await visit.page.addInitScript(observe, SLOW_MILLIS);
  await visit.load();
  await waitForMark(visit.page);
  const range = visit.page.locator("#scale-slider");
  await range.waitFor();
  const rows = [
    ...(await phase(visit.page, "slider by keys", () => keys(visit.page, range))),
    ...(await phase(visit.page, "slider by drag", () => drag(visit.page, range))),
  ];
  visit.assertQuiet();
  await visit.context.close();
  return rows;
}

/** In the page: keeps what the browser itself says about slow events, long tasks, inputs and frames. */
function observe(slowMillis) {
  const seen = { inputs: 0, events: [], tasks: [], frames: [] };
  globalThis.benchSeen = seen;
  document.addEventListener("input", () => seen.inputs++, true);
  const keep = (list) => (entries) => list.push(...entries.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(keep(seen.events)).observe({ type: "event", durationThreshold: slowMillis });
  new PerformanceObserver(keep(seen.tasks)).observe({ type: "longtask" });
  let last;
  const frame = (now) => {
    if (last !== undefined) seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

async function phase(page, name, act) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const busy = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return 1000 * metrics.find((metric) => metric.name === "TaskDuration").value;
  };
  await page.evaluate((measure) => {
    performance.clearMeasures(measure);
    Object.assign(globalThis.benchSeen, { inputs: 0 });
    for (const list of ["events", "tasks", "frames"]) globalThis.benchSeen[list].length = 0;
  }, MEASURE);
  const before = await busy();
  await act();
  await nextFrame(page);
  const work = (await busy()) - before;
  const { inputs, events, tasks, frames, repaints } = await page.evaluate((measure) => {
    const repaints = performance.getEntriesByName(measure, "measure").map(({ duration }) => duration);
    return { ...globalThis.benchSeen, repaints };
  }, MEASURE);
  check(name, inputs, repaints);
  const longest = (list) => (list.length ? `, longest ${Math.max(...list).toFixed(0)} ms` : "");
  return [
    { name: `${name}: input → repainted`, values: repaints },
    { name: "  time between frames", values: frames },
    // All that the main thread did meanwhile, this script's own questions included: an upper bound.
    { name: "  main thread busy for each input", note: `${(work / inputs).toFixed(1)} ms on average` },
    { name: "  inputs", note: `${inputs}, repaints ${repaints.length}` },
    { name: `  events over ${SLOW_MILLIS} ms`, note: `${events.length}${longest(events)}` },
    { name: "  tasks over 50 ms", note: `${tasks.length}${longest(tasks)}` },
  ];
}

/** A measurement of nothing must not look like a fast one. */
function check(name, inputs, repaints) {
  if (inputs < INPUTS / 2) throw new Error(`${name}: only ${inputs} of ${INPUTS} actions were inputs of #scale-slider`);
  if (repaints.length < inputs / 2) {
    throw new Error(`${name}: ${inputs} inputs, but only ${repaints.length} calls of performance.measure("${MEASURE}", …)`);
  }
}

async function keys(page, range) {
  await range.focus();
  for (let index = 0; index < INPUTS; index++) {
    // There and back in runs, so that neither end stops the inputs.
    await page.keyboard.press(index % 20 < 10 ? "ArrowRight" : "ArrowLeft");
    await nextFrame(page);
  }
}

async function drag(page, range) {
  const { x, y, width, height } = await range.boundingBox();
  const at = (share) => [x + width * (0.1 + 0.8 * share), y + height / 2];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let index = 1; index <= INPUTS; index++) {
    await page.mouse.move(...at(index / INPUTS));
    await nextFrame(page);
  }
  await page.mouse.up();
}

const nextFrame = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
