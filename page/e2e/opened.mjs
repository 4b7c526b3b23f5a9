// Opens pages for the tests in a real browser, from disk with the network cut.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

const { WPGA_PAGES: folder, WPGA_PAGE_MODULES: modules, WPGA_CHROMIUM: executablePath } = process.env;
const require = createRequire(`${modules}/`);
const { chromium } = require("playwright-core");
let browser;
let axe;

before(async () => {
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});
after(() => browser?.close());

// Opens a page from disk with the network cut; every error of the page and every request beyond the file is kept.
export async function open(name, { fragment = "", ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 800 },
    acceptDownloads: true,
    ...options,
  });
  await context.setOffline(true);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error.stack)));
  page.on(
    "request",
    (request) => !/^(file|data|blob):/.test(request.url()) && complaints.push(`asked for ${request.url()}`),
  );
  await page.goto(pathToFileURL(`${folder}/${name}.html`).href + fragment);
  await page.waitForSelector("html[data-ready=yes]", { timeout: 30000 });
  return {
    page,
    complaints,
    done: async () => {
      assert.deepEqual(complaints, []);
      await context.close();
    },
  };
}

export const pixels = (page, selector) =>
  page.$eval(selector, (canvas) => canvas.toDataURL()).then((url) => createHash("sha1").update(url).digest("hex"));

// How many different colours a canvas has: a blank one has one.
export const colours = (page, selector) =>
  page.$eval(
    selector,
    (canvas) =>
      new Set(new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer))
        .size,
  );

export async function axeFindsNothing(page) {
  axe ??= readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document));
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`),
    [],
  );
  assert.ok(passes.length > 20);
}
