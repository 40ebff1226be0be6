// Language, theme and everything else that is chosen: it holds, and it comes back after a reload.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { cellOf, choose, chooseBlock, chooseMask, closeGreeting, grid, headOf, maskOf, pixels, reload, show, shown, stageOf, stagesOf, start, stored } from "./page.mjs";

const language = (page, name) => page.getByRole("button", { name, exact: true }).click();

/**
 * Every text of the page that a person reads or hears, without what has no language of its own: token texts
 * (in <bdi>), formulas, keys, the names of the languages, hidden option lists' other names.
 */
function texts() {
  const found = [];
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent.trim());
    if (
      node.nodeType !== Node.ELEMENT_NODE ||
      node.matches("bdi, math, kbd, script, noscript, .languages button")
    )
      return;
    for (const name of ["aria-label", "title", "alt", "placeholder", "aria-valuetext"]) {
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
    for (const child of node.childNodes) visit(child);
  };
  visit(document.body);
  return [...new Set(found.filter((text) => text !== ""))];
}

// Words of the field and names that Korean text keeps; whatever else is Latin is left-over English.
const words = (text) => new Set(text.split(" "));
const KEPT = words(
  "Attnscope exp cos sin softmax norm concat max nat rad Kᵀ QKᵀ W_Q W_K W_V W_O d_k d_model " +
    "GPT small Norm RMSNorm causal PyTorch Keras NaN Enter Escape Tab Shift Alt Ctrl",
);
const TOKENS = words(
  "Data visualization em powers users to empowers Your journey starts with one step " +
    "CLS data visual ization SEP Orange",
);

const isLeft = (word) => !KEPT.has(word) && !TOKENS.has(word);
const leftEnglish = (all) =>
  all
    .filter((text) => (text.match(/[A-Za-z][A-Za-zᵀ_]+/g) ?? []).some(isLeft))
    .filter((text) => !/SmolLM2|MiniLM|LLMs-from-scratch/.test(text));

journey("in Korean nothing is left in English, in any stage, and back", async ({ open }) => {
  const page = await start(open);
  await language(page, "한국어");
  assert.equal(await page.locator("html").getAttribute("lang"), "ko");
  for (const stage of await stagesOf(page)) {
    await show(page, stage);
    assert.deepEqual(leftEnglish(await page.evaluate(texts)), [], stage);
  }
  await language(page, "English");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  for (const stage of await stagesOf(page)) {
    await show(page, stage);
    const korean = (await page.evaluate(texts)).filter((text) => /[가-힣ㄱ-ㅎㅏ-ㅣ]/.test(text));
    assert.deepEqual(korean, [], stage);
  }
});

journey("the parts of the page have their names in Korean and in English", async ({ open }) => {
  const page = await start(open);
  const names = [
    ["combobox", "예제", "Example"],
    ["group", "언어", "Language"],
    ["combobox", "화면 밝기", "Theme"],
    ["button", "단축키", "Shortcuts"],
    ["radiogroup", "헤드", "Heads"],
    ["radio", "헤드 1: 바로 앞 토큰", "Head 1: the previous token"],
    ["button", "취소할 것이 없습니다", "Nothing to undo"],
    ["combobox", "마스크", "Mask"],
    ["slider", "점수를 나누는 수", "Divide scores by"],
    ["textbox", "점수를 나누는 수", "Divisor of the scores"],
    ["button", "되돌리기: √64", "Back to √64"],
    ["navigation", "단계", "Stages"],
    ["button", "이전 단계", "Previous stage"],
    ["button", "다음 단계", "Next stage"],
    ["complementary", "설명", "Explanation"],
    ["heading", "소프트맥스", "Softmax"],
    ["heading", "이 예제에 대하여", "About this example"],
    [
      "grid",
      "어텐션 가중치, 6행 6열. 화살표 키로 칸을 옮깁니다.",
      "weights, 6 rows, 6 columns. Arrow keys move the cell.",
    ],
  ];
  const check = async (at, other) => {
    for (const name of names) {
      await page.getByRole(name[0], { name: name[at], exact: true }).first().waitFor();
      assert.equal(await page.getByRole(name[0], { name: name[other], exact: true }).count(), 0, name[other]);
    }
  };
  await check(2, 1);
  await language(page, "한국어");
  await check(1, 2);
  await language(page, "English");
  await check(2, 1);
});

journey("Korean is complete in the other examples, and where one does not come", async ({ open }) => {
  const page = await start(open, { complaints: [/block18/] });
  for (const example of ["by-hand", "by-hand-trainable", "smollm2", "minilm", "cross-attention"]) {
    await choose(page, example);
    await language(page, "한국어");
    for (const stage of [(await stagesOf(page))[1], "mask", (await stagesOf(page)).at(-1)]) {
      await show(page, stage);
      assert.deepEqual(leftEnglish(await page.evaluate(texts)), [], `${example}, ${stage}`);
    }
    await language(page, "English");
  }
  await choose(page, "smollm2");
  await language(page, "한국어");
  await page.route("**/smollm2/block18.safetensors", (route) => route.abort());
  await page.locator("#block").selectOption("18");
  await page.getByText(/^실제 모델: SmolLM2-135M\S+ 불러오지 못했습니다\.$/).waitFor();
  assert.deepEqual(leftEnglish(await page.evaluate(texts)), []);
});

journey("the language of the browser is taken at first, a chosen one survives a reload", async ({ open }) => {
  const page = await start(open, { locale: "ko-KR" });
  await page.getByRole("heading", { name: "소프트맥스" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "ko");
  await language(page, "English");
  await reload(page);
  await page.getByRole("heading", { name: "Softmax" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await language(page, "한국어");
  await reload(page);
  await page.getByRole("heading", { name: "소프트맥스" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "한국어" }).getAttribute("aria-pressed"), "true");
});

/** How light the page's ground is, 0 to 255, and the picture of the weights. */
async function looks(page) {
  const ground = await page.locator("body").evaluate((body) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    for (const element of [document.documentElement, body]) {
      context.fillStyle = getComputedStyle(element).backgroundColor;
      context.fillRect(0, 0, 1, 1);
    }
    return context.getImageData(0, 0, 1, 1).data[1];
  });
  return { ground, picture: await pixels(page, "Weights") };
}

async function assertTheme(page, isDark) {
  const { ground, picture } = await looks(page);
  assert.ok(isDark ? ground < 60 : ground > 220, `the ground is ${ground}`);
  return picture;
}

/** Waits until the picture of the weights is another: it follows the ground a moment later. */
const redrawn = (page, before) =>
  page.waitForFunction(
    (before) => document.querySelector('figure[data-matrix="Weights"] canvas').toDataURL() !== before,
    before,
  );

journey(
  "the theme is light, dark or as the system, pictures and all, and survives a reload",
  async ({ open }) => {
    const page = await start(open);
    await closeGreeting(page);
    const theme = page.locator("#theme");
    assert.equal(await theme.inputValue(), "system");
    const light = await assertTheme(page, false);
    await page.emulateMedia({ colorScheme: "dark" });
    await redrawn(page, light);
    const dark = await assertTheme(page, true);
    await theme.selectOption("light");
    await redrawn(page, dark);
    assert.equal(await assertTheme(page, false), light);
    await reload(page);
    assert.equal(await theme.inputValue(), "light");
    await assertTheme(page, false);
    await page.emulateMedia({ colorScheme: "light" });
    await theme.selectOption("dark");
    await redrawn(page, light);
    assert.equal(await assertTheme(page, true), dark);
    await reload(page);
    assert.equal(await theme.inputValue(), "dark");
    await assertTheme(page, true);
    await theme.selectOption("system");
    await assertTheme(page, false);
    await reload(page);
    assert.equal(await theme.inputValue(), "system");
    await assertTheme(page, false);
  },
);

journey("a reload keeps example, block, head, stage, mask, divisor, cell and colors", async ({ open }) => {
  const page = await start(open);
  await choose(page, "smollm2");
  await chooseBlock(page, "smollm2", 11);
  await page.locator('[data-head="3"]').click();
  await show(page, "scale");
  await chooseMask(page, "none");
  await page.locator("#divisor").fill("3.25");
  await page.locator("#divisor").press("Enter");
  await grid(page, "Scaled").focus();
  for (const key of ["Control+Home", "ArrowDown", "ArrowDown", "End"]) await page.keyboard.press(key);
  await page.locator("label:has(input[name=domain])", { hasText: "all heads" }).click();
  await stored(page, "heads");
  const before = await page.getByTestId("cell-value").getAttribute("data-value");
  await reload(page);
  await shown(page, "smollm2", 11);
  assert.deepEqual([await headOf(page), await stageOf(page), await maskOf(page)], [3, "scale", "none"]);
  assert.equal(await page.locator("#divisor").inputValue(), "3.25");
  assert.deepEqual(await cellOf(page, "Scaled"), [2, 5]);
  assert.equal(await page.getByTestId("cell-value").getAttribute("data-value"), before);
  assert.equal(await page.locator("label:has(input[name=domain]:checked)").innerText(), "all heads");
});

journey("a reload keeps the choices of an example that needs no file", async ({ open }) => {
  const page = await start(open);
  await choose(page, "by-hand-trainable");
  await page.keyboard.press("m");
  await show(page, "context");
  await stored(page, "context");
  await reload(page);
  await shown(page, "by-hand-trainable");
  assert.deepEqual([await stageOf(page), await maskOf(page)], ["context", "causal"]);
});

journey("a choice made the moment before the reload is kept, too", async ({ open }) => {
  const page = await start(open);
  await page.clock.install(); // No time passes between choice and reload.
  await reload(page);
  await page.locator('[data-head="7"]').click();
  await page.clock.resume();
  await reload(page);
  assert.equal(await headOf(page), 7);
});

// What may lie in the browser's store: damage, another version, impossible numbers.
const settings = (change) =>
  Object.entries({ v: 1, example: "six-tokens", ...change })
    .map((pair) => pair.join("="))
    .join("&");
const HOSTILE = {
  "no settings": "}{\u0000=;;=",
  "settings of another form": '{"v":1,"sample":"six-tokens","head":7}',
  "nothing in it": "",
  "a later version": settings({ v: 9, head: 7 }),
  "an unknown example": settings({ example: "../../etc", head: 7 }),
  "a block that is none": settings({ example: "smollm2", block: 999 }),
  "a stage that is none": settings({ stage: "hardmax" }),
  "no number": settings({ head: -1 }),
  "changed numbers that are not kept": `17 changed ${settings({})}`,
  "very long": "v=".repeat(200_000),
};
const WITHIN = {
  "the largest numbers that fit": { head: 4294967295, cell: Array(5).fill(4294967295) },
  "numbers too large": { head: "9".repeat(400), cell: ["9".repeat(400), 1] },
};

/** A page, and how to reload it so that it finds this in its store. */
async function startStored(open) {
  const page = await start(open, {
    before: (page) =>
      page.addInitScript(() => {
        const planted = JSON.parse(sessionStorage.getItem("planted") ?? "{}");
        if (planted.settings !== undefined) sessionStorage.removeItem("attnscope.settings");
        for (const [key, text] of Object.entries(planted)) localStorage.setItem(`attnscope.${key}`, text);
      }),
  });
  const plant = async (store) => {
    await page.evaluate((store) => sessionStorage.setItem("planted", JSON.stringify(store)), store);
    await reload(page);
  };
  return { page, plant };
}

/** The page as it opens for the first time. */
async function assertDefault(page, name) {
  const chosen = [await headOf(page), await stageOf(page), await maskOf(page)];
  assert.deepEqual(chosen, [4, "softmax", "causal"], name);
  assert.equal(await page.locator("#example").inputValue(), "six-tokens", name);
  assert.equal(await page.locator("#divisor").inputValue(), "8.00", name);
  assert.deepEqual(await cellOf(page, "Weights"), [3, 1], name);
}

journey("whatever lies in the store, the page opens", async ({ open }) => {
  const { page, plant } = await startStored(open);
  for (const [name, text] of Object.entries(HOSTILE)) {
    await plant({ settings: text });
    await assertDefault(page, name);
  }
  await plant({ settings: "", language: "tlh", theme: "pink", keys: "{}" });
  await assertDefault(page, "odd choices");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.equal(await page.locator("#theme").inputValue(), "system");
});

journey("impossible choices in the store are held inside the example", async ({ open }) => {
  const { page, plant } = await startStored(open);
  for (const [name, change] of Object.entries(WITHIN)) {
    await plant({ settings: settings(change) });
    assert.equal(await page.locator("#example").inputValue(), "six-tokens", name);
    for (const stage of await stagesOf(page)) {
      await show(page, stage);
      await page.getByTestId("cell-value").waitFor();
    }
  }
});

journey("without a store the page works, and forgets", async ({ open }) => {
  const page = await start(open, {
    before: (page) =>
      page.addInitScript(() => {
        const get = () => {
          throw new DOMException("no store here", "SecurityError");
        };
        for (const store of ["localStorage", "sessionStorage"]) Object.defineProperty(window, store, { get });
      }),
  });
  await assertDefault(page);
  await language(page, "한국어");
  await page.keyboard.press("]");
  assert.equal(await headOf(page), 5);
  await reload(page);
  await assertDefault(page);
});
