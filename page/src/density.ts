// Atoms to a field of ink: every atom a round bell that keeps its mass.

export class DensityField {
  readonly mass: Float32Array;
  readonly carried: Float32Array; // mass × value, for a map of values

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {
    this.mass = new Float32Array(columns * rows);
    this.carried = new Float32Array(columns * rows);
  }

  clear(): void {
    this.mass.fill(0);
    this.carried.fill(0);
  }

  // A bell around (x, y), in cells, cut at three deviations; its cells sum to `mass` before the window cuts them.
  add(x: number, y: number, deviation: number, mass: number, value: number | null = null): void {
    const reach = Math.max(1, Math.ceil(3 * deviation));
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const size = 2 * reach + 1;
    if (bell.length < 2 * size) bell = new Float64Array(2 * size);
    const [acrossSum, downSum] = [
      bellRow(0, column - reach, size, x, deviation),
      bellRow(size, row - reach, size, y, deviation),
    ];
    const scale = mass / (acrossSum * downSum);
    for (let r = Math.max(0, row - reach); r <= Math.min(this.rows - 1, row + reach); r++) {
      const height = scale * bell[size + r - row + reach];
      for (let c = Math.max(0, column - reach); c <= Math.min(this.columns - 1, column + reach); c++) {
        const part = height * bell[c - column + reach];
        this.mass[r * this.columns + c] += part;
        if (value !== null) this.carried[r * this.columns + c] += part * value;
      }
    }
  }

  // The density above which a share `saturated` of the mass lies: full ink.
  fullInk(saturated: number): number {
    const values = Array.from(this.mass)
      .filter((m) => m > 0)
      .sort((a, b) => b - a);
    const total = values.reduce((sum, m) => sum + m, 0);
    let above = 0;
    for (const m of values) if ((above += m) >= saturated * total) return m;
    return 1;
  }
}

let bell = new Float64Array(64);

function bellRow(at: number, begin: number, size: number, center: number, deviation: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const away = (begin + i + 0.5 - center) / deviation;
    sum += bell[at + i] = Math.exp(-0.5 * away * away);
  }
  return sum;
}
