// Points as text: numbers in rows, between commas, semicolons, tabs or blanks, with or without a header.
import type { OwnMeasure } from "./projection";

export type Transform = "none" | "log10" | "asinh";

const transforms: Record<Transform, (x: number) => number> = {
  none: (x) => x,
  log10: (x) => Math.log10(x),
  asinh: (x) => Math.asinh(x),
};

const isNumber = (cell: string) => cell !== "" && Number.isFinite(Number(cell));

function cellsOf(line: string): string[] {
  const separator = ["\t", ";", ","].find((sign) => line.includes(sign));
  const cells = separator ? line.split(separator) : line.trim().split(/\s+/);
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

// Which columns hold the axes, in their order, and which one the weights (−1: none).
function columnsFor(header: string[] | null, width: number, axes: readonly string[]): { of: number[]; weight: number } {
  const d = axes.length;
  const weight = header ? header.findIndex((name) => name.toLowerCase() === "weight") : -1;
  const named = header ? axes.map((axis) => header.indexOf(axis)) : [];
  if (named.length > 0 && named.every((column) => column >= 0)) return { of: named, weight };
  const free = Array.from({ length: width }, (_, k) => k).filter((k) => k !== weight);
  if (free.length < d) throw new Error(`each row needs ${d} numbers (${axes.join(", ")}), this one has ${free.length}`);
  if (free.length === d + 1 && !header) return { of: free.slice(0, d), weight: free[d] };
  if (free.length > d)
    throw new Error(`rows have ${free.length} columns; name those of ${axes.join(", ")} in a header`);
  return { of: free, weight };
}

// A row is a point; one column more than there are axes holds weights.  Throws an Error that says what is wrong.
export function measureOf(text: string, axes: readonly string[], transform: Transform = "none"): OwnMeasure {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length === 0) throw new Error("there are no points");
  const first = cellsOf(lines[0]);
  const header = first.every(isNumber) ? null : first;
  const { of, weight } = columnsFor(header, first.length, axes);
  const points: number[] = [];
  const weights: number[] = [];
  lines.slice(header ? 1 : 0).forEach((line, r) => {
    const cells = cellsOf(line);
    const place = `row ${r + (header ? 2 : 1)}`;
    for (const column of of) {
      if (!isNumber(cells[column] ?? ""))
        throw new Error(`${place}: '${(cells[column] ?? "").slice(0, 40)}' is no number`);
      const moved = transforms[transform](Number(cells[column]));
      if (!Number.isFinite(moved)) throw new Error(`${place}: ${cells[column]} has no logarithm`);
      points.push(moved);
    }
    const mass = weight < 0 ? 1 : Number(cells[weight]);
    if (!(mass >= 0 && mass < Infinity))
      throw new Error(`${place}: the weight '${cells[weight]}' is not a number from 0`);
    if (mass === 0) points.length -= of.length;
    else weights.push(mass);
  });
  if (weights.length === 0) throw new Error("there are no points with weight");
  const total = weights.reduce((sum, w) => sum + w, 0);
  return { points: Float64Array.from(points), weights: Float64Array.from(weights, (w) => w / total) };
}
