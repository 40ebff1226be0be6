// The page in a frame of a course page: of the same host, of another, shut off from both; in every size it fits, and leaves
// alone what is not its own.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after } from "node:test";
import { address, journey } from "./harness.mjs";

let html = "";
const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(html));
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
after(() => server.close());
const COURSE = `http://127.0.0.1:${server.address().port}/`; // Another port is another host to a browser.
const ASKED = [/another host was asked/]; // The course page's only business is to ask for the frame.

/** A course page with a frame, of another host or at an address of this one that its server does not know. */
async function course(open, { at = COURSE, frame = "?embed", attributes = "", size = [800, 600], complaints = ASKED }) {
  html = `<!doctype html><title>Course</title><link rel="icon" href="data:,"><input autofocus>
    <iframe title="Attnscope" src="${address}${frame}" width="${size[0]}" height="${size[1]}" ${attributes}></iframe>
    <div style="height: 3000px"></div>`;
  const before = async (page) => {
    if (at !== COURSE) await page.route(at, (route) => route.fulfill({ contentType: "text/html", body: html }));
  };
  const page = await open({ at, before, complaints });
  const inside = page.frameLocator("iframe");
  await inside.locator(".slide-foot").waitFor();
  await inside.locator("section.equation figure canvas:visible").first().waitFor();
  return { page, inside };
}

const stage = (inside) => inside.locator("section.equation").getAttribute("data-stage");

journey("a frame on another host shows what its address says, and leaves keys and focus to the page around it", async ({ open }) => {
  const { page, inside } = await course(open, { frame: "?embed&theme=dark#v=1&example=six-tokens&stage=mask&head=3&lang=ko" });
  assert.equal(await stage(inside), "mask");
  assert.equal(await inside.locator("html").getAttribute("data-theme"), "dark");
  await inside.locator(".slide-head h1", { hasText: "마스킹" }).waitFor();
  assert.equal(await inside.locator("header.bar, .controls, nav.strip, .token-row").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "INPUT");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await inside.getByRole("button", { name: "다음 단계" }).click();
  assert.equal(await stage(inside), "softmax");
  const link = inside.getByRole("link", { name: "Attnscope에서 열기" });
  assert.equal(await link.getAttribute("target"), "_blank");
  assert.match(await link.getAttribute("rel"), /noopener/);
  const href = new URL(await link.getAttribute("href"));
  assert.equal(href.origin + href.pathname + href.search, address);
  assert.match(href.hash, /example=six-tokens.*head=3.*lang=ko/);
  // Numbers are not changed in a frame: its link could not tell of them.
  await inside.locator('figure[data-matrix="Weights"] [role=grid]').dblclick({ position: { x: 20, y: 20 } });
  assert.equal(await inside.locator(".cell-editor input").count(), 0);
});

journey("a sandboxed frame works, also for an example that must be read", async ({ open }) => {
  const { inside } = await course(open, { attributes: 'sandbox="allow-scripts"', frame: "?embed#v=1&stage=scale" });
  assert.equal(await stage(inside), "scale");
  await inside.locator(".slide-step").last().click();
  assert.equal(await stage(inside), "mask");
  const second = await course(open, { attributes: 'sandbox="allow-scripts"', frame: "?embed#v=1&example=by-hand" });
  await second.inside.locator(".matrix-rows bdi", { hasText: "journey" }).first().waitFor();
});

journey("a frame keeps nothing and reads nothing that is kept", async ({ open }) => {
  const at = `${address}course.html`;
  const { page, inside } = await course(open, { at, complaints: [], frame: "?embed#v=1&stage=mask" });
  await inside.locator(".slide-step").last().click();
  await inside.locator("body").press("m");
  await inside.locator('[data-matrix="Weights"] [role=grid]').click({ position: { x: 20, y: 20 } });
  const kept = () => page.evaluate(async () => [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length]);
  assert.deepEqual(await kept(), [0, 0, 0]);
  await page.evaluate(() => {
    localStorage.setItem("attnscope.theme", "dark");
    localStorage.setItem("attnscope.language", "ko");
  });
  await page.reload();
  await inside.locator(".slide-head h1", { hasText: "Mask" }).waitFor();
  assert.equal(await inside.locator("html").getAttribute("data-theme"), null);
});

for (const size of [[640, 420], [800, 600], [360, 480]]) {
  journey(`a frame of ${size.join(" × ")} is filled and not wider than it is`, async ({ open }) => {
    const { inside } = await course(open, { size });
    const fits = await inside.locator("html").evaluate((root) => [root.scrollWidth <= innerWidth, root.scrollHeight <= innerHeight]);
    assert.deepEqual(fits, [true, true]);
    const last = await inside.locator(".slide-tools a").boundingBox();
    assert.ok(last.width > 0);
    const box = await inside.locator('figure[data-matrix="Weights"] .matrix-box').evaluate((it) => it.offsetWidth / 6);
    assert.ok(box >= 24, `a cell is ${box} wide`);
  });
}
