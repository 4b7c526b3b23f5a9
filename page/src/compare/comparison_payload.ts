// What the program puts into the page of a comparison: the payloads of the models, and what only the comparison knows.
import { decode, type Analysis, type Kind, type RawPayload, type RawPhotos, type RawSamples } from "../payload";
import type { SharedPictures } from "../stage";

export interface ComparedComponent {
  cumulative: number; // the first ones up to this one together, of the variance about the common mean
  explained: number; // this one alone
  held_out_cumulative: number | null;
  words: string; // what the curve is
  backwards: boolean; // it runs against that of the first method
  bootstrap: [number, number] | null; // 5th and 95th percentile of the share together
}

export interface ComparedMethod {
  name: string;
  seconds: number | null; // null: fitted before
  numbers: number; // that a component may choose
  held_out_seen: number; // held-out measures that it was fitted to all the same
  worst: number | null; // the component furthest from a geodesic of measures
  components: ComparedComponent[];
}

export interface RawComparison {
  comparison: number; // the format
  version: string;
  title: string;
  kind: Kind;
  names: string[]; // of the training measures, which the pictures are of
  held_out: number; // how many
  variance: number;
  held_out_variance: number | null;
  frames: number;
  methods: ComparedMethod[];
  refused: { name: string; reason: string }[];
  samples: RawSamples; // coordinates without an origin, in the units of the data
  photos: RawPhotos | null;
  models: RawPayload[]; // one for each method
}

export const knownComparison = 1;

export const isComparison = (payload: RawPayload | RawComparison): payload is RawComparison => "comparison" in payload;

// Which model the address asks for, or −1.
export function chosenModel({ methods }: RawComparison, fragment: string): number {
  const told = /(?:^#|&)model=([^&]*)/.exec(fragment)?.[1];
  if (told === undefined) return -1;
  try {
    const name = decodeURIComponent(told);
    return methods.findIndex((method) => method.name === name);
  } catch {
    return -1;
  }
}

export const addressOf = ({ name }: { name: string }) => `#model=${encodeURIComponent(name)}`;

// The most components that a method has.
export const mostComponents = ({ methods }: RawComparison) =>
  methods.reduce((most, { components }) => Math.max(most, components.length), 0);

export interface ModelOfComparison {
  analysis: Analysis;
  pictures: SharedPictures;
}

// Model i with the pictures moved to where its own coordinates begin.
export function modelOf(all: RawComparison, i: number): ModelOfComparison {
  if (all.comparison !== knownComparison)
    throw new Error(`this page reads comparisons of format ${knownComparison}, not ${all.comparison}`);
  const analysis = decode(all.models[i]);
  const { origin, coordinateUnit: unit } = analysis.raw;
  const moved = (corner: number[]) => corner.map((value, j) => value / unit - origin[j]);
  const places = new Map(analysis.names.map((name, place) => [name, place] as const).reverse());
  const same = analysis.names.length === all.names.length && analysis.names.every((name, k) => name === all.names[k]);
  const { samples, photos } = all;
  return {
    analysis,
    pictures: {
      samples: {
        ...samples,
        low: moved(samples.low),
        high: moved(samples.high),
        spacing: samples.spacing === null ? null : samples.spacing / unit,
      },
      photos,
      placeOf: same ? (entry) => entry : (entry) => places.get(all.names[entry]) ?? -1,
    },
  };
}
