// What a component does to each coordinate.
import { only, pointsAt } from "./curve";
import type { Analysis, Cloud } from "./payload";

export interface AxisMove {
  axis: number;
  share: number; // of the squared movement |v1 + v2|², weighted
  mean: [number, number]; // at t = 0 and t = 1, in the coordinates of the data
  spread: [number, number]; // standard deviation
}

export function axisMoves(analysis: Analysis, component: number): AxisMove[] {
  const { dimension: d, mean } = analysis;
  const ends = [0, 1].map((t) => pointsAt(analysis, only(analysis, component, t)));
  const moved = new Float64Array(d);
  const first = [new Float64Array(d), new Float64Array(d)];
  const second = [new Float64Array(d), new Float64Array(d)];
  mean.weights.forEach((weight, k) => {
    for (let j = 0; j < d; j++) {
      const [from, to] = [ends[0][k * d + j], ends[1][k * d + j]];
      moved[j] += weight * (to - from) ** 2;
      [from, to].forEach((v, e) => {
        first[e][j] += weight * v;
        second[e][j] += weight * v * v;
      });
    }
  });
  const total = moved.reduce((sum, v) => sum + v, 0) || 1;
  return Array.from(moved, (v, axis) => ({
    axis,
    share: v / total,
    mean: [0, 1].map((e) => first[e][axis] + analysis.raw.origin[axis]) as [number, number],
    spread: [0, 1].map((e) => Math.sqrt(Math.max(0, second[e][axis] - first[e][axis] ** 2))) as [number, number],
  }));
}

export const marginalSteps = 120;

// The density of one coordinate at even places from low to high: bells as wide as Silverman's rule says.
export function marginal(cloud: Cloud, axis: number, low: number, high: number): Float64Array {
  const at = Float64Array.from(cloud.weights, (_, k) => cloud.points[k * cloud.dimension + axis]);
  let [mean, square, crowd] = [0, 0, 0];
  cloud.weights.forEach((w, k) => {
    mean += w * at[k];
    square += w * at[k] ** 2;
    crowd += w * w;
  });
  const step = (high - low) / marginalSteps;
  const width = Math.max(0.9 * Math.sqrt(Math.max(0, square - mean * mean)) * crowd ** 0.2, step);
  const density = new Float64Array(marginalSteps + 1);
  cloud.weights.forEach((w, k) => {
    for (let s = 0; s <= marginalSteps; s++) {
      const away = (low + s * step - at[k]) / width;
      if (Math.abs(away) < 5) density[s] += (w / (width * Math.sqrt(2 * Math.PI))) * Math.exp(-0.5 * away * away);
    }
  });
  return density;
}
