import { describe, expect, it } from "vitest";
import { fixture } from "../fixture";
import { shortName } from "../format";
import { markOf, mostMarks } from "../labels";
import { decode } from "../payload";
import { bins, medians } from "../plane/plane_data";
import { colorOfNumber, coloringsOf, markAt } from "./coloring";
import { boxOf, inside, spotsInside, type Place } from "./lasso";
import { Picked } from "./picked";
import { View } from "./view";

describe("a view", () => {
  it("shows all at first and keeps the place under the pointer while it zooms", () => {
    const view = new View();
    expect(view.seen(0, [-2, 6])).toEqual([-2, 6]);
    view.zoomAt(4, 0.25, 0.5); // the value 0 stands at a quarter
    const [low, high] = view.seen(0, [-2, 6]);
    expect(high - low).toBeCloseTo(2);
    expect(low + 0.25 * (high - low)).toBeCloseTo(0);
  });
  it("never leaves the whole, and zooming out ends at the whole", () => {
    const view = new View();
    view.zoomAt(10, 1, 1);
    view.pan(100, -100);
    expect(view.seen(0, [0, 1])[1]).toBeCloseTo(1);
    expect(view.seen(1, [0, 1])[0]).toBeCloseTo(0);
    view.zoomAt(1e-9, 0.5, 0.5);
    expect(view.isWhole).toBe(true);
  });
  it("zooms and back is where it was", () => {
    const view = new View();
    view.zoomAt(3, 0.4, 0.6);
    const before = view.state;
    view.zoomAt(2, 0.3, 0.8);
    view.zoomAt(0.5, 0.3, 0.8);
    view.state.forEach((v, k) => expect(v).toBeCloseTo(before[k]));
  });
  it("ignores a state that is no number", () => {
    const view = new View();
    view.state = [NaN, 0.5, 2];
    expect(view.isWhole).toBe(true);
  });
});

describe("lasso and box", () => {
  const horseshoe: Place[] = [
    [0, 0],
    [6, 0],
    [6, 6],
    [4, 6],
    [4, 2],
    [2, 2],
    [2, 6],
    [0, 6],
  ];
  it("hold what is inside, also of an outline that bends", () => {
    expect(inside(horseshoe, 1, 5)).toBe(true);
    expect(inside(horseshoe, 3, 5)).toBe(false);
    expect(inside(horseshoe, 3, 1)).toBe(true);
  });
  it("a box does not mind the direction of the drag", () => {
    const spots = { x: Float32Array.of(1, 5), y: Float32Array.of(1, 5) };
    expect(spotsInside(spots, boxOf([3, 3], [0, 0]))).toEqual([0]);
    expect(spotsInside(spots, boxOf([0, 3], [3, 0]))).toEqual([0]);
  });
});

describe("what is picked", () => {
  it("is of what is shown", () => {
    const picked = new Picked(["alpha", "beta", "gamma"], ["x", "y", "x"]);
    picked.pick([0, 1, 2]);
    picked.search("X");
    expect(picked.indices()).toEqual([0, 2]);
    picked.search("gam x");
    expect(Array.from(picked.shown)).toEqual([0, 0, 1]);
    picked.search("");
    expect(picked.pickedCount).toBe(3);
  });
  it("classes are hidden and shown again", () => {
    const picked = new Picked(["a", "b", "c"]);
    picked.classify(Uint16Array.of(0, 1, 0));
    picked.toggle(0);
    expect(picked.shownCount).toBe(1);
    picked.toggle(0);
    expect(picked.filtered).toBe(false);
    picked.hide([1]);
    picked.classify(null);
    expect(picked.filtered).toBe(false);
  });
  it("joins those of before when asked", () => {
    const picked = new Picked(["a", "b"]);
    picked.pick([0]);
    picked.pick([1], true);
    expect(picked.pickedCount).toBe(2);
    picked.pick([1]);
    expect(picked.indices()).toEqual([1]);
  });
});

describe("colours", () => {
  const analysis = decode(fixture());
  const [label, age, arm, nothing] = coloringsOf(analysis);
  it("can be those of the label and of every column", () =>
    expect([label, age, arm, nothing].map((one) => one.name)).toEqual(["label", "age", "arm", "nothing"]));
  it("numbers run from the least to the greatest, missing ones are grey", () => {
    expect([age.low, age.high]).toEqual([10, 30]);
    expect(colorOfNumber(age, 10, false)).not.toBe(colorOfNumber(age, 30, false));
    expect(markAt(age, 1, "accent", false).color).toBe("#9a9a9a");
    expect(markAt(arm, 1, "accent", false).color).toBe("#9a9a9a");
    expect(markAt(nothing, 1, "accent", false).color).toBe("accent");
  });
  it("42 classes differ, neighbours both in colour and in form", () => {
    expect(new Set(Array.from({ length: mostMarks }, (_, k) => JSON.stringify(markOf(k, false)))).size).toBe(42);
    for (let k = 1; k < mostMarks; k++) {
      expect(markOf(k, false).color).not.toBe(markOf(k - 1, false).color);
      expect(markOf(k, false).form).not.toBe(markOf(k - 1, false).form);
    }
  });
  it("a column of one value has a colour", () =>
    expect(colorOfNumber({ ...age, low: 3, high: 3 }, 3, false)).toMatch(/^rgb/));
});

describe("crowds", () => {
  it("classes have their medians, empty ones none", () => {
    const spots = { x: Float32Array.of(1, 2, 9), y: Float32Array.of(3, 3, 3) };
    const at = medians(spots, Uint16Array.of(0, 0, 0), 2, () => true);
    expect(at.x[0]).toBe(2);
    expect(at.x[1]).toBeNaN();
  });
  it("squares count only what is taken and in the frame", () => {
    const spots = { x: Float32Array.of(1, 2, 99), y: Float32Array.of(1, 2, 3) };
    const all = bins(spots, 5, null, 0, { left: 0, top: 0, right: 10, bottom: 10 }, (i) => i !== 1);
    expect(all.map((bin) => bin.count)).toEqual([1]);
    expect(all[0].label).toBe(-1);
  });
});

describe("long names", () => {
  it("are cut between signs", () => {
    expect(shortName("x".repeat(10000), 60).length).toBe(60);
    expect(shortName("short")).toBe("short");
    expect(shortName("😀".repeat(100), 5)).toBe("😀😀😀😀…");
  });
});
