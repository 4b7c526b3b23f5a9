import { describe, expect, it } from "vitest";
import { fixture, packed } from "../fixture";
import { Samples } from "../samples";
import { comparisonSentences } from "./comparison";
import { addressOf, chosenModel, isComparison, modelOf, type RawComparison } from "./comparison_payload";
import { comparisonRows, largestGap } from "./comparison_table";
import { sharesOf } from "./share_plot";

const component = (cumulative: number, held_out_cumulative: number | null = null) => ({
  cumulative,
  explained: cumulative / 2,
  held_out_cumulative,
  words: "a geodesic",
  backwards: false,
  bootstrap: null,
});

function comparison(changes: Partial<RawComparison> = {}): RawComparison {
  const method = (name: string, last: number, out: number | null) => ({
    name,
    seconds: 1.5,
    numbers: 8,
    held_out_seen: 0,
    worst: 0,
    components: [component(0.3, out === null ? null : out / 2), component(last, out)],
  });
  return {
    comparison: 1,
    version: "0.1.0",
    title: "data",
    kind: "points",
    names: ["a", "b", "c"],
    held_out: 2,
    variance: 4,
    held_out_variance: 3,
    frames: 5,
    methods: [method("geodesics", 0.8, 0.5), method("a & b.h5", 0.7, 0.6)],
    refused: [],
    samples: {
      indices: packed(Uint32Array.of(0, 2)),
      offsets: packed(Uint32Array.of(0, 1, 2)),
      low: [10, 20],
      high: [20, 30],
      points: packed(Uint16Array.of(0, 0, 65535, 65535)),
      weights: packed(Uint8Array.of(255, 255)),
      spacing: null,
    },
    photos: null,
    models: [fixture({ samples: null }), fixture({ samples: null, names: ["c", "x", "a"], origin: [0, 0] })],
    ...changes,
  };
}

describe("a comparison", () => {
  it("is told apart from an analysis", () => {
    expect(isComparison(comparison())).toBe(true);
    expect(isComparison(fixture())).toBe(false);
  });
  it("opens the model that the address names, whatever stands beside it", () => {
    const all = comparison();
    for (const [i, method] of all.methods.entries()) {
      expect(chosenModel(all, addressOf(method))).toBe(i);
      expect(chosenModel(all, `${addressOf(method)}&component=1`)).toBe(i);
      expect(chosenModel(all, `#theme=dark&${addressOf(method).slice(1)}`)).toBe(i);
    }
    for (const none of ["", "#", "#plane", "#model=unknown", "#model=%E0%A4%A", "#notmodel=geodesics"])
      expect(chosenModel(all, none), none).toBe(-1);
  });
  it("refuses a format that it does not know", () =>
    expect(() => modelOf(comparison({ comparison: 9 }), 0)).toThrow("format 1, not 9"));
});

describe("pictures that models share", () => {
  it("stand where the coordinates of each model begin", () => {
    const all = comparison();
    for (const [i, at] of [
      [0, [0, 0]],
      [1, [10, 20]],
    ] as const) {
      const { analysis, pictures } = modelOf(all, i);
      const samples = new Samples(pictures.samples, analysis.dimension, pictures.placeOf);
      const place = analysis.names.indexOf("a");
      expect(Array.from(samples.cloud(place)?.points ?? [])).toEqual(at);
    }
  });
  it("are found by name where a model has other samples", () => {
    const { pictures } = modelOf(comparison(), 1);
    const samples = new Samples(pictures.samples, 2, pictures.placeOf);
    expect(Array.from(samples.indices)).toEqual([0, 2]); // c and a
    expect(samples.cloud(0)?.points[0]).toBeCloseTo(20);
    expect(samples.cloud(1)).toBeNull();
  });
});

describe("the table", () => {
  it("tells the largest gap of all components and both ends", () => {
    const { components } = fixture();
    expect(largestGap(components, "map_gap")).toBe(0.05);
    expect(largestGap(components, "time_gap")).toBe(1e-4);
    expect(largestGap(components, "negative_mass")).toBeNull();
    expect(largestGap([], "time_gap")).toBeNull();
  });
  it("has a row for each method and number of components", () => {
    const [header, rows] = comparisonRows(comparison());
    expect(rows.length).toBe(4);
    for (const row of rows) expect(row.length).toBe(header.length);
    expect(rows[1].slice(0, 5)).toEqual(["geodesics", 2, 0.8, 0.4, 0.5]);
  });
});

describe("the words", () => {
  it("name the best in and out of sample", () => {
    const text = comparisonSentences(comparison()).join(" ");
    expect(text).toMatch(/2 methods on the same 3 clouds/);
    expect(text).toMatch(/most is kept by geodesics: 80\.0 %/);
    expect(text).toMatch(/that no method saw, a & b\.h5 keeps the most: 60\.0 %/);
  });
  it("call nothing unseen that was seen", () => {
    const all = comparison();
    all.methods[1].held_out_seen = 1;
    expect(comparisonSentences(all).join(" ")).toMatch(/geodesics keeps the most: 50\.0 %/);
  });
  it("say so where no curve was found", () => {
    const all = comparison();
    for (const method of all.methods) method.components = [];
    expect(comparisonSentences(all).join(" ")).toMatch(/No method found a component/);
  });
});

describe("the plot", () => {
  it("makes room for everything that it draws", () => {
    const [method] = comparison().methods;
    method.components[0].bootstrap = [-0.2, 0.9];
    expect(Math.min(...sharesOf(method))).toBe(-0.2);
    expect(Math.max(...sharesOf(method))).toBe(0.9);
  });
});
