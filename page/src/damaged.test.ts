// A payload that was cut, changed or made to harm is refused with an error, which the page tells, or is read; nothing
// waits, takes memory without bound, or leaves the objects that it was read into.
import { describe, expect, it } from "vitest";
import { fixture, packed } from "./fixture";
import { decode, jointScore, labelName, leftOver, projectionTimes, type RawPayload } from "./payload";
import { Samples } from "./samples";

type Tree = { [key: string]: unknown } | unknown[];

// Every place of the payload, by the keys that lead to it.
function places(tree: unknown, way: (string | number)[] = []): (string | number)[][] {
  if (tree === null || typeof tree !== "object") return [way];
  return [way, ...Object.entries(tree).flatMap(([key, below]) => places(below, [...way, key]))].filter(
    (one) => one.length > 0,
  );
}

function changed(way: (string | number)[], change: (old: unknown) => unknown): RawPayload {
  const payload = fixture() as unknown as Tree;
  let at = payload as { [key: string]: unknown };
  for (const key of way.slice(0, -1)) at = at[key] as { [key: string]: unknown };
  const last = way[way.length - 1];
  at[last] = change(at[last]);
  return JSON.parse(JSON.stringify(payload)) as RawPayload;
}

// What the page asks of every analysis; true if it could be read.
function read(payload: RawPayload): boolean {
  let analysis, samples: Samples;
  try {
    analysis = decode(payload);
    samples = new Samples(analysis.raw.samples, analysis.dimension);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return false;
  }
  for (let i = 0; i < analysis.count; i++) {
    labelName(analysis, i);
    leftOver(analysis, i);
    projectionTimes(analysis, i);
    analysis.components.forEach((_, c) => jointScore(analysis, i, c));
    const cloud = samples.cloud(i);
    if (cloud) expect(cloud.points.length).toBe(cloud.weights.length * analysis.dimension);
  }
  return true;
}

const hostile: unknown[] = [
  null,
  "",
  "!",
  "AAA",
  "AAAA",
  -1,
  1e308,
  2 ** 32,
  [],
  {},
  true,
  "__proto__",
  "a".repeat(10000),
];

describe("a damaged payload", () => {
  it("is read where it is whole", () => expect(read(fixture())).toBe(true));

  it("is refused or read, whatever stands in one place", () => {
    let refused = 0;
    for (const way of places(fixture()))
      for (const value of hostile) refused += read(changed(way, () => value)) ? 0 : 1;
    expect(refused).toBeGreaterThan(100);
  });

  it("is refused where an array is shorter than what it is about", () => {
    const cut = (base64: string) => packed(new Uint8Array(atob(base64).length - 4));
    for (const way of [["squared_distances"], ["mean", "points"], ["labels", "of"], ["samples", "points"]])
      expect(read(changed(way, (old) => cut(old as string)))).toBe(false);
    for (const name of ["backward", "forward", "times", "scores", "squared_distances"])
      expect(read(changed(["components", 0, name], (old) => cut(old as string)))).toBe(false);
    expect(read(changed(["joint", "times"], (old) => cut(old as string)))).toBe(false);
  });

  it("is refused where samples lie beyond its end, before memory is taken for them", () => {
    for (const offsets of [
      [0, 2, 2 ** 32 - 1],
      [0, 3, 2],
      [0, 2],
      [2 ** 31, 2 ** 31 + 1, 3],
    ])
      expect(read(changed(["samples", "offsets"], () => packed(Uint32Array.from(offsets))))).toBe(false);
  });

  it("leaves the objects of the page as they are", () => {
    const text = JSON.stringify(fixture()).replace('{"format"', '{"__proto__":{"polluted":true},"format"');
    read(JSON.parse(text) as RawPayload);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("is refused where its text was cut", () => {
    const text = JSON.stringify(fixture());
    for (let end = 0; end < text.length; end += 7)
      expect(() => decode(JSON.parse(text.slice(0, end)) as RawPayload)).toThrow();
  });
});
