// The first minute: what greets somebody who was never here, and what pressing it gives.

import assert from "node:assert/strict";
import { assertAccessible, journey } from "./harness.mjs";
import { reload, stageOf, stagesOf, start } from "./page.mjs";

const greeting = (page) => page.locator(".welcome [role=status]");
const walk = (page) => page.locator("[data-walk]");

journey("a newcomer walks through every stage by one button, and on into the first lesson", async ({ open }) => {
  const page = await start(open);
  assert.match(await greeting(page).textContent(), /New to attention\?/);
  await assertAccessible(page);
  const stages = await stagesOf(page);
  await walk(page).focus();
  for (const [at, stage] of stages.entries()) {
    await page.keyboard.press("Enter");
    assert.equal(await stageOf(page), stage);
    if (at + 1 < stages.length) await greeting(page).filter({ hasText: `${at + 1} of ${stages.length}:` }).waitFor();
  }
  assert.match(await greeting(page).textContent(), /the whole computation/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("lesson=1.1"));
  await page.locator(".lesson-idea").waitFor();
  assert.equal(await page.locator(".welcome").count(), 0);
});

journey("a greeting that was closed does not come back, and a link has none", async ({ open }) => {
  const page = await start(open);
  await page.locator(".welcome .plain").click();
  assert.equal(await page.locator(".welcome").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.lessons), "true");
  await reload(page);
  assert.equal(await page.locator(".welcome").count(), 0);
});

journey("a visitor's link has no greeting", async ({ open }) => {
  const page = await open({ path: "#v=1&stage=mask" });
  await page.locator('section.equation[data-stage="mask"]').waitFor();
  assert.equal(await page.locator(".welcome").count(), 0);
});
