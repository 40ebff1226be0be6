// The page is there, whole and quiet.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";

journey("the page opens under its name", async ({ open }) => {
  const page = await open();
  assert.equal(await page.title(), "Attnscope: multi-head attention, every number computed");
  await page.locator("#boot-screen").waitFor({ state: "detached" });
  await page.locator("h1, main").first().waitFor();
});

journey("theme and language are set before the page is painted", async ({ open }) => {
  const html = async (options) => {
    const page = await open(options);
    return page.locator("html").evaluate(({ lang, dataset }) => [lang, dataset.theme ?? null]);
  };
  const remember = (page) =>
    page.addInitScript(() => {
      localStorage.setItem("attnscope.theme", "dark");
      localStorage.setItem("attnscope.language", "en");
    });
  assert.deepEqual(await html({ locale: "fr-FR" }), ["en", null]);
  assert.deepEqual(await html({ locale: "ko-KR" }), ["ko", null]);
  assert.deepEqual(await html({ locale: "ko-KR", before: remember }), ["en", "dark"]);
});
