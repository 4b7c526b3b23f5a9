// The whole analysis in a few plain sentences.
import { axisMoves } from "./meaning_data";
import { axisName, number, percent, plural } from "./format";
import type { Analysis } from "./payload";
import { certificates, fewestForPercentiles, valueOf, verdict, weightCertificates } from "./words";

const counts = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"];

const titles: Record<string, string> = {
  geodesics: "Wasserstein principal geodesics",
  tangent: "Tangent principal components",
  linear: "Linear optimal transport",
  template: "Deformations of the mean",
  line: "Geodesic components on the line",
  euclidean: "Principal components of weights",
  curve: "Principal curves of weights",
  gaussian: "Components of normal laws",
  "gaussian-geodesic": "Geodesics of normal laws",
  regression: "Regression on a covariate",
};

// What the method of the model looks for; models that do not tell were made by the first one.
export function titleOf({ components, raw }: Analysis): string {
  if (components.length === 0) return "Wasserstein mean";
  try {
    const { method } = JSON.parse(raw.options || "{}") as { method?: string };
    if (method) return Object.hasOwn(titles, method) ? titles[method] : `Components of the method ${method}`;
  } catch {
    // no JSON: a model that does not tell
  }
  return titles.geodesics;
}

const samplesWord = (analysis: Analysis) =>
  ({
    points: "cloud",
    shape: analysis.raw.grid.length === 3 ? "volume" : "shape",
    palette: "palette",
    histogram: "histogram",
  })[analysis.kind];

// "Three curves keep 60.8 % of how these 1000 shapes differ."
function whole(analysis: Analysis): string {
  const many = analysis.components.length;
  const last = analysis.components[many - 1];
  const curves = `${counts[many] ?? many} ${many === 1 ? "curve keeps" : "curves keep"}`;
  const ceiling = analysis.raw.ceiling;
  const bound =
    ceiling !== null && ceiling < 0.9995
      ? `; moving the atoms of this mean could keep at most ${percent(ceiling)}`
      : "";
  return `${curves} ${percent(last.cumulative)} of how these ${plural(analysis.count, samplesWord(analysis))} differ${unseen(analysis)}${bound}.`;
}

// What is left of it on samples that the curves were not fitted to.
function unseen(analysis: Analysis): string {
  const { held_out_cumulative: held } = analysis.raw.statistics;
  return held && held.length > 0 ? `; on ${samplesWord(analysis)}s not seen ${percent(held[held.length - 1])}` : "";
}

// How many of the curves help on unseen samples, and how much of the differences is sampling noise.
function cautions(analysis: Analysis): string[] {
  const { helpful, noise_share, noise_measures } = analysis.raw.statistics;
  const many = analysis.components.length;
  const words = [];
  if (helpful !== null && helpful < many)
    words.push(
      helpful === 0
        ? "Not even the first helps on samples not seen."
        : `Only the first ${helpful === 1 ? "one helps" : `${helpful} help`} on samples not seen.`,
    );
  if (noise_share !== null)
    words.push(
      `About ${percent(noise_share)} of the variance is sampling noise (estimated from halves of ${plural(noise_measures ?? 0, "sample")}), which no curve should keep.`,
    );
  return words;
}

function each(analysis: Analysis, c: number): string {
  const one = analysis.components[c];
  const { bootstrap } = analysis.raw;
  const spread = bootstrap
    ? ` (${percent(bootstrap.low[c])} to ${percent(bootstrap.high[c])} in ${bootstrap.replicates < fewestForPercentiles ? "" : "90 % of "}${bootstrap.replicates} resampled families)`
    : "";
  const turns = analysis.raw.statistics.angles?.[c];
  const sure = turns
    ? `; in the resampled families its direction turns by ${number(turns[0])} to ${number(turns[1])}°`
    : "";
  const moves = analysis.weightPoints ? [] : axisMoves(analysis, c);
  const main = moves.reduce((most, move) => (move.share > most.share ? move : most), moves[0]);
  const along =
    main && analysis.dimension > 1 && main.share > 1.3 / analysis.dimension
      ? `, with ${percent(main.share)} of the movement along ${axisName(analysis, main.axis)}`
      : "";
  const group = contrast(analysis, c);
  const kept =
    one.explained !== null && one.explained < 0
      ? `keeps nothing: samples are farther from it than from the mean (${percent(one.explained)})`
      : `keeps ${percent(one.explained)}`;
  return `The ${ordinals[c] ?? `${c + 1}th`} alone ${kept}${spread}${along}${group}${sure}.`;
}

// The two classes whose mean scores are farthest apart, where labels explain much of the scores.
export function contrast(analysis: Analysis, c: number): string {
  const { labelOf, labels } = analysis;
  if (!labelOf || labels.length < 2 || labels.length > 40) return "";
  const { scores } = analysis.components[c];
  const [sums, sizes] = [new Float64Array(labels.length), new Float64Array(labels.length)];
  let [sum, squares] = [0, 0];
  scores.forEach((score, i) => {
    sums[labelOf[i]] += score;
    sizes[labelOf[i]]++;
    sum += score;
    squares += score * score;
  });
  const total = squares - (sum * sum) / scores.length;
  let between = -(sum * sum) / scores.length;
  sums.forEach((of, k) => (between += sizes[k] > 0 ? (of * of) / sizes[k] : 0));
  if (!(total > 0) || between / total < 0.25) return "";
  const means = Array.from(sums, (of, k) => (sizes[k] > 0 ? of / sizes[k] : NaN));
  const known = means.map((_, k) => k).filter((k) => !Number.isNaN(means[k]));
  const low = known.reduce((best, k) => (means[k] < means[best] ? k : best), known[0]);
  const high = known.reduce((best, k) => (means[k] > means[best] ? k : best), known[0]);
  return `; it runs from ${labels[low].slice(0, 40)} to ${labels[high].slice(0, 40)} (labels explain ${percent(between / total)} of its scores)`;
}

// How many of the proofs hold, in one sentence for each component.
export function proofSentence(analysis: Analysis, c: number): string {
  const proofs = analysis.weightPoints ? weightCertificates : certificates;
  const grades = proofs.map((one) => verdict(one, valueOf(analysis.components[c], one.key)).grade);
  const count = (grade: string) => grades.filter((one) => one === grade).length;
  const parts = [`${count("proven")} of ${grades.length} hold`];
  if (count("fair")) parts.push(`${count("fair")} nearly`);
  if (count("poor")) parts.push(`${count("poor")} not`);
  if (count("none")) parts.push(`${count("none")} without proof in the file`);
  if (count("fact")) parts.push(`${count("fact")} only ${count("fact") === 1 ? "tells" : "tell"} how the curve is`);
  return `Component ${c + 1}: ${parts.join(", ")}.`;
}

export function summarySentences(analysis: Analysis): string[] {
  if (analysis.components.length === 0)
    return [`The mean of ${plural(analysis.count, samplesWord(analysis))}; no component was asked for or found.`];
  return [whole(analysis), ...analysis.components.slice(0, 3).map((_, c) => each(analysis, c)), ...cautions(analysis)];
}
