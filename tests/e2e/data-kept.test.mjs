// What was handed over is never lost: not by an error, another side, a reload; and it can be forgotten.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { choose, reload, start } from "./page.mjs";
import { CLIPBOARD, amountsTo, another, box, drop, openPanel, panel, paste, piece, showIt } from "./panel.mjs";

const MATRIX = "0.43 0.15 0.89\n0.55 0.87 0.66";
const BROKEN = "1 2 3\n4 5x 6";

/** What this browser keeps, as one text. */
const everything = (page) =>
  page.evaluate(async () => {
    const opened = (name) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const kept = Object.values(localStorage);
    for (const { name } of await indexedDB.databases()) {
      const database = await opened(name);
      for (const store of database.objectStoreNames) {
        for (const value of await done(database.transaction(store).objectStore(store).getAll())) {
          kept.push(typeof value === "string" ? value : new TextDecoder().decode(value));
        }
      }
      database.close();
    }
    return kept.join("\n");
  });

/** Waits until a text is kept in this browser, or no more. */
async function isKept(page, text, isThere = true) {
  for (;;) {
    if ((await everything(page)).includes(text) === isThere) return;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

journey("a text outlives an error, the other side, Escape and a reload", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  await openPanel(page);
  await paste(page, BROKEN);
  await box(page, "Tokens").fill("a| b");
  await amountsTo(page, "Mend what is marked");
  await panel(page).getByRole("button", { name: "Save and share" }).click();
  await panel(page).getByRole("heading", { name: "One matrix" }).waitFor();
  await panel(page).getByRole("button", { name: "Your data" }).click();
  assert.equal(await box(page, "Numbers 1").inputValue(), BROKEN);
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "hidden" });
  await isKept(page, "a| b");
  await reload(page);
  await openPanel(page);
  await amountsTo(page, "Mend what is marked");
  assert.equal(await box(page, "Numbers 1").inputValue(), BROKEN);
  assert.equal(await box(page, "Tokens").inputValue(), "a| b");
});

journey("what was typed last is kept though the page goes at once", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  await box(page, "Numbers 1").fill(MATRIX);
  await reload(page);
  await openPanel(page);
  assert.equal(await box(page, "Numbers 1").inputValue(), MATRIX);
  await amountsTo(page, "2 tokens of 3 dimensions, 1 head");
});

journey("answers, roles and files outlive a reload", async ({ open }) => {
  const page = await start(open);
  await drop(page, { "m.tsv": "1\t2\t3\n4\t5\t6" });
  await amountsTo(page, "2 tokens of 3 dimensions, 1 head");
  await panel(page).getByRole("combobox", { name: /Are the tokens rows or columns/ }).selectOption({ index: 1 });
  await amountsTo(page, "3 tokens of 2 dimensions, 1 head");
  await piece(page, "Numbers 1").getByRole("combobox", { name: "Taken as" }).selectOption("Scores");
  await amountsTo(page, /^scores of/);
  const headline = await panel(page).locator(".headline").textContent();
  await isKept(page, "Scores");
  await reload(page);
  await openPanel(page);
  await amountsTo(page, headline);
  await piece(page, "Numbers 1").getByText("m.tsv").waitFor();
});

journey("what is forgotten is gone from this browser, and nothing else is", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  await box(page, "Numbers 1").fill(MATRIX);
  await amountsTo(page, "2 tokens of 3 dimensions, 1 head");
  await isKept(page, "0.43 0.15 0.89");
  await panel(page).getByRole("button", { name: "Forget all of it" }).click();
  await amountsTo(page, "Nothing yet.");
  await panel(page).getByRole("button", { name: "Forget all of it", disabled: true }).waitFor();
  assert.equal(await box(page, "Numbers 1").inputValue(), "");
  await isKept(page, "0.43 0.15 0.89", false);
  await reload(page);
  await openPanel(page);
  await amountsTo(page, "Nothing yet.");
  assert.equal(await box(page, "Numbers 1").inputValue(), "");
  assert.equal((await everything(page)).includes("0.43 0.15 0.89"), false);
});

journey("what was shown is forgotten with the example that comes next", async ({ open }) => {
  const page = await start(open);
  await drop(page, { "secret-name.csv": MATRIX.replaceAll(" ", ",") });
  await amountsTo(page, "2 tokens of 3 dimensions, 1 head");
  await showIt(page);
  await isKept(page, "secret-name");
  await openPanel(page);
  await panel(page).getByRole("button", { name: "Forget all of it" }).click();
  await panel(page).getByRole("button", { name: "Close" }).click();
  await choose(page, "by-hand");
  await isKept(page, "secret-name", false);
});

journey("what was taken away by mistake is put back", async ({ open }) => {
  const page = await start(open);
  await openPanel(page);
  await box(page, "Numbers 1").fill(MATRIX);
  await (await another(page, "Numbers 2")).fill("w_q = [[1, 0], [0, 1], [1, 1]]");
  await amountsTo(page, "2 tokens of 3 dimensions, 1 head");
  await panel(page).getByRole("button", { name: "Remove Numbers 1" }).click();
  await panel(page).getByText("X is missing").waitFor();
  await panel(page).getByRole("button", { name: "Undo" }).click();
  await amountsTo(page, "2 tokens of 3 dimensions, 1 head");
  const texts = await panel(page).locator(".piece textarea").evaluateAll((all) => all.map((it) => it.value));
  assert.deepEqual(texts.sort(), [MATRIX, "w_q = [[1, 0], [0, 1], [1, 1]]", ""].sort());
});

journey("what is brought to the page joins what was there, or stays alone", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  await paste(page, MATRIX);
  await amountsTo(page, "2 tokens of 3 dimensions, 1 head");
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "hidden" });
  await paste(page, "1 2\n3 4\n5 6");
  await box(page, "Numbers 2").waitFor();
  await panel(page).getByRole("button", { name: "Keep only the new" }).click();
  await amountsTo(page, "3 tokens of 2 dimensions, 1 head");
  assert.equal(await box(page, "Numbers 1").inputValue(), "1 2\n3 4\n5 6");
  await panel(page).getByRole("button", { name: "Undo" }).click();
  await box(page, "Numbers 2").waitFor();
});

journey("a browser that keeps nothing is said to, and the panel works", async ({ open }) => {
  const before = (page) =>
    page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("refused", "SecurityError");
      };
    });
  const page = await start(open, { before });
  await openPanel(page);
  await box(page, "Numbers 1").fill(MATRIX);
  await amountsTo(page, "2 tokens of 3 dimensions, 1 head");
  await panel(page).getByText("This browser does not let the page keep anything").waitFor();
  await showIt(page);
});
