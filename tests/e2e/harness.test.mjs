// The watch itself: each kind of misbehaviour is heard, so that a quiet journey means something.

import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, openPage } from "./browser.mjs";
import { assertAccessible } from "./harness.mjs";

const MISBEHAVING = `<!doctype html><title>x</title><img src="https://elsewhere.invalid/x.png"><script>
  console.warn("a warning");
  console.error("an error");
  fetch("missing.json");
  setTimeout(() => { throw new Error("thrown later"); });
</script>`;

/** A page with this content in the place of the site. */
async function visit(t, body, options = {}) {
  const browser = await launch();
  t.after(() => browser.close());
  const visit = await openPage(browser, {
    path: "stand-in.html",
    before: (page) => page.route("**/stand-in.html", (route) => route.fulfill({ contentType: "text/html", body })),
    ...options,
  });
  await visit.load();
  return visit;
}

test("every misbehaviour is heard", async (t) => {
  const { page, heard, assertQuiet } = await visit(t, MISBEHAVING);
  await page.waitForLoadState("networkidle");
  for (const pattern of [
    /^console warning: a warning/,
    /^console error: an error/,
    /^uncaught: Error: thrown later/,
    /^another host was asked: https:\/\/elsewhere\.invalid\/x\.png/,
    /^failed: https:\/\/elsewhere\.invalid\/x\.png/,
    /^status 404: .*missing\.json/,
  ]) {
    assert.ok(heard.some((sentence) => pattern.test(sentence)), `${pattern} in\n${heard.join("\n")}`);
  }
  assert.throws(assertQuiet, /the page is quiet/);
});

test("a complaint that was foretold must come", async (t) => {
  const { assertQuiet } = await visit(t, "<!doctype html><title>x</title>", { complaints: [/a warning/] });
  assert.throws(assertQuiet, /every complaint that was foretold came/);
});

test("a page without a language is not accessible", async (t) => {
  const { page } = await visit(t, "<!doctype html><title>x</title><main><h1>x</h1></main>");
  await assert.rejects(assertAccessible(page), /html-has-lang/);
});
