// The examples: each opens whole, with its own stages, tokens and marks; and what happens when one does not come.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import {
  choose,
  chooseBlock,
  headOf,
  maskOf,
  readMatrix,
  reload,
  show,
  shown,
  stageOf,
  stagesOf,
  start,
  stored,
} from "./page.mjs";

const CORE = ["dot-product", "scale", "mask", "softmax", "context", "concat"];
const WORDS = ["Your", "journey", "starts", "with", "one", "step"];
const PIECES = ["Data", "·visualization", "·em", "powers", "·users", "·to"];

const labels = (page, side) =>
  page
    .locator(`figure[data-matrix="Weights"] .matrix-${side} bdi`)
    .evaluateAll((all) => all.map((label) => label.textContent));
const agreements = (page) =>
  page.locator(".agreement").evaluateAll((all) => all.map((mark) => [mark.dataset.agrees, mark.textContent]));

/** An example stands whole: stages, heads, labels on both axes, and rows that sum to 1. */
async function assertWhole(page, { stages, heads, queries, keys = queries }) {
  assert.deepEqual(await stagesOf(page), stages);
  assert.equal(await page.locator("[data-head]").count(), heads);
  await show(page, "softmax");
  assert.deepEqual([await labels(page, "rows"), await labels(page, "columns")], [queries, keys]);
  for (const row of await readMatrix(page, "Weights")) {
    assert.equal(row.length, keys.length);
    assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-9, `a row sums to 1: ${row}`);
  }
}

/** The marks of agreement: one, computed, and it agrees. */
async function assertAgrees(page, pattern) {
  const [[agrees, text], ...more] = await agreements(page);
  assert.deepEqual(more, []);
  assert.match(text, pattern);
  assert.equal(agrees, "true");
}

journey("the example by hand opens, and agrees with the printed numbers", async ({ open }) => {
  const page = await start(open);
  await choose(page, "by-hand");
  await assertWhole(page, { stages: ["project", ...CORE, "output"], heads: 1, queries: WORDS });
  await assertAgrees(page, /✓ agrees with the \d+ numbers printed .*, to \d decimals/);
  assert.equal(await maskOf(page), "none");
  // The mark is computed: under another mask the numbers are others.
  await page.keyboard.press("m");
  await page
    .locator(".agreement[data-agrees=false]", { hasText: "yours differ" })
    .waitFor({ state: "attached" });
  await page.keyboard.press("m");
  await page.locator(".agreement[data-agrees=true]").waitFor({ state: "attached" });
});

journey(
  "the example by hand with W_Q, W_K, W_V opens, and agrees with the printed numbers",
  async ({ open }) => {
    const page = await start(open);
    await choose(page, "by-hand-trainable");
    await assertWhole(page, { stages: ["project", ...CORE, "output"], heads: 1, queries: WORDS });
    await assertAgrees(page, /✓ agrees with the \d+ numbers printed .*, to 4 decimals/);
    await page.locator("#divisor").fill("1");
    await page.locator("#divisor").press("Enter");
    await page.locator(".agreement[data-agrees=false]").waitFor({ state: "attached" });
  },
);

journey("the cross-attention example opens, and offers no causal mask", async ({ open }) => {
  const page = await start(open);
  await choose(page, "cross-attention");
  const keys = ["오랜", "지병", "으로", "쓰러졌다"];
  await assertWhole(page, { stages: ["project", ...CORE, "output"], heads: 2, queries: ["Orange"], keys });
  assert.deepEqual(await agreements(page), []);
  assert.equal(await page.locator("#mask option:disabled").count(), 1);
  await page.getByText("A causal mask needs queries and keys from one sequence").waitFor();
  await page.keyboard.press("m");
  assert.equal(await maskOf(page), "none");
});

// Blocks of the recorded models: the head that is shown first, and whether the output projection ships.
const RECORDED = {
  smollm2: {
    heads: 9,
    tokens: PIECES,
    mask: "causal",
    stages: ["project", "rotary", ...CORE],
    blocks: { 0: [1, true], 10: [1, false], 11: [6, true], 13: [8, true], 16: [0, true], 18: [8, false] },
  },
  minilm: {
    heads: 12,
    tokens: ["[CLS]", "data", "visual", "##ization", "users", "[SEP]"],
    mask: "none",
    stages: ["project", ...CORE],
    after: ["add-norm"],
    blocks: { 0: [2, true], 1: [8, true], 3: [5, true], 5: [11, true] },
  },
};
const DEFAULT_BLOCK = { smollm2: "16", minilm: "0" };

for (const [example, { heads, tokens, mask, stages, after = [], blocks }] of Object.entries(RECORDED)) {
  journey(`every block of ${example} opens, and agrees with what was recorded`, async ({ open }) => {
    const page = await start(open);
    await choose(page, example);
    assert.equal(await page.locator("#block").inputValue(), DEFAULT_BLOCK[example]);
    const offered = await page.locator("#block option").evaluateAll((all) => all.map((option) => option.value));
    assert.deepEqual(offered, Object.keys(blocks));
    for (const [block, [head, hasOutput]] of Object.entries(blocks)) {
      await chooseBlock(page, example, block);
      assert.equal(await headOf(page), head, `block ${block}`);
      assert.equal(await maskOf(page), mask);
      const whole = [...stages, ...(hasOutput ? ["output", ...after] : [])];
      await assertWhole(page, { stages: whole, heads, queries: tokens });
      await assertAgrees(page, /✓ the weights computed here differ from the recorded ones by [\d.e−]+ at most/);
      const remark = page.getByText("does not ship with the page");
      assert.equal(await remark.count(), hasOutput ? 0 : 1, `block ${block} tells what it lacks`);
      // The last stage of every block is drawn.
      await show(page, whole.at(-1));
      await page.locator("section.equation figure.matrix canvas").first().waitFor();
    }
  });
}

journey("a recorded head worth a look is one press away", async ({ open }) => {
  const page = await start(open);
  await choose(page, "smollm2");
  await page
    .locator(".about")
    .getByRole("button", { name: /^5 · from the verb to its noun/ })
    .click();
  await page.locator('[data-head="5"][aria-checked=true]').waitFor();
  assert.equal(await page.locator(".arithmetic-cell").innerText(), "query “powers”, key “·visualization”");
  assert.match(
    await page.locator(".heads .control-title").innerText(),
    /Head 5 \(0 to 8\)[^]*from the verb to its noun[^]*group 1/,
  );
});

journey("an example goes from one to the next and back without a trace of the other", async ({ open }) => {
  const page = await start(open);
  await choose(page, "minilm");
  await show(page, "add-norm");
  await choose(page, "by-hand");
  // The stage is not there any more: the nearest one before it is shown.
  assert.equal(await stageOf(page), (await stagesOf(page)).at(-1));
  assert.equal(await page.locator("#block").count(), 0);
  await choose(page, "six-tokens");
  assert.equal(await headOf(page), 4);
  assert.equal(await page.locator("[data-head]").count(), 12);
  assert.deepEqual(await agreements(page), []);
  await show(page, "softmax");
  assert.deepEqual(await labels(page, "rows"), PIECES);
});

// Loading that goes wrong: what the server does, what the page says, what the browser complains of.
const BLOCK16 = "**/smollm2/block16.safetensors";
const FAILURES = [
  {
    name: "cannot be reached",
    answer: (route) => route.abort(),
    says: "The file could not be fetched. Check the connection and try again",
    complaints: [/block16/],
  },
  {
    name: "is not there",
    answer: (route) => route.fulfill({ status: 404, body: "" }),
    says: "The server answered 404 where the file was expected. Is it deployed with the page?",
    complaints: [/block16/],
  },
  {
    name: "is cut short",
    answer: async (route) => {
      const whole = await (await route.fetch()).body();
      await route.fulfill({ status: 200, body: whole.subarray(0, whole.length / 2) });
    },
    says: /^The file arrived damaged: .+\.$/,
  },
  {
    name: "is another page",
    answer: (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><title>Hello</title>" }),
    says: /^The file arrived damaged: .+\.$/,
  },
];

for (const { name, answer, says, complaints } of FAILURES) {
  journey(`a file that ${name} is told of, can be stayed away from, and tried again`, async ({ open }) => {
    const page = await start(open, { complaints, before: (page) => page.route(BLOCK16, answer) });
    const panel = page.getByRole("status").and(page.locator(".loading"));
    const fail = async () => {
      await page.locator("#example").selectOption("smollm2");
      await panel.getByText("Real: SmolLM2-135M did not load.").waitFor();
      await panel.getByText(says).waitFor();
      // What was shown is still there, and still works.
      assert.equal(await page.locator("[data-head]").count(), 12);
    };
    await fail();
    await panel.getByRole("button", { name: "Stay with Six tokens, built to be read" }).click();
    await shown(page, "six-tokens");
    assert.equal(await page.locator("#example").inputValue(), "six-tokens");
    assert.equal(await page.locator("#block").count(), 0);
    await fail();
    const again = panel.getByRole("button", { name: "Try again" });
    await again.click();
    await panel.getByText(says).waitFor();
    await page.unroute(BLOCK16);
    await again.click();
    await shown(page, "smollm2", 16);
    assert.equal(await page.locator("[data-head]").count(), 9);
    assert.equal(await page.locator("#example").inputValue(), "smollm2");
  });
}

/** Holds a file back until `release` is called. */
async function hold(page, pattern) {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await held;
    await route.continue().catch(() => {}); // The page may have given it up.
  });
  return release;
}

/** Waits until a file has come, or the page has given it up: what is no longer wanted is not read on. */
function ended(page, name) {
  const isIt = (request) => request.url().endsWith(name);
  return Promise.any([
    page.waitForEvent("requestfinished", isIt),
    page.waitForEvent("requestfailed", isIt),
  ]);
}

journey("a slow file shows its progress, and its late answer disturbs no later choice", async ({ open }) => {
  const page = await start(open);
  const release = await hold(page, BLOCK16);
  await page.locator("#example").selectOption("smollm2");
  await page.getByText("Loading Real: SmolLM2-135M…").waitFor();
  await page.getByRole("progressbar", { name: "Progress of loading" }).waitFor();
  await choose(page, "by-hand");
  const answered = ended(page, "block16.safetensors");
  release();
  await answered;
  // Another file, asked for after it, arrives after it.
  await choose(page, "minilm");
  await choose(page, "by-hand");
  assert.equal(await page.locator("#example").inputValue(), "by-hand");
  assert.equal(await page.locator("[data-head]").count(), 1);
});

journey("the last of two blocks asked for is shown, whichever comes first", async ({ open }) => {
  const page = await start(open);
  await choose(page, "smollm2");
  const release = await hold(page, "**/smollm2/block11.safetensors");
  await page.locator("#block").selectOption("11");
  await page.getByText("Loading Real: SmolLM2-135M…").waitFor();
  await chooseBlock(page, "smollm2", 18);
  const answered = ended(page, "block11.safetensors");
  release();
  await answered;
  await chooseBlock(page, "smollm2", 0);
  await chooseBlock(page, "smollm2", 18);
  assert.equal(await headOf(page), 8);
});

journey(
  "after a reload in which the example does not come, another try brings back all that was chosen",
  async ({ open }) => {
    const page = await start(open, { complaints: [/block11/] });
    await choose(page, "smollm2");
    await chooseBlock(page, "smollm2", 11);
    await page.locator('[data-head="3"]').click();
    await show(page, "rotary");
    await stored(page, "rotary");
    await page.route("**/smollm2/block11.safetensors", (route) => route.abort());
    await reload(page);
    await page.getByText("Real: SmolLM2-135M did not load.").waitFor();
    await page.unroute("**/smollm2/block11.safetensors");
    await page.getByRole("button", { name: "Try again" }).click();
    await shown(page, "smollm2", 11);
    assert.deepEqual([await headOf(page), await stageOf(page)], [3, "rotary"]);
  },
);

journey("a reload in which the example does not come forgets nothing", async ({ open }) => {
  const page = await start(open, { complaints: [/block11/] });
  await choose(page, "smollm2");
  await chooseBlock(page, "smollm2", 11);
  await page.locator('[data-head="3"]').click();
  await show(page, "scale");
  await stored(page, "scale");
  await page.route("**/smollm2/block11.safetensors", (route) => route.abort());
  await page.clock.install(); // Choices are written a moment after a change: here that moment passes at once.
  await reload(page);
  await page.getByText("Real: SmolLM2-135M did not load.").waitFor();
  await page.clock.runFor(2000);
  await page.unroute("**/smollm2/block11.safetensors");
  await page.clock.resume();
  await reload(page);
  await shown(page, "smollm2", 11);
  assert.deepEqual([await headOf(page), await stageOf(page)], [3, "scale"]);
});
