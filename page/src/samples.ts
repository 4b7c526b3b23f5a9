// The measures themselves, as far as the file carries their atoms.
import { octets, shorts, words } from "./packed";
import { requireLength, requireOffsets } from "./payload_shapes";
import type { Cloud, RawSamples } from "./payload";

// Which measure of the page an entry of the file is; −1: none.
export type PlaceOf = (entry: number) => number;

export class Samples {
  readonly indices: Uint32Array; // of the measures with a picture, rising
  private readonly slots = new Map<number, number>();
  private readonly offsets: Uint32Array;
  private readonly points: Uint16Array;
  private readonly weights: Uint8Array;

  constructor(
    private readonly raw: RawSamples | null,
    private readonly dimension: number,
    placeOf: PlaceOf = (entry) => entry,
  ) {
    this.offsets = raw ? words(raw.offsets) : new Uint32Array([0]);
    this.points = raw ? shorts(raw.points) : new Uint16Array();
    this.weights = raw ? octets(raw.weights) : new Uint8Array();
    const entries = raw ? words(raw.indices) : new Uint32Array();
    requireOffsets("samples", this.offsets, entries.length, this.weights.length);
    if (raw) {
      requireLength("samples", this.points, this.weights.length * dimension);
      for (const end of [raw.low, raw.high]) requireLength("samples", end ?? [], dimension);
    }
    entries.forEach((entry, slot) => {
      const i = placeOf(entry);
      if (i >= 0) this.slots.set(i, slot);
    });
    this.indices = Uint32Array.from(this.slots.keys()).sort();
  }

  has(i: number): boolean {
    return this.slots.has(i);
  }

  // Measure i, or null when the page carries no atoms of it.
  cloud(i: number): Cloud | null {
    const { raw, dimension: d } = this;
    const slot = this.slots.get(i);
    if (raw === null || slot === undefined) return null;
    const [begin, end] = [this.offsets[slot], this.offsets[slot + 1]];
    const points = new Float32Array((end - begin) * d);
    for (let k = 0; k < points.length; k++) {
      const j = k % d;
      points[k] = raw.low[j] + (this.points[begin * d + k] / 65535) * (raw.high[j] - raw.low[j]);
    }
    const weights = Float32Array.from(this.weights.subarray(begin, end));
    const total = weights.reduce((sum, w) => sum + w, 0);
    for (let k = 0; k < weights.length; k++) weights[k] /= total;
    const cloud: Cloud = { points, weights, dimension: d };
    if (raw.spacing !== null) cloud.spacing = raw.spacing;
    return cloud;
  }
}
