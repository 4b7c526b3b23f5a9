// Palettes as swatches: areas in proportion to weights, columns by hue, light above dark.  Along a curve every atom
// keeps its place, so that only colours move.
import { css, labFromRgb, rgbOfAtom, type Lab, type Rgb } from "./color";
import type { Paper } from "./export/svg_paper";
import { isLab } from "./format";
import type { Analysis, Cloud, RawPayload } from "./payload";
import type { Painter, Scene } from "./scene";

interface Swatch {
  atom: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export function colorsOf(cloud: Cloud, payload: RawPayload): Rgb[] {
  const { points } = cloud;
  const [x, y, z] = payload.origin;
  const lab = isLab(payload);
  return Array.from(cloud.weights, (_, k) =>
    rgbOfAtom(x + points[3 * k], y + points[3 * k + 1], z + points[3 * k + 2], lab),
  );
}

// Greys come first, then the circle of hues, which is cut between magenta and red.
function hueKey([, a, b]: Lab): number {
  if (Math.hypot(a, b) < 9) return -1;
  const fromRed = Math.atan2(b, a) + 0.35;
  return fromRed < 0 ? fromRed + 2 * Math.PI : fromRed;
}

// Places in the unit square.
export function arrange(colors: Rgb[], weights: Float32Array): Swatch[] {
  const labs = colors.map(labFromRgb);
  const keys = labs.map(hueKey);
  const order = colors.map((_, k) => k).sort((a, b) => keys[a] - keys[b] || a - b);
  const total = weights.reduce((sum, w) => sum + w, 0);
  const columns = Math.min(24, Math.max(1, Math.round(Math.sqrt(colors.length * 0.6))));
  const swatches: Swatch[] = [];
  let left = 0;
  for (let begin = 0; begin < order.length; ) {
    let mass = 0;
    let end = begin;
    while (end < order.length && (mass === 0 || mass < (total / columns) * (1 - 1e-6))) mass += weights[order[end++]];
    const column = order.slice(begin, end).sort((a, b) => labs[b][0] - labs[a][0] || a - b);
    let top = 0;
    for (const atom of column) {
      const height = weights[atom] / mass;
      swatches.push({ atom, x: left, y: top, width: mass / total, height });
      top += height;
    }
    left += mass / total;
    begin = end;
  }
  return swatches;
}

export class PalettePainter implements Painter {
  readonly name = "swatches";
  readonly aspect = 0.75;
  private readonly ofMean: Swatch[];

  constructor(private readonly analysis: Analysis) {
    this.ofMean = arrange(colorsOf(analysis.mean, analysis.raw), analysis.mean.weights);
  }

  paint(context: Paper, width: number, height: number, scene: Scene): void {
    const colors = colorsOf(scene.now, this.analysis.raw);
    const onCurve = scene.now.weights === this.analysis.mean.weights;
    this.fill(context, onCurve ? this.ofMean : arrange(colors, scene.now.weights), colors, width, height, 1);
    // The ghost is the mean's own colour in a corner of every swatch.
    if (scene.ghost && onCurve)
      this.fill(context, this.ofMean, colorsOf(scene.ghost, this.analysis.raw), width, height, 0.36);
  }

  private fill(context: Paper, swatches: Swatch[], colors: Rgb[], width: number, height: number, part: number): void {
    for (const { atom, x, y, width: w, height: h } of swatches) {
      const [left, top] = [Math.round(x * width), Math.round(y * height)];
      const [right, bottom] = [Math.round((x + w) * width), Math.round((y + h) * height)];
      context.fillStyle = css(colors[atom]);
      context.fillRect(left, top, Math.max(1, (right - left) * part), Math.max(1, (bottom - top) * part));
    }
  }
}
