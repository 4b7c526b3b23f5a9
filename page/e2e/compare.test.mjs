// Methods side by side on one page, and the pages of their models inside it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { axeFindsNothing, colours, open, pixels } from "./opened.mjs";

const shown = (page) => page.waitForSelector("html[data-ready=yes]");

async function take(page, label) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[aria-label="${label}"]`)]);
  return (await readFile(await download.path())).toString();
}

test("methods stand side by side with shares, gaps, parameters and seconds", async () => {
  const { page, done } = await open("compare");
  const names = await page.$$eval(".compared tbody th", (all) => all.map((one) => one.textContent));
  assert.ok(names.includes("geodesics") && names.includes("euclidean"));
  assert.equal(names.at(-1), "before.h5");
  const heads = await page.$$eval(".compared thead th", (all) => all.map((one) => one.textContent));
  for (const head of ["first 1", "held out 2", "time gap", "map gap", "geodesic gap", "parameters", "time"])
    assert.ok(heads.includes(head), head);
  assert.match(await page.textContent(".compared tbody"), /fitted before/);
  assert.match(await page.textContent(".in-words"), /The most is kept by .*On 3 shapes that no method saw/);
  assert.match(await page.textContent(".notes"), /line is not for these data/);
  assert.match(await page.textContent(".notes"), /before\.h5 was fitted to 3 of the held-out measures/);
  const table = (await take(page, "Download the comparison as CSV")).trim().split("\r\n");
  assert.equal(table.length, 1 + 2 * names.length);
  for (const label of ["Download the shares as SVG", "Download the strips as SVG"])
    assert.match(await take(page, label), /^<svg .*<\/svg>$/s);
  await done();
});

test("strips are aligned: one column for one time, one window, the slider moves all", async () => {
  const { page, done } = await open("compare");
  const lefts = await page.$$eval(".compared-strip", (rows) =>
    rows.map((row) =>
      Array.from(row.querySelectorAll("canvas"), (one) => Math.round(one.getBoundingClientRect().left)).join(),
    ),
  );
  assert.ok(lefts.length >= 5 && new Set(lefts).size === 1, lefts.join("\n"));
  const moving = await page.$$eval(".at-time", (all) => all.map((one) => one.toDataURL()));
  await page.locator("#strips input[type=range]").fill("0.9");
  const later = await page.$$eval(".at-time", (all) => all.map((one) => one.toDataURL()));
  later.forEach((url, i) => assert.notEqual(url, moving[i], `row ${i}`));
  assert.ok((await colours(page, ".at-time")) > 4);
  const first = await pixels(page, ".frames:not(.small) canvas:nth-child(2)");
  await page.check("input[name=component][value='1']", { force: true });
  assert.notEqual(await pixels(page, ".frames:not(.small) canvas:nth-child(2)"), first);
  await done();
});

test("one click opens the page of a model, and back", async () => {
  const { page, done } = await open("compare");
  for (const name of ["euclidean", "before.h5"]) {
    await page.locator(".compared").getByRole("link", { name, exact: true }).click();
    await page.waitForSelector("#morph");
    await shown(page);
    assert.equal(await page.textContent(".file"), name);
    assert.ok((await colours(page, "#morph canvas.main")) > 4);
    // Samples have their pictures in the models too.
    assert.ok((await page.locator(".cards canvas").count()) > (await page.locator(".cards li").count()));
    await page.getByRole("link", { name: "← comparison" }).click();
    await page.waitForSelector("#strips");
    await shown(page);
  }
  await page.goBack();
  await page.waitForSelector("#morph");
  await done();
});

test("the address of a model keeps the view", async () => {
  const { page, done } = await open("compare", { fragment: "#model=tangent-cone&component=1&t=0.9" });
  assert.equal(await page.textContent(".file"), "tangent-cone");
  assert.match(await page.textContent(".summary"), /^Component 2 /);
  assert.equal(Number(await page.inputValue("#time")), 0.9);
  await page.locator("#time").fill("0.25");
  await page.waitForFunction(() => /model=tangent-cone.*t=0\.25/.test(location.hash));
  await done();
});

for (const [colorScheme, fragment] of [
  ["light", ""],
  ["dark", "#model=geodesics"],
])
  test(`${colorScheme}${fragment}: on a phone nothing is clipped, and axe-core finds nothing`, async () => {
    const { page, done } = await open("compare", {
      colorScheme,
      fragment,
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), 320);
    const small = await page.$$eval("#app a, #app button, #app select", (all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 90)])
        .filter(([{ width, height }]) => width < 43.9 || height < 43.9)
        .map(([{ width, height }, html]) => `${Math.round(width)} × ${Math.round(height)} ${html}`),
    );
    assert.deepEqual(small, []);
    await axeFindsNothing(page);
    await done();
  });

test("printed in light, without anything to press", async () => {
  const { page, done } = await open("compare", { colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  const pressed = await page.$$eval(
    "button, input, select",
    (all) => all.filter((one) => one.checkVisibility()).length,
  );
  assert.equal(pressed, 0);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await done();
});
