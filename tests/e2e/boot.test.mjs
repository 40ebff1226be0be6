// When the page cannot load, it says so in both languages; and it loads from any place on a server.

import assert from "node:assert/strict";
import http from "node:http";
import { address, journey } from "./harness.mjs";

journey("a browser without SIMD is told what it lacks", async ({ open }) => {
  const page = await open({
    before: (page) => page.addInitScript(() => (WebAssembly.validate = () => false)),
  });
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /SIMD[^]*이 브라우저에는/);
});

journey("a wasm that does not arrive is reported, with the reason", async ({ open }) => {
  const page = await open({
    before: (page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 503 })),
    complaints: [/\.wasm/],
  });
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /could not be loaded[^]*불러오지 못했습니다[^]*503/);
});

journey("pieces that do not arrive leave the picture, are missed, and come when they are asked for again", async ({ open }) => {
  const pieces = /-(controls|explanation)\.wasm$/;
  const page = await open({
    before: (page) => page.route(pieces, (route) => route.fulfill({ status: 503 })),
    complaints: [/\.wasm/],
  });
  await page.locator("section.equation figure.matrix").first().waitFor();
  const missing = page.locator(".missing");
  await missing.nth(2).waitFor();
  assert.equal(await missing.count(), 3, "mask and scale, tokens, explanation");
  assert.match(await missing.first().innerText(), /could not be fetched/);
  await page.getByRole("button", { name: "한국어" }).click();
  assert.match(await missing.first().innerText(), /가져오지 못했습니다/);
  await page.unroute(pieces);
  // One press brings all that is missed, also what is missed without a word.
  await missing.getByRole("button").first().click();
  for (const part of [".mask", ".token-strip", ".explanation .formula", ".welcome button", "[data-present]"]) {
    await page.locator(part).first().waitFor();
  }
  assert.equal(await missing.count(), 0);
});

journey("a boot script that does not arrive is missed in both languages", async ({ open }) => {
  const page = await open({
    before: (page) => page.route("**/boot.mjs", (route) => route.fulfill({ status: 404 })),
    complaints: [/boot\.mjs/],
  });
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /could not be fetched[^]*가져오지 못했습니다/);
});

journey("a slow load shows how far it is", async ({ open }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const page = await open({
    before: (page) =>
      page.route("**/*.wasm", async (route) => {
        await held;
        await route.continue();
      }),
  });
  await page.getByText("불러오는 중입니다").waitFor();
  await page.getByRole("progressbar").waitFor();
  release();
  await page.locator("#boot-screen").waitFor({ state: "detached" });
});

journey("without JavaScript there is a word about it", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false, complaints: [/\.js: csp$/] });
  assert.match(await page.locator("noscript").innerText(), /needs JavaScript[^]*JavaScript가 필요합니다/);
});

journey("the site works from a sub-path, with nothing above it", async ({ open, t }) => {
  const prefix = "/class/2026/attention/";
  const server = http.createServer(async (request, response) => {
    if (!request.url.startsWith(prefix)) return response.writeHead(404).end();
    const original = await fetch(new URL(request.url.slice(prefix.length), address));
    response.writeHead(original.status, { "content-type": original.headers.get("content-type") });
    response.end(Buffer.from(await original.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const page = await open({ at: `http://127.0.0.1:${server.address().port}${prefix}` });
  await page.locator("#boot-screen").waitFor({ state: "detached" });
  await page.locator("h1, main").first().waitFor();
});
