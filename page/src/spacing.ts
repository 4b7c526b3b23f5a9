// How far apart the atoms of a cloud in the plane stand: the width of their bells.

// For each atom the mean distance to its four nearest neighbours at other places (first two coordinates of d), between
// 0.9 and 4 times the median, and never less than `least`.  Cells of a grid keep the search local.
export function localSpacing(points: Float32Array, dimension: number, least: number): Float32Array {
  const n = points.length / dimension;
  const spacing = new Float32Array(n).fill(least);
  if (n < 2) return spacing;
  const cells = cellsOf(points, dimension, n);
  const nearest = new Float64Array(4);
  for (let k = 0; k < n; k++) {
    const found = nearestFour(points, dimension, cells, k, nearest);
    if (found === 0) continue;
    let sum = 0;
    for (let i = 0; i < found; i++) sum += Math.sqrt(nearest[i]);
    spacing[k] = sum / found;
  }
  const median = Float32Array.from(spacing).sort()[n >> 1];
  for (let k = 0; k < n; k++) spacing[k] = Math.max(least, Math.min(4 * median, Math.max(0.9 * median, spacing[k])));
  return spacing;
}

interface Cells {
  left: number;
  top: number;
  size: number;
  columns: number;
  rows: number;
  first: Int32Array; // of each cell, −1 when empty
  next: Int32Array; // of each atom
}

function cellsOf(points: Float32Array, d: number, n: number): Cells {
  const second = d > 1 ? 1 : 0;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < n; k++) {
    const [x, y] = [points[k * d], points[k * d + second]];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  const side = Math.max(right - left, bottom - top) || 1;
  const size = Math.max(
    side / 256,
    Math.sqrt((Math.max(right - left, side / 64) * Math.max(bottom - top, side / 64)) / n) * 1.4,
  );
  const columns = Math.floor((right - left) / size) + 1;
  const rows = Math.floor((bottom - top) / size) + 1;
  const cells: Cells = {
    left,
    top,
    size,
    columns,
    rows,
    first: new Int32Array(columns * rows).fill(-1),
    next: new Int32Array(n),
  };
  for (let k = 0; k < n; k++) {
    const cell =
      Math.floor((points[k * d + second] - top) / size) * columns + Math.floor((points[k * d] - left) / size);
    cells.next[k] = cells.first[cell];
    cells.first[cell] = k;
  }
  return cells;
}

// Squared distances, rising, into `nearest`; returns how many were found.
function nearestFour(points: Float32Array, d: number, cells: Cells, k: number, nearest: Float64Array): number {
  const second = d > 1 ? 1 : 0;
  const [x, y] = [points[k * d], points[k * d + second]];
  const column = Math.floor((x - cells.left) / cells.size);
  const row = Math.floor((y - cells.top) / cells.size);
  let found = 0;
  for (let ring = 0; ring < Math.max(cells.columns, cells.rows); ring++) {
    // Whatever lies in this ring is at least ring − 1 cells away.
    if (found === 4 && nearest[3] <= ((ring - 1) * cells.size) ** 2) break;
    for (let r = Math.max(0, row - ring); r <= Math.min(cells.rows - 1, row + ring); r++) {
      const edge = Math.abs(r - row) === ring;
      for (let c = column - ring; c <= column + ring; c += edge || ring === 0 ? 1 : 2 * ring) {
        if (c < 0 || c >= cells.columns) continue;
        for (let other = cells.first[r * cells.columns + c]; other >= 0; other = cells.next[other]) {
          const squared = (points[other * d] - x) ** 2 + (points[other * d + second] - y) ** 2;
          if (squared === 0) continue;
          if (found === 4 && nearest[3] <= squared) continue;
          let place = found < 4 ? found++ : 3;
          while (place > 0 && nearest[place - 1] > squared) nearest[place] = nearest[--place];
          nearest[place] = squared;
        }
      }
    }
  }
  return found;
}
