// Where samples stand in the plane of two components, who is near, and how crowds are put together.
import { leftOver, type Analysis } from "../payload";

export const leftOverAxis = -1; // instead of a component: what no component explains

export interface Spots {
  x: Float32Array;
  y: Float32Array;
}

export function coordinate(analysis: Analysis, axis: number): Float32Array {
  if (axis !== leftOverAxis) return analysis.components[axis].scores;
  return Float32Array.from(analysis.names, (_, i) => Math.sqrt(Math.max(0, leftOver(analysis, i))));
}

export function extent(values: Iterable<number>, margin = 0.06): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  if (!(low <= high)) return [-1, 1];
  const span = high - low || Math.abs(low) || 1;
  return [low - margin * span, high + margin * span];
}

// The sample nearest to a place on the screen, within `reach` pixels, or −1.
export function nearest(
  spots: Spots,
  x: number,
  y: number,
  reach: number,
  taken: (i: number) => boolean = () => true,
): number {
  let [best, least] = [-1, reach * reach];
  for (let i = 0; i < spots.x.length; i++) {
    const squared = (spots.x[i] - x) ** 2 + (spots.y[i] - y) ** 2;
    if (squared < least && taken(i)) [best, least] = [i, squared];
  }
  return best;
}

// The next sample in a direction: the nearest one in the quarter of the plane that the arrow points to.
export function neighbour(
  spots: Spots,
  from: number,
  dx: number,
  dy: number,
  taken: (i: number) => boolean = () => true,
): number {
  let [best, least] = [from, Infinity];
  for (let i = 0; i < spots.x.length; i++) {
    const [ax, ay] = [spots.x[i] - spots.x[from], spots.y[i] - spots.y[from]];
    const along = ax * dx + ay * dy;
    const across = Math.abs(ax * dy - ay * dx);
    if (along <= 0 || across > along || i === from || !taken(i)) continue;
    if (along + 2 * across < least) [best, least] = [i, along + 2 * across];
  }
  return best;
}

export interface Bin {
  x: number; // centre
  y: number;
  count: number;
  label: number; // the most frequent one, −1 without labels
  first: number; // a sample in it
}

export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

// Squares of `side` pixels in the frame with the number of samples `taken` in each.
export function bins(
  spots: Spots,
  side: number,
  labelOf: Uint16Array | null,
  labels: number,
  frame: Frame,
  taken: (i: number) => boolean,
): Bin[] {
  const columns = Math.max(1, Math.ceil((frame.right - frame.left) / side));
  const rows = Math.max(1, Math.ceil((frame.bottom - frame.top) / side));
  const [counts, firsts] = [new Uint32Array(columns * rows), new Int32Array(columns * rows).fill(-1)];
  const kinds = labelOf ? Math.max(1, labels) : 0;
  const of = new Uint32Array(columns * rows * kinds);
  for (let i = 0; i < spots.x.length; i++) {
    const column = Math.floor((spots.x[i] - frame.left) / side);
    const row = Math.floor((spots.y[i] - frame.top) / side);
    if (column < 0 || row < 0 || column >= columns || row >= rows || !taken(i)) continue;
    const cell = row * columns + column;
    counts[cell]++;
    if (firsts[cell] < 0) firsts[cell] = i;
    if (labelOf) of[cell * kinds + labelOf[i]]++;
  }
  const all: Bin[] = [];
  counts.forEach((count, cell) => {
    if (count === 0) return;
    let label = labelOf ? 0 : -1;
    for (let k = 1; k < kinds; k++) if (of[cell * kinds + k] > of[cell * kinds + label]) label = k;
    const row = Math.floor(cell / columns);
    const [x, y] = [frame.left + (cell - row * columns + 0.5) * side, frame.top + (row + 0.5) * side];
    all.push({ x, y, count, label, first: firsts[cell] });
  });
  return all;
}

// Half of the samples of each class lie on either side along each axis; NaN for a class without samples.
export function medians(spots: Spots, classOf: Uint16Array, classes: number, taken: (i: number) => boolean): Spots {
  const members: number[][] = Array.from({ length: classes }, () => []);
  for (let i = 0; i < classOf.length; i++) if (taken(i)) members[classOf[i]].push(i);
  const middle = (all: number[], of: Float32Array) =>
    all.length === 0 ? NaN : all.map((i) => of[i]).sort((a, b) => a - b)[Math.floor(all.length / 2)];
  return {
    x: Float32Array.from(members, (all) => middle(all, spots.x)),
    y: Float32Array.from(members, (all) => middle(all, spots.y)),
  };
}

// Samples with pictures, thinned so that pictures of this size do not cover each other.
export function spread(spots: Spots, candidates: ArrayLike<number>, width: number, height: number): number[] {
  const kept: number[] = [];
  const taken = new Map<string, number[]>();
  for (let c = 0; c < candidates.length; c++) {
    const i = candidates[c];
    const [column, row] = [Math.floor(spots.x[i] / width), Math.floor(spots.y[i] / height)];
    let free = true;
    for (let r = row - 1; free && r <= row + 1; r++)
      for (let k = column - 1; free && k <= column + 1; k++)
        free = (taken.get(`${r},${k}`) ?? []).every(
          (j) => Math.abs(spots.x[j] - spots.x[i]) >= width || Math.abs(spots.y[j] - spots.y[i]) >= height,
        );
    if (!free) continue;
    kept.push(i);
    const key = `${row},${column}`;
    taken.set(key, [...(taken.get(key) ?? []), i]);
  }
  return kept;
}
