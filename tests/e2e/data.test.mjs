// Somebody's own numbers: pasted, mended, put together, shown; checked against what is computed elsewhere.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { journey } from "./harness.mjs";
import { attend } from "./oracle.mjs";
import { start } from "./page.mjs";
import {
  CLIPBOARD,
  TOKENS,
  X,
  amountsTo,
  another,
  assertClose,
  assertShows,
  box,
  labels,
  openPanel,
  panel,
  paste,
  piece,
  showIt,
} from "./panel.mjs";

/** As NumPy prints a matrix. */
const print = (rows) => `[[${rows.map((row) => row.map((value) => value.toFixed(2)).join(" ")).join("]\n [")}]]`;

/** How dark the cells of a matrix are drawn, beside their numbers. */
const darkness = (page, matrix) =>
  page.locator(`section.equation figure[data-matrix="${matrix}"] canvas`).evaluate((canvas) => {
    const figure = canvas.closest("figure");
    const [rows, columns] = ["--rows", "--columns"].map((name) => Number(figure.style.getPropertyValue(name)));
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const dark = (row, column) => {
      const [x, y] = [((column + 0.12) * width) / columns, ((row + 0.12) * height) / rows].map(Math.floor);
      const [r, g, b] = data.slice((y * width + x) * 4);
      return 765 - r - g - b;
    };
    return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, at) => dark(row, at)));
  });

journey("a NumPy print and tokens of a spreadsheet make the right heatmaps", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  await paste(page, `>>> x\narray(${print(X)})`); // Anywhere on the page.
  await amountsTo(page, "6 tokens of 3 dimensions, 1 head");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Numbers 1");
  await box(page, "Tokens").focus();
  await paste(page, TOKENS.join("\r\n"));
  await panel(page).locator(".token-list", { hasText: /Your.*step/ }).waitFor();
  await amountsTo(page, "6 tokens of 3 dimensions, 1 head");
  await showIt(page);
  const expected = attend({ x: X });
  await assertShows(page, expected);
  assert.deepEqual(await labels(page, "Context"), TOKENS);
  // The darker a cell, the larger its weight.
  await page.locator('nav.strip button[data-stage="softmax"]').click();
  await page.locator('section.equation[data-stage="softmax"]').waitFor();
  assert.deepEqual(await labels(page, "Weights", "columns"), TOKENS);
  const [drawn, weights] = [(await darkness(page, "Weights")).flat(), expected.Weights.flat()];
  for (const [at, weight] of weights.entries()) {
    const lighter = weights.findIndex((other, i) => other < weight - 0.02 && drawn[i] >= drawn[at]);
    assert.equal(lighter, -1, `cell ${at} is darker than cell ${lighter}`);
  }
  assert.ok(new Set(drawn).size > 10, "there is a picture");
});

journey("cells of a spreadsheet with decimal commas bring their tokens along", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  await openPanel(page);
  const cells = X.map((row, at) => [TOKENS[at], ...row.map((value) => String(value).replace(".", ","))].join("\t"));
  await paste(page, `${["token", "d1", "d2", "d3"].join("\t")}\n${cells.join("\n")}\n`);
  await amountsTo(page, "6 tokens of 3 dimensions, 1 head");
  await showIt(page);
  await assertShows(page, attend({ x: X }), ["Weights", "Context"]);
  assert.deepEqual(await labels(page, "Context"), TOKENS);
});

journey("a broken print is marked where it is broken, and mended there", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  await openPanel(page);
  await paste(page, print(X).replace("0.87", "0.8x7"));
  const text = box(page, "Numbers 1");
  const trouble = piece(page, "Numbers 1").locator(".trouble");
  await trouble.getByText(/^Line 2, character 8\b.*expected a number, found `0.8x7`/).waitFor();
  await amountsTo(page, "Mend what is marked in the text first.");
  assert.equal(await piece(page, "Numbers 1").locator(".text-marks mark").textContent(), "0.8x7");
  assert.equal(await text.getAttribute("aria-invalid"), "true");
  const described = (await text.getAttribute("aria-describedby")).split(" ")[0];
  assert.match(await page.locator(`#${described}`).textContent(), /correct the cell/);
  assert.equal(await page.locator(`#${described}`).getAttribute("aria-live"), "polite");
  assert.equal(await panel(page).getByRole("button", { name: "Show it" }).isDisabled(), true);
  await trouble.getByRole("button", { name: "Go to the place" }).click();
  const selected = await text.evaluate((it) => it.value.slice(it.selectionStart, it.selectionEnd));
  assert.equal(selected, "0.8x7");
  await page.keyboard.type("0.87");
  await trouble.waitFor({ state: "detached" });
  await amountsTo(page, "6 tokens of 3 dimensions, 1 head");
  assert.equal(await text.getAttribute("aria-invalid"), "false");
  await showIt(page);
  await assertShows(page, attend({ x: X }), ["Weights"]);
});

journey("a place far down a long text is shown and gone to, and told in Korean", async ({ open }) => {
  const page = await start(open, { locale: "ko-KR", ...CLIPBOARD });
  const row = (i) => Array.from({ length: 20 }, (_, j) => (i === 23 && j === 11 ? "?" : Math.sin(i + j).toFixed(4)));
  await paste(page, Array.from({ length: 40 }, (_, i) => row(i).join(" ")).join("\n"));
  await panel(page).getByText(/^24번째 줄, /).waitFor();
  const line = panel(page).locator(".trouble-line[data-here]");
  assert.match(await line.textContent(), /^24/);
  assert.equal(await line.locator("mark").textContent(), "?");
  await panel(page).getByRole("button", { name: "그 자리로 가기" }).click();
  const seen = await panel(page)
    .locator("textarea")
    .first()
    .evaluate((area) => {
      const box = (it) => it.getBoundingClientRect();
      const [mark, frame] = [box(area.parentElement.querySelector("mark")), box(area)];
      const isIn = mark.top >= frame.top && mark.bottom <= frame.bottom;
      return [isIn && mark.left >= frame.left && mark.right <= frame.right, area.selectionEnd - area.selectionStart];
    });
  assert.deepEqual(seen, [true, 1]);
});

journey("W_Q, W_K and W_V apart give what PyTorch computed", async ({ open }) => {
  const fixture = new URL("../fixtures/raschka-trainable.json", import.meta.url);
  const { inputs, stages } = JSON.parse(readFileSync(fixture, "utf8"));
  const page = await start(open, CLIPBOARD);
  await openPanel(page);
  await paste(page, print(inputs.x_q));
  for (const [at, name] of ["w_q", "w_k", "w_v"].entries()) {
    await (await another(page, `Numbers ${at + 2}`)).focus();
    await paste(page, `${name} = torch.tensor(${JSON.stringify(inputs[name])})`);
  }
  await piece(page, "Numbers 4").locator(".array-shape", { hasText: "3 × 2" }).waitFor();
  await amountsTo(page, "6 tokens of 3 dimensions, 1 head");
  assert.equal(await piece(page, "Numbers 4").getByRole("combobox", { name: "Taken as" }).inputValue(), "WValue");
  await showIt(page);
  const [Queries, Weights, Context] = ["q", "weights", "context"].map((name) => stages[name][0]);
  const found = attend({ x: X, wQ: inputs.w_q, wK: inputs.w_k, wV: inputs.w_v });
  for (const [name, torch] of Object.entries({ Queries, Weights, Context })) {
    assertClose(found[name], torch, `the loops against PyTorch, ${name}`, 1e-6);
  }
  await assertShows(page, found, ["Queries", "Scores", "Weights", "Context"]);
});

const cut = (matrix, from, to) => matrix.map((row) => row.slice(from, to));
const wave = (rows, columns, speed) =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => Math.sin((i * columns + j) * speed)));

journey("one W for Q, K and V is cut in both orders, as is asked and can be turned", async ({ open }) => {
  const [x, w] = [wave(4, 4, 0.7), wave(4, 12, 0.3)];
  const page = await start(open, CLIPBOARD);
  await openPanel(page);
  await paste(page, JSON.stringify({ x, w_qkv: w }));
  await amountsTo(page, "4 tokens of 4 dimensions, 1 head");
  await panel(page).getByText("2 heads of 2 dimensions").click();
  await amountsTo(page, "4 tokens of 4 dimensions, 2 heads");
  const order = panel(page).getByRole("group", { name: /Q, K and V|fused/i });
  assert.equal(await order.getByRole("radio").count(), 2);
  await showIt(page);
  // First Q of all heads, then K of all, then V of all.
  const first = { x, wQ: cut(w, 0, 2), wK: cut(w, 4, 6), wV: cut(w, 8, 10) };
  await assertShows(page, attend(first), ["Weights", "Context"]);
  await openPanel(page);
  await order.getByRole("radio").nth(1).check();
  await amountsTo(page, "4 tokens of 4 dimensions, 2 heads");
  await showIt(page);
  // Q, K and V of the first head, then those of the second.
  const second = { x, wQ: cut(w, 0, 2), wK: cut(w, 2, 4), wV: cut(w, 4, 6) };
  await assertShows(page, attend(second), ["Weights", "Context"]);
});

journey("which way round a square W is, is asked, and stays in sight", async ({ open }) => {
  const [x, w] = [wave(3, 4, 0.7), wave(4, 4, 0.3)];
  const page = await start(open, CLIPBOARD);
  await openPanel(page);
  await paste(page, JSON.stringify({ x, q: w }).replace('"q"', '"wq"'));
  const way = panel(page).getByRole("group", { name: "Which way round are the weights?" });
  await way.getByRole("radio", { name: /x W:/ }).waitFor();
  assert.equal(await way.getByRole("radio", { name: /x W:/ }).isChecked(), true);
  await way.getByRole("radio", { name: /x Wᵀ:/ }).check();
  await amountsTo(page, "3 tokens of 4 dimensions");
  await way.getByRole("radio", { name: /x Wᵀ:/ }).waitFor();
  await showIt(page);
  const turned = w[0].map((_, at) => w.map((row) => row[at]));
  await assertShows(page, attend({ x, wQ: turned }), ["Scores", "Weights"]);
});

journey("what true means in a mask is said, and can be turned", async ({ open }) => {
  const x = wave(3, 4, 0.7);
  const page = await start(open, CLIPBOARD);
  await openPanel(page);
  await paste(page, print(x.map((row) => row.map((value) => Number(value.toFixed(2))))));
  const rounded = x.map((row) => row.map((value) => Number(value.toFixed(2))));
  await (await another(page, "Numbers 2")).focus();
  await paste(page, "[[ True False  True]\n [ True  True False]\n [False  True  True]]");
  const marks = [
    [true, false, true],
    [true, true, false],
    [false, true, true],
  ];
  const meaning = panel(page).getByRole("group", { name: "What does true mean in the mask?" });
  await meaning.getByRole("radio", { name: /may look/ }).waitFor();
  assert.equal(await meaning.getByRole("radio", { name: /may look/ }).isChecked(), true);
  await showIt(page);
  const names = ["Masked", "Weights", "Context"];
  await assertShows(page, attend({ x: rounded, mayLook: (i, j) => marks[i][j] }), names);
  await openPanel(page);
  await meaning.getByRole("radio").nth(1).check();
  await amountsTo(page, "3 tokens of 4 dimensions");
  await showIt(page);
  await assertShows(page, attend({ x: rounded, mayLook: (i, j) => !marks[i][j] }), names);
});

journey("cross-attention comes of two pastes anywhere on the page", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  const [x, xKeys] = [wave(2, 4, 0.7), wave(3, 4, 0.3)];
  const lines = (matrix, names) => matrix.map((row, at) => [names[at], ...row].join("\t")).join("\n");
  await paste(page, lines(x, ["Orange", "juice"]));
  await amountsTo(page, "2 tokens of 4 dimensions, 1 head");
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "hidden" });
  await paste(page, lines(xKeys, ["오랜", "지병", "으로"]));
  await amountsTo(page, "2 queries of 4 dimensions, 3 keys, 1 head");
  assert.equal(await piece(page, "Numbers 2").getByRole("combobox", { name: "Taken as" }).inputValue(), "XKeys");
  await showIt(page);
  await assertShows(page, attend({ x, xKeys }));
  assert.deepEqual(await labels(page, "Context"), ["Orange", "juice"]);
  await page.locator('nav.strip button[data-stage="softmax"]').click();
  await page.locator('section.equation[data-stage="softmax"]').waitFor();
  assert.deepEqual(await labels(page, "Weights", "columns"), ["오랜", "지병", "으로"]);
});

journey("names of few columns stand over their columns", async ({ open }) => {
  const page = await start(open, CLIPBOARD);
  await paste(page, "1 2 3\n4 5 6\n7 8 9");
  await amountsTo(page, "3 tokens of 3 dimensions");
  await showIt(page);
  const places = await page.locator("section.equation figure[data-matrix=Weights]").evaluate((figure) => {
    const middle = (box) => (box.left + box.right) / 2;
    const box = figure.querySelector(".matrix-box").getBoundingClientRect();
    const names = [...figure.querySelectorAll(".matrix-columns bdi")];
    return names.map((name, at) => middle(name.getBoundingClientRect()) - box.left - ((at + 0.5) * box.width) / 3);
  });
  assert.equal(places.length, 3);
  for (const away of places) assert.ok(Math.abs(away) < 4, `${away} px away from the middle of its column`);
});
