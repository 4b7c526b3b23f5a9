// What the colours of samples mean: their label, or a column of a table about them.
import { css, speedColor } from "../color";
import { markOf, mostMarks, type Mark } from "../labels";
import type { Analysis } from "../payload";

export interface Coloring {
  name: string;
  classOf: Uint16Array | null; // of every sample, for classes
  classes: string[]; // "" stands for a missing value
  values: Float32Array | null; // of every sample, for numbers; NaN where missing
  low: number;
  high: number;
}

const nothing: Omit<Coloring, "name"> = { classOf: null, classes: [], values: null, low: 0, high: 0 };
const missing = { light: "#9a9a9a", dark: "#7d7d7d" };

function numbers(name: string, values: Float32Array): Coloring {
  let [low, high] = [Infinity, -Infinity];
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  if (!(low <= high)) [low, high] = [0, 0];
  return { ...nothing, name, values, low, high };
}

// All ways to colour the samples, the first one used at the beginning.
export function coloringsOf(analysis: Analysis): Coloring[] {
  const byLabel: Coloring[] = analysis.labelOf
    ? [{ ...nothing, name: "label", classOf: analysis.labelOf, classes: analysis.labels }]
    : [];
  const byColumn = analysis.columns.map((column) =>
    column.values
      ? numbers(column.name, column.values)
      : { ...nothing, name: column.name, classOf: column.classOf, classes: column.classes },
  );
  return [...byLabel, ...byColumn, { ...nothing, name: "nothing" }];
}

// Classes beyond the last mark that differs share it.
export const shownClass = (label: number) => Math.min(label, mostMarks - 1);

export function markAt(coloring: Coloring, i: number, accent: string, isDark: boolean): Mark {
  if (coloring.classOf) return classMark(coloring, coloring.classOf[i], isDark);
  if (!coloring.values) return { color: accent, form: "circle" };
  return { color: colorOfNumber(coloring, coloring.values[i], isDark), form: "circle" };
}

export function classMark(coloring: Coloring, label: number, isDark: boolean): Mark {
  if (coloring.classes[label] === "") return { color: isDark ? missing.dark : missing.light, form: "circle" };
  return markOf(shownClass(label), isDark);
}

// Dark pages leave out the darkest end of the scale, which would sink into them.
export function colorOfNumber(coloring: Coloring, value: number, isDark: boolean): string {
  if (Number.isNaN(value)) return isDark ? missing.dark : missing.light;
  const share = coloring.high > coloring.low ? (value - coloring.low) / (coloring.high - coloring.low) : 0.5;
  return css(speedColor(isDark ? 0.25 + 0.75 * share : share));
}
