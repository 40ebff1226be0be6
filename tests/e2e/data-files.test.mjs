// Files of other programs, dropped on the page and chosen in the panel.

import assert from "node:assert/strict";
import { npy, safetensors, zip } from "./files.mjs";
import { journey } from "./harness.mjs";
import { attend } from "./oracle.mjs";
import { start } from "./page.mjs";
import { CLIPBOARD, amountsTo, assertShows, drop, labels, openPanel, panel, paste, piece, showIt } from "./panel.mjs";

const wave = (rows, columns, speed) =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => Math.sin((i * columns + j) * speed)));
const single = (matrix) => matrix.map((row) => row.map(Math.fround));
const shape = (matrix) => [matrix.length, matrix[0].length];

const taken = (page, name, array) =>
  piece(page, name).locator(".array", { hasText: array }).getByRole("combobox", { name: "Taken as" });

journey("a .npy file of 32-bit floats that is dropped on the page is shown", async ({ open }) => {
  const x = single(wave(5, 8, 0.7));
  const page = await start(open);
  await drop(page, { "x.npy": npy(x.flat(), [5, 8], "<f4") });
  await amountsTo(page, "5 tokens of 8 dimensions, 1 head");
  await piece(page, "Numbers 1").getByText("x.npy · a .npy file").waitFor();
  await showIt(page);
  await assertShows(page, attend({ x }));
});

journey("of an .npz file an array is chosen, and its labels are followed", async ({ open }) => {
  const [one, two] = [wave(3, 4, 0.7), wave(2, 6, 0.3)];
  const page = await start(open);
  const arrays = { "first.npy": npy(one.flat(), shape(one)), "second.npy": npy(two.flat(), shape(two), ">f8") };
  await drop(page, { "both.npz": zip({ ...arrays, "labels.npy": npy(["가", "나", "다"], [3]) }) });
  await amountsTo(page, "3 tokens of 4 dimensions, 1 head");
  const question = panel(page).getByRole("group", { name: /Which (array|matrix)/ });
  await question.getByRole("radio", { name: /second/ }).check();
  await panel(page).getByText("3 tokens but 2 rows").waitFor();
  await taken(page, "Numbers 1", "labels").selectOption({ label: "not used" });
  await amountsTo(page, "2 tokens of 6 dimensions, 1 head");
  await showIt(page);
  await assertShows(page, attend({ x: two }), ["Scores", "Weights"]);
  await openPanel(page);
  await taken(page, "Numbers 1", "labels").selectOption({ label: "tokens" });
  await question.getByRole("radio", { name: /first/ }).check();
  await amountsTo(page, "3 tokens of 4 dimensions, 1 head");
  await showIt(page);
  await assertShows(page, attend({ x: one }), ["Scores", "Weights"]);
  assert.deepEqual(await labels(page, "Weights"), ["가", "나", "다"]);
});

journey("of a .safetensors file with many tensors one is found by its name and taken", async ({ open }) => {
  const tensors = {};
  for (let layer = 0; layer < 20; layer += 1) {
    const matrix = single(wave(6, 4, 0.1 + layer));
    tensors[`block.${layer}.mlp.weight`] = [matrix.flat(), [6, 4]];
  }
  const page = await start(open);
  await drop(page, { "model.safetensors": safetensors(tensors) });
  await piece(page, "Numbers 1").getByText("model.safetensors · a .safetensors file").waitFor();
  const others = piece(page, "Numbers 1").locator(".other-arrays");
  await others.locator("summary", { hasText: /^19 / }).click();
  await others.getByRole("searchbox", { name: "Find by name" }).fill("block.17.");
  await others.locator(".array").nth(1).waitFor({ state: "detached" });
  const menu = others.getByRole("combobox", { name: "Taken as" });
  await menu.focus();
  await menu.selectOption("X");
  await others.locator("summary", { hasText: /^20 / }).waitFor();
  assert.equal(await menu.evaluate((it) => it === document.activeElement), true, "nothing moves under the hand");
  await amountsTo(page, "6 tokens of 4 dimensions, 1 head");
  await showIt(page);
  await assertShows(page, attend({ x: single(wave(6, 4, 17.1)) }), ["Scores", "Weights"]);
  await openPanel(page);
  await menu.selectOption("Unused");
  const all = panel(page).getByRole("combobox", { name: "Which array?" });
  await all.selectOption(await all.locator("option", { hasText: "block.3." }).getAttribute("value"));
  await piece(page, "Numbers 1").locator(".array", { hasText: "block.3." }).first().waitFor();
  await amountsTo(page, "6 tokens of 4 dimensions, 1 head");
  await showIt(page);
  await assertShows(page, attend({ x: single(wave(6, 4, 3.1)) }), ["Scores", "Weights"]);
});

journey("vectors and metadata of the Embedding Projector are one thing, in either order", async ({ open }) => {
  const x = wave(4, 5, 0.7);
  const vectors = x.map((row) => row.join("\t")).join("\n");
  const metadata = "word\tcount\nking\t10\nqueen\t9\nman\t8\nwoman\t7\n";
  for (const names of [
    ["vectors.tsv", "metadata.tsv"],
    ["metadata.tsv", "vectors.tsv"],
  ]) {
    const page = await start(open);
    const contents = { "vectors.tsv": vectors, "metadata.tsv": metadata };
    await drop(page, Object.fromEntries(names.map((name) => [name, contents[name]])));
    await amountsTo(page, "4 tokens of 5 dimensions, 1 head");
    await showIt(page);
    await assertShows(page, attend({ x }), ["Weights"]);
    assert.deepEqual(await labels(page, "Weights"), ["king", "queen", "man", "woman"]);
  }
});

journey("a text in EUC-KR is read once its encoding is told", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  const bytes = Buffer.from("bfc0b7a32c312c320ac1f6bab42c332c340a", "hex"); // 오랜,1,2 지병,3,4
  await panel(page).locator("input[type=file]").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: bytes });
  await amountsTo(page, "One of these cannot be read.");
  await panel(page).getByRole("radio", { name: "Western European (Windows-1252)" }).check();
  await amountsTo(page, "2 tokens of 2 dimensions, 1 head");
  await panel(page).getByRole("radio", { name: "Korean (EUC-KR, CP949)" }).check();
  await panel(page).locator("th", { hasText: "지병" }).waitFor();
  await amountsTo(page, "2 tokens of 2 dimensions, 1 head");
  await showIt(page);
  assert.deepEqual(await labels(page, "Weights"), ["오랜", "지병"]);
});

journey("a file of another kind is refused by its name, with the way to export it", async ({ open }) => {
  const page = await start(open);
  await drop(page, { "weights.parquet": Buffer.from([..."PAR1", 0x15, 0x04, 0xff, 0x80, ..."PAR1"].map((it) => (typeof it === "string" ? it.charCodeAt(0) : it))) });
  await piece(page, "Numbers 1").locator(".trouble", { hasText: /parquet/i }).waitFor();
  await amountsTo(page, "One of these cannot be read.");
});

journey("a file that holds its numbers by lines of 8 MB is shown in part and read whole", async ({ open, t }) => {
  const page = await start(open, CLIPBOARD);
  const rows = Array.from({ length: 1000 }, (_, i) =>
    Array.from({ length: 768 }, (_, j) => Math.sin(i * 768 + j).toFixed(8)).join(" "),
  );
  const text = `[[${rows.join("]\n [")}]]`;
  await openPanel(page);
  await page.evaluate(() => {
    globalThis.longest = 0;
    let before = performance.now();
    const tick = (now) => {
      globalThis.longest = Math.max(globalThis.longest, now - before);
      before = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const begun = Date.now();
  await paste(page, text);
  await amountsTo(page, "1000 tokens of 768 dimensions, 1 head");
  const [millis, longest] = [Date.now() - begun, await page.evaluate(() => Math.round(globalThis.longest))];
  t.diagnostic(`${text.length} characters: ${millis} ms with copying; the page stood still for ${longest} ms`);
  await panel(page).locator("pre.beginning").waitFor();
  assert.equal(await panel(page).locator("pre.beginning").textContent(), `${text.slice(0, 2000)} …`);
});
