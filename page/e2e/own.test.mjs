// Samples of the reader, projected in the page: the numbers are those of the program.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open, pixels } from "./opened.mjs";

const folder = process.env.WPGA_PAGES;

async function projected(page) {
  const text = await page.waitForFunction(() => document.querySelector(".own-result")?.dataset.projection);
  return JSON.parse(await text.jsonValue(), (_, value) => (value === null ? NaN : value));
}

const near = (ours, theirs, what) =>
  theirs === null
    ? assert.ok(Number.isNaN(ours), what)
    : assert.ok(Math.abs(ours - theirs) <= 1e-9 * Math.max(1, Math.abs(theirs)), `${what}: ${ours} and ${theirs}`);

async function sameAsProgram(name, found) {
  const told = JSON.parse(await readFile(`${folder}/${name}_own.json`, "utf8"));
  const [one] = told.rows;
  near(found.squaredDistance, one.squared_distance_to_mean, "to the mean");
  found.alone.forEach((alone, k) => {
    const of = (what) => one[`${what}_${k + 1}`];
    near(alone.time, of("time"), `time ${k}`);
    near(alone.squaredDistance, of("squared_distance"), `squared distance ${k}`);
    near(alone.lowerBound, of("lower_bound"), `lower bound ${k}`);
    near(alone.score, of("score"), `score ${k}`);
    near(found.together[k].time, of("joint_time"), `joint time ${k}`);
    near(found.together[k].squaredDistance, of("joint_squared_distance"), `joint squared distance ${k}`);
  });
}

for (const [name, file, told = name] of [
  ["shapes", "own.png"],
  ["palettes", "own_photo.png"],
  ["palettes", "own_large.png", "palettes_large"],
  ["plane", "own.csv"],
  ["tables", "own_tables.csv"],
  ["bins", "own_bins.csv"],
  ["mixed", "own_wide.png"],
  ["centred", "own_wide.png"],
])
  test(`${name}, ${file}: a chosen file has the numbers of wpga project to 1e-9`, async () => {
    const { page, done } = await open(name);
    await page.setInputFiles("#own input[type=file]", `${folder}/${file}`);
    await sameAsProgram(told, await projected(page));
    assert.match(await page.textContent(".own-result"), /the family|Unusual/);
    assert.doesNotMatch(await page.textContent("#own"), /The browser/);
    await done();
  });

test("what a browser reads otherwise than the program is said", async () => {
  const { page, done } = await open("palettes");
  for (const [file, words] of [
    ["own.jpg", /The browser decoded the JPEG/],
    ["own_glass.png", /rounds the colours of translucent pixels/],
  ]) {
    await page.setInputFiles("#own input[type=file]", `${folder}/${file}`);
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector("#own").textContent),
      words.source,
    );
  }
  await done();
});

test("pasted points have the same numbers, and bad ones are told", async () => {
  const { page, done } = await open("plane");
  await page.fill("#own textarea", await readFile(`${folder}/own.csv`, "utf8"));
  await sameAsProgram("plane", await projected(page));
  await page.fill("#own textarea", "1,2\n3,oops\n");
  await page.waitForFunction(() => /row 2: 'oops' is no number/.test(document.querySelector("#own").textContent));
  await done();
});

test("how a table was read is said: rows that were drawn, the first of several measures", async () => {
  for (const [name, file, words] of [
    ["tables", "own_tables.csv", /30 of 60 rows, drawn as the program draws them/],
    ["bins", "own_bins.csv", /The table has 2 histograms; this is the first, new 0/],
  ]) {
    const { page, done } = await open(name);
    await page.setInputFiles("#own input[type=file]", `${folder}/${file}`);
    await projected(page);
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector("#own").textContent),
      words.source,
    );
    await done();
  }
});

test("a drawn shape is placed in the plane, in a tenth of a second", async (t) => {
  const { page, done } = await open("shapes");
  const before = await pixels(page, "#plane canvas.main");
  await page.locator(".pen").scrollIntoViewIfNeeded();
  const box = await page.locator(".pen").boundingBox();
  const at = (angle) => [
    box.x + box.width * (0.5 + 0.3 * Math.cos(angle)),
    box.y + box.height * (0.5 + 0.3 * Math.sin(angle)),
  ];
  await page.mouse.move(...at(0.6));
  await page.mouse.down();
  for (let angle = 0.6; angle < 5.4; angle += 0.2) await page.mouse.move(...at(angle));
  await page.mouse.up();
  const found = await projected(page);
  assert.ok(found.squaredDistance > 0 && found.alone.length === 3);
  t.diagnostic((await page.textContent(".own-result .aside")).slice(0, 90));
  assert.notEqual(await pixels(page, "#plane canvas.main"), before);
  await page.click('[aria-label="Forget the own sample"]');
  assert.equal(await pixels(page, "#plane canvas.main"), before);
  await done();
});
