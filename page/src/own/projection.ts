// The program's own projection (page/module, WebAssembly), asked from the page.
import { module64 } from "virtual:projection";
import type { ExactModel } from "../payload";

export interface OwnMeasure {
  points: Float64Array; // n × d, a row per point, in the coordinates of the analysis
  weights: Float64Array; // positive, of sum 1
}

export interface OwnProjection {
  squaredDistance: number; // to the mean
  alone: { time: number; squaredDistance: number; lowerBound: number; score: number }[];
  together: { time: number; squaredDistance: number }[]; // time NaN: left out; distance of the first ones
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(count: number): number;
  give_back(place: number): void;
  set_model(dimension: number, atoms: number, components: number, numbers: number, variance: number): void;
  project(atoms: number, points: number, weights: number, out: number): void;
  read_shape(...numbers: number[]): number;
  read_palette(...numbers: number[]): number;
  own_points(): number;
  own_weights(): number;
}

export const hasModule = module64.length > 0;

async function unpacked(base64: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// The module asks nothing of a system; what its library would ask for is refused.
function refusals(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === "function") (imports[from] ??= {})[name] = () => 52; // ENOSYS
  return imports;
}

export class Projection {
  private constructor(
    private readonly module: Exports,
    private readonly model: ExactModel,
  ) {
    const { mean, weights, fields } = model;
    const all = new Float64Array(mean.length + weights.length + fields.length);
    all.set(mean);
    all.set(weights, mean.length);
    all.set(fields, mean.length + weights.length);
    const numbers = this.put(all);
    module.set_model(model.dimension, weights.length, model.components, numbers, model.variance);
    module.give_back(numbers);
  }

  static async start(model: ExactModel): Promise<Projection> {
    const module = await WebAssembly.compile(await unpacked(module64));
    const instance = await WebAssembly.instantiate(module, refusals(module));
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    return new Projection(exports, model);
  }

  // Room in the module with these numbers at its beginning.
  private put(numbers: ArrayLike<number>, count = numbers.length): number {
    const place = this.module.room(Math.max(1, count));
    new Float64Array(this.module.memory.buffer, place, numbers.length).set(numbers);
    return place;
  }

  project(measure: OwnMeasure): OwnProjection {
    const many = this.model.components;
    const [points, weights] = [this.put(measure.points), this.put(measure.weights)];
    const out = this.put([], 1 + 6 * many);
    this.module.project(measure.weights.length, points, weights, out);
    const found = new Float64Array(this.module.memory.buffer, out, 1 + 6 * many).slice();
    for (const place of [points, weights, out]) this.module.give_back(place);
    const alone = Array.from({ length: many }, (_, k) => {
      const [time, squaredDistance, lowerBound, score] = found.subarray(1 + 4 * k, 5 + 4 * k);
      return { time, squaredDistance, lowerBound, score };
    });
    const together = Array.from({ length: many }, (_, k) => {
      const [time, squaredDistance] = found.subarray(1 + 4 * many + 2 * k, 3 + 4 * many + 2 * k);
      return { time, squaredDistance };
    });
    return { squaredDistance: found[0], alone, together };
  }

  // Atoms in the coordinates of the data, or null where the picture has no mass.
  shape(image: ImageData, rows: number, columns: number, invert: boolean, threshold: number, linear: boolean) {
    const samples = this.samples(image);
    const count = this.module.read_shape(
      image.height,
      image.width,
      samples,
      rows,
      columns,
      Number(invert),
      threshold,
      Number(linear),
    );
    return this.taken(samples, count, 2);
  }

  palette(image: ImageData, lab: boolean, colors: number, pixels: number, seed: number) {
    const samples = this.samples(image);
    const count = this.module.read_palette(image.height, image.width, samples, Number(lab), colors, pixels, seed);
    return this.taken(samples, count, 3);
  }

  // Bytes as they are; room is counted in doubles.
  private samples({ data }: ImageData): number {
    const place = this.module.room(Math.ceil(data.length / 8));
    if (place === 0) throw new Error("the picture is too large for the page");
    new Uint8Array(this.module.memory.buffer, place, data.length).set(data);
    return place;
  }

  private taken(samples: number, count: number, dimension: number): OwnMeasure | null {
    this.module.give_back(samples);
    if (count === 0) return null;
    const { buffer } = this.module.memory;
    return {
      points: new Float64Array(buffer, this.module.own_points(), count * dimension).slice(),
      weights: new Float64Array(buffer, this.module.own_weights(), count).slice(),
    };
  }
}
