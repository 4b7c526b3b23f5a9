// node panning.mjs PAGE.html [FRAMES]: moving the plane of a report against a scatter plot of plotly with the same points, in
// the same browser, one after the other.  Milliseconds of processor time of script and of all work of the page's thread a
// frame, and frames a second by the clock, which on a busy machine says little.
//
// WPGA_PAGE_MODULES is a folder with playwright-core (build/release/page), PLOTLY one with plotly.js-dist-min
// (npm install plotly.js-dist-min), WPGA_CHROMIUM the browser.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { framesWhile } from "./frames.mjs";

const [file, frames = "60"] = process.argv.slice(2);
const {
  WPGA_PAGE_MODULES: modules = "build/release/page",
  WPGA_CHROMIUM: executablePath = "/usr/bin/chromium",
  PLOTLY: plotly = ".",
} = process.env;
const { chromium } = createRequire(`${resolve(modules)}/`)("playwright-core");
const library = createRequire(`${resolve(plotly)}/`).resolve("plotly.js-dist-min/plotly.min.js");

async function metricsOf(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

// Drags back and forth, each step waiting for the frame that shows it, then as fast as the browser takes them.
async function pan(page, selector) {
  const session = await page.context().newCDPSession(page);
  // Processor time of the page's thread: other processes do not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const box = await page.locator(selector).first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const shown = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 8, y + 8);
  await shown();
  const before = await metricsOf(session);
  const step = (k) => page.mouse.move(x + 60 * Math.sin(k / 6), y + 40 * Math.sin(k / 9));
  for (let k = 1; k <= Number(frames); k++) {
    await step(k);
    await shown();
  }
  const after = await metricsOf(session);
  const { second } = await framesWhile(page, async () => {
    for (let k = 1; k <= Number(frames); k++) await step(k);
  });
  await page.mouse.up();
  const each = (name) => (1000 * (after[name] - before[name])) / Number(frames);
  return { script: each("ScriptDuration"), thread: each("TaskDuration"), second };
}

const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const viewport = { width: 1100, height: 800 };

async function ours() {
  const page = await browser.newPage({ viewport });
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.waitForSelector("html[data-ready=yes]");
  await page.locator("#plane canvas.main").scrollIntoViewIfNeeded();
  await page.check('input[name="plane-tool"][value="move"]', { force: true });
  const points = await page.evaluate(() => {
    const { components } = JSON.parse(document.getElementById("payload").textContent);
    return components.slice(0, 2).map(({ scores }) => scores);
  });
  const found = await pan(page, "#plane canvas.main");
  await page.close();
  return { found, points };
}

async function theirs(type, points) {
  const page = await browser.newPage({ viewport });
  await page.setContent('<div id="plot" style="width:700px;height:546px"></div>');
  await page.addScriptTag({ content: readFileSync(library, "utf8") });
  await page.evaluate(
    ([kind, packed]) => {
      const [x, y] = packed.map(
        (text) => new Float32Array(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer),
      );
      const marker = { size: 4, opacity: 0.6 };
      return Plotly.newPlot("plot", [{ type: kind, mode: "markers", x, y, marker }], {
        dragmode: "pan",
        hovermode: false,
      });
    },
    [type, points],
  );
  const found = await pan(page, ".draglayer .nsewdrag");
  await page.close();
  return found;
}

const { found, points } = await ours();
const results = { "the plane of a report": found };
for (const type of ["scattergl", "scatter"]) results[`plotly ${type}`] = await theirs(type, points);
const count = Buffer.from(points[0], "base64").length / 4;
console.log(`${count} points, ${frames} frames, ${browser.version()}, load ${loadavg()[0].toFixed(1)}`);
for (const [name, { script, thread, second }] of Object.entries(results))
  console.log(
    `${name.padEnd(24)} ${script.toFixed(1).padStart(7)} ms script, ${thread.toFixed(1).padStart(7)} ms thread a frame, ${second.toFixed(1)} frames a second`,
  );
await browser.close();
