// How fast the page is, on this machine, and its engine beside others: `cargo xtask bench`. Prints two tables.
//
// The page helps with two calls, which cost it nothing:
//   performance.mark("attnscope:first-picture")         when the first heatmap is drawn,
//   performance.measure("attnscope:repaint", { start })  from an input to all heatmaps repainted.

import { cpus } from "node:os";
import { launch } from "../e2e/browser.mjs";
import { attention } from "./attention.mjs";
import { firstPicture } from "./first-picture.mjs";
import { long } from "./long.mjs";
import { reading } from "./reading.mjs";
import { slider } from "./slider.mjs";
import { table } from "./table.mjs";

const browser = await launch();
try {
  const facts = `Chromium ${browser.version()}, headless, no GPU; ${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  console.log(`\n${facts}\n\n${await attention(browser)}`);
  if (process.argv[2] === "attention") process.exit();
  const rows = [
    ...(await firstPicture(browser)),
    ...(await slider(browser)),
    ...(await reading(browser)),
    ...(await long(browser)),
  ];
  console.log(`\n${table(rows)}`);
} finally {
  await browser.close();
}
