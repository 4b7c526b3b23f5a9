// The page in a real browser.  Run by tests/report/page_in_browser.py, which makes the pages and says where they are.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { colours, open, pixels } from "./opened.mjs";

for (const name of [
  "shapes",
  "palettes",
  "line",
  "plane",
  "space",
  "five",
  "one_component",
  "one_measure",
  "mean_only",
  "without_data",
  "large",
])
  test(`${name} opens from disk without a network and without a complaint`, async () => {
    const { page, done } = await open(name);
    const canvases = await page.$$eval("canvas", (all) => all.length);
    assert.ok(canvases > 0);
    if (await page.$("#morph")) assert.ok((await colours(page, "#morph canvas.main")) > 4, "the morph is drawn");
    if (await page.$("#plane")) assert.ok((await colours(page, "#plane canvas.main")) > 4, "the plane is drawn");
    assert.ok(await page.$("#certificates"));
    await done();
  });

for (const name of ["shapes", "palettes", "line", "plane", "space", "five"])
  test(`${name}: dragging the slider moves the measure`, async () => {
    const { page, done } = await open(name);
    await page.uncheck("text=ghost of the mean");
    const middle = await pixels(page, "#morph canvas.main");
    const slider = await page.locator("#time").boundingBox();
    await page.mouse.move(slider.x + slider.width / 2, slider.y + slider.height / 2);
    await page.mouse.down();
    await page.mouse.move(slider.x + 0.95 * slider.width, slider.y + slider.height / 2, { steps: 5 });
    await page.mouse.up();
    assert.notEqual(await pixels(page, "#morph canvas.main"), middle);
    assert.match(await page.textContent(".readout"), /t = 0\.9/);
    await done();
  });

test("ghost, trails and speed map each change the picture", async () => {
  for (const name of ["shapes", "palettes", "line", "space", "five"]) {
    const { page, done } = await open(name);
    await page.locator("#time").fill("0.9");
    const canvas = name === "palettes" ? "#morph figure:nth-child(2) canvas" : "#morph canvas.main";
    for (const choice of ["ghost of the mean", "trails of the atoms", "speed map"]) {
      const before = await pixels(page, canvas);
      await page.click(`text=${choice}`);
      assert.notEqual(await pixels(page, canvas), before, `${name}: ${choice}`);
    }
    await done();
  }
});

test("play moves, pause stops", async () => {
  const { page, done } = await open("shapes");
  const time = () => page.inputValue("#time").then(Number);
  const start = await time();
  await page.click("button.play");
  await page.waitForFunction((from) => Math.abs(Number(document.querySelector("#time").value) - from) > 0.05, start);
  await page.click("button.play");
  const stopped = await time();
  await page.waitForTimeout(150);
  assert.equal(await time(), stopped);
  await done();
});

test("a drag on the picture moves through time; a drag in space turns the cloud", async () => {
  const { page, done } = await open("palettes");
  const drag = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.8 * box.width, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
  };
  await drag("#morph figure:nth-child(1) canvas");
  assert.ok(Number(await page.inputValue("#time")) > 0.7);
  const before = await pixels(page, "#morph figure:nth-child(2) canvas");
  await drag("#morph figure:nth-child(2) canvas");
  assert.notEqual(await pixels(page, "#morph figure:nth-child(2) canvas"), before);
  await done();
});

test("hovering names a sample, clicking shows it beside its projection", async () => {
  const { page, done } = await open("shapes");
  await page.uncheck("text=pictures");
  const box = await page.locator("#plane canvas.main").boundingBox();
  await page.locator("#plane canvas.main").scrollIntoViewIfNeeded();
  const at = await page.locator("#plane canvas.main").boundingBox();
  let name = null;
  for (let step = 0; step < 40 && !name; step++) {
    await page.mouse.move(at.x + at.width * (0.3 + 0.01 * step), at.y + box.height / 2);
    if (await page.isVisible(".tip")) name = await page.textContent(".tip strong");
  }
  assert.ok(name, "a sample was under the pointer");
  assert.match(await page.textContent(".tip"), /left over/);
  await page.mouse.down();
  await page.mouse.up();
  assert.match(await page.textContent(".detail h3"), new RegExp(`^${name}`));
  assert.equal(await page.locator(".detail canvas").count(), 2);
  await done();
});

test("a drag in the plane moves the measure of both components", async () => {
  const { page, done } = await open("shapes");
  await page.locator("#plane canvas.main").scrollIntoViewIfNeeded();
  const before = await pixels(page, ".probe canvas");
  const box = await page.locator("#plane canvas.main").boundingBox();
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.85 * box.width, box.y + 0.15 * box.height, { steps: 5 });
  await page.mouse.up();
  assert.notEqual(await pixels(page, ".probe canvas"), before);
  const times = await page.$$eval(".probe input", (inputs) => inputs.map((input) => Number(input.value)));
  assert.ok(times[0] > 0.7 && times[1] > 0.7, `times ${times}`);
  await done();
});

test("everything can be done with the keyboard alone", async () => {
  const { page, done } = await open("shapes");
  const reach = async (match) => {
    for (let presses = 0; presses < 400; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((selector) => document.activeElement.matches(selector), match)) return;
    }
    assert.fail(`no tab stop ${match}`);
  };
  await reach("input[name=component]");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent(".summary"), /^Component 2 /);
  await reach("#morph canvas.main");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(Number(await page.inputValue("#time")), 0.52);
  await reach("#time");
  await page.keyboard.press("End");
  assert.equal(Number(await page.inputValue("#time")), 1);
  await reach("#plane canvas.main");
  await page.keyboard.press("ArrowRight");
  const first = await page.textContent(".detail h3");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await page.textContent(".detail h3"), first);
  assert.match(await page.textContent("[role=status]"), /left over/);
  await reach(".probe input");
  const before = await pixels(page, ".probe canvas");
  for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
  assert.notEqual(await pixels(page, ".probe canvas"), before);
  await reach(".cards button");
  await page.keyboard.press("Enter");
  const chosen = await page.$eval(":focus strong", (name) => name.textContent);
  assert.ok((await page.textContent(".detail h3")).startsWith(chosen));
  await done();
});

test("hostile names are only names", async () => {
  const { page, done } = await open("hostile");
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("script").count(), 2);
  assert.equal(await page.locator("img, iframe, object, embed").count(), 0);
  const cards = await page.$$eval(".cards strong", (names) => names.map((name) => name.textContent));
  assert.ok(cards.includes("<script>window.hacked=1</script>"), cards.join("\n"));
  assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth)) <= 1100, "no name widens the page");
  await page.locator(".cards button").first().click();
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await done();
});

test("60,000 samples: the page opens and says what was left out", async () => {
  const { page, done } = await open("large");
  assert.match(await page.textContent(".facts"), /60\u202f000 measures/);
  assert.match(await page.textContent(".notes"), /without the data/);
  assert.match(await page.textContent("#plane"), /put together in small squares/);
  await done();
});

test("axes that are not drawn are named", async () => {
  const { page, done } = await open("five");
  assert.match(await page.textContent("#morph"), /Of 5 axes the 4 that move most are drawn/);
  await done();
});

test("pictures of a part of the samples are announced", async () => {
  const { page, done } = await open("sampled");
  assert.match(await page.textContent(".notes"), /Pictures: \d+ of 300 samples/);
  await done();
});

test("light and dark", async () => {
  const paper = (page) => page.evaluate(() => getComputedStyle(document.body.parentElement).backgroundColor);
  const { page, done } = await open("shapes", { colorScheme: "dark" });
  const dark = await paper(page);
  const drawn = await pixels(page, "#morph canvas.main");
  await page.click("text=Light");
  assert.notEqual(await paper(page), dark);
  assert.notEqual(await pixels(page, "#morph canvas.main"), drawn);
  assert.equal(await page.textContent(".settings button:last-child"), "Dark");
  await done();
});

for (const name of ["shapes", "palettes", "line", "five"])
  test(`${name} fits a phone`, async () => {
    const { page, done } = await open(name, { viewport: { width: 360, height: 740 }, hasTouch: true });
    assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth)) <= 360);
    await done();
  });

test("what is seen can be taken away", async () => {
  const { page, done } = await open("shapes");
  const take = async (label) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[aria-label="${label}"]`)]);
    return readFile(await download.path());
  };
  for (const label of ["Download the morph as PNG", "Download the plane as PNG"])
    assert.equal((await take(label)).subarray(1, 4).toString(), "PNG");
  for (const label of [
    "Download the scree plot as SVG",
    "Download the ranking as SVG",
    "Download the convergence curves as SVG",
  ])
    assert.match((await take(label)).toString(), /^<svg .*<\/svg>$/s);
  const table = (await take("Download the table of samples as CSV")).toString().trim().split("\r\n");
  assert.equal(table.length, 301);
  assert.match(table[0], /^name,label,squared_distance_to_mean/);
  await done();
});

test("certificates speak, the run is told, the bootstrap has bars", async () => {
  const { page, done } = await open("shapes");
  const text = await page.textContent("#certificates");
  for (const words of [
    "No other time brings a sample nearer",
    "optimal transport",
    "does not hold",
    "9 iterations, converged",
    "wpga fit 'my data' -o shapes.h5",
    "seconds.read",
    "support",
  ])
    assert.ok(text.includes(words), words);
  assert.equal(await page.locator("#scree path.whisker").count(), 3);
  assert.equal(await page.locator("#scree rect.tangent").count(), 3);
  await done();
});

test("every control and picture has a name for a screen reader", async () => {
  const { page, done } = await open("shapes");
  const nameless = await page.$$eval("button, input, select, canvas, svg", (all) =>
    all
      .filter(
        (one) =>
          !one.closest("[aria-hidden=true]") &&
          !one.getAttribute("aria-label") &&
          !one.closest("label")?.textContent.trim() &&
          !one.textContent.trim(),
      )
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(nameless, []);
  await done();
});

// Numbers for docs/report.md; nothing is asserted, machines differ.
test("frames a second of a thousand atoms", async (t) => {
  const { page, done } = await open("thousand");
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  await page.click("button.play");
  const frames = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const start = performance.now();
        let count = 0;
        const next = () => (
          ++count,
          performance.now() - start < 2000
            ? requestAnimationFrame(next)
            : resolve((1000 * count) / (performance.now() - start))
        );
        requestAnimationFrame(next);
      }),
  );
  const each = await page.evaluate(() => {
    const slider = document.querySelector("#time");
    const start = performance.now();
    for (let i = 0; i < 100; i++) {
      slider.value = String(i / 100);
      slider.dispatchEvent(new Event("input"));
    }
    return (performance.now() - start) / 100;
  });
  t.diagnostic(
    `first paint ${Math.round(paint)} ms, ${frames.toFixed(0)} frames a second, ${each.toFixed(2)} ms a frame`,
  );
  await done();
});
