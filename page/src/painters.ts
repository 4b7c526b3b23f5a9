// Which painters draw a kind of measure: the first one also draws thumbnails.
import { LinePainter } from "./line_painter";
import { PairsPainter } from "./pairs_painter";
import { PalettePainter } from "./palette_painter";
import type { Analysis } from "./payload";
import type { Painter, Scene, Window } from "./scene";
import { ShapePainter } from "./shape_painter";
import { SpacePainter } from "./space_painter";
import { theme } from "./theme";

export function paintersFor(analysis: Analysis, window: Window): Painter[] {
  if (analysis.dimension === 1) return [new LinePainter(analysis, window)];
  if (analysis.kind === "palette" && analysis.dimension === 3)
    return [new PalettePainter(analysis), new SpacePainter(analysis, window)];
  if (analysis.kind === "shape" && analysis.dimension === 2) return [new ShapePainter(analysis, window)];
  if (analysis.kind === "shape" && analysis.dimension === 3)
    return [new ShapePainter(analysis, window), new SpacePainter(analysis, window)];
  if (analysis.dimension === 3) return [new SpacePainter(analysis, window)];
  return [new PairsPainter(analysis, window)];
}

// Draws a scene over the whole canvas, as sharp as the screen is.
export function paintOn(
  canvas: HTMLCanvasElement,
  painter: Painter,
  scene: Scene,
  width: number,
  height: number,
): void {
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const colors = theme();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, width, height);
  painter.paint(context, width, height, scene, colors);
}
