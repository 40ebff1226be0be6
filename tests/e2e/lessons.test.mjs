// Lessons: step by step by keyboard, predicting wrongly and rightly, by a link, and back to one's own work.

import assert from "node:assert/strict";
import { address, assertAccessible, journey } from "./harness.mjs";
import { chooseMask, grid, headOf, maskOf, number, reload, show, stageOf, start } from "./page.mjs";

const idea = (page) => page.locator(".lesson-idea");
const verdict = (page) => page.locator(".lesson-verdict");

/** Waits until a step is open and its numbers are there: `at` as in a link. */
async function isAt(page, at) {
  const [, step] = at.split(".");
  await page.waitForFunction((at) => location.hash.includes(`lesson=${at}`), at);
  await page.locator(".lesson-steps span", { hasText: new RegExp(`^${step} of `) }).waitFor();
  await page.waitForFunction(() => {
    const text = document.querySelector(".lesson-idea")?.textContent ?? "";
    return text !== "" && !text.includes("on their way");
  });
}

/** Presses Tab until the focus is on what a selector finds. */
async function tabTo(page, selector) {
  for (let tries = 0; tries < 60; tries += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

async function openLesson(page, number) {
  await page.locator("[data-lessons]").click();
  await page.locator(`[data-lesson-number="${number}"]`).click();
  await isAt(page, `${number}.1`);
}

journey("a lesson by keyboard alone, with a wrong prediction", async ({ open }) => {
  const page = await start(open);
  await tabTo(page, "[data-lessons]");
  await page.keyboard.press("Enter");
  await page.locator(".lesson h2:focus", { hasText: "Lessons" }).waitFor();
  await tabTo(page, '[data-lesson-number="1"]');
  await page.keyboard.press("Enter");
  await isAt(page, "1.1");
  await page.locator(".lesson h2:focus", { hasText: "1. " }).waitFor();
  assert.match(await idea(page).textContent(), /6 tokens.*row of 768 numbers/);
  await page.keyboard.press(".");
  await isAt(page, "1.2");
  assert.equal(await stageOf(page), "dot-product");
  await page.locator(".lesson [role=status]", { hasText: "Marked: scores, Query “powers”, key" }).or(
    page.locator(".lesson [role=status]", { hasText: /Marked: scores/ }),
  ).first().waitFor({ state: "attached" });
  await page.keyboard.press("PageDown");
  await isAt(page, "1.3");
  await tabTo(page, ".lesson-options input");
  // The last of the six: the largest score, and hidden.
  await page.keyboard.press("Space");
  for (let at = 0; at < 5; at += 1) await page.keyboard.press("ArrowDown");
  await tabTo(page, "[data-lesson-check]");
  await page.keyboard.press("Enter");
  await page.locator('.lesson-verdict:focus[data-right="false"]').waitFor();
  const said = await verdict(page).textContent();
  assert.match(said, /You said “to”.*It is “visualization”/s);
  assert.match(said, /comes after “powers”/, "the reason for this answer");
  await page.locator("section.equation[data-stage=softmax]").waitFor();
  await tabTo(page, "[data-lesson-again]");
  await page.keyboard.press("Enter");
  await page.locator("section.equation[data-stage=scale]").waitFor();
  await page.locator(".lesson-question:focus .lesson-options").waitFor();
  await page.keyboard.press("m");
  await page.locator(".lesson-changed button").focus();
  await page.keyboard.press("Enter");
  await page.locator(".lesson-body:focus").waitFor();
  await page.locator(".lesson-changed").waitFor({ state: "detached" });
  await page.keyboard.press("PageDown");
  await isAt(page, "1.4");
  await page.keyboard.press(",");
  await isAt(page, "1.3");
  await tabTo(page, "[data-lesson-leave]");
  await page.keyboard.press("Enter");
  await page.locator(".lesson").waitFor({ state: "detached" });
  await page.locator("[data-lessons]:focus").waitFor();
  await page.waitForFunction(() => !location.hash.includes("lesson"));
});

journey("a key that is marked in the matrix answers, and the right one is told", async ({ open }) => {
  const page = await open({ path: "#v=1&lesson=1.3&lang=en" });
  await isAt(page, "1.3");
  assert.equal(await page.locator("[data-lesson-check]").getAttribute("aria-disabled"), "true");
  await grid(page, "Scaled").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.locator(".lesson-options label", { hasText: "visualization" }).locator("input:checked").waitFor();
  await page.locator("[data-lesson-check]").click();
  await page.locator('.lesson-verdict[data-right="true"]', { hasText: "That is right." }).waitFor();
});

journey("a number is right to the digits that are asked for", async ({ open }) => {
  const page = await open({ path: "#v=1&lesson=3.2&lang=en" });
  await isAt(page, "3.2");
  const answer = async (typed) => {
    await page.locator(".lesson-number input").fill(typed);
    await page.locator(".lesson-number input").press("Enter");
  };
  await answer("a half");
  await page.locator(".lesson-number .refused", { hasText: "“a half” is not a number" }).waitFor();
  await answer("0.33");
  await page.locator('.lesson-verdict[data-right="false"]', { hasText: "first product alone" }).waitFor();
  await page.locator("[data-lesson-again]").click();
  await answer("0.46");
  await page.locator('.lesson-verdict[data-right="true"]').waitFor();
  await page.locator("[data-lesson-again]").click();
  await answer("0,46");
  await page.locator('.lesson-verdict[data-right="true"]').waitFor();
});

journey("a link goes to the exact step, also after a reload", async ({ open }) => {
  const page = await open({ path: "#v=1&lesson=6.2&lang=ko" });
  await page.locator(".lesson h2", { hasText: "6. 마스크" }).waitFor();
  await page.locator(".lesson-steps", { hasText: "5단계 중 2단계" }).waitFor();
  await page.locator(".matrix-rows", { hasText: "want" }).first().waitFor();
  await page.reload();
  await page.locator(".lesson-steps", { hasText: "5단계 중 2단계" }).waitFor();
  await page.evaluate(() => (location.hash = "v=1&lesson=1.4&lang=en"));
  await isAt(page, "1.4");
  await page.locator("section.equation[data-stage=softmax]").waitFor();
  await page.locator(".lesson [data-lesson-list]").click();
  await page.locator(".lesson ol").waitFor();
});

journey("a link to a step that there is not opens the nearest and says so", async ({ open }) => {
  const page = await open({ path: "#v=1&lesson=1.99&lang=en" });
  await isAt(page, "1.6");
  await page.locator(".strays", { hasText: "lesson" }).waitFor();
  // The nearest stands on other numbers, which are shown first.
  await page.evaluate(() => (location.hash = "v=1&lesson=99.1&lang=en"));
  await isAt(page, "14.1");
  await page.locator(".strays", { hasText: "lesson=99.1" }).waitFor();
});

journey("on a phone the way on stays in sight under a long step", async ({ open }) => {
  const page = await open({ path: "#v=1&lesson=1.3&lang=en", viewport: { width: 320, height: 640 } });
  await isAt(page, "1.3");
  await page.locator(".lesson-options").waitFor();
  const next = await page.locator("[data-lesson-step='1']").boundingBox();
  assert.ok(next.y + next.height <= 640, `${next.y + next.height}`);
});

journey("what was being worked on comes back when the lessons are left", async ({ open }) => {
  const page = await start(open);
  await show(page, "dot-product");
  await grid(page, "Scores").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  await page.locator(".cell-editor input").waitFor();
  await page.keyboard.type("9.5");
  await page.keyboard.press("Enter");
  const value = () => page.getByTestId("cell-value").getAttribute("data-value");
  assert.equal(number(await value()), 9.5);
  await openLesson(page, 6);
  await page.locator("[data-lesson-step='1']").click();
  await isAt(page, "6.2");
  await openFromList(page, 2);
  await page.locator("[data-lesson-leave]").click();
  await page.locator(".lesson").waitFor({ state: "detached" });
  await page.locator("#equation[data-stage=dot-product]").waitFor();
  await page.waitForFunction(
    () => document.querySelector("[data-testid=cell-value]")?.dataset.value === "9.5",
  );
  assert.equal(await page.locator(".as-opened").count(), 1, "the numbers are still changed ones");
  await reload(page);
  await page.waitForFunction(
    () => document.querySelector("[data-testid=cell-value]")?.dataset.value === "9.5",
  );
});

journey("what is changed under a step is told, and one press shows the step as it was", async ({ open }) => {
  for (const [step, stage] of [["6.2", "dot-product"], ["3.1", "dot-product"]]) {
    const page = await open({ path: `#v=1&lesson=${step}&lang=en` });
    await isAt(page, step);
    const head = await headOf(page);
    await grid(page, "Scores").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Enter");
    await page.locator(".cell-editor input").waitFor();
    await page.keyboard.type("9.5");
    await page.keyboard.press("Enter");
    await page.locator(".lesson-changed button").click();
    await page.locator(".lesson-changed").waitFor({ state: "detached" });
    await page.locator(`section.equation[data-stage=${stage}]`).waitFor();
    assert.equal(await headOf(page), head);
  }
});

async function openFromList(page, number) {
  await page.locator("[data-lesson-list]").click();
  await page.locator(`[data-lesson-number="${number}"]`).click();
  await isAt(page, `${number}.1`);
}

journey("what is changed in a step is told, and can be put back", async ({ open }) => {
  const page = await open({ path: "#v=1&lesson=1.4&lang=en" });
  await isAt(page, "1.4");
  const text = await idea(page).textContent();
  await chooseMask(page, "none");
  await page.locator(".lesson-changed").waitFor();
  assert.equal(await idea(page).textContent(), text, "the text is about the step's own numbers");
  await page.locator(".lesson-changed button").click();
  await page.locator(".lesson-changed").waitFor({ state: "detached" });
  assert.equal(await maskOf(page), "causal");
});

journey("every step of every lesson shows what it marks", async ({ open }) => {
  const page = await start(open);
  await openLesson(page, 1);
  for (let lesson = 1, step = 1; ; step += 1) {
    await isAt(page, `${lesson}.${step}`);
    const said = await page.locator(".lesson-body").textContent();
    assert.doesNotMatch(said, /[{}]|NaN|undefined/, `${lesson}.${step}`);
    const marks = page.locator("section.equation .mark-lesson").first();
    await marks.waitFor({ state: "attached", timeout: 10_000 }).catch(() => assert.fail(`${lesson}.${step} marks nothing in sight`));
    const next = page.locator("[data-lesson-step='1']");
    if ((await next.getAttribute("aria-disabled")) === "true") break;
    const isLast = (await next.textContent()).includes("lesson");
    if (isLast) [lesson, step] = [lesson + 1, 0];
    await next.click();
  }
});

for (const colorScheme of ["light", "dark"]) {
  journey(`axe finds nothing in the lessons, ${colorScheme}`, async ({ open }) => {
    const page = await start(open, { colorScheme });
    await page.locator("[data-lessons]").click();
    await page.locator(".lesson ol").waitFor();
    await assertAccessible(page);
    await page.locator('[data-lesson-number="1"]').click();
    await isAt(page, "1.1");
    await page.goto(`${address}#v=1&lesson=1.3&lang=en`);
    await isAt(page, "1.3");
    await assertAccessible(page);
    await page.locator(".lesson-options input").first().check();
    await page.locator("[data-lesson-check]").click();
    await verdict(page).waitFor();
    await assertAccessible(page);
    await page.goto(`${address}#v=1&lesson=4.1&lang=en`);
    await isAt(page, "4.1");
    await assertAccessible(page);
  });
}

journey("on a phone a lesson is a card that can be folded", async ({ open }) => {
  const page = await open({ path: "#v=1&lesson=1.4&lang=en", viewport: { width: 390, height: 844 } });
  await isAt(page, "1.4");
  const height = async () => (await page.locator(".lesson").boundingBox()).height;
  const open_ = await height();
  await page.locator(".lesson-fold").click();
  await idea(page).waitFor({ state: "hidden" });
  assert.ok((await height()) < open_ / 2);
  assert.ok(await page.locator(".lesson-steps").isVisible(), "one can still go on");
});
