// Shapes as ink: bells as wide as the local spacing, y down, as images are.
import { negative, speedColor } from "./color";
import { centerOf } from "./curve";
import { DensityField } from "./density";
import type { Paper } from "./export/svg_paper";
import type { Analysis, Cloud } from "./payload";
import type { Painter, Scene, Window } from "./scene";
import { localSpacing } from "./spacing";
import type { Theme } from "./theme";

// Cells along the longer side of the field: for a picture, and for a thumbnail.
const [pictureCells, thumbnailCells, thumbnailWidth] = [176, 64, 110];
// Above this many atoms the spacing of a frame is not looked for anew.
const mostSpacings = 4000;
// The share of the mass that lies in full ink.
const saturated = 0.35;

// A field of one resolution with what belongs to it.
class Sheet {
  readonly field: DensityField;
  readonly ghost: DensityField;
  readonly buffer = document.createElement("canvas");
  readonly image: ImageData;
  readonly scale: number; // cells per unit
  meanInk = 1;
  ghostOf: Cloud | null = null;

  constructor(window: Window, cells: number) {
    const [width, height] = [window.high[0] - window.low[0], window.high[1] - window.low[1]];
    this.scale = cells / Math.max(width, height);
    const [columns, rows] = [Math.max(8, Math.round(width * this.scale)), Math.max(8, Math.round(height * this.scale))];
    this.field = new DensityField(columns, rows);
    this.ghost = new DensityField(columns, rows);
    [this.buffer.width, this.buffer.height] = [columns, rows];
    this.image = new ImageData(columns, rows);
  }
}

// A colour as the four bytes of a pixel.
const bytesOf = ([r, g, b]: [number, number, number]) => new Uint32Array(Uint8Array.of(r, g, b, 255).buffer)[0];

export class ShapePainter implements Painter {
  readonly name = "shape";
  readonly aspect: number;
  private readonly picture: Sheet;
  private readonly thumbnail: Sheet;
  private readonly meanSpacing: Float32Array;

  constructor(
    private readonly analysis: Analysis,
    private readonly window: Window,
  ) {
    this.aspect = Math.min(2, Math.max(0.4, (window.high[1] - window.low[1]) / (window.high[0] - window.low[0])));
    [this.picture, this.thumbnail] = [new Sheet(window, pictureCells), new Sheet(window, thumbnailCells)];
    const center = centerOf(analysis);
    this.meanSpacing = localSpacing(center.points, analysis.dimension, 0.5 / this.picture.scale);
    for (const sheet of [this.picture, this.thumbnail]) {
      this.spread(sheet, sheet.field, center, null);
      sheet.meanInk = sheet.field.fullInk(saturated);
    }
  }

  private spacingOf(cloud: Cloud, scale: number): Float32Array | number {
    if (cloud.spacing) return cloud.spacing;
    if (cloud.points === this.analysis.weightPoints) return this.meanSpacing;
    if (cloud.weights.length > mostSpacings) return this.meanSpacing;
    return localSpacing(cloud.points, cloud.dimension, 0.5 / scale);
  }

  private spread({ scale }: Sheet, field: DensityField, cloud: Cloud, values: Float32Array | null): void {
    field.clear();
    const spacing = this.spacingOf(cloud, scale);
    const d = cloud.dimension;
    for (let k = 0; k < cloud.weights.length; k++) {
      const width = typeof spacing === "number" ? spacing : spacing[k];
      const x = (cloud.points[k * d] - this.window.low[0]) * scale;
      const y = (cloud.points[k * d + 1] - this.window.low[1]) * scale;
      field.add(x, y, Math.max(0.6, 0.48 * width * scale), cloud.weights[k], values ? values[k] : null);
    }
  }

  paint(context: Paper, width: number, height: number, scene: Scene, theme: Theme): void {
    const sheet = width <= thumbnailWidth ? this.thumbnail : this.picture;
    this.spread(sheet, sheet.field, scene.now, scene.speed ?? null);
    if (scene.ghost && scene.ghost !== sheet.ghostOf) {
      this.spread(sheet, sheet.ghost, scene.ghost, null);
      sheet.ghostOf = scene.ghost;
    }
    this.colour(sheet, scene, theme);
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = "medium";
    const { columns, rows } = sheet.field;
    const shown = Math.min(width / columns, height / rows);
    const [left, top] = [(width - shown * columns) / 2, (height - shown * rows) / 2];
    context.drawImage(sheet.buffer, left, top, shown * columns, shown * rows);
    if (scene.trails) this.trails(context, scene.trails, left, top, shown * sheet.scale, theme);
  }

  private colour(sheet: Sheet, scene: Scene, theme: Theme): void {
    const into = sheet.buffer.getContext("2d") as CanvasRenderingContext2D;
    const { mass, carried } = sheet.field;
    const { image } = sheet;
    // A curve keeps the ink of its mean; a sample uses the whole range.
    const ink = scene.now.onCurve ? sheet.meanInk : sheet.field.fullInk(saturated);
    const [paper, dark, ghostColor] = [theme.paperRgb, theme.inkRgb, theme.ghostRgb];
    new Uint32Array(image.data.buffer).fill(bytesOf(paper));
    for (let i = 0; i < mass.length; i++) {
      if (mass[i] === 0 && !(scene.ghost && sheet.ghost.mass[i] > 0)) continue;
      const cover = Math.min(1, Math.abs(mass[i]) / ink);
      const ghost = scene.ghost ? 0.55 * Math.min(1, sheet.ghost.mass[i] / sheet.meanInk) : 0;
      const color = mass[i] < 0 ? negative : scene.speed && mass[i] > 0 ? speedColor(carried[i] / mass[i]) : dark;
      for (let c = 0; c < 3; c++) {
        const under = paper[c] + ghost * (ghostColor[c] - paper[c]);
        image.data[4 * i + c] = under + cover * (color[c] - under);
      }
    }
    into.putImageData(image, 0, 0);
  }

  private trails(
    context: Paper,
    trails: { from: Float32Array; to: Float32Array },
    left: number,
    top: number,
    scale: number,
    theme: Theme,
  ): void {
    const d = this.analysis.dimension;
    const [lowX, lowY] = this.window.low;
    context.strokeStyle = theme.accent;
    context.globalAlpha = 0.55;
    context.lineWidth = 1;
    context.beginPath();
    for (let k = 0; k < trails.from.length; k += d) {
      context.moveTo(left + (trails.from[k] - lowX) * scale, top + (trails.from[k + 1] - lowY) * scale);
      context.lineTo(left + (trails.to[k] - lowX) * scale, top + (trails.to[k + 1] - lowY) * scale);
    }
    context.stroke();
    context.globalAlpha = 1;
  }
}
