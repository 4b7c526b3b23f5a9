import { describe, expect, it } from "vitest";
import { fixture } from "./fixture";
import { axisMoves, marginal, marginalSteps } from "./meaning_data";
import { decode } from "./payload";
import { contrast, proofSentence, summarySentences, titleOf } from "./summary";
import { intervalWords } from "./words";

describe("what a component does to a coordinate", () => {
  const analysis = decode(fixture()); // component 1 slides a square by 4 along x, component 2 grows it
  it("a slide moves the mean of one coordinate and no spread", () => {
    const [x, y] = axisMoves(analysis, 0);
    expect([x.share, y.share]).toEqual([1, 0]);
    expect(x.mean).toEqual([8, 12]);
    expect(x.spread[0]).toBeCloseTo(x.spread[1]);
  });
  it("growth changes the spread and no mean", () => {
    const [x, y] = axisMoves(analysis, 1);
    expect(x.share).toBeCloseTo(0.5);
    expect(y.mean[0]).toBeCloseTo(20);
    expect([x.spread[0], x.spread[1]]).toEqual([0, 2]);
  });
  it("a marginal has mass one", () => {
    const density = marginal(analysis.mean, 0, -8, 8);
    expect(density.reduce((sum, v) => sum + v, 0) * (16 / marginalSteps)).toBeCloseTo(1, 3);
  });
});

describe("the summary", () => {
  const analysis = decode(fixture());
  it("says what is kept of how many samples, and what each curve does", () => {
    const [whole, first] = summarySentences(analysis);
    expect(whole).toBe(
      "Two curves keep 70.0 % of how these 3 clouds differ; moving the atoms of this mean could keep at most 90.0 %.",
    );
    expect(first).toContain("The first alone keeps 50.0 %, with 100.0 % of the movement along x");
  });
  it("tells bootstrap intervals where there are some: of few draws all, of many nine tenths", () => {
    const told = (replicates: number) =>
      summarySentences(decode(fixture({ bootstrap: { replicates, low: [0.4, 0.2], high: [0.6, 0.4] } })))[1];
    expect(told(20)).toContain("(40.0 % to 60.0 % in 90 % of 20 resampled families)");
    expect(told(18)).toContain("(40.0 % to 60.0 % in 18 resampled families)");
    expect([18, 19].map(intervalWords)).toEqual([
      "lowest to highest of 18 bootstrap samples",
      "5 % to 95 % of 19 bootstrap samples",
    ]);
  });
  it("names the classes at the ends only where labels explain the scores", () => {
    const scores = btoa(String.fromCharCode(...new Uint8Array(Float32Array.of(-2, 2, -2).buffer)));
    const apart = fixture();
    apart.components[0].scores = scores;
    expect(contrast(decode(apart), 0)).toContain("from one to two");
    expect(contrast(analysis, 0)).toBe("");
  });
  it("counts the proofs", () => expect(proofSentence(analysis, 0)).toMatch(/^Component 1: 8 of 11 hold/));
  it("has the title of the method", () => {
    const title = (options: string) => titleOf(decode(fixture({ options })));
    expect(title('{"method": "euclidean"}')).toBe("Principal components of weights");
    expect(title('{"method": "regression"}')).toBe("Regression on a covariate");
    expect(title('{"method": "__proto__"}')).toBe("Components of the method __proto__");
    for (const options of ['{"method": "geodesics"}', "{}", "", "no json"])
      expect(title(options)).toBe("Wasserstein principal geodesics");
    expect(titleOf(decode(fixture({ components: [], joint: null })))).toBe("Wasserstein mean");
  });
  it("tells what is left on samples not seen, how many curves help there, and the noise", () => {
    const statistics = {
      folds: 5,
      held_out_explained: [0.4, 0.1],
      held_out_cumulative: [0.4, 0.57],
      helpful: 1,
      noise_share: 0.12,
      noise_measures: 3,
      angles: [
        [2, 7.5],
        [10, 80],
      ] as [number, number][],
    };
    const text = summarySentences(decode(fixture({ statistics }))).join(" ");
    expect(text).toMatch(/differ; on clouds not seen 57\.0 %/);
    expect(text).toMatch(/direction turns by 2 to 7\.5°/);
    expect(text).toMatch(/Only the first one helps on samples not seen/);
    expect(text).toMatch(/About 12\.0 % of the variance is sampling noise/);
    const plain = summarySentences(decode(fixture())).join(" ");
    for (const word of ["not seen", "noise", "turns"]) expect(plain).not.toContain(word);
  });
  it("speaks of a mean alone", () =>
    expect(summarySentences(decode(fixture({ components: [], joint: null })))[0]).toMatch(/^The mean of 3 clouds/));
});
