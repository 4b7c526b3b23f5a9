// Samples that are not of the model, beside those that are.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open } from "./opened.mjs";

async function take(page, label) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[aria-label="${label}"]`)]);
  return (await readFile(await download.path())).toString();
}

test("projected samples stand in the plane, with their certificates", async () => {
  const { page, done } = await open("projected");
  assert.match(await page.textContent(".projected h3"), /6 projected samples/);
  assert.match(await page.textContent(".projected .aside"), /No other time brings one of them nearer/);
  assert.deepEqual(await page.$$eval(".projected tbody th", (all) => all.map((one) => one.textContent)), [
    ...Array.from({ length: 5 }, (_, i) => `new ${i}`),
    "<b>new</b>",
  ]);
  assert.match(await page.textContent(".projected tbody"), /not below .*(the family|Unusual)/);
  const table = (await take(page, "Download the projected samples as CSV")).trim().split("\r\n");
  assert.equal(table.length, 7);
  const rows = table.slice(1).map((line) => line.split(","));
  for (const row of rows) assert.ok(Number(row[7]) <= Number(row[6]) * (1 + 1e-5), "a bound is below");
  assert.match(await take(page, "Download the plane as SVG"), /projected samples<\/text>/);
  await done();
});

test("a pointer on a projected sample names it", async () => {
  const { page, done } = await open("projected");
  await page.locator("#plane canvas.main").scrollIntoViewIfNeeded();
  const orange = await page.$eval("#plane canvas.main", (canvas) => {
    const { width, height, data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4)
      if (data[i] === 198 && data[i + 1] === 90 && data[i + 2] === 17)
        return [(i / 4) % width, Math.floor(i / 4 / width), height];
    return null;
  });
  assert.ok(orange, "a diamond is drawn");
  const box = await page.locator("#plane canvas.main").boundingBox();
  await page.mouse.move(box.x + orange[0], box.y + orange[1] + 5);
  assert.match(await page.textContent(".tip"), /projected, not of the model/);
  await done();
});
