// The numbers of the page are those that `trace` prints for the same document, cell by cell.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before } from "node:test";
import { fileURLToPath } from "node:url";
import { journey } from "./harness.mjs";
import { choose, chooseMask, readMatrix, show, start } from "./page.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MATRICES = {
  "project/Queries": "q",
  "dot-product/Scores": "scores",
  "scale/Scaled": "scaled",
  "mask/Masked": "masked",
  "softmax/Weights": "weights",
  "context/Context": "context",
};

/** The stages of a document, from the example `trace`; −∞ is `null` there. */
function trace(document, ...options) {
  const file = `src/reader/${document}.json`;
  const args = ["run", "-q", "--release", "--locked", "--example", "trace", "--", ...options, file];
  const printed = execFileSync("cargo", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  return JSON.parse(printed).stages;
}

// Outside the stories, whose time is measured: the first call may have to build it.
before(() => trace("by_hand"));

/** Every cell of every stage of the first head equals that of a trace, to the last digit but one. */
async function assertEqual(page, stages) {
  for (const [where, name] of Object.entries(MATRICES)) {
    const [stage, matrix] = where.split("/");
    await show(page, stage);
    const read = await readMatrix(page, matrix);
    const [traced] = stages[name];
    assert.deepEqual([read.length, read[0].length], [traced.length, traced[0].length], `${where}: size`);
    for (const [at, row] of traced.entries()) {
      for (const [column, value] of row.entries()) {
        const found = read[at][column];
        const expected = value ?? -Infinity;
        const isSame = found === expected || Math.abs(found - expected) <= 1e-12;
        assert.ok(isSame, `${where} [${at}, ${column}]: page ${found}, trace ${expected}`);
      }
    }
  }
}

journey("the example by hand under a causal mask has the numbers of trace", async ({ open }) => {
  const page = await start(open);
  await choose(page, "by-hand-trainable");
  await chooseMask(page, "causal");
  const stages = trace("by_hand_trainable", "--causal");
  assert.equal(stages.masked[0][0][5], null, "the trace is masked");
  await assertEqual(page, stages);
});

journey("the example by hand under another divisor has the numbers of trace", async ({ open }) => {
  const page = await start(open);
  await choose(page, "by-hand-trainable");
  await page.locator("#divisor").fill("0.3");
  await page.locator("#divisor").press("Enter");
  await assertEqual(page, trace("by_hand_trainable", "--divide-by", "0.3"));
});

journey("cross-attention has the numbers of trace", async ({ open }) => {
  const page = await start(open);
  await choose(page, "cross-attention");
  await page.locator('[data-head="0"]').click();
  await assertEqual(page, trace("cross_attention"));
});

journey(
  "a heatmap has one pixel for each of the screen's, and its colors are those of its numbers",
  async ({ open }) => {
    for (const deviceScaleFactor of [1, 2, 1.5]) {
      const page = await start(open, { deviceScaleFactor });
      await page.locator('[data-head="1"]').click();
      const seen = await page.locator('figure[data-matrix="Weights"] canvas').evaluate((canvas) => {
        const { width, height } = canvas.getBoundingClientRect();
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        // Away from the middle, where the number stands, and from the edge.
        const cell = (row, column) => {
          const [x, y] = [((column + 0.15) / 6) * canvas.width, ((row + 0.15) / 6) * canvas.height].map(
            Math.round,
          );
          return [...data.slice(4 * (y * canvas.width + x)).slice(0, 3)];
        };
        return {
          ratios: [canvas.width / width, canvas.height / height],
          diagonal: [1, 2, 3].map((at) => cell(at, at)),
          low: [
            [2, 1],
            [3, 0],
            [5, 2],
          ].map(([row, column]) => cell(row, column)),
        };
      });
      for (const ratio of seen.ratios)
        assert.ok(Math.abs(ratio - deviceScaleFactor) < 0.02, `${ratio} at ${deviceScaleFactor}`);
      // Shares go from paper to blue: near 1 dark and blue, near 0 as light as paper.
      for (const [r, , b] of seen.diagonal)
        assert.ok(r < 90 && b > r + 40, `near 1 at ${deviceScaleFactor}: ${seen.diagonal}`);
      for (const color of seen.low)
        assert.ok(Math.min(...color) > 200, `near 0 at ${deviceScaleFactor}: ${color}`);
    }
  },
);
