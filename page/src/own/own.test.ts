import { describe, expect, it } from "vitest";
import { fixture } from "../fixture";
import { decode } from "../payload";
import { shareFarther, verdictOf } from "./verdict";
import { measureOf } from "./points_text";
import { sizeWithin } from "./picture_file";
import { readingOf } from "./reading";

describe("points as text", () => {
  it("are rows of numbers, between any of the usual signs", () => {
    for (const text of [
      "1,2\n3,4\n",
      "1;2\r\n3;4",
      "1\t2\n3\t4",
      "1 2\n\n3   4",
      "# by hand\n1,2\n3,4",
      "\uFEFF1,2\n3,4",
    ])
      expect(Array.from(measureOf(text, ["x", "y"]).points)).toEqual([1, 2, 3, 4]);
  });
  it("have equal weights, or those of one column more", () => {
    expect(Array.from(measureOf("1\n2", ["x"]).weights)).toEqual([0.5, 0.5]);
    expect(Array.from(measureOf("1,3\n2,1", ["x"]).weights)).toEqual([0.75, 0.25]);
    expect(Array.from(measureOf("1,3\n2,0", ["x"]).points)).toEqual([1]);
  });
  it("are found by the names of their columns", () => {
    const measure = measureOf("weight,y,id,x\n1,2,7,3\n1,4,8,5\n", ["x", "y"]);
    expect(Array.from(measure.points)).toEqual([3, 2, 5, 4]);
  });
  it("are transformed as the data of the model were", () =>
    expect(measureOf("100", ["x"], "log10").points[0]).toBeCloseTo(2));
  it("say what is wrong, and where", () => {
    for (const [text, words] of [
      ["", "no points"],
      ["1", "needs 2 numbers"],
      ["1,2\n3,x", "row 2"],
      ["1,2,3,4,5", "name those"],
      ["1,2,-1", "weight"],
      ["x,y\n", "no points"],
    ] as const)
      expect(() => measureOf(text, ["x", "y"]), text).toThrow(words);
    expect(() => measureOf("-1", ["x"], "log10")).toThrow("logarithm");
  });
});

describe("the reading of a model", () => {
  it("is followed, and absent ones are the defaults", () => {
    const text = JSON.stringify({ options: { invert: true, threshold: 0.2, grey: "linear", transform: "asinh" } });
    expect(readingOf(text)).toMatchObject({
      invert: true,
      threshold: 0.2,
      linear: true,
      transform: "asinh",
      colors: 128,
    });
    expect(readingOf("")).toMatchObject({ invert: false, transform: "none" });
    expect(readingOf("no json").seed).toBe(1);
  });
});

describe("the verdict", () => {
  const analysis = decode(fixture()); // 1, 0.4 and 3 are left over
  it("compares with what is left of the samples", () => {
    expect(shareFarther(analysis, 0.5)).toBeCloseTo(2 / 3);
    expect(verdictOf(analysis, 0.5)).toMatch(/^Like the family/);
    expect(verdictOf(analysis, 4)).toMatch(/^Unlike the family/);
  });
});

describe("a large picture", () => {
  it("keeps its size where the page has room, else its proportions", () => {
    expect(sizeWithin(4000, 3000, 5e7)).toEqual([4000, 3000]);
    const [width, height] = sizeWithin(16000, 4000, 1e6);
    expect(width * height).toBeLessThanOrEqual(1e6);
    expect(width / height).toBeCloseTo(4, 1);
    expect(sizeWithin(1e6, 1, 100)[1]).toBe(1);
  });
});
