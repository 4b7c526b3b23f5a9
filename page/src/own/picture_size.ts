// The size that pictures are resampled to before they are read as shapes, as the program does (measures/resample.hpp).
import type { Reading } from "./reading";

export interface PictureSize {
  rows: number;
  columns: number;
}

type Rule = Pick<Reading, "resize" | "sameSize">;

const asked = (resize: string) => resize.split("x").map(Number);

// Of a picture of the reader.
export function readSize(given: PictureSize, { resize, sameSize }: Rule, grid: number[]): PictureSize {
  const [wide, tall] = asked(resize);
  if (tall > 0) return { rows: tall, columns: wide };
  if (wide > 0) {
    const scale = wide / Math.max(given.rows, given.columns);
    const scaled = (side: number) => Math.max(1, Math.round(scale * side));
    return { rows: scaled(given.rows), columns: scaled(given.columns) };
  }
  return sameSize && grid.length === 2 ? { rows: grid[0], columns: grid[1] } : given;
}

const [leastSheet, mostSheet] = [8, 256];

// Of the sheet to draw on: that of the model's pictures, else a square as wide as the window of the model.
export function sheetSize({ resize }: Rule, grid: number[], window: { low: number[]; high: number[] }): PictureSize {
  if (grid.length === 2) return { rows: grid[0], columns: grid[1] };
  const [wide, tall = wide] = asked(resize);
  if (wide > 0) return { rows: tall, columns: wide };
  const span = Math.max(...window.high.map((high, j) => high - window.low[j]));
  const side = Math.min(mostSheet, Math.max(leastSheet, Math.ceil(span)));
  return { rows: side, columns: side };
}
