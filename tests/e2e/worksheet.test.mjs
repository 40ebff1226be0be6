// The worksheet: chosen cells blank, the answer key from the same numbers, on paper two pages and nothing else.

import assert from "node:assert/strict";
import { assertAccessible, journey } from "./harness.mjs";
import { choose, number, readRow, show, start } from "./page.mjs";
import { drop, openPanel, panel, showIt } from "./panel.mjs";

const QUERY = 3; // The selected token of the example to begin with.
const worksheet = (page) => page.locator("main.worksheet");
const questions = (page) => worksheet(page).locator(".worksheet-page").first();
const key = (page) => worksheet(page).locator(".worksheet-page").last();
const menu = (page, matrix) => worksheet(page).getByRole("combobox", { name: `What is printed of: ${matrix}` });
const table = (sheet, matrix) => sheet.locator("table", { has: sheet.page().locator("caption", { hasText: new RegExp(`^${matrix}$`) }) });

async function openWorksheet(page) {
  await openPanel(page, "Save and share");
  await panel(page).getByRole("button", { name: "Worksheet…" }).click();
  await questions(page).locator("table").first().waitFor();
}

/** The texts of a row of a table, without the number of a blank. */
const row = (sheet, matrix, at) =>
  table(sheet, matrix)
    .locator("tbody tr")
    .nth(at)
    .locator("td")
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const copy = cell.cloneNode(true);
        for (const mark of copy.querySelectorAll("sup")) mark.remove();
        return copy.textContent;
      }),
    );

journey("a worksheet leaves the row of the selected token blank and tells its numbers in the key", async ({ open }) => {
  const page = await start(open);
  const weights = await readRow(page, "Weights", QUERY);
  await openWorksheet(page);
  assert.equal(await page.locator("header.bar").isVisible(), false);
  const blank = await row(questions(page), "weights", QUERY);
  assert.deepEqual(blank, weights.map(() => ""), "the answers are not on the page for the class");
  const before = await row(questions(page), "weights", QUERY - 1);
  assert.ok(before.every((text) => text !== ""));
  const told = (await row(key(page), "weights", QUERY)).map(number);
  for (const [at, weight] of weights.entries()) assert.ok(Math.abs(told[at] - weight) <= 0.005, `${told} ${weights}`);
  // As many answers as blanks, and the last is the last weight.
  const n_blank = await questions(page).locator("[data-blank=true]").count();
  assert.equal(await key(page).locator(".worksheet-answers li").count(), n_blank);
  await assertAccessible(page);
});

journey("what is printed and what is blank can be chosen, and one cell by a press", async ({ open }) => {
  const page = await start(open);
  await openWorksheet(page);
  const blanks = (matrix) => table(questions(page), matrix).locator("[data-blank=true]");
  await menu(page, "weights").selectOption({ label: "all blank" });
  await blanks("weights").nth(35).waitFor();
  await table(questions(page), "weights").locator("[data-cell]").first().click();
  assert.equal(await blanks("weights").count(), 35);
  assert.equal(await menu(page, "weights").inputValue(), "some");
  await menu(page, "weights").selectOption({ label: "not printed" });
  await table(questions(page), "weights").waitFor({ state: "detached" });
  await menu(page, "weights").selectOption({ label: "all numbers" });
  assert.equal(await blanks("weights").count(), 0);
});

journey("on paper there are the questions and the key, each on pages of its own, and nothing else", async ({ open }) => {
  const page = await start(open);
  await openWorksheet(page);
  const pdf = await page.pdf({ format: "A4" });
  const n_pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
  assert.ok(n_pages >= 2 && n_pages <= 4, `${n_pages} pages`);
  await page.emulateMedia({ media: "print" });
  // A4 without its margins, in CSS pixels.
  await page.setViewportSize({ width: 718, height: 1047 });
  const wide = await worksheet(page)
    .locator("table")
    .evaluateAll((all) => all.filter((it) => it.getBoundingClientRect().right > innerWidth || it.offsetHeight > 300).length);
  assert.equal(wide, 0, "every table fits on the paper, its names on one line each");
  assert.equal(await worksheet(page).locator(".worksheet-tools").isVisible(), false);
  assert.equal(await page.locator("main:not(.worksheet)").isVisible(), false);
});

journey("where nothing fits on paper the worksheet says so, and what to do", async ({ open }) => {
  const page = await start(open);
  const rows = Array.from({ length: 60 }, (_, row) => Array.from({ length: 40 }, (_, column) => (row * 7 + column * 3) % 11));
  await drop(page, { "many.csv": rows.map((row) => row.join(",")).join("\n") });
  await showIt(page);
  await page.waitForFunction(() => document.querySelector(".equation [data-matrix=Weights] [role=grid]")?.ariaRowCount === "60");
  await openPanel(page, "Save and share");
  await panel(page).getByRole("button", { name: "Worksheet…" }).click();
  await worksheet(page).getByText("None of these matrices fits on paper.").waitFor();
  assert.equal(await worksheet(page).getByRole("button", { name: "Print…" }).isDisabled(), true);
  await page.waitForFunction(() => document.activeElement.textContent === "Close");
  await assertAccessible(page);
  await page.keyboard.press("Enter");
  await worksheet(page).waitFor({ state: "detached" });
});

journey("a worksheet in Korean, by hand, with every number of the way from X", async ({ open }) => {
  const page = await start(open);
  await choose(page, "by-hand");
  await show(page, "softmax");
  await openWorksheet(page);
  for (const matrix of ["embeddings X", "scores", "weights", "context"]) {
    await table(questions(page), matrix).first().waitFor();
  }
  await page.keyboard.press("Escape");
  await worksheet(page).waitFor({ state: "detached" });
  assert.equal(await page.locator("header.bar").isVisible(), true);
  await page.locator('.languages [lang="ko"]').click();
  await page.getByRole("button", { name: "저장·공유" }).click();
  await panel(page).getByRole("button", { name: "활동지…" }).click();
  await questions(page).getByText("소수 둘째 자리까지 쓰세요").waitFor();
  await key(page).getByText("정답").waitFor();
});
