// The page in Debian's Firefox, where it is installed: opened from disk, drawn, used, projecting.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Firefox } from "./firefox.mjs";

const { WPGA_PAGES: folder, WPGA_FIREFOX: executable } = process.env;
let browser;
let missing = "Firefox is not installed";

// Where it cannot run (a container without what it needs) the tests are skipped, and say why.
before(async () => {
  if (!executable) return;
  try {
    browser = await Firefox.start(executable);
  } catch (problem) {
    missing = `Firefox does not run here: ${problem.message}`;
  }
});
after(() => browser?.close());

const inFirefox = (name, act) => test(`Firefox: ${name}`, (t) => (browser ? act() : t.skip(missing)));

async function open(name, fragment = "") {
  await browser.open("about:blank");
  await browser.open(pathToFileURL(`${folder}/${name}.html`).href + fragment);
  await browser.until(() => document.documentElement.dataset.ready === "yes");
}

// How many different colours a canvas has.
const colours = (selector) =>
  browser.run((of) => {
    const canvas = document.querySelector(of);
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, selector);

for (const name of ["shapes", "palettes", "line", "space", "five", "hostile", "photos"])
  inFirefox(`${name} opens from disk and is drawn`, async () => {
    await open(name);
    assert.ok((await colours("#morph canvas.main")) > 4, "the morph");
    assert.ok((await colours("#plane canvas.main")) > 4, "the plane");
    assert.equal(await browser.run(() => window.hacked ?? null), null);
  });

inFirefox("the slider moves the measure", async () => {
  await open("shapes");
  const [before, after] = await browser.run(() => {
    const [slider, canvas] = [document.querySelector("#time"), document.querySelector("#morph canvas.main")];
    const first = canvas.toDataURL();
    slider.value = "0.9";
    slider.dispatchEvent(new Event("input"));
    return [first, canvas.toDataURL()];
  });
  assert.notEqual(before, after);
});

inFirefox("pasted points have the numbers of wpga project to 1e-9", async () => {
  await open("plane");
  await browser.run(
    (text) => {
      const area = document.querySelector("#own textarea");
      area.value = text;
      area.dispatchEvent(new Event("input"));
    },
    await readFile(`${folder}/own.csv`, "utf8"),
  );
  await browser.until(() => document.querySelector(".own-result").dataset.projection);
  const found = JSON.parse(await browser.run(() => document.querySelector(".own-result").dataset.projection));
  const [told] = JSON.parse(await readFile(`${folder}/plane_own.json`, "utf8")).rows;
  found.alone.forEach(({ time, squaredDistance }, k) => {
    assert.ok(Math.abs(time - told[`time_${k + 1}`]) <= 1e-9);
    const theirs = told[`squared_distance_${k + 1}`];
    assert.ok(Math.abs(squaredDistance - theirs) <= 1e-9 * Math.max(1, theirs));
  });
});

inFirefox("a comparison opens the page of a model", async () => {
  await open("compare");
  await browser.run(() => void document.querySelector(".compared a").click());
  await browser.until(() => document.querySelector("#morph") && document.documentElement.dataset.ready === "yes");
  assert.ok((await colours("#morph canvas.main")) > 4);
});
