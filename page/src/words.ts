// Certificates in words: what each number proves, and how good it is.
import { percent, plural } from "./format";
import type { Shortfalls } from "./payload";

export type Grade = "proven" | "fair" | "poor" | "none" | "fact";

export interface Verdict {
  grade: Grade;
  sentence: string;
}

export interface Certificate {
  key: string;
  name: string;
  meaning: string;
  judge(value: number): Verdict;
}

const graded = (value: number, good: number, fair: number): Grade =>
  value <= good ? "proven" : value <= fair ? "fair" : "poor";

const rePaired = (key: string, name: string, end: string): Certificate => ({
  key,
  name,
  meaning: `share of the mass that an optimal plan from the mean to the ${end} takes from another atom than the map does`,
  judge: (v) => ({
    grade: v <= 1e-3 ? "proven" : "fact",
    sentence:
      v <= 1e-3
        ? `An optimal plan to the ${end} pairs the mass as the map does.`
        : `An optimal plan to the ${end} pairs ${percent(v)} of the mass otherwise: near ties, if the map gap is small.`,
  }),
});

export const certificates: Certificate[] = [
  {
    key: "time_gap",
    name: "Times",
    meaning: "largest proven excess of a squared distance over its minimum in time, as a share of the variance",
    judge: (v) => ({
      grade: graded(v, 2e-3, 2e-2),
      sentence: `No other time brings a sample nearer by more than ${percent(v)} of the variance.`,
    }),
  },
  {
    key: "backward_map_gap",
    name: "Map to the start",
    meaning: "1 − W2²(mean, start) / ‖v1‖²",
    judge: (v) => ({
      grade: graded(v, 1e-3, 2e-2),
      sentence:
        v <= 1e-3
          ? "Moving the mean to the start is optimal transport."
          : `Moving the mean to the start costs ${percent(v)} more than it must.`,
    }),
  },
  {
    key: "forward_map_gap",
    name: "Map to the end",
    meaning: "1 − W2²(mean, end) / ‖v2‖²",
    judge: (v) => ({
      grade: graded(v, 1e-3, 2e-2),
      sentence:
        v <= 1e-3
          ? "Moving the mean to the end is optimal transport."
          : `Moving the mean to the end costs ${percent(v)} more than it must.`,
    }),
  },
  {
    key: "geodesic_gap",
    name: "Geodesic",
    meaning: "1 − W2²(start, end) / ‖v1 + v2‖²",
    judge: (v) => ({
      grade: v <= 1e-3 ? "proven" : "fact",
      sentence:
        v <= 1e-3
          ? "The whole curve is a geodesic."
          : `A generalized geodesic: the straight way from start to end is ${percent(v)} shorter in squared length.`,
    }),
  },
  {
    key: "orthogonality",
    name: "Orthogonality",
    meaning: "largest |⟨v, w⟩| / ((‖v1‖+‖v2‖)‖w‖) over the earlier components",
    judge: (v) => ({
      grade: graded(v, 1e-6, 1e-2),
      sentence:
        v <= 1e-6 ? "Orthogonal to every earlier component." : `Leans towards an earlier component by ${percent(v)}.`,
    }),
  },
  {
    key: "collinearity",
    name: "Collinearity",
    meaning: "1 − cos(v1, v2)",
    judge: (v) => ({
      grade: v <= 1e-3 ? "proven" : "fact",
      sentence:
        v <= 1e-3
          ? "Both halves of the curve point the same way."
          : `The curve bends at the mean: 1 − cos(v1, v2) is ${percent(v)}.`,
    }),
  },
  {
    key: "offset",
    name: "Offset",
    meaning: "nearest approach to the mean / (‖v1‖+‖v2‖)",
    judge: (v) => ({
      grade: v <= 1e-3 ? "proven" : "fact",
      sentence:
        v <= 1e-3 ? "The curve passes through the mean." : `The curve passes the mean at ${percent(v)} of its length.`,
    }),
  },
  {
    key: "outside_box",
    name: "Box",
    meaning: "share of atoms that leave the box somewhere on the curve",
    judge: (v) => ({
      grade: v === 0 ? "proven" : graded(v, 0, 0.05),
      sentence:
        v === 0 ? "No atom leaves the box, or no box was asked for." : `${percent(v)} of the atoms leave the box.`,
    }),
  },
  rePaired("backward_repaired_mass", "Pairing at the start", "start"),
  rePaired("forward_repaired_mass", "Pairing at the end", "end"),
];

// What the program could not finish, or contradicts itself; empty for a sound result.
export function shortfallWords(of: Shortfalls): string[] {
  const words: string[] = [];
  if (of.contradictions > 0)
    words.push(`a contradiction: ${plural(of.contradictions, "lower bound")} above the upper one`);
  if (of.unconvergedTransports > 0)
    words.push(`${plural(of.unconvergedTransports, "transport problem")} stopped early`);
  if (of.unfinishedConeSteps > 0)
    words.push(`${plural(of.unfinishedConeSteps, "step")} feasible, but not proven the minimum`);
  return words;
}

// A share with what is proved of it, where the two differ to the eye.
export function shareWords(share: number | null, interval: (number | null)[]): string {
  const [low, high] = interval;
  if (low === null || low === undefined || high === null || high === undefined || high - low <= 0.005)
    return percent(share);
  return `${percent(share)} (proved: ${percent(low)} to ${percent(high)})`;
}

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
