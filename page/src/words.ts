// Certificates in words: what each number proves, and how good it is.
import { percent, plural } from "./format";
import type { Around, Shortfalls } from "./payload";
import results from "./results.json";

export type Grade = "proven" | "fair" | "poor" | "none" | "fact";

export interface Verdict {
  grade: Grade;
  sentence: string;
}

interface Limits {
  holds: number; // up to here what is certified is true
  nearly: number; // up to here almost
  claimed: boolean; // false: no method promises it, so that more is a fact, not a fault
}

interface Result {
  name: string;
  scope: string;
  sentence: string;
  limits?: Limits;
  parts?: string[];
}

export interface Certificate {
  key: string; // its name, and after a dot its part: map_gap.backward
  name: string;
  meaning: string;
  limits: Limits;
  judge(value: number): Verdict;
}

function grade({ holds, nearly, claimed }: Limits, value: number): Grade {
  if (value <= holds) return "proven";
  if (!claimed) return "fact";
  return value <= nearly ? "fair" : "poor";
}

interface Speech {
  name: string;
  holds: string;
  beyond(share: string): string;
}

const map = (where: string): Speech => ({
  name: `Map to the ${where}`,
  holds: `Moving the mean to the ${where} is optimal transport.`,
  beyond: (share) => `Moving the mean to the ${where} costs ${share} more than it must.`,
});

const pairing = (where: string): Speech => ({
  name: `Pairing at the ${where}`,
  holds: `An optimal plan to the ${where} pairs the mass as the map does.`,
  beyond: (share) =>
    `An optimal plan to the ${where} pairs ${share} of the mass otherwise: near ties, if the map gap is small.`,
});

const nearer = (share: string) => `No other time brings a sample nearer by more than ${share} of the variance.`;

// What is said of each; names, meanings and limits are those of the program.
const speeches: Record<string, Speech> = {
  time_gap: { name: "Times", holds: "", beyond: nearer },
  "map_gap.backward": map("start"),
  "map_gap.forward": map("end"),
  geodesic_gap: {
    name: "Geodesic",
    holds: "The whole curve is a geodesic.",
    beyond: (share) =>
      `A generalized geodesic: the straight way from start to end is ${share} shorter in squared length.`,
  },
  orthogonality: {
    name: "Orthogonality",
    holds: "Orthogonal to every earlier component.",
    beyond: (share) => `Leans towards an earlier component by ${share}.`,
  },
  collinearity: {
    name: "Collinearity",
    holds: "Both halves of the curve point the same way.",
    beyond: (share) => `The curve bends at the mean: 1 − cos(v1, v2) is ${share}.`,
  },
  offset: {
    name: "Offset",
    holds: "The curve passes through the mean.",
    beyond: (share) => `The curve passes the mean at ${share} of its length.`,
  },
  outside_box: {
    name: "Box",
    holds: "No atom leaves the box, or no box was asked for.",
    beyond: (share) => `${share} of the atoms leave the box.`,
  },
  "repaired_mass.backward": pairing("start"),
  "repaired_mass.forward": pairing("end"),
  repaired_pairing: {
    name: "Pairing of both ends",
    holds: "An optimal plan from start to end pairs the mass as the curve does.",
    beyond: (share) =>
      `An optimal plan from start to end pairs ${share} of the mass otherwise: near ties, if the geodesic gap is small.`,
  },
  negative_mass: {
    name: "Negative mass",
    holds: "Probability measures throughout.",
    beyond: (share) => `Up to ${share} of negative mass: no probability measures.`,
  },
  mass_above_one: {
    name: "Mass above one",
    holds: "No point is heavier than the heaviest of the data.",
    beyond: (share) => `Up to ${share} of the mass exceeds the largest weight of a point in the data.`,
  },
};

function certificatesOf(listed: readonly Result[]): Certificate[] {
  return listed.flatMap(({ name, sentence, limits, parts }) => {
    if (!limits) return [];
    return (parts ? parts.map((part) => `${name}.${part}`) : [name]).map((key) => {
      const speech = speeches[key];
      return {
        key,
        name: speech.name,
        meaning: sentence,
        limits,
        judge: (value) => ({
          grade: grade(limits, value),
          sentence: value <= limits.holds && speech.holds ? speech.holds : speech.beyond(percent(value)),
        }),
      };
    });
  });
}

// Of curves that move atoms, and of those that change weights.
export const certificates = certificatesOf(results.component);
export const weightCertificates = [
  ...certificatesOf(results.component.filter(({ scope }) => scope !== "moving_atoms")),
  ...certificatesOf(results.weight_curve),
];

// The number of a component under such a key; undefined where it does not apply.
export function valueOf(component: object, key: string): number | null | undefined {
  let value: unknown = component;
  for (const part of key.split("."))
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  return typeof value === "number" || value === null ? value : undefined;
}

// What the program could not finish, or contradicts itself; empty for a sound result.
export function shortfallWords(of: Shortfalls): string[] {
  const words: string[] = [];
  if (of.contradictions > 0)
    words.push(`a contradiction: ${plural(of.contradictions, "lower bound")} above the upper one`);
  if (of.unconverged_transports > 0)
    words.push(`${plural(of.unconverged_transports, "transport problem")} stopped early`);
  if (of.unfinished_cone_steps > 0)
    words.push(`${plural(of.unfinished_cone_steps, "step")} feasible, but not proven the minimum`);
  return words;
}

// Of the mean and of the joint times.
export const aroundCurves = (of: Around): Shortfalls => ({
  unfinished_cone_steps: 0,
  unconverged_transports: of.unconverged_transports + of.joint_unconverged_transports,
  contradictions: of.contradictions + of.joint_contradictions,
});

// A share with what is proved of it, where the two differ to the eye.
export function shareWords(share: number | null, interval: (number | null)[]): string {
  const [low, high] = interval;
  if (low === null || low === undefined || high === null || high === undefined || high - low <= 0.005)
    return percent(share);
  return `${percent(share)} (proved: ${percent(low)} to ${percent(high)})`;
}

// Of fewer draws the 5th and the 95th percentile lie outside all of them (study/interval_words.hpp).
export const fewestForPercentiles = 19;
export const intervalWords = (draws: number) =>
  `${draws < fewestForPercentiles ? "lowest to highest" : "5 % to 95 %"} of ${draws} bootstrap samples`;

export function ceilingWords(ceiling: number | null): string {
  if (ceiling === null || ceiling >= 0.9995) return "";
  return ` Moving the atoms of this mean explains at most ${percent(ceiling)} while the samples keep their plans from it: these plans split the rest of the mass.`;
}

export function verdict(certificate: Certificate, value: number | null | undefined): Verdict {
  if (value === null || value === undefined || Number.isNaN(value))
    return { grade: "none", sentence: "No proof of this in the file." };
  return certificate.judge(value);
}

const endings: Record<string, string> = {
  converged: "converged",
  iteration_limit: "stopped at the limit of iterations, not converged",
  no_progress: "stopped: no step went further down",
  no_variance_left: "stopped: no variance was left to explain",
};

export const ending = (termination: string) => endings[termination] ?? termination;

export const gradeName: Record<Grade, string> = {
  proven: "holds",
  fair: "nearly",
  poor: "does not hold",
  none: "no proof",
  fact: "as it is",
};
