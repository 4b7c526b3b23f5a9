// Certificates in words: what each number proves, and how good it is.
import { percent } from "./format";

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
];

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
