// The page on paper.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./opened.mjs";

const visible = (page, selector) =>
  page.$$eval(selector, (all) =>
    all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.outerHTML.slice(0, 90)),
  );

for (const name of ["shapes", "palettes", "line", "five", "mean_only", "hostile"])
  test(`${name}: printed with all components, without anything to press, and the page is as before`, async () => {
    const { page, done } = await open(name, { colorScheme: "dark" });
    const before = await page.$$eval("main *", (all) => all.length);
    const components = await page.locator("input[name=component]").count();
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
    assert.deepEqual(await visible(page, "button:not(.cards button), input, select, textarea, .tools, .hint"), []);
    assert.equal(await page.locator(".strip svg").count(), components);
    for (let c = 1; c <= components; c++)
      assert.ok((await visible(page, `.strip:nth-of-type(${c}) h3`)).length === 1, `component ${c}`);
    assert.deepEqual(await visible(page, "details:not([open])"), []);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    assert.equal(await page.$$eval("main *", (all) => all.length), before);
    await done();
  });

test("a report of three components has between three and seven pages", async () => {
  const { page, done } = await open("shapes");
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g).length;
  assert.ok(pages >= 3 && pages <= 7, `${pages} pages`);
  await done();
});
