// For every eye and every screen: axe-core, narrow screens, zoom, reduced motion, forced colors.

import assert from "node:assert/strict";
import { assertAccessible, journey } from "./harness.mjs";
import { choose, pixels, readRow, show, stagesOf, start } from "./page.mjs";

const LANGUAGES = { en: "en-US", ko: "ko-KR" };

for (const colorScheme of ["light", "dark"]) {
  for (const [lang, locale] of Object.entries(LANGUAGES)) {
    journey(`axe finds nothing on the start page, ${colorScheme}, ${lang}`, async ({ open }) => {
      const page = await start(open, { colorScheme, locale });
      assert.equal(await page.locator("html").getAttribute("lang"), lang);
      await assertAccessible(page);
    });
  }
}

journey("axe finds nothing with the list of keys open", async ({ open }) => {
  const page = await start(open);
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await page.getByRole("dialog").waitFor();
  await assertAccessible(page);
});

journey("axe finds nothing in the other kinds of stage", async ({ open }) => {
  const page = await start(open);
  for (const stage of ["project", "context", "concat"]) {
    await show(page, stage);
    await assertAccessible(page);
  }
});

journey("axe finds nothing in a recorded block, nor where one does not come", async ({ open }) => {
  const page = await start(open, { colorScheme: "dark", complaints: [/block10/] });
  await choose(page, "smollm2");
  await show(page, "rotary");
  await assertAccessible(page);
  await page.route("**/block10.safetensors", (route) => route.abort());
  await page.locator("#block").selectOption("10");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.locator("#divisor").fill("abc");
  await page.locator("#divisor").press("Enter");
  await page.getByText("“abc” is not a number from 0.000001 to 1000000.").waitFor();
  await assertAccessible(page);
});

journey("axe finds nothing on a phone", async ({ open }) => {
  const page = await start(open, {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
  });
  await assertAccessible(page);
});

const SCREENS = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 1024, height: 768 } },
  phone: { viewport: { width: 390, height: 844 } },
  "small phone": { viewport: { width: 320, height: 640 } },
  "desk at 200 %": { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
};

/** Parts of the page that reach beyond it to the side, where no scrolling leads. */
function outside() {
  const isReachable = (element) => {
    for (let it = element; it !== null; it = it.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(it).overflowX)) return true;
    }
    return false;
  };
  const parts = [...document.querySelectorAll("button, select, input, p, h1, h2, h3, figcaption, math")];
  const isOut = (part) => {
    const { left, right, width } = part.getBoundingClientRect();
    return width > 1 && (left < -1 || right > innerWidth + 1) && !isReachable(part);
  };
  return parts.filter(isOut).map((part) => part.outerHTML.slice(0, 120));
}

for (const [name, screen] of Object.entries(SCREENS)) {
  journey(`on a ${name} no stage makes the page scroll to the side`, async ({ open }) => {
    const page = await start(open, screen);
    const found = [];
    for (const language of ["English", "한국어"]) {
      // On a phone there is the button of the other language alone.
      const button = page.getByRole("button", { name: language, exact: true });
      if (await button.isVisible()) await button.click();
      for (const stage of await stagesOf(page)) {
        await show(page, stage);
        const beyond = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
        if (beyond > 0) found.push(`${stage}, ${language}: ${beyond} px too wide`);
        found.push(...(await page.evaluate(outside)));
      }
    }
    assert.deepEqual(found, []);
  });
}

journey("on a desk the six tokens need no scrolling", async ({ open }) => {
  const page = await start(open);
  for (const stage of ["dot-product", "scale", "mask", "softmax", "context"]) {
    await show(page, stage);
    const { height, equation } = await page.evaluate(() => {
      const part = document.querySelector("section.equation");
      return {
        height: document.scrollingElement.scrollHeight - innerHeight,
        equation: [part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth],
      };
    });
    assert.ok(height <= 0, `${stage}: the page is ${height} px too high`);
    assert.ok(Math.max(...equation) <= 0, `${stage}: the equation is ${equation} px too large`);
  }
});

journey("every target is at least 24 pixels wide and high", async ({ open }) => {
  for (const viewport of [SCREENS.desk.viewport, SCREENS.phone.viewport]) {
    const page = await start(open, { viewport });
    const small = await page.locator("button:visible, select:visible, input:visible").evaluateAll((all) =>
      all
        .map((it) => [it, it.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 23.5 || height < 23.5)
        .map(([it, { width, height }]) => `${width} × ${height}: ${it.outerHTML.slice(0, 100)}`),
    );
    assert.deepEqual(small, []);
  }
});

journey("a finger picks a cell on a phone", async ({ open }) => {
  const page = await start(open, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const weights = page.locator('figure[data-matrix="Weights"] [role=grid]');
  await weights.scrollIntoViewIfNeeded();
  const { width, height } = await weights.boundingBox();
  await weights.tap({ position: { x: width / 12, y: (height * 11) / 12 } });
  await page.locator("#cell-Weights-5-0").waitFor({ state: "attached" });
});

journey("with reduced motion nothing moves by itself, and the page works", async ({ open }) => {
  const page = await start(open, { reducedMotion: "reduce" });
  await page.keyboard.press("ArrowRight");
  await page.locator('section.equation[data-stage="context"]').waitFor();
  const moving = await page.evaluate(() => {
    const seconds = (text) => Math.max(...text.split(",").map(parseFloat));
    const all = [...document.querySelectorAll("*")].map((it) => getComputedStyle(it));
    const isMoving = (style) => seconds(style.transitionDuration) > 0.01 || style.animationName !== "none";
    return document.getAnimations().length + all.filter(isMoving).length;
  });
  assert.equal(moving, 0);
});

journey("with forced colors what is chosen and selected can still be told", async ({ open }) => {
  const page = await start(open, { forcedColors: "active", reducedMotion: "reduce" });
  assert.ok((await readRow(page, "Weights", 3)).length === 6);
  assert.notEqual(await pixels(page, "Weights"), "data:,");
  // Not by bold type alone: by a frame or a ground.
  const look = (element) => {
    const style = getComputedStyle(element);
    const { borderBlockEndColor, borderBlockEndWidth, borderBlockEndStyle, backgroundColor, outlineStyle } =
      style;
    return [
      borderBlockEndColor,
      borderBlockEndWidth,
      borderBlockEndStyle,
      backgroundColor,
      outlineStyle,
    ].join();
  };
  const differ = async (chosen, other) => {
    const looks = [chosen, other].map((selector) => page.locator(selector).first().evaluate(look));
    const [one, two] = await Promise.all(looks);
    assert.notEqual(one, two, chosen);
  };
  await differ('[data-head][aria-checked="true"]', '[data-head][aria-checked="false"]');
  await differ("nav.strip button[aria-current]", "nav.strip button[data-stage]:not([aria-current])");
  const mark = page.locator('figure[data-matrix="Weights"] .mark-cell');
  const drawn = await mark.evaluate((element) => {
    const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth } = getComputedStyle(element);
    const lines = [
      [outlineStyle, outlineWidth],
      [borderTopStyle, borderTopWidth],
    ];
    return Math.max(...lines.map(([style, width]) => (style === "none" ? 0 : parseFloat(width))));
  });
  assert.ok(drawn >= 1, "the selected cell is framed");
});
