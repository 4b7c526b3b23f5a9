// Photos beside their palettes, and pictures of projected samples.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindsNothing, colours, open } from "./opened.mjs";

// The picture is there and not empty.
const painted = (page, selector) =>
  page.$$eval(selector, (all) => Promise.all(all.map((one) => one.decode().then(() => one.naturalWidth))));

test("a chosen palette stands beside its photo", async () => {
  const { page, done } = await open("photos");
  await page.locator(".cards button").first().click();
  assert.deepEqual(await painted(page, ".detail img"), [128]);
  assert.match(await page.textContent(".detail .pictures"), /photo.*its palette.*projection/s);
  const cards = await painted(page, ".cards img");
  assert.equal(cards.length, 8);
  assert.ok(cards.every((width) => width === 128));
  await axeFindsNothing(page);
  await done();
});

test("projected photos stand in the table with palette and projection", async () => {
  const { page, done } = await open("photos");
  assert.equal((await painted(page, ".projected img")).length, 2);
  assert.equal(await page.locator(".projected tbody canvas").count(), 4);
  await done();
});

test("projected samples have pictures, in the table and beside the pointer", async () => {
  const { page, done } = await open("projected");
  assert.equal(await page.locator(".projected tbody canvas").count(), 12);
  assert.ok((await colours(page, ".projected tbody canvas")) > 2);
  const alike = await page.$$eval(".projected tbody canvas", (all) => new Set(all.map((one) => one.toDataURL())).size);
  assert.ok(alike > 6, "samples differ from their projections and from each other");
  await done();
});
