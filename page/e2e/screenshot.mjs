// node screenshot.mjs PAGE.html OUT.png [dark] [WIDTHxHEIGHT] [#PART]: the pictures of docs/report.md.
// WPGA_PAGE_MODULES is a folder with playwright-core, such as build/release/page.
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [source, target, ...words] = process.argv.slice(2);
const { WPGA_PAGE_MODULES: modules = "build/release/page", WPGA_CHROMIUM: executablePath = "/usr/bin/chromium" } =
  process.env;
const { chromium } = createRequire(`${resolve(modules)}/`)("playwright-core");
const [width, height] = (words.find((word) => /^\d+x\d+$/.test(word)) ?? "1000x1300").split("x").map(Number);

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({
  viewport: { width, height },
  colorScheme: words.includes("dark") ? "dark" : "light",
});
await page.goto(pathToFileURL(resolve(source)).href);
await page.waitForSelector("html[data-ready=yes]");
await page.locator("#time").fill("0.85");
await page.focus("#plane canvas.main");
for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
await page.locator(".probe input").first().fill("0.85");
await page.evaluate(() => {
  document.activeElement?.blur();
  window.scrollTo(0, 0);
});
await page.waitForTimeout(200);
const part = words.find((word) => word.startsWith("#"));
await (part ? page.locator(part) : page).screenshot({ path: target });
await browser.close();
