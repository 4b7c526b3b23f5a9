// The window of the plane: the part of the whole that is seen, after zooming and panning.

export interface Range {
  low: number;
  high: number;
}

const deepest = 1e4; // how many times the whole may be enlarged

export class View {
  private centers: [number, number] = [0.5, 0.5]; // of the window, in shares of the whole
  private zoom = 1;

  get enlargement(): number {
    return this.zoom;
  }
  get isWhole(): boolean {
    return this.zoom === 1 && this.centers[0] === 0.5 && this.centers[1] === 0.5;
  }
  get state(): [number, number, number] {
    return [...this.centers, this.zoom];
  }
  set state([x, y, zoom]: [number, number, number]) {
    if (![x, y, zoom].every(Number.isFinite)) return;
    this.centers = [x, y];
    this.zoom = zoom;
    this.settle();
  }

  reset(): void {
    [this.centers, this.zoom] = [[0.5, 0.5], 1];
  }

  // The part of a whole range that is seen along axis 0 (across) or 1 (up).
  seen(axis: 0 | 1, whole: readonly [number, number]): [number, number] {
    const half = 0.5 / this.zoom;
    const at = (share: number) => whole[0] + share * (whole[1] - whole[0]);
    return [at(this.centers[axis] - half), at(this.centers[axis] + half)];
  }

  // Enlarges by a factor; the place at these shares of the window (0 … 1 from left and from below) stays.
  zoomAt(factor: number, across: number, up: number): void {
    const before = this.zoom;
    this.zoom = Math.min(deepest, Math.max(1, this.zoom * factor));
    const change = 1 / before - 1 / this.zoom;
    this.centers = [this.centers[0] + (across - 0.5) * change, this.centers[1] + (up - 0.5) * change];
    this.settle();
  }

  // Moves the window by shares of itself.
  pan(across: number, up: number): void {
    this.centers = [this.centers[0] + across / this.zoom, this.centers[1] + up / this.zoom];
    this.settle();
  }

  // The window that shows these shares of the present one.
  zoomTo(across: Range, up: Range): void {
    const size = Math.max(across.high - across.low, up.high - up.low, 1e-3);
    this.pan((across.low + across.high) / 2 - 0.5, (up.low + up.high) / 2 - 0.5);
    this.zoomAt(1 / size, 0.5, 0.5);
  }

  private settle(): void {
    this.zoom = Math.min(deepest, Math.max(1, this.zoom));
    const half = 0.5 / this.zoom;
    this.centers = this.centers.map((c) => Math.min(1 - half, Math.max(half, c))) as [number, number];
  }
}
