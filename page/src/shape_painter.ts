// Shapes as ink: bells as wide as the local spacing, y down, as images are.
import { speedColor } from "./color";
import { DensityField } from "./density";
import type { Analysis, Cloud } from "./payload";
import type { Painter, Scene, Window } from "./scene";
import { localSpacing } from "./spacing";
import type { Theme } from "./theme";

// Cells along the longer side of the field.
const fieldSide = 176;
// Above this many atoms the spacing of a frame is not looked for anew.
const mostSpacings = 4000;

export class ShapePainter implements Painter {
  readonly name = "shape";
  readonly aspect: number;
  private readonly scale: number; // cells per unit
  private readonly field: DensityField;
  private readonly ghostField: DensityField;
  private ghostOf: Cloud | null = null;
  private ghostInk = 1;
  private readonly meanInk: number;
  private readonly meanSpacing: Float32Array;
  private readonly buffer = document.createElement("canvas");

  constructor(private readonly analysis: Analysis, private readonly window: Window) {
    const [width, height] = [window.high[0] - window.low[0], window.high[1] - window.low[1]];
    this.aspect = Math.min(2, Math.max(0.4, height / width));
    this.scale = fieldSide / Math.max(width, height);
    const [columns, rows] = [Math.max(8, Math.round(width * this.scale)), Math.max(8, Math.round(height * this.scale))];
    this.field = new DensityField(columns, rows);
    this.ghostField = new DensityField(columns, rows);
    [this.buffer.width, this.buffer.height] = [columns, rows];
    this.meanSpacing = localSpacing(analysis.mean.points, analysis.dimension, 0.5 / this.scale);
    this.spread(this.field, analysis.mean, null);
    this.meanInk = this.field.fullInk(0.35);
  }

  private spacingOf(cloud: Cloud): Float32Array | number {
    if (cloud.spacing) return cloud.spacing;
    if (cloud.weights.length > mostSpacings) return this.meanSpacing;
    return localSpacing(cloud.points, cloud.dimension, 0.5 / this.scale);
  }

  private spread(field: DensityField, cloud: Cloud, values: Float32Array | null): void {
    field.clear();
    const spacing = this.spacingOf(cloud);
    const d = cloud.dimension;
    for (let k = 0; k < cloud.weights.length; k++) {
      const width = typeof spacing === "number" ? spacing : spacing[k];
      const x = (cloud.points[k * d] - this.window.low[0]) * this.scale;
      const y = (cloud.points[k * d + 1] - this.window.low[1]) * this.scale;
      field.add(x, y, Math.max(0.6, 0.48 * width * this.scale), cloud.weights[k], values ? values[k] : 0);
    }
  }

  paint(context: CanvasRenderingContext2D, width: number, height: number, scene: Scene, theme: Theme): void {
    this.spread(this.field, scene.now, scene.speed ?? null);
    // A curve keeps the ink of its mean; a sample uses the whole range.
    const ink = scene.now.weights === this.analysis.mean.weights ? this.meanInk : this.field.fullInk(0.35);
    if (scene.ghost && scene.ghost !== this.ghostOf) {
      this.spread(this.ghostField, scene.ghost, null);
      this.ghostInk = this.ghostField.fullInk(0.35);
      this.ghostOf = scene.ghost;
    }
    this.colour(scene, ink, theme);
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = "high";
    const shown = Math.min(width / this.field.columns, height / this.field.rows);
    const [w, h] = [shown * this.field.columns, shown * this.field.rows];
    context.drawImage(this.buffer, (width - w) / 2, (height - h) / 2, w, h);
    if (scene.trails) this.trails(context, scene.trails, (width - w) / 2, (height - h) / 2, shown * this.scale, theme);
  }

  private colour(scene: Scene, ink: number, theme: Theme): void {
    const into = this.buffer.getContext("2d") as CanvasRenderingContext2D;
    const image = into.createImageData(this.field.columns, this.field.rows);
    const { mass, carried } = this.field;
    const [paper, dark, ghostColor] = [theme.paperRgb, theme.inkRgb, theme.ghostRgb];
    for (let i = 0; i < mass.length; i++) {
      const cover = Math.min(1, mass[i] / ink);
      const ghost = scene.ghost ? 0.55 * Math.min(1, this.ghostField.mass[i] / this.ghostInk) : 0;
      const color = scene.speed && mass[i] > 0 ? speedColor(carried[i] / mass[i]) : dark;
      for (let c = 0; c < 3; c++) {
        const under = paper[c] + ghost * (ghostColor[c] - paper[c]);
        image.data[4 * i + c] = under + cover * (color[c] - under);
      }
      image.data[4 * i + 3] = 255;
    }
    into.putImageData(image, 0, 0);
  }

  private trails(context: CanvasRenderingContext2D, trails: { from: Float32Array; to: Float32Array }, left: number, top: number, scale: number, theme: Theme): void {
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
