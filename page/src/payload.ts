// What the program puts into the page, and the same decoded.  Arrays are base64 of little-endian numbers, one row per
// point; coordinates are in the units of the data, relative to `origin`.
import { bytesOf, floats, shorts } from "./packed";
import { requireShapes } from "./payload_shapes";
import { Photos } from "./photos";
import { Samples } from "./samples";

export type Kind = "points" | "shape" | "palette" | "histogram";

// What stopped before its end, or cannot be true; all 0 in a sound result.
export interface Shortfalls {
  unfinished_cone_steps: number;
  unconverged_transports: number;
  contradictions: number;
}

// The same of the mean and of the joint times.
export interface Around {
  unconverged_transports: number;
  contradictions: number;
  joint_unconverged_transports: number;
  joint_contradictions: number;
}

interface Ends {
  backward: number | null;
  forward: number | null;
}

// Results have the names that they have in files, JSON and Python.
export interface RawComponent extends Shortfalls {
  backward: string; // p × d float32, V1; empty where weights change
  forward: string; // p × d float32, V2
  weights?: string; // knots × m float32: where weights change, on the points of the page
  knots?: number[]; // their times, from 0 to 1
  center?: string; // m float32: what several curves are added around
  times: string; // N float32
  scores: string; // N float32
  squared_distances: string; // N float32
  lower_bounds: string | null; // N float32
  objective: number[];
  time_gap: number | null;
  map_gap?: Ends; // this and the next: curves that move atoms
  geodesic_gap?: number | null;
  orthogonality?: number | null;
  collinearity?: number | null;
  offset?: number | null;
  outside_box?: number | null;
  repaired_mass?: Ends;
  repaired_pairing?: number | null;
  explained: number | null;
  cumulative: number | null;
  mean_squared_distance: number;
  length: number; // of the curve
  timeNearestMean: number;
  iterations: number;
  termination: string;
  increment: number | null; // cumulative, less that of the components before
  explained_interval: (number | null)[]; // contains the share by exact distances at the best times
}

// A column of a table about the samples: numbers, or classes.
export interface RawColumn {
  name: string;
  numbers: string | null; // N float32, NaN where missing
  classes: { values: string[]; of: string } | null; // of: uint16; "" where missing
}

// The model in double precision and in the coordinates of the analysis: x ↦ (x − center) / scale.
export interface RawExactModel {
  numbers: string; // float64: mean points p × d, weights p, then backward and forward p × d of each component
  variance: number;
  center: number[];
  scale: number[];
}

export interface ExactModel {
  dimension: number;
  components: number;
  mean: Float64Array;
  weights: Float64Array;
  fields: Float64Array;
  variance: number;
  center: number[];
  scale: number[];
}

// Samples that are not of the model, placed on it.
export interface RawProjected {
  names: string[];
  labels: string[]; // as many, or none
  squared_distances: string; // M float32, to the mean
  components: {
    times: string; // M float32, and so the others
    scores: string;
    squared_distances: string;
    lower_bounds: string;
    time_gap: number | null; // largest proven excess over the variance of the model
  }[];
  joint: { times: string; squared_distances: string }; // M × K float32
  unconverged_transports: number;
  contradictions: number;
  samples: RawSamples; // of those with a picture
  photos: RawPhotos | null;
}

export interface Projected {
  names: string[];
  labels: string[];
  squaredDistances: Float32Array;
  components: {
    times: Float32Array;
    scores: Float32Array;
    squaredDistances: Float32Array;
    lowerBounds: Float32Array;
    timeGap: number | null;
  }[];
  jointTimes: Float32Array; // M × K
  jointSquaredDistances: Float32Array; // M × K
  unconvergedTransports: number;
  contradictions: number;
  samples: Samples;
  photos: Photos;
}

export interface RawSamples {
  indices: string; // uint32: which measures have a picture, rising
  offsets: string; // uint32, one more than indices: their atoms in points and weights
  low: number[]; // d: coordinates are low + q / 65535 · (high − low)
  high: number[];
  points: string; // uint16
  weights: string; // uint8, 255 is the heaviest atom of its measure
  spacing: number | null; // distance of neighbours on the grid of pixels
}

// Small photos beside palettes, as JPEG.
export interface RawPhotos {
  indices: string; // uint32: which measures have one, rising
  offsets: string; // uint32, one more than indices: their bytes
  bytes: string;
}

// What the model knows beside its components; null: it was not asked.
export interface RawStatistics {
  folds: number | null;
  held_out_explained: number[] | null; // by each component alone, of measures not fitted to
  held_out_cumulative: number[] | null; // by the first ones together
  helpful: number | null; // so many components in a row help there
  noise_share: number | null; // of the variance
  noise_measures: number | null; // where it could be estimated
  angles: [number, number][] | null; // degrees that each component turns, 5th to 95th percentile
}

export interface RawPayload extends Around {
  format: number;
  version: string;
  file: string;
  kind: Kind;
  grid: number[];
  axes: string[];
  standardized: boolean;
  origin: number[];
  mean: { points: string; weights: string };
  squared_distances: string;
  variance: number;
  names: string[];
  labels: { values: string[]; of: string } | null; // of: uint16
  measure_weights: string | null;
  components: RawComponent[];
  joint: { times: string; squared_distances: string } | null;
  tangent_explained: number[] | null;
  bootstrap: { replicates: number; low: number[]; high: number[] } | null;
  termination: string;
  options: string; // JSON text, or empty
  run: string; // the text of model.run.json, or empty
  samples: RawSamples | null;
  notes: string[];
  weight_points: string | null; // m × d float32, the points of curves that change weights
  ceiling: number | null; // share that moving atoms explains at most while measures keep their plans from the mean
  scored_by: string; // exact or entropic
  columns: RawColumn[];
  projected: RawProjected | null;
  photos: RawPhotos | null;
  statistics: RawStatistics;
  reading: string; // JSON text: how the data were read, or empty
  exact: RawExactModel | null; // for projections in the page
  coordinateUnit: number; // coordinates are in multiples of it; 1 unless single precision could not hold them
  lengthUnit: number; // the same for distances, scores and lengths
}

export interface Cloud {
  points: Float32Array; // n × d, a row per point
  weights: Float32Array; // n
  dimension: number;
  spacing?: number; // of neighbours, where it is known
  onCurve?: boolean; // of the analysis, not a sample: drawn in the same ink all along
}

// Weights of any sign on the points of the page, straight between knots.
export interface WeightTrack {
  knots: number[];
  weights: Float32Array; // knots × m
  center: Float32Array; // m
}

export interface Component
  extends Omit<
    RawComponent,
    "backward" | "forward" | "weights" | "center" | "times" | "scores" | "squared_distances" | "lower_bounds"
  > {
  backward: Float32Array;
  forward: Float32Array;
  track: WeightTrack | null; // where weights change instead of atoms
  times: Float32Array;
  scores: Float32Array;
  squaredDistances: Float32Array;
  lowerBounds: Float32Array | null;
}

export interface Column {
  name: string;
  values: Float32Array | null;
  classOf: Uint16Array | null;
  classes: string[];
}

export interface Analysis {
  raw: RawPayload;
  kind: Kind;
  dimension: number;
  count: number;
  atoms: number;
  mean: Cloud;
  weightPoints: Float32Array | null; // m × d, of curves that change weights
  squaredDistances: Float32Array;
  measureWeights: Float32Array | null;
  names: string[];
  labelOf: Uint16Array | null;
  labels: string[];
  columns: Column[];
  exact: ExactModel | null;
  projected: Projected | null;
  components: Component[];
  jointTimes: Float32Array | null; // N × K, NaN where a component is switched off
  jointSquaredDistances: Float32Array | null; // N × K
}

function component(raw: RawComponent): Component {
  return {
    ...raw,
    backward: floats(raw.backward),
    forward: floats(raw.forward),
    track: raw.knots
      ? { knots: raw.knots, weights: floats(raw.weights ?? ""), center: floats(raw.center ?? "") }
      : null,
    times: floats(raw.times),
    scores: floats(raw.scores),
    squaredDistances: floats(raw.squared_distances),
    lowerBounds: raw.lower_bounds === null ? null : floats(raw.lower_bounds),
  };
}

function column(raw: RawColumn): Column {
  return {
    name: raw.name,
    values: raw.numbers === null ? null : floats(raw.numbers),
    classOf: raw.classes ? shorts(raw.classes.of) : null,
    classes: raw.classes ? raw.classes.values : [],
  };
}

function exactModel(raw: RawExactModel, atoms: number, components: number): ExactModel {
  const numbers = new Float64Array(bytesOf(raw.numbers));
  const dimension = raw.center.length;
  return {
    dimension,
    components,
    mean: numbers.subarray(0, atoms * dimension),
    weights: numbers.subarray(atoms * dimension, atoms * (dimension + 1)),
    fields: numbers.subarray(atoms * (dimension + 1)),
    variance: raw.variance,
    center: raw.center,
    scale: raw.scale,
  };
}

function projected(raw: RawProjected, dimension: number): Projected {
  return {
    names: raw.names,
    labels: raw.labels,
    squaredDistances: floats(raw.squared_distances),
    components: raw.components.map((one) => ({
      times: floats(one.times),
      scores: floats(one.scores),
      squaredDistances: floats(one.squared_distances),
      lowerBounds: floats(one.lower_bounds),
      timeGap: one.time_gap,
    })),
    jointTimes: floats(raw.joint.times),
    jointSquaredDistances: floats(raw.joint.squared_distances),
    unconvergedTransports: raw.unconverged_transports,
    contradictions: raw.contradictions,
    samples: new Samples(raw.samples, dimension),
    photos: new Photos(raw.photos),
  };
}

export const knownFormat = 2;

// Throws where arrays are not as long as what they are about.
export function decode(raw: RawPayload): Analysis {
  if (raw.format !== knownFormat)
    throw new Error(`this page reads payloads of format ${knownFormat}, not ${raw.format}`);
  const dimension = raw.origin.length;
  const weights = floats(raw.mean.weights);
  const analysis: Analysis = {
    raw,
    kind: raw.kind,
    dimension,
    count: raw.names.length,
    atoms: weights.length,
    mean: { points: floats(raw.mean.points), weights, dimension, onCurve: true },
    weightPoints: raw.weight_points ? floats(raw.weight_points) : null,
    squaredDistances: floats(raw.squared_distances),
    measureWeights: raw.measure_weights ? floats(raw.measure_weights) : null,
    names: raw.names,
    labelOf: raw.labels ? shorts(raw.labels.of) : null,
    labels: raw.labels ? raw.labels.values : [],
    columns: raw.columns.map(column),
    exact: raw.exact ? exactModel(raw.exact, weights.length, raw.components.length) : null,
    projected: raw.projected ? projected(raw.projected, dimension) : null,
    components: raw.components.map(component),
    jointTimes: raw.joint ? floats(raw.joint.times) : null,
    jointSquaredDistances: raw.joint ? floats(raw.joint.squared_distances) : null,
  };
  requireShapes(analysis);
  return analysis;
}

// What no component explains of measure i: the squared distance that is left with all components together.
export function leftOver(analysis: Analysis, i: number): number {
  const many = analysis.components.length;
  if (many === 0) return analysis.squaredDistances[i];
  if (analysis.jointSquaredDistances) return analysis.jointSquaredDistances[i * many + many - 1];
  return Math.min(...analysis.components.map((one) => one.squaredDistances[i]));
}

// The times at which all components together come nearest to measure i; NaN leaves a component out.
export function projectionTimes(analysis: Analysis, i: number): number[] {
  const many = analysis.components.length;
  if (analysis.jointTimes) return Array.from(analysis.jointTimes.subarray(i * many, (i + 1) * many));
  let best = 0;
  for (let k = 1; k < many; k++)
    if (analysis.components[k].squaredDistances[i] < analysis.components[best].squaredDistances[i]) best = k;
  return analysis.components.map((one, k) => (k === best ? one.times[i] : NaN));
}

// A time that is an end of the curve: the sample may lie beyond.
export const isClipped = (time: number): boolean => time <= 1e-6 || time >= 1 - 1e-6;

// Signed length along component c at the joint time of measure i; left out, that of the mean: 0.
export function jointScore(analysis: Analysis, i: number, c: number): number {
  const one = analysis.components[c];
  const time = projectionTimes(analysis, i)[c];
  return Number.isNaN(time) ? 0 : (time - one.timeNearestMean) * one.length;
}

export function labelName(analysis: Analysis, i: number): string {
  return analysis.labelOf ? analysis.labels[analysis.labelOf[i]] : "";
}
