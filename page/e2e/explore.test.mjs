// Search, filter, zoom, selection and colours of the plane.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { colours, open, pixels } from "./opened.mjs";

const plane = "#plane canvas.main";

async function drag(page, from, to, steps = 5, extra = []) {
  await page.locator(plane).scrollIntoViewIfNeeded();
  const box = await page.locator(plane).boundingBox();
  const at = ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  for (const place of [...extra, to]) await page.mouse.move(...at(place), { steps });
  await page.mouse.up();
}

test("every part is painted without scrolling", async () => {
  const { page, done } = await open("shapes", { viewport: { width: 1100, height: 6000 } });
  for (const id of ["morph", "plane", "scree", "residuals", "certificates"])
    assert.ok(await page.isVisible(`#${id}`), id);
  const blank = await page.$$eval("canvas", (all) =>
    all
      .filter((canvas) => !canvas.closest("[hidden]") && !canvas.classList.contains("pen")) // that one is for the reader
      .filter((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size < 2;
      })
      .map((canvas) => canvas.outerHTML.slice(0, 100)),
  );
  assert.deepEqual(blank, []);
  await done();
});

test("the policy allows this file's own script and style only", async () => {
  const { page, done } = await open("shapes");
  const policy = await page.$eval("meta[http-equiv=Content-Security-Policy]", (meta) => meta.content);
  assert.match(policy, /default-src 'none'/);
  assert.ok(!policy.includes("unsafe-inline"));
  await done();
  const hacked = await open("shapes");
  await hacked.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.hacked = 1";
    document.body.append(script);
    document.body.setAttribute("onclick", "window.hacked = 1");
    document.body.click();
  });
  assert.equal(await hacked.page.evaluate(() => window.hacked), undefined);
  assert.ok(hacked.complaints.some((text) => /Content Security Policy/.test(text)));
});

test("legend buttons hide and show a class, search finds names", async () => {
  const { page, done } = await open("shapes");
  const all = await pixels(page, plane);
  await page.click('[data-class="0"]');
  await page.waitForFunction(() => /200 samples of 300/.test(document.querySelector(".plane-status").textContent));
  assert.notEqual(await pixels(page, plane), all);
  assert.equal(await page.getAttribute('[data-class="0"]', "aria-pressed"), "false");
  await page.waitForFunction(() => /Only the 200 samples/.test(document.querySelector("#residuals").textContent));
  await page.click('[aria-label="Show all classes"]');
  await page.waitForFunction(() => !/of 300 shown/.test(document.querySelector(".plane-status").textContent));
  await page.fill("input[type=search]", "sample 12");
  await page.waitForFunction(() => /13 samples of 300/.test(document.querySelector(".plane-status").textContent));
  await done();
});

test("wheel, buttons and keys zoom and move the plane, and 0 shows all again", async () => {
  const { page, done } = await open("shapes");
  await page.uncheck("text=pictures");
  const whole = await pixels(page, plane);
  const changed = async (act) => {
    const before = await pixels(page, plane);
    await act();
    await page.waitForTimeout(120);
    assert.notEqual(await pixels(page, plane), before);
  };
  await page.locator(plane).scrollIntoViewIfNeeded();
  const box = await page.locator(plane).boundingBox();
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
  await page.keyboard.down("Control");
  await changed(() => page.mouse.wheel(0, -300));
  await page.keyboard.up("Control");
  await page.mouse.move(0, 0);
  await changed(() => page.click('[aria-label="Zoom in"]'));
  await page.focus(plane);
  await changed(() => page.keyboard.press("+"));
  await changed(() => page.keyboard.press("Shift+ArrowLeft"));
  await page.keyboard.press("0");
  await page.waitForTimeout(120);
  assert.equal(await pixels(page, plane), whole);
  await page.check("input[value=move]", { force: true });
  await page.click('[aria-label="Zoom in"]');
  await changed(() => drag(page, [0.5, 0.5], [0.6, 0.6]));
  await done();
});

test("the wheel scrolls the page while the plane has no focus", async () => {
  const { page, done } = await open("shapes");
  await page.locator(plane).scrollIntoViewIfNeeded();
  const box = await page.locator(plane).boundingBox();
  await page.mouse.move(box.x + 50, box.y + 50);
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 120);
  await page.waitForFunction((from) => scrollY > from, before);
  await done();
});

test("two fingers zoom", async () => {
  const { page, done } = await open("shapes", { hasTouch: true });
  await page.uncheck("text=pictures");
  const before = await pixels(page, plane);
  await page.$eval(plane, (canvas) => {
    const box = canvas.getBoundingClientRect();
    const send = (type, id, x, y) =>
      canvas.dispatchEvent(
        new PointerEvent(type, { pointerId: id, pointerType: "touch", clientX: box.left + x, clientY: box.top + y }),
      );
    canvas.setPointerCapture = () => {};
    send("pointerdown", 11, 200, 200);
    send("pointerdown", 12, 240, 200);
    send("pointermove", 12, 340, 200);
    send("pointerup", 12, 340, 200);
    send("pointerup", 11, 200, 200);
  });
  await page.waitForTimeout(120);
  assert.notEqual(await pixels(page, plane), before);
  assert.ok(await page.isEnabled('[aria-label="Show the whole plane"]'));
  await done();
});

test("a box and a lasso pick samples, and plane, pairs, ranking and pictures follow", async () => {
  const { page, done } = await open("shapes");
  const [planeBefore, pairBefore] = [await pixels(page, plane), await pixels(page, ".pairs canvas")];
  await page.check("input[value=box]", { force: true });
  await drag(page, [0.3, 0.3], [0.7, 0.7]);
  await page.waitForSelector(".picked:not([hidden])");
  const inBox = Number((await page.textContent(".picked-head strong")).match(/^\d+/)[0]);
  assert.ok(inBox > 10 && inBox < 300, `${inBox} in the box`);
  assert.equal(await page.locator(".names button").count(), Math.min(200, inBox));
  await page.waitForFunction((many) => document.querySelectorAll("#residuals .picked-dot").length === many, inBox);
  await page.waitForFunction(() => /that are picked/.test(document.querySelector("#residuals").textContent));
  assert.notEqual(await pixels(page, plane), planeBefore);
  assert.notEqual(await pixels(page, ".pairs canvas"), pairBefore);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click('[aria-label="Download the picked samples as CSV"]'),
  ]);
  assert.equal((await readFile(await download.path(), "utf8")).trim().split("\r\n").length, inBox + 1);
  await page.click('[aria-label="Pick nothing"]');
  assert.ok(await page.isHidden(".picked"));
  await page.check("input[value=lasso]", { force: true });
  await drag(page, [0.3, 0.3], [0.3, 0.7], 4, [
    [0.7, 0.3],
    [0.7, 0.7],
  ]);
  assert.equal(Number((await page.textContent(".picked-head strong")).match(/^\d+/)[0]), inBox);
  await page.locator(".names button").first().click();
  assert.ok((await page.textContent(".detail h3")).length > 0);
  await done();
});

test("a click on a pair brings it to the plane", async () => {
  const { page, done } = await open("shapes");
  await page.click('[aria-label="show components 2 and 3 in the plane"]');
  assert.deepEqual(await page.$$eval("#plane select", (lists) => lists.slice(0, 2).map((list) => list.value)), [
    "1",
    "2",
  ]);
  await done();
});

test("columns of --meta colour the samples: classes with buttons, numbers with a bar", async () => {
  const { page, done } = await open("classes");
  assert.equal(await page.locator("[data-class]").count(), 12);
  const byLabel = await pixels(page, plane);
  await page.selectOption("label:has-text('colours by') select", { label: "year" });
  assert.notEqual(await pixels(page, plane), byLabel);
  const legend = await page.textContent(".key.labels");
  for (const words of ["year", "1900", "2099", "missing (40 samples)"]) assert.ok(legend.includes(words), legend);
  await page.selectOption("label:has-text('colours by') select", { label: "side" });
  assert.deepEqual(await page.$$eval("[data-class] bdi", (all) => all.map((one) => one.textContent)), [
    "missing",
    "left",
    "right",
  ]);
  await done();
});

test("ten and more classes: marks differ in colour and form, names stand at the medians", async () => {
  const { page, done } = await open("classes");
  const marks = await page.$$eval("[data-class] canvas", (all) => all.map((canvas) => canvas.toDataURL()));
  assert.equal(new Set(marks).size, 12);
  await page.uncheck("text=pictures");
  assert.ok((await colours(page, plane)) > 20);
  await done();
});

for (const name of ["few", "huge", "tiny"])
  test(`${name}: opens, and the plane is drawn`, async () => {
    const { page, done } = await open(name);
    assert.ok((await colours(page, plane)) > 4);
    assert.ok((await colours(page, "#morph canvas.main")) > 4);
    const text = await page.textContent("main");
    assert.ok(!/NaN|Infinity|undefined/.test(text));
    if (name === "huge") assert.match(await page.textContent(".masthead"), /10¹⁵⁰ units of the data/);
    await done();
  });
