// Are the arrays of a payload as long as what they are about?  A page whose file was damaged says so then, instead of
// showing numbers that are not there.
import type { Analysis, Column, Component, Projected } from "./payload";

type Numbers = ArrayLike<number> | null;

// Throws, with the name of the array that is too long or too short.
export function requireLength(what: string, found: Numbers, wanted: number): void {
  if (found && found.length !== wanted)
    throw new Error(`its data are damaged: ${what} has ${found.length} entries instead of ${wanted}`);
}

// Offsets of `count` pieces of `total` entries, rising.
export function requireOffsets(what: string, offsets: Uint32Array, count: number, total: number): void {
  requireLength(what, offsets, count + 1);
  const rising = offsets.every((offset, k) => k === 0 || offsets[k - 1] <= offset);
  if (!rising || offsets[count] > total) throw new Error(`its data are damaged: ${what} point beyond the end`);
}

function requireClasses(what: string, of: Uint16Array | null, classes: string[], count: number): void {
  requireLength(what, of, count);
  if (of?.some((one) => one >= classes.length)) throw new Error(`its data are damaged: ${what} name no class`);
}

function requireComponent(one: Component, { atoms, dimension, count, weightPoints }: Analysis): void {
  const moving = one.track ? 0 : atoms * dimension;
  requireLength("backward", one.backward, moving);
  requireLength("forward", one.forward, moving);
  if (one.track) {
    const points = (weightPoints?.length ?? 0) / dimension;
    requireLength("weights", one.track.weights, one.track.knots.length * points);
    requireLength("center", one.track.center, points);
  }
  requireLength("times", one.times, count);
  requireLength("scores", one.scores, count);
  requireLength("squared_distances", one.squaredDistances, count);
  requireLength("lower_bounds", one.lowerBounds, count);
}

function requireColumn({ values, classOf, classes }: Column, count: number): void {
  requireLength("columns", values, count);
  requireClasses("columns", classOf, classes, count);
}

function requireProjected(projected: Projected, components: number): void {
  const count = projected.names.length;
  requireLength("squared_distances", projected.squaredDistances, count);
  requireLength("components", projected.components as unknown as Numbers, components);
  for (const one of projected.components)
    for (const numbers of [one.times, one.scores, one.squaredDistances]) requireLength("projected", numbers, count);
  requireLength("joint", projected.jointTimes, count * components);
  requireLength("joint", projected.jointSquaredDistances, count * components);
}

export function requireShapes(analysis: Analysis): void {
  const { atoms, dimension, count, components, exact, projected } = analysis;
  requireLength("mean", analysis.mean.points, atoms * dimension);
  requireLength("squared_distances", analysis.squaredDistances, count);
  requireLength("measure_weights", analysis.measureWeights, count);
  requireClasses("labels", analysis.labelOf, analysis.labels, count);
  analysis.columns.forEach((column) => requireColumn(column, count));
  components.forEach((one) => requireComponent(one, analysis));
  requireLength("joint", analysis.jointTimes, count * components.length);
  requireLength("joint", analysis.jointSquaredDistances, count * components.length);
  if (exact) requireLength("exact", exact.fields, 2 * components.length * atoms * dimension);
  if (projected) requireProjected(projected, components.length);
}
