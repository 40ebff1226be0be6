// The panel for every eye and every hand: by keyboard, by a screen reader, narrow, in both languages; and what
// does not fit, in words.

import assert from "node:assert/strict";
import { assertAccessible, journey } from "./harness.mjs";
import { attend } from "./oracle.mjs";
import { start } from "./page.mjs";
import {
  CLIPBOARD,
  amountsTo,
  another,
  assertShows,
  box,
  drop,
  labels,
  openPanel,
  panel,
  paste,
  piece,
  showIt,
} from "./panel.mjs";

const MATRIX = "0.43 0.15 0.89\n0.55 0.87 0.66";

/** Fills the panel with much of what it can show. */
async function fillWell(page) {
  const fields = panel(page).locator(".piece textarea");
  await fields.first().fill("[0.1, 0.2, 0.3, 0.4]");
  await panel(page).locator(".question").first().waitFor();
  await panel(page).locator(".panel-pieces .panel-buttons button").nth(1).click();
  await fields.nth(1).fill("1 2 3\n4 5x 6");
  await panel(page).locator(".trouble").waitFor();
  await fields.last().fill("Data| visualization");
  await panel(page).locator(".token-list").waitFor();
}

const OPEN = { "en-US": "Your data", "ko-KR": "내 데이터" };
const SHARE = { "en-US": "Save and share", "ko-KR": "저장·공유" };

for (const [locale, colorScheme] of [
  ["en-US", "light"],
  ["ko-KR", "dark"],
]) {
  journey(`axe finds nothing in the panel, ${locale}, ${colorScheme}`, async ({ open }) => {
    const page = await start(open, { locale, colorScheme });
    await openPanel(page, OPEN[locale]);
    await assertAccessible(page);
    await fillWell(page);
    await assertAccessible(page);
    await panel(page).getByRole("button", { name: SHARE[locale] }).click();
    await panel(page).locator(".share-matrix").waitFor();
    await assertAccessible(page);
  });
}

journey("axe finds nothing in the panel on a phone, and what it amounts to is in sight", async ({ open }) => {
  const page = await start(open, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await openPanel(page);
  await fillWell(page);
  await assertAccessible(page);
  const button = panel(page).getByRole("button", { name: "Show it" });
  for (const end of [0, 1e6]) {
    await panel(page).locator(".panel-data").evaluate((it, end) => it.scrollTo(0, end), end);
    const { y, height } = await button.boundingBox();
    assert.ok(y > 0 && y + height <= 844, `${y} at ${end}`);
  }
});

for (const width of [320, 390, 720, 1024, 1440]) {
  journey(`at ${width} pixels no part of the panel is cut off or too small to press`, async ({ open }) => {
    const page = await start(open, { viewport: { width, height: 800 } });
    await openPanel(page);
    await fillWell(page);
    await panel(page).locator(".forms").evaluate((it) => (it.open = true));
    const faults = () =>
      panel(page).evaluate((dialog) => {
        const isReachable = (it) =>
          it !== dialog && (["auto", "scroll"].includes(getComputedStyle(it).overflowX) || isReachable(it.parentElement));
        const parts = [...dialog.querySelectorAll("button, select, input, textarea, p, h3, h4, legend, label, summary")];
        const seen = parts.filter((it) => it.checkVisibility());
        const out = seen.filter((it) => {
          const { left, right } = it.getBoundingClientRect();
          return (left < -1 || right > innerWidth + 1) && !(it.closest(".preview, pre") && isReachable(it));
        });
        const small = seen.filter((it) => {
          const target = it.matches("[type=radio]") ? it.closest("label") : it;
          const { width, height } = target.getBoundingClientRect();
          return it.matches("button, select, input, textarea, summary") && (width < 23.5 || height < 23.5);
        });
        return [...out, ...small].map((it) => it.outerHTML.slice(0, 120));
      });
    assert.deepEqual(await faults(), []);
    await panel(page).getByRole("button", { name: "Save and share" }).click();
    await panel(page).locator(".share-matrix").waitFor();
    assert.deepEqual(await faults(), []);
  });
}

journey("by keyboard alone: opened, filled, answered, closed by Escape, the focus where it was", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  const opener = page.getByRole("button", { name: "Your data", exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  const focused = (name) =>
    page.waitForFunction((name) => {
      const it = document.activeElement;
      const label = it.labels?.[0]?.textContent;
      return [it.getAttribute("aria-label"), label, it.textContent].some((text) => text?.trim().startsWith(name));
    }, name);
  await focused("Numbers 1");
  await paste(page, "[0.1, 0.2, 0.3, 0.4]");
  await amountsTo(page, "1 token of 4 dimensions, 1 head");
  const order = [];
  for (let at = 0; at < 4; at += 1) {
    await page.keyboard.press("Tab");
    order.push(await page.evaluate(() => document.activeElement.type));
    if (order.at(-1) === "radio") break;
  }
  assert.equal(order.at(-1), "radio", "the question follows its text");
  await page.keyboard.press("ArrowDown");
  await amountsTo(page, "2 tokens of 2 dimensions, 1 head");
  assert.equal(await page.evaluate(() => document.activeElement.type), "radio", "the focus stays on the answer");
  await page.keyboard.press("ArrowDown");
  await amountsTo(page, "4 tokens of 1 dimension, 1 head");
  const stops = new Set();
  for (let at = 0; at < 60 && !stops.has("Show it"); at += 1) {
    await page.keyboard.press("Tab");
    stops.add(await page.evaluate(() => document.activeElement.textContent.trim()));
  }
  for (const stop of ["Choose files …", "Another text", "What can be pasted", "Show it"]) {
    assert.ok(stops.has(stop), stop);
  }
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "hidden" });
  assert.equal(await opener.evaluate((it) => it === document.activeElement), true);
  await page.keyboard.press("Enter");
  await focused("Numbers 1");
  await panel(page).getByRole("button", { name: "Show it" }).focus();
  await page.keyboard.press("Enter");
  await panel(page).waitFor({ state: "hidden" });
  assert.equal(await opener.evaluate((it) => it === document.activeElement), true);
});

journey("what does not fit is said, each in its own words, and leads to its place", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  const misfits = panel(page).locator(".panel-result .misfits");
  await box(page, "Numbers 1").fill(MATRIX);
  await box(page, "Tokens").fill("Data| visualization| em|powers");
  await misfits.getByText("4 tokens but 2 rows").waitFor();
  assert.equal(await misfits.locator("xpath=ancestor::*[@role='status']").count(), 1);
  assert.equal(await box(page, "Tokens").getAttribute("aria-invalid"), "true");
  await misfits.getByRole("button", { name: "Tokens" }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Tokens");
  await box(page, "Tokens").fill("Data| visualization");
  await amountsTo(page, "2 tokens of 3 dimensions, 1 head");
  await box(page, "Numbers 1").fill("");
  await misfits.getByText("2 tokens without vectors").waitFor();
  await box(page, "Tokens").fill("");
  await box(page, "Numbers 1").fill(MATRIX);
  await panel(page).locator(".notes").getByText("no tokens: rows are numbered").waitFor();
  await panel(page).locator(".notes").getByText("no W_Q, W_K, W_V: Q = K = V = X").waitFor();
  await (await another(page, "Numbers 2")).fill("w_q = [[1, 2], [3, 4], [5, 6], [7, 8]]");
  await misfits.getByText(/W_Q/).waitFor();
  await piece(page, "Numbers 2").getByText("needs 3 × any").waitFor();
});

journey("a sentence pasted anywhere is taken as tokens", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  await paste(page, "Your journey starts");
  await panel(page).getByText("3 tokens without vectors").waitFor();
  await (await another(page, "Numbers 2")).fill("0.1 0.2\n0.3 0.4\n0.5 0.6");
  await amountsTo(page, "3 tokens of 2 dimensions, 1 head");
});

journey("of more tokens than can be shown, some are chosen, and keep their numbers", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  const x = Array.from({ length: 5300 }, (_, i) => [i % 7, (i * i) % 5, 0.5]);
  await drop(page, { "x.txt": x.map((row) => row.join(" ")).join("\n") });
  await panel(page).getByText(/5300 tokens are more than the page can show/).waitFor();
  await amountsTo(page, "5000 tokens of 3 dimensions, 1 head");
  const field = (name) => panel(page).getByRole("spinbutton", { name });
  await field("How many").fill("5");
  await field("How many").press("Tab");
  await amountsTo(page, "5 tokens of 3 dimensions, 1 head");
  await field("From token").fill("201");
  await field("From token").press("Tab");
  await page.waitForFunction(() => document.querySelector(".token-range input").value === "201");
  await amountsTo(page, "5 tokens of 3 dimensions, 1 head");
  await showIt(page);
  await assertShows(page, attend({ x: x.slice(200, 205) }), ["Scores", "Weights"]);
  assert.deepEqual(await labels(page, "Weights"), ["201", "202", "203", "204", "205"]);
});

journey("every form to try makes something", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  const names = await panel(page).getByRole("button", { name: /^Put in: / }).evaluateAll((all) =>
    all.map((it) => it.getAttribute("aria-label")),
  );
  assert.ok(names.length >= 6);
  for (const name of names) {
    await panel(page).getByRole("button", { name }).click();
    await panel(page).getByRole("button", { name: "Show it", disabled: false }).waitFor();
    await amountsTo(page, /\d/);
    await panel(page).getByRole("button", { name: "Forget all of it" }).click();
    await amountsTo(page, "Nothing yet.");
  }
});
