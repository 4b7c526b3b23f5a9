// What is to be drawn, and the window in which everything is drawn.
import { quantile } from "d3-array";
import { only, pointsAt } from "./curve";
import type { Paper } from "./export/svg_paper";
import type { Analysis, Cloud } from "./payload";
import type { Samples } from "./samples";
import type { Theme } from "./theme";

export interface Scene {
  now: Cloud;
  ghost?: Cloud | null;
  speed?: Float32Array | null; // of every atom, 0 … 1 of the fastest
  trails?: { from: Float32Array; to: Float32Array } | null;
  time?: number | null;
}

export interface Painter {
  readonly name: string;
  readonly aspect: number; // height over width
  readonly note?: string; // what the picture leaves out
  readonly turn?: { yaw: number; pitch: number }; // a view that can be turned
  paint(context: Paper, width: number, height: number, scene: Scene, theme: Theme): void;
}

export interface Window {
  low: number[];
  high: number[];
}

function include(window: Window, points: Float32Array, dimension: number): void {
  for (let k = 0; k < points.length; k++) {
    const j = k % dimension;
    if (points[k] < window.low[j]) window.low[j] = points[k];
    if (points[k] > window.high[j]) window.high[j] = points[k];
  }
}

// The bulk of the samples' atoms: 1 % of them may lie outside on either side of each axis.
function includeSamples(window: Window, samples: Samples, dimension: number): void {
  const columns: number[][] = Array.from({ length: dimension }, () => []);
  const step = Math.max(1, Math.floor(samples.indices.length / 60));
  for (let s = 0; s < samples.indices.length; s += step) {
    const cloud = samples.cloud(samples.indices[s]);
    if (cloud) for (let k = 0; k < cloud.points.length; k++) columns[k % dimension].push(cloud.points[k]);
  }
  columns.forEach((values, j) => {
    if (values.length === 0) return;
    values.sort((a, b) => a - b);
    window.low[j] = Math.min(window.low[j], quantile(values, 0.01) as number);
    window.high[j] = Math.max(window.high[j], quantile(values, 0.99) as number);
  });
}

// Everything the curves reach and the bulk of the samples, with a margin; the grid of pixels for shapes.
export function windowOf(analysis: Analysis, samples: Samples): Window {
  const d = analysis.dimension;
  const window: Window = { low: Array<number>(d).fill(Infinity), high: Array<number>(d).fill(-Infinity) };
  include(window, analysis.weightPoints ?? analysis.mean.points, d);
  if (!analysis.weightPoints)
    analysis.components.forEach((_, c) => {
      for (const t of [0, 1]) include(window, pointsAt(analysis, only(analysis, c, t)), d);
    });
  if (analysis.kind !== "shape") includeSamples(window, samples, d);
  const onGrid = analysis.kind === "shape" && analysis.raw.grid.length >= 2;
  const size = [...analysis.raw.grid].reverse();
  for (let j = 0; j < d; j++) {
    const span = window.high[j] - window.low[j] || Math.abs(window.low[j]) || 1;
    window.low[j] -= (onGrid ? 0.01 : 0.06) * span;
    window.high[j] += (onGrid ? 0.01 : 0.06) * span;
    if (!onGrid || !size[j]) continue;
    const origin = analysis.raw.origin[j];
    window.low[j] = Math.min(window.low[j], -origin);
    window.high[j] = Math.max(window.high[j], size[j] - origin);
  }
  return window;
}
