// node opening.mjs PAGE.html [REPEATS]: how soon a page is painted and whole, and what its frames cost.  The least of the repeats;
// processor time of the page's thread beside the clock, which counts what other processes take.
//
// WPGA_PAGE_MODULES is a folder with playwright-core (build/release/page), WPGA_CHROMIUM the browser.
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { framesWhile } from "./frames.mjs";

const [file, repeats = "5"] = process.argv.slice(2);
const { WPGA_PAGE_MODULES: modules = "build/release/page", WPGA_CHROMIUM: executablePath = "/usr/bin/chromium" } =
  process.env;
const { chromium } = createRequire(`${resolve(modules)}/`)("playwright-core");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

async function threadSeconds(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value;
}

// The slider of the morph is drawn with the mouse: each step waits for its frame, then as fast as the browser takes them.
async function drag(page, session, steps = 60) {
  const box = await page.locator("#time").boundingBox();
  const at = (share) => page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
  const shown = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await at(0.5);
  await page.mouse.down();
  await shown();
  const before = await threadSeconds(session);
  for (let k = 0; k < steps; k++) {
    await at(0.5 + 0.45 * Math.sin(k / 6));
    await shown();
  }
  const after = await threadSeconds(session);
  const frames = await framesWhile(page, async () => {
    for (let k = 0; k < 2 * steps; k++) await at(0.5 + 0.45 * Math.sin(k / 6));
  });
  await page.mouse.up();
  return { thread: (1000 * (after - before)) / steps, ...frames };
}

// A digit drawn with the pen, where the page has one: milliseconds from the page's own clock, and on how many atoms.
async function draw(page) {
  if (!(await page.$(".pen"))) return null;
  await page.locator(".pen").scrollIntoViewIfNeeded();
  const box = await page.locator(".pen").boundingBox();
  const at = ([x, y]) => page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  const two = Array.from({ length: 13 }, (_, k) => [0.5 - 0.22 * Math.cos(k / 4), 0.36 - 0.18 * Math.sin(k / 4)]);
  const strokes = [...two, [0.6, 0.55], [0.4, 0.7], [0.3, 0.8], [0.75, 0.8]];
  await at(strokes[0]);
  await page.mouse.down();
  for (const stroke of strokes) await at(stroke);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".own-result")?.dataset.projection);
  await page.waitForTimeout(500);
  const [, atoms, milliseconds] = /(\d+) atoms, projected in (\d+) ms/.exec(await page.textContent(".own-result"));
  return { atoms, milliseconds: Number(milliseconds) };
}

async function once() {
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.waitForSelector("html[data-ready=yes]");
  const whole = await page.evaluate(() => performance.now());
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);
  const opening = 1000 * (await threadSeconds(session));
  const frames = await drag(page, session);
  const drawn = await draw(page);
  await page.close();
  return {
    drawn,
    milliseconds: drawn?.milliseconds ?? NaN,
    paint,
    whole,
    opening,
    thread: frames.thread,
    second: -frames.second,
    longest: frames.longest,
  };
}

const all = [];
for (let k = 0; k < Number(repeats); k++) all.push(await once());
const least = (name) => Math.min(...all.map((one) => one[name]));
console.log(
  `${file}: ${(statSync(file).size / 1e6).toFixed(2)} MB, ${browser.version()}, load ${loadavg()[0].toFixed(1)}; least of ${repeats}:\n` +
    `first paint ${least("paint").toFixed(0)} ms, whole after ${least("whole").toFixed(0)} ms, ${least("opening").toFixed(0)} ms of processor; ` +
    `dragging ${least("thread").toFixed(1)} ms of processor a frame, ${(-least("second")).toFixed(0)} frames a second, ${least("longest").toFixed(0)} ms between two at most`,
);
const { drawn } = all[0];
if (drawn) console.log(`a drawn digit of ${drawn.atoms} atoms is projected in ${least("milliseconds")} ms`);
await browser.close();
