import { describe, expect, it } from "vitest";
import { meanOf } from "./certificates";
import { fixture, packed } from "./fixture";
import { decode, labelName, leftOver, projectionTimes } from "./payload";
import { Samples } from "./samples";

describe("payload", () => {
  const analysis = decode(fixture());

  it("knows its shapes", () => {
    expect([analysis.count, analysis.atoms, analysis.dimension, analysis.components.length]).toEqual([3, 4, 2, 2]);
    expect(analysis.components[0].backward.length).toBe(analysis.atoms * analysis.dimension);
    expect(analysis.components[1].lowerBounds).toBeNull();
  });
  it("names labels", () => expect([0, 1, 2].map((i) => labelName(analysis, i))).toEqual(["one", "two", "one"]));
  it("takes what all components together leave", () => {
    expect(leftOver(analysis, 1)).toBeCloseTo(0.4);
    expect(leftOver(analysis, 2)).toBe(3);
  });
  it("takes the best single component where nothing is known of all together", () => {
    const alone = decode(fixture({ joint: null }));
    expect(leftOver(alone, 1)).toBe(0.5);
    expect(projectionTimes(alone, 1)).toEqual([NaN, 0.25]);
  });
  it("leaves a component out where it is switched off", () => expect(projectionTimes(analysis, 0)).toEqual([0, NaN]));
  it("falls back on the distance to the mean without components", () =>
    expect(leftOver(decode(fixture({ components: [], joint: null })), 2)).toBe(9));
  it("means use the weights of the measures", () => {
    const values = Float32Array.of(3, 6, 9);
    expect(meanOf(analysis, values)).toBeCloseTo(6);
    expect(meanOf(decode(fixture({ measure_weights: packed(Float32Array.of(1, 0, 0)) })), values)).toBeCloseTo(3);
  });
  it("refuses another format", () => expect(() => decode(fixture({ format: 99 }))).toThrow("format"));
});

describe("samples", () => {
  const samples = new Samples(fixture().samples, 2);

  it("come back in their box with weights that sum to one", () => {
    const cloud = samples.cloud(0);
    expect(Array.from(cloud!.points)).toEqual([-5, 0, 5, 10]);
    expect(Array.from(cloud!.weights)).toEqual([0.75, 0.25]);
  });
  it("are missing where the page does not carry them", () => {
    expect(samples.cloud(1)).toBeNull();
    expect(samples.has(2)).toBe(true);
    expect(new Samples(null, 2).cloud(0)).toBeNull();
  });
});
