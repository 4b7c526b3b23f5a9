import { describe, expect, it } from "vitest";
import { centerOf, cloudAt, only, pointsAt, scoreAt, speeds, timeAt } from "./curve";
import { corners, fixture, packed } from "./fixture";
import { decode } from "./payload";

const analysis = decode(fixture());

describe("points on the curves", () => {
  it("are the mean where every component is left out", () =>
    expect(Array.from(pointsAt(analysis, [NaN, NaN]))).toEqual(corners));
  it("are Y − V1 at time 0 and Y + V2 at time 1", () => {
    expect(pointsAt(analysis, only(analysis, 0, 0))[0]).toBe(-3);
    expect(pointsAt(analysis, only(analysis, 0, 1))[0]).toBe(1);
    expect(Array.from(pointsAt(analysis, only(analysis, 1, 0)))).toEqual(corners.map(() => 0));
  });
  it("move along straight lines", () => {
    const [start, middle, end] = [0, 0.25, 1].map((t) => pointsAt(analysis, [t, 1 - t]));
    middle.forEach((value, k) => expect(value).toBeCloseTo(0.75 * start[k] + 0.25 * end[k], 5));
  });
  it("reuse the array they are given", () => {
    const out = new Float32Array(8);
    expect(pointsAt(analysis, [1, 1], out)).toBe(out);
  });
});

describe("speeds and scores", () => {
  it("a translation moves every atom as far as the curve is long", () => {
    for (const speed of speeds(analysis.components[0], 2)) expect(speed).toBeCloseTo(analysis.components[0].length, 5);
  });
  it("scores and times are inverse to each other, and times stay on the curve", () => {
    const one = analysis.components[0];
    for (const t of [0, 0.3, 1]) expect(timeAt(one, scoreAt(one, t))).toBeCloseTo(t, 12);
    expect(timeAt(one, 1e9)).toBe(1);
    expect(timeAt({ ...one, length: 0 }, 3)).toBe(0.5);
  });
});

describe("curves that change weights", () => {
  // Mass goes from the first point by the second to the third, and on the other component from the first to the third.
  const raw = fixture();
  const track = (weights: number[], knots: number[]) => ({
    ...raw.components[0],
    backward: "",
    forward: "",
    weights: packed(Float32Array.from(weights)),
    knots,
    center: packed(Float32Array.of(0.5, 0, 0.5)),
  });
  const analysis = decode({
    ...raw,
    origin: [0],
    mean: { points: packed(Float32Array.of(0, 5)), weights: packed(Float32Array.of(0.5, 0.5)) },
    samples: null,
    weight_points: packed(Float32Array.of(0, 1, 5)),
    components: [track([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0.2, 1]), track([1, 0, 0, 0, 0, 1], [0, 1])],
  });
  const weightsAt = (...times: number[]) => Array.from(cloudAt(analysis, times).weights, (w) => Number(w.toFixed(6)));

  it("stand still in place and are straight between knots", () => {
    expect(Array.from(cloudAt(analysis, [0.3, NaN]).points)).toEqual([0, 1, 5]);
    expect(weightsAt(0, NaN)).toEqual([1, 0, 0]);
    expect(weightsAt(0.1, NaN)).toEqual([0.5, 0.5, 0]);
    expect(weightsAt(0.2, NaN)).toEqual([0, 1, 0]);
    expect(weightsAt(0.6, NaN)).toEqual([0, 0.5, 0.5]);
    expect(weightsAt(1, NaN)).toEqual([0, 0, 1]);
  });
  it("are added around their center, and may leave the probabilities", () => {
    expect(weightsAt(0, 0)).toEqual([1.5, 0, -0.5]);
    expect(Array.from(centerOf(analysis).weights)).toEqual([0.5, 0, 0.5]);
  });
  it("of moving atoms have the mean as center", () => {
    const moving = decode(fixture());
    expect(centerOf(moving)).toBe(moving.mean);
    expect(cloudAt(moving, [0, NaN]).points).toEqual(pointsAt(moving, [0, NaN]));
  });
});
