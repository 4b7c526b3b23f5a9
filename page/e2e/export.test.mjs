// What is seen can be taken away: vector figures, moving pictures, tables, and a link to the view.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open, pixels } from "./opened.mjs";

// Chromium drops the eleventh download that a page begins within one second: nobody clicks so fast.
async function take(page, label) {
  await page.waitForTimeout(110);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[aria-label="${label}"]`)]);
  return readFile(await download.path());
}

// The figure as a browser reads it: well-formed, with these words in it.
async function figure(page, label) {
  const text = (await take(page, label)).toString();
  const read = await page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
    const all = (name) => parsed.querySelectorAll(name).length;
    return {
      wrong: parsed.querySelector("parsererror")?.textContent ?? null,
      words: Array.from(parsed.querySelectorAll("text"), (one) => one.textContent).join("\n"),
      width: parsed.documentElement.getAttribute("width"),
      marks: all("path") + all("rect") + all("circle") + all("polyline") + all("line") + all("image"),
      images: all("image"),
      scripts: all("script, foreignObject, iframe"),
    };
  }, text);
  assert.equal(read.wrong, null, label);
  assert.equal(read.scripts, 0);
  assert.ok(!/NaN|undefined|Infinity/.test(text.replace(/base64,[^"]*/g, "")), label);
  return read;
}

test("every plot is a vector figure with its legend and the names of its axes, at the chosen width", async () => {
  const { page, done } = await open("shapes");
  await page.uncheck("text=pictures");
  for (const [label, words] of Object.entries({
    "Download the morph as SVG": ["Component 1 (", "t = 0.25", "the mean"],
    "Download the plane as SVG": ["component 1 (px)", "component 2 (px)", "two", "three", "eight"],
    "Download all pairs of components as SVG": ["component 1", "component 3", "eight"],
    "Download the marginals as SVG": ["t = 0", "mean"],
    "Download the scree plot as SVG": ["component", "explained share of the variance", "20 bootstrap samples", "alone"],
    "Download the ranking as SVG": ["rank", "distance left over (px)", "samples by distance left over"],
    "Download the convergence curves as SVG": ["iteration", "objective", "component 3"],
  }))
    for (const [choice, width] of [
      ["0", "90mm"],
      ["4", "1280px"],
    ]) {
      await page.selectOption("[data-keep=width]", choice);
      const read = await figure(page, label);
      assert.equal(read.width, width);
      assert.ok(read.marks > 4, label);
      for (const word of words) assert.ok(read.words.includes(word), `${label}: ${word} in ${read.words}`);
    }
  await done();
});

test("the plane has a mark for every sample that is shown, and pictures where they are", async () => {
  const { page, done } = await open("few");
  await page.uncheck("text=pictures");
  const names = (await figure(page, "Download the plane as SVG")).words;
  assert.match(names, /patient 3/);
  await page.check("text=pictures");
  assert.ok((await figure(page, "Download the plane as SVG")).images > 3);
  await page.fill("[type=search]", "patient 11");
  assert.doesNotMatch((await figure(page, "Download the plane as SVG")).words, /patient 3/);
  await done();
});

for (const name of ["palettes", "line", "space", "five", "hostile", "one_measure", "large"])
  test(`${name}: figures are well-formed`, async () => {
    const { page, done } = await open(name);
    for (const label of ["Download the morph as SVG", "Download the plane as SVG", "Download the scree plot as SVG"])
      assert.ok((await figure(page, label)).marks > 4);
    if (name === "space" || name === "five") assert.equal((await figure(page, "Download the morph as SVG")).images, 0);
    await done();
  });

test("the morph as a GIF moves", async () => {
  for (const name of ["shapes", "palettes"]) {
    const { page, done } = await open(name);
    const bytes = await take(page, "Download the morph as a moving picture, GIF");
    const frames = await page.evaluate(async (data) => {
      const decoder = new ImageDecoder({
        type: "image/gif",
        data: Uint8Array.from(atob(data), (c) => c.charCodeAt(0)),
      });
      await Promise.all([decoder.tracks.ready, decoder.completed]);
      const track = decoder.tracks.selectedTrack;
      const sums = [];
      for (const frameIndex of [0, 12, 23, 34]) {
        const { image } = await decoder.decode({ frameIndex });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const { data: rgba } = context.getImageData(0, 0, canvas.width, canvas.height);
        sums.push(rgba.reduce((sum, v, i) => (sum * 31 + v * (i & 255)) % 1000003, 7));
      }
      return { count: track.frameCount, repeats: track.repetitionCount, sums };
    }, bytes.toString("base64"));
    assert.equal(frames.count, 46);
    assert.equal(frames.repeats, Infinity);
    assert.equal(new Set(frames.sums.slice(0, 3)).size, 3, "frames differ");
    assert.equal(frames.sums[1], frames.sums[3], "the way back is the way there");
    await done();
  }
});

test("a link brings the same view in another window", async () => {
  const { page, done } = await open("classes");
  await page.click("text=Component 2");
  await page.locator("#time").fill("0.85");
  await page.check("text=trails of the atoms");
  await page.selectOption("label:has-text('colours by') select", { label: "side" });
  await page.click('[data-class="1"]');
  await page.fill("[type=search]", "sample");
  await page.click('[aria-label="Zoom in"]');
  await page.focus("#plane canvas.main");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.selectOption("[data-keep=width]", "4");
  await page.waitForFunction(() => /zoom=/.test(location.hash) && /sample=/.test(location.hash));
  await page.waitForTimeout(400);
  const fragment = await page.evaluate(() => location.hash);
  const seen = async (one) => [
    await one.inputValue("#time"),
    await one.textContent(".summary"),
    await one.textContent(".plane-status"),
    await one.textContent(".detail h3"),
    await one.textContent(".picked-head"),
    await one.inputValue("[data-keep=width]"),
    await pixels(one, "#morph canvas.main"),
    await pixels(one, "#plane canvas.main"),
  ];
  await page.evaluate(() => document.activeElement.blur());
  const before = await seen(page);
  const other = await open("classes", { fragment });
  await other.page.waitForFunction(() => document.querySelector(".picked-head"));
  assert.deepEqual(await seen(other.page), before);
  await other.done();
  await done();
});

test("a link that makes no sense does no harm", async () => {
  const { page, done } = await open("shapes", {
    fragment: "#component=99&t=x&across=7&zoom=a,b&hide=1-999999&picked=%&sample=-4&theme=<b>&search=%3Cscript%3E&k",
  });
  assert.match(await page.textContent(".summary"), /^Component 1 /);
  assert.equal(await page.inputValue("[data-keep=across]"), "0");
  assert.equal(await page.inputValue("[type=search]"), "<script>");
  await done();
});

test("tables hold what is shown, bootstrap included", async () => {
  const { page, done } = await open("shapes");
  const table = async (label) => (await take(page, label)).toString().trim().split("\r\n");
  const shares = await table("Download the shares as CSV");
  assert.match(shares[0], /bootstrap_low,bootstrap_high,bootstrap_replicates,held_out_explained/);
  assert.match(shares[1], /,20,,,,$/);
  assert.match((await table("Download the atoms at this time as CSV"))[0], /,weight$/);
  await page.click('[data-class="0"]');
  assert.equal((await table("Download the table of samples as CSV")).length, 201);
  assert.equal((await table("Download the ranking as CSV")).length, 201);
  await done();
});
