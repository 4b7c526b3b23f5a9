import { describe, expect, it } from "vitest";
import { flat, quoted } from "./certificates";
import { csvCell, csvText } from "./download";
import { number, percent, seconds, tickText } from "./format";
import { fixture } from "./fixture";
import { decode } from "./payload";
import { bins, extent, nearest, neighbour, spread } from "./plane/plane_data";
import { ranking } from "./residuals";
import { sampleTable } from "./table";
import { ceilingWords, certificates, shareWords, shortfallWords, valueOf, verdict, weightCertificates } from "./words";

describe("numbers in words", () => {
  it("have few digits and a true minus", () => {
    expect(number(3.14159)).toBe("3.14");
    expect(number(-0.5)).toBe("−0.5");
    expect(number(1784.3)).toBe("1784");
    expect(number(3e-17)).toBe("3.0·10⁻¹⁷");
    expect(number(NaN)).toBe("–");
    expect(number(null)).toBe("–");
  });
  it("ticks of tiny axes are powers of ten", () => {
    expect(tickText(-2e-9, 2e-9, 4)(1e-9)).toBe("1.0·10⁻⁹");
    expect(tickText(0, 100, 5)(20)).toBe("20");
    expect(tickText(1880, 2020, 5)(1900)).toBe("1900");
    expect(tickText(0, 50000, 5)(20000)).toBe("20,000");
    expect(tickText(0, 1, 5)(0.2)).toBe("0.2");
  });
  it("shares are percents", () => {
    expect(percent(0.4321)).toBe("43.2 %");
    expect(percent(0.0123)).toBe("1.23 %");
    expect(percent(undefined)).toBe("–");
  });
  it("seconds grow to minutes", () =>
    expect([0.0421, 3.2, 150].map(seconds)).toEqual(["42 ms", "3.2 s", "2 min 30 s"]));
});

describe("certificates", () => {
  it("say so where there is no proof", () => {
    for (const one of certificates)
      for (const nothing of [null, undefined, NaN]) expect(verdict(one, nothing).grade).toBe("none");
  });
  it("hold at zero", () => {
    for (const one of certificates) expect(verdict(one, 0).grade).toBe("proven");
  });
  it("have the limits of the program, and words for each", () => {
    for (const one of [...certificates, ...weightCertificates]) {
      const { holds, nearly, claimed } = one.limits;
      expect(verdict(one, holds).grade).toBe("proven");
      expect(verdict(one, 2 * nearly + 1).grade).toBe(claimed ? "poor" : "fact");
      expect(verdict(one, 2 * nearly + 1).sentence).not.toBe("");
    }
    const keys = (of: { key: string }[]) => of.map(({ key }) => key);
    expect(keys(certificates)).toContain("map_gap.backward");
    expect(keys(weightCertificates)).toEqual(["time_gap", "negative_mass", "mass_above_one"]);
  });
  it("are found in a component by their path", () => {
    const one = decode(fixture()).components[0];
    expect(valueOf(one, "map_gap.forward")).toBe(0.05);
    expect(valueOf(one, "outside_box")).toBeNull();
    expect(valueOf(one, "negative_mass.forward")).toBeUndefined();
  });
  it("do not hold when the gap is wide", () => {
    expect(verdict(certificates.find((one) => one.key === "map_gap.forward")!, 0.3).grade).toBe("poor");
  });
  it("tell a small gap from a pairing that is kept", () => {
    const pairing = certificates.find((one) => one.key === "repaired_mass.forward")!;
    expect(verdict(pairing, 0.4).sentence).toContain("40.0 %");
    expect(verdict(pairing, 0).grade).toBe("proven");
  });
  it("say what was not finished, and nothing where all was", () => {
    expect(shortfallWords({ unfinished_cone_steps: 0, unconverged_transports: 0, contradictions: 0 })).toEqual([]);
    const words = shortfallWords({ unfinished_cone_steps: 1, unconverged_transports: 2, contradictions: 3 });
    expect(words.length).toBe(3);
    expect(words[0]).toContain("contradiction");
    expect(words[1]).toContain("2 transport problems");
  });
  it("a share that is not exact stands in its interval", () => {
    expect(shareWords(0.3, [0.1, 0.4])).toBe("30.0 % (proved: 10.0 % to 40.0 %)");
    expect(shareWords(0.3, [0.3, 0.3001])).toBe("30.0 %");
    expect(shareWords(0.3, [null, null])).toBe("30.0 %");
  });
  it("a ceiling is told where it matters", () => {
    expect(ceilingWords(0.643)).toContain("64.3 %");
    expect(ceilingWords(1)).toBe("");
    expect(ceilingWords(null)).toBe("");
  });
  it("options of options are told by their path", () =>
    expect(flat({ a: { b: 1 }, c: [2] })).toEqual([
      ["a.b", 1],
      ["c", [2]],
    ]));
  it("a command can be typed again", () =>
    expect(["fit", "my file", "it's"].map(quoted).join(" ")).toBe(`fit 'my file' 'it'\\''s'`));
});

describe("tables", () => {
  it("quote what must be quoted and defuse formulas", () => {
    expect(csvCell('a,"b"')).toBe('"a,""b"""');
    expect(csvCell("=1+1")).toBe("'=1+1");
    expect(csvCell(-3)).toBe("-3");
    expect(csvCell(NaN)).toBe("");
  });
  it("have a line for each sample and a cell for each column", () => {
    const [header, rows] = sampleTable(decode(fixture()));
    const lines = csvText(header, rows).trim().split("\r\n");
    expect(lines.length).toBe(4);
    for (const line of lines) expect(line.split(",").length).toBe(header.length);
  });
  it("mark times at the ends and components left out, whose score is that of the mean", () => {
    const [header, rows] = sampleTable(decode(fixture()));
    const of = [...rows].map((row) => Object.fromEntries(header.map((name, k) => [name, row[k]])));
    expect(of.map((row) => row.clipped_1)).toEqual([1, 0, 1]);
    expect(of.map((row) => row.clipped_2)).toEqual([0, 0, 0]);
    expect(of.map((row) => row.left_out_2)).toEqual([1, 0, 0]);
    expect(of.map((row) => row.joint_score_1)).toEqual([-2, 0, 2]);
    expect(of[0].joint_score_2).toBe(0);
    expect(of[2].joint_score_2).toBeCloseTo(0.25 * 2 * Math.SQRT2);
  });
});

describe("plane", () => {
  const spots = { x: Float32Array.of(0, 10, 0, 300), y: Float32Array.of(0, 0, 10, 300) };

  it("finds the nearest sample within reach only", () => {
    expect(nearest(spots, 8, 1, 16)).toBe(1);
    expect(nearest(spots, 150, 150, 16)).toBe(-1);
  });
  it("arrows go to the sample they point to, and stay at the rim", () => {
    expect(neighbour(spots, 0, 1, 0)).toBe(1);
    expect(neighbour(spots, 0, 0, 1)).toBe(2);
    expect(neighbour(spots, 0, -1, 0)).toBe(0);
  });
  it("squares lose no sample", () => {
    const frame = { left: 0, top: 0, right: 400, bottom: 400 };
    const all = bins(spots, 50, Uint16Array.of(1, 1, 0, 0), 2, frame, () => true);
    expect(all.map((bin) => bin.count).sort()).toEqual([1, 3]);
    expect(all.find((bin) => bin.count === 3)!.label).toBe(1);
  });
  it("pictures do not cover each other", () => expect(spread(spots, [0, 1, 2, 3], 20, 20)).toEqual([0, 3]));
  it("has room around one value", () => {
    const [low, high] = extent(Float32Array.of(5));
    expect(low).toBeLessThan(5);
    expect(high).toBeGreaterThan(5);
  });
  it("the worst sample comes first", () => expect(Array.from(ranking(decode(fixture())))).toEqual([2, 0, 1]));
});
