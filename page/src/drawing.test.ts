import { describe, expect, it } from "vitest";
import { labFromRgb, rgbFromLab, speedColor, type Rgb } from "./color";
import { DensityField } from "./density";
import { densityOnLine } from "./line_painter";
import { axesShown } from "./pairs_painter";
import { arrange } from "./palette_painter";
import { fixture, packed } from "./fixture";
import { decode } from "./payload";
import { localSpacing } from "./spacing";

describe("density", () => {
  it("keeps the mass of its atoms", () => {
    const field = new DensityField(60, 50);
    field.add(20.3, 25.8, 2.4, 0.7);
    field.add(40, 20, 0.6, 0.3);
    expect(field.mass.reduce((sum, m) => sum + m, 0)).toBeCloseTo(1, 5);
  });
  it("is symmetric around the centre of a cell", () => {
    const field = new DensityField(9, 9);
    field.add(4.5, 4.5, 1.2, 1);
    for (let i = 0; i < 81; i++) expect(field.mass[i]).toBeCloseTo(field.mass[80 - i], 6);
  });
  it("has full ink above the wanted share of the mass", () => {
    const field = new DensityField(4, 1);
    field.mass.set([0.4, 0.3, 0.2, 0.1]);
    expect(field.fullInk(0.35)).toBeCloseTo(0.4);
    expect(field.fullInk(0.5)).toBeCloseTo(0.3);
  });
  it("on the line integrates to one", () => {
    const points = Float32Array.from({ length: 50 }, (_, k) => 30 + k * 0.8);
    const values = densityOnLine({ points, weights: new Float32Array(50).fill(0.02), dimension: 1 }, 0, 100);
    expect((values.reduce((sum, v) => sum + v, 0) * 100) / 240).toBeCloseTo(1, 2);
  });
});

describe("local spacing", () => {
  it("is the side of a square lattice", () => {
    const points = Float32Array.from(
      { length: 200 },
      (_, k) => (k % 2 === 0 ? (k / 2) % 10 : Math.floor((k - 1) / 20)) * 3,
    );
    localSpacing(points, 2, 0.01).forEach((s) => expect(s).toBeGreaterThanOrEqual(2.69));
    expect(localSpacing(points, 2, 0.01)[55]).toBeCloseTo(3, 5);
  });
  it("agrees with a search among all", () => {
    let state = 1;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
    const points = Float32Array.from({ length: 600 }, random);
    const brute = Array.from({ length: 300 }, (_, k) => {
      const all = Array.from({ length: 300 }, (_, j) =>
        Math.hypot(points[2 * j] - points[2 * k], points[2 * j + 1] - points[2 * k + 1]),
      )
        .filter((d) => d > 0)
        .sort((a, b) => a - b);
      return (all[0] + all[1] + all[2] + all[3]) / 4;
    });
    const median = [...brute].sort((a, b) => a - b)[150];
    localSpacing(points, 2, 0).forEach((s, k) =>
      expect(s).toBeCloseTo(Math.min(4 * median, Math.max(0.9 * median, brute[k])), 5),
    );
  });
  it("is the least allowed for one atom and for atoms at one place", () => {
    expect(Array.from(localSpacing(Float32Array.of(1, 2), 2, 0.5))).toEqual([0.5]);
    expect(Array.from(localSpacing(Float32Array.of(1, 2, 1, 2, 1, 2), 2, 0.5))).toEqual([0.5, 0.5, 0.5]);
  });
});

describe("palettes", () => {
  it("swatches cover the unit square, each with the area of its weight", () => {
    const colors: Rgb[] = Array.from({ length: 20 }, (_, k) => [12 * k, 255 - 9 * k, (77 * k) % 255]);
    const weights = Float32Array.from({ length: 20 }, (_, k) => (k + 1) / 210);
    const swatches = arrange(colors, weights);
    expect(new Set(swatches.map((s) => s.atom)).size).toBe(20);
    for (const s of swatches) expect(s.width * s.height).toBeCloseTo(weights[s.atom], 5);
  });
  it("CIELAB there and back is the same colour", () => {
    for (const color of [
      [0, 0, 0],
      [255, 255, 255],
      [200, 30, 90],
      [10, 120, 240],
    ] as Rgb[])
      rgbFromLab(labFromRgb(color)).forEach((channel, c) => expect(channel).toBeCloseTo(color[c], 1));
  });
  it("the speed map grows lighter with speed", () => {
    const light = (s: number) => labFromRgb(speedColor(s))[0];
    for (let s = 0; s < 1; s += 0.1) expect(light(s + 0.1)).toBeGreaterThan(light(s));
  });
});

describe("pairs", () => {
  it("shows the axes that move most, in their own order", () => {
    const d = 6;
    const still = packed(new Float32Array(d));
    const moving = packed(Float32Array.of(0, 5, 0.1, 3, 4, 6));
    const raw = fixture();
    const analysis = decode({
      ...raw,
      origin: Array<number>(d).fill(0),
      mean: { points: still, weights: packed(Float32Array.of(1)) },
      components: [{ ...raw.components[0], backward: moving, forward: still }],
      joint: null,
      samples: null,
    });
    expect(axesShown(analysis)).toEqual([1, 3, 4, 5]);
  });
});
