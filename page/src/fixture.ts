// A small analysis made by hand, for tests: a square of four atoms that slides along x and grows.
import type { RawPayload } from "./payload";

export function packed(numbers: Float32Array | Uint32Array | Uint16Array | Uint8Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));
}
const f32 = (...values: number[]) => packed(Float32Array.from(values));

export const corners = [-1, -1, 1, -1, -1, 1, 1, 1];

export function fixture(changes: Partial<RawPayload> = {}): RawPayload {
  const slide = [2, 0, 2, 0, 2, 0, 2, 0];
  const certificates = {
    time_gap: 1e-4,
    map_gap: { backward: 0, forward: 0.05 },
    geodesic_gap: 0,
    orthogonality: 0,
    collinearity: 0,
    offset: 0,
    outside_box: null,
    repaired_mass: { backward: 0, forward: 0.25 },
    repaired_pairing: 0,
  };
  const shortfalls = { unfinished_cone_steps: 0, unconverged_transports: 0, contradictions: 0 };
  const shared = {
    ...certificates,
    ...shortfalls,
    iterations: 4,
    termination: "converged",
    objective: [3, 2, 1.9],
    mean_squared_distance: 1,
  };
  return {
    format: 2,
    version: "0.1.0",
    file: "square.h5",
    kind: "points",
    grid: [],
    axes: ["x", "y"],
    standardized: false,
    origin: [10, 20],
    mean: { points: f32(...corners), weights: f32(0.25, 0.25, 0.25, 0.25) },
    squared_distances: f32(4, 1, 9),
    variance: 14 / 3,
    names: ["a", "b", "c"],
    labels: { values: ["one", "two"], of: packed(Uint16Array.of(0, 1, 0)) },
    measure_weights: null,
    components: [
      {
        ...shared,
        backward: f32(...slide),
        forward: f32(...slide),
        times: f32(0, 0.5, 1),
        scores: f32(-2, 0, 2),
        squared_distances: f32(1, 1, 5),
        lower_bounds: f32(1, 1, 5),
        explained: 0.5,
        cumulative: 0.5,
        increment: 0.5,
        explained_interval: [0.5, 0.5001],
        length: 4,
        timeNearestMean: 0.5,
      },
      {
        ...shared,
        backward: f32(...corners),
        forward: f32(...corners),
        times: f32(0.5, 0.25, 0.75),
        scores: f32(0, -0.7, 0.7),
        squared_distances: f32(4, 0.5, 8),
        lower_bounds: null,
        explained: 0.3,
        cumulative: 0.7,
        increment: 0.2,
        explained_interval: [0.1, 0.4],
        length: 2 * Math.SQRT2,
        timeNearestMean: 0.5,
      },
    ],
    joint: { times: f32(0, NaN, 0.5, 0.25, 1, 0.75), squared_distances: f32(1, 1, 1, 0.4, 5, 3) },
    tangent_explained: [0.5, 0.21],
    bootstrap: null,
    termination: "converged",
    options: "{}",
    run: "",
    samples: {
      indices: packed(Uint32Array.of(0, 2)),
      offsets: packed(Uint32Array.of(0, 2, 3)),
      low: [-5, 0],
      high: [5, 10],
      points: packed(Uint16Array.of(0, 0, 65535, 65535, 32768, 0)),
      weights: packed(Uint8Array.of(255, 85, 255)),
      spacing: null,
    },
    notes: [],
    weight_points: null,
    ceiling: 0.9,
    scored_by: "exact",
    unconverged_transports: 0,
    contradictions: 0,
    joint_unconverged_transports: 0,
    joint_contradictions: 0,
    projected: null,
    photos: null,
    statistics: {
      folds: null,
      held_out_explained: null,
      held_out_cumulative: null,
      helpful: null,
      noise_share: null,
      noise_measures: null,
      angles: null,
    },
    columns: [
      { name: "age", numbers: f32(10, NaN, 30), classes: null },
      { name: "arm", numbers: null, classes: { values: ["", "x"], of: packed(Uint16Array.of(1, 0, 1)) } },
    ],
    reading: "",
    exact: null,
    coordinateUnit: 1,
    lengthUnit: 1,
    ...changes,
  };
}
