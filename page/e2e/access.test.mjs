// Phones, fingers, screen readers, and readers who want no motion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindsNothing, open } from "./opened.mjs";

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

// A page as somebody left it: a sample chosen, some picked, everything unfolded.
async function used(page) {
  if (await page.$("#plane")) {
    await page.focus("#plane canvas.main");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
  }
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
}

for (const [name, colorScheme] of [
  ["shapes", "light"],
  ["shapes", "dark"],
  ["classes", "light"],
  ["palettes", "dark"],
  ["line", "light"],
  ["mean_only", "dark"],
  ["hostile", "light"],
])
  test(`${name}, ${colorScheme}: axe-core finds nothing`, async () => {
    const { page, done } = await open(name, { colorScheme, ...(name === "shapes" ? phone : {}) });
    await used(page);
    await axeFindsNothing(page);
    await done();
  });

for (const name of ["shapes", "classes", "palettes", "line", "five", "hostile", "one_measure"])
  test(`${name}: nothing is clipped at 320 pixels, and fingers find 44`, async () => {
    const { page, done } = await open(name, phone);
    await used(page);
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 320);
    const outside = await page.$$eval("#app *", (all) =>
      all
        .filter((one) => !one.closest(".scroll, .film, .spoken, .exported, svg *") && one.checkVisibility())
        .filter((one) => {
          const { left, right, width } = one.getBoundingClientRect();
          return width > 0 && (left < -0.5 || right > 320.5);
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(outside, []);
    // Numbers of a few columns are there without scrolling aside; six, with a bootstrap, are too many.
    const cut = await page.$$eval("#scree .scroll, #meaning .scroll", (all) =>
      all
        .filter((one) => one.querySelector("tr").cells.length < 6 && one.scrollWidth > one.clientWidth)
        .map((one) => `${one.scrollWidth} of ${one.clientWidth}: ${one.textContent.slice(0, 80)}`),
    );
    assert.deepEqual(cut, []);
    const small = await page.$$eval(
      "#app button, #app select, #app a, #app summary, #app input:not(.tabs input):not([type=checkbox]), #app .tabs span, #app .choice",
      (all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 100)])
          .filter(([{ width, height }]) => width < 43.9 || height < 43.9)
          .map(([{ width, height }, html]) => `${Math.round(width)} × ${Math.round(height)} ${html}`),
    );
    assert.deepEqual(small, []);
    await done();
  });

test("readers who want no motion see still pictures", async () => {
  const { page, done } = await open("shapes", { reducedMotion: "reduce" });
  await page.evaluate(() => {
    window.times = new Set();
    const watch = () => {
      window.times.add(document.querySelector("#time").value);
      requestAnimationFrame(watch);
    };
    watch();
  });
  await page.click("button.play");
  await page.waitForTimeout(2700);
  await page.click("button.play");
  const times = await page.evaluate(() => Array.from(window.times));
  assert.ok(times.length >= 2 && times.length <= 4, times.join(" "));
  const stopped = await page.inputValue("#time");
  await page.waitForTimeout(1500);
  assert.equal(await page.inputValue("#time"), stopped);
  await done();
});
