// How fast the page is, on this machine: `cargo xtask bench`. Prints one table.
//
// The page helps with two calls, which cost it nothing:
//   performance.mark("attnscope:first-picture")         when the first heatmap is drawn,
//   performance.measure("attnscope:repaint", { start })  from an input to all heatmaps repainted.

import { cpus } from "node:os";
import { launch } from "../e2e/browser.mjs";
import { firstPicture } from "./first-picture.mjs";
import { reading } from "./reading.mjs";
import { slider } from "./slider.mjs";
import { table } from "./table.mjs";

const browser = await launch();
try {
  const facts = `Chromium ${browser.version()}, headless, no GPU; ${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  const rows = [...(await firstPicture(browser)), ...(await slider(browser)), ...(await reading(browser))];
  console.log(`\n${facts}\n\n${table(rows)}`);
} finally {
  await browser.close();
}
