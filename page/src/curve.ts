// Measures on the curves: atoms at Y + Σ_c (−(1−t_c) V1_c + t_c V2_c), or weights center + Σ_c (w_c(t_c) − center).
import type { Analysis, Cloud, Component, WeightTrack } from "./payload";

// One time for each component; NaN leaves a component out.  Writes into `out` (p × d) when it is given.
export function pointsAt(analysis: Analysis, times: readonly number[], out?: Float32Array): Float32Array {
  const points = out ?? new Float32Array(analysis.mean.points.length);
  points.set(analysis.mean.points);
  analysis.components.forEach((component, c) => {
    const t = times[c];
    if (t === undefined || Number.isNaN(t)) return;
    const { backward, forward } = component;
    for (let k = 0; k < points.length; k++) points[k] += t * forward[k] - (1 - t) * backward[k];
  });
  return points;
}

// Weights at time t, straight between two knots, added to `into` less the center.
function addWeights({ knots, weights, center }: WeightTrack, t: number, into: Float32Array): void {
  const m = center.length;
  let k = 0;
  while (k + 2 < knots.length && t > knots[k + 1]) k++;
  const span = knots[k + 1] - knots[k];
  const share = span > 0 ? Math.min(1, Math.max(0, (t - knots[k]) / span)) : 0;
  const [low, high] = [k * m, (k + 1) * m];
  for (let i = 0; i < m; i++) into[i] += weights[low + i] + share * (weights[high + i] - weights[low + i]) - center[i];
}

// The measure at one time for each component; NaN leaves one out.  Weights may be of any sign.
export function cloudAt(analysis: Analysis, times: readonly number[], points?: Float32Array): Cloud {
  const first = analysis.components[0]?.track;
  if (!analysis.weightPoints || !first) return { ...analysis.mean, points: pointsAt(analysis, times, points) };
  const weights = Float32Array.from(first.center);
  analysis.components.forEach(({ track }, c) => {
    const t = times[c];
    if (track && t !== undefined && !Number.isNaN(t)) addWeights(track, t, weights);
  });
  return { points: analysis.weightPoints, weights, dimension: analysis.dimension, onCurve: true };
}

// Where no component is taken: the mean, or the center of curves that change weights.
export const centerOf = (analysis: Analysis): Cloud => (analysis.weightPoints ? cloudAt(analysis, []) : analysis.mean);

// Times that switch on one component only.
export function only(analysis: Analysis, component: number, time: number): number[] {
  return analysis.components.map((_, c) => (c === component ? time : NaN));
}

// |V1 + V2| of every atom: how far it travels from t = 0 to t = 1, in the units of the data.
export function speeds(component: Component, dimension: number): Float32Array {
  const speed = new Float32Array(component.backward.length / dimension);
  for (let k = 0; k < speed.length; k++) {
    let squared = 0;
    for (let j = 0; j < dimension; j++) {
      const step = component.backward[k * dimension + j] + component.forward[k * dimension + j];
      squared += step * step;
    }
    speed[k] = Math.sqrt(squared);
  }
  return speed;
}

// Signed length along the curve from the time nearest the mean, and back.
export const scoreAt = (component: Component, time: number) => (time - component.timeNearestMean) * component.length;
export function timeAt(component: Component, score: number): number {
  if (component.length === 0) return 0.5;
  return Math.min(1, Math.max(0, component.timeNearestMean + score / component.length));
}
