// Six pages as they looked when somebody looked at them.  `make references` takes them anew.
//
// Letters and antialiasing are those of one browser and its fonts: with others the comparison is skipped, and says so.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { open } from "./opened.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "reference");
const renewing = process.env.WPGA_RENEW_REFERENCES === "yes";
const shrink = 3; // the pictures that are kept have a third of the pixels along each side
// A pixel differs by this much of a level of 255, in at most this share of all pixels; what was moved by a pixel stays below.
const [mostDifference, mostShare] = [32, 0.01];

const pages = [
  ["shapes", { colorScheme: "light" }],
  ["palettes", { colorScheme: "dark" }],
  ["line", { colorScheme: "light", fragment: "#t=0.9&trails=1" }],
  ["five", { colorScheme: "light" }],
  ["classes", { colorScheme: "dark", viewport: { width: 360, height: 1700 } }],
  ["compare", { colorScheme: "light" }],
];

// What decides how a page is drawn: the browser, and the widths of letters in the fonts it finds.
const surroundings = (page, version) =>
  page.evaluate((browser) => {
    const context = document.createElement("canvas").getContext("2d");
    const width = (font) => {
      context.font = font;
      return context.measureText("Wasserstein 0123456789 ◇ − ½").width.toFixed(3);
    };
    return `Chromium ${browser}, letters ${width("16px system-ui")} ${width("bold 12px sans-serif")}`;
  }, version);

// Seconds are never the same.
const still = (page) =>
  page.evaluate(() => {
    const times = Array.from(document.querySelectorAll(".compared td")).filter((one) =>
      /^[\d.]+ m?s$/.test(one.textContent),
    );
    for (const one of times) one.textContent = "1 s";
    window.scrollTo(0, 0);
  });

// The picture made smaller, as PNG, and its pixels; another PNG is compared with it.
const compared = (page, picture, kept) =>
  page.evaluate(
    async ([fresh, old, factor]) => {
      const load = (text) =>
        new Promise((resolve, reject) => {
          const image = new Image();
          image.onload = () => resolve(image);
          image.onerror = reject;
          image.src = `data:image/png;base64,${text}`;
        });
      const pixels = (image, width, height) => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [width, height];
        const context = canvas.getContext("2d");
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, width, height);
        return { canvas, data: context.getImageData(0, 0, width, height).data };
      };
      const image = await load(fresh);
      const [width, height] = [Math.round(image.width / factor), Math.round(image.height / factor)];
      const now = pixels(image, width, height);
      const png = now.canvas.toDataURL("image/png").split(",")[1];
      if (!old) return { png, differing: null };
      const before = await load(old);
      if (before.width !== width || before.height !== height)
        return { png, size: `${before.width} × ${before.height} became ${width} × ${height}` };
      const then = pixels(before, width, height).data;
      const differences = new Uint8Array(width * height);
      for (let k = 0; k < then.length; k++)
        differences[k >> 2] = Math.max(differences[k >> 2], Math.abs(then[k] - now.data[k]));
      return {
        png,
        differences: Array.from({ length: 256 }, (_, d) => differences.reduce((n, v) => n + (v > d), 0)),
        count: width * height,
      };
    },
    [picture.toString("base64"), kept, shrink],
  );

for (const [name, options] of pages)
  test(`${name} looks as it did`, async (t) => {
    const { page, done } = await open(name, {
      reducedMotion: "reduce",
      viewport: { width: 1100, height: 1700 },
      ...options,
    });
    const now = await surroundings(page, page.context().browser().version());
    const record = join(folder, "made_with.txt");
    const made = existsSync(record) ? readFileSync(record, "utf8").trim() : "";
    if (!renewing && made !== now) return t.skip(`the references were made with ${made || "nothing"}, this is ${now}`);
    await still(page);
    const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
    const file = join(folder, `${name}.png`);
    const kept = !renewing && existsSync(file) ? readFileSync(file).toString("base64") : null;
    const found = await compared(page, picture, kept);
    if (renewing) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, Buffer.from(found.png, "base64"));
      writeFileSync(record, `${now}\n`);
    } else {
      assert.ok(kept, `${file} is missing; make references`);
      assert.equal(found.size, undefined);
      const share = found.differences[mostDifference] / found.count;
      t.diagnostic(`${(100 * share).toFixed(3)} % of the pixels differ`);
      assert.ok(share <= mostShare, `${(100 * share).toFixed(2)} % of the pixels differ from ${file}`);
    }
    await done();
  });

// The rule itself: a page that lost its plot, or moved it, is another page.
test("a picture that is missing would be seen", async (t) => {
  if (renewing) return t.skip("renewing");
  const { page, done } = await open("shapes", { reducedMotion: "reduce", colorScheme: "light" });
  const whole = await compared(page, await page.screenshot(), null);
  const same = await compared(page, await page.screenshot(), whole.png);
  assert.equal(same.differences[mostDifference], 0);
  await page.evaluate(() => (document.querySelector("#morph canvas.main").style.visibility = "hidden"));
  const less = await compared(page, await page.screenshot(), whole.png);
  assert.ok(less.differences[mostDifference] / less.count > mostShare);
  await done();
});
