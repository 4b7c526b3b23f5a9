// Where samples stand in the plane of two components, who is near, and how crowds are put together.
import { leftOver, type Analysis } from "./payload";

export const leftOverAxis = -1; // instead of a component: what no component explains

export interface Spots {
  x: Float32Array;
  y: Float32Array;
}

export function coordinate(analysis: Analysis, axis: number): Float32Array {
  if (axis !== leftOverAxis) return analysis.components[axis].scores;
  return Float32Array.from(analysis.names, (_, i) => Math.sqrt(Math.max(0, leftOver(analysis, i))));
}

export function extent(values: Float32Array, margin = 0.06): [number, number] {
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
export function nearest(spots: Spots, x: number, y: number, reach: number): number {
  let [best, least] = [-1, reach * reach];
  for (let i = 0; i < spots.x.length; i++) {
    const squared = (spots.x[i] - x) ** 2 + (spots.y[i] - y) ** 2;
    if (squared < least) [best, least] = [i, squared];
  }
  return best;
}

// The next sample in a direction: the nearest one in the quarter of the plane that the arrow points to.
export function neighbour(spots: Spots, from: number, dx: number, dy: number): number {
  let [best, least] = [from, Infinity];
  for (let i = 0; i < spots.x.length; i++) {
    const [ax, ay] = [spots.x[i] - spots.x[from], spots.y[i] - spots.y[from]];
    const along = ax * dx + ay * dy;
    const across = Math.abs(ax * dy - ay * dx);
    if (along <= 0 || across > along || i === from) continue;
    if (along + 2 * across < least) [best, least] = [i, along + 2 * across];
  }
  return best;
}

export interface Bin {
  x: number; // centre
  y: number;
  count: number;
  label: number; // the most frequent one, −1 without labels
}

// Squares of `side` pixels with the number of samples in each.
export function bins(spots: Spots, side: number, labelOf: Uint16Array | null, labels: number): Bin[] {
  const cells = new Map<number, { count: number; of: Uint32Array }>();
  for (let i = 0; i < spots.x.length; i++) {
    const key = Math.floor(spots.y[i] / side) * 65536 + Math.floor(spots.x[i] / side);
    let cell = cells.get(key);
    if (!cell) cells.set(key, (cell = { count: 0, of: new Uint32Array(Math.max(1, labels)) }));
    cell.count++;
    if (labelOf) cell.of[labelOf[i]]++;
  }
  return Array.from(cells, ([key, { count, of }]) => {
    const row = Math.floor(key / 65536);
    const label = labelOf ? of.indexOf(of.reduce((most, n) => Math.max(most, n), 0)) : -1;
    return { x: (key - row * 65536 + 0.5) * side, y: (row + 0.5) * side, count, label };
  });
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
