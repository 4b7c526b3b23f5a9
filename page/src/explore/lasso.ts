// Which places a drawn outline holds.
import type { Spots } from "../plane/plane_data";

export type Place = readonly [number, number];

// Even-odd rule: a ray to the right crosses the outline an odd number of times.
export function inside(outline: readonly Place[], x: number, y: number): boolean {
  let odd = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [[ax, ay], [bx, by]] = [outline[i], outline[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

export function spotsInside(spots: Spots, outline: readonly Place[]): number[] {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const found: number[] = [];
  for (let i = 0; i < spots.x.length; i++) {
    const [x, y] = [spots.x[i], spots.y[i]];
    if (x >= left && x <= right && y >= top && y <= bottom && inside(outline, x, y)) found.push(i);
  }
  return found;
}

export const boxOf = (from: Place, to: Place): Place[] => [from, [to[0], from[1]], to, [from[0], to[1]]];
