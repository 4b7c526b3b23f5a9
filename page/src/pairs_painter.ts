// Points in the plane as discs; above three dimensions one panel for every pair of axes.
import { scaleLinear } from "d3-scale";
import { negative, speedColor, type Rgb } from "./color";
import { centerOf } from "./curve";
import { DiscBrush } from "./disc_brush";
import type { Paper } from "./export/svg_paper";
import { axisName, tickText } from "./format";
import type { Analysis, Cloud } from "./payload";
import type { Painter, Scene, Window } from "./scene";
import type { Theme } from "./theme";

const mostAxes = 4;

// The axes along which the curves move most, at most four, in their own order.
export function axesShown(analysis: Analysis): number[] {
  const d = analysis.dimension;
  const axes = Array.from({ length: d }, (_, j) => j);
  if (d <= mostAxes) return axes;
  const moved = axes.map((j) => {
    let sum = 0;
    for (const { backward, forward } of analysis.components)
      for (let k = j; k < backward.length; k += d) sum += (backward[k] + forward[k]) ** 2;
    return sum;
  });
  return [...axes]
    .sort((a, b) => moved[b] - moved[a] || a - b)
    .slice(0, mostAxes)
    .sort((a, b) => a - b);
}

interface Panel {
  x: number; // axis
  y: number;
  left: number;
  top: number;
  side: number;
  tall: number;
}

export class PairsPainter implements Painter {
  readonly name: string;
  readonly aspect: number;
  readonly note: string;
  private readonly axes: number[];
  private readonly heaviest: number;
  private readonly brush = new DiscBrush();

  constructor(
    private readonly analysis: Analysis,
    private readonly window: Window,
  ) {
    this.axes = axesShown(analysis);
    this.note =
      this.axes.length < analysis.dimension
        ? `Of ${analysis.dimension} axes the ${this.axes.length} that move most are drawn: ${this.axes.map((axis) => axisName(analysis, axis)).join(", ")}.`
        : "";
    this.name = this.axes.length === 2 ? "points" : "pairs";
    const [width, height] = [0, 1].map((j) => window.high[j] - window.low[j]);
    this.aspect = this.axes.length === 2 ? Math.min(1.3, Math.max(0.5, height / width)) : 0.9;
    this.heaviest = centerOf(analysis).weights.reduce((most, w) => Math.max(most, w), 0);
  }

  private panels(width: number, height: number): Panel[] {
    const small = width < 200;
    const margin = small ? 3 : 34;
    const many = this.axes.length - 1;
    const [side, tall] = [(width - margin - 4) / many, (height - margin - 4) / many];
    const panels: Panel[] = [];
    for (let r = 0; r < many; r++)
      for (let c = 0; c <= r; c++)
        panels.push({
          x: this.axes[c],
          y: this.axes[r + 1],
          left: margin + c * side,
          top: 4 + r * tall,
          side: side - (many > 1 ? 6 : 0),
          tall: tall - (many > 1 ? 6 : 0),
        });
    return panels;
  }

  paint(context: Paper, width: number, height: number, scene: Scene, theme: Theme): void {
    const panels = this.panels(width, height);
    this.brush.begin(context, width, height);
    const { speed } = scene;
    for (const panel of panels) {
      const { left, top, side, tall } = panel;
      const [x, y] = this.scales(panel);
      if (width >= 200) this.frame(context, panel, x, y, theme, panels);
      if (scene.trails) this.trails(context, scene.trails, panel, x, y, theme);
      this.brush.within({ left, top, right: left + side, bottom: top + tall });
      if (scene.ghost) this.discs(scene.ghost, panel, x, y, () => theme.ghostRgb, 0.5);
      if (speed) this.discs(scene.now, panel, x, y, (k) => speedColor(speed[k]), 0.9);
      else this.discs(scene.now, panel, x, y, () => theme.accentRgb, 0.6);
    }
    this.brush.lay(context);
  }

  private scales(panel: Panel) {
    const { low, high } = this.window;
    let [w, h] = [high[panel.x] - low[panel.x], high[panel.y] - low[panel.y]];
    // In the plane one unit is as long in x as in y.
    if (this.axes.length === 2)
      [w, h] = [Math.max(w, (h * panel.side) / panel.tall), Math.max(h, (w * panel.tall) / panel.side)];
    const [cx, cy] = [(low[panel.x] + high[panel.x]) / 2, (low[panel.y] + high[panel.y]) / 2];
    return [
      scaleLinear()
        .domain([cx - w / 2, cx + w / 2])
        .range([panel.left, panel.left + panel.side]),
      scaleLinear()
        .domain([cy - h / 2, cy + h / 2])
        .range([panel.top + panel.tall, panel.top]),
    ] as const;
  }

  private frame(
    context: Paper,
    panel: Panel,
    x: (v: number) => number,
    y: (v: number) => number,
    theme: Theme,
    panels: Panel[],
  ): void {
    context.strokeStyle = theme.faint;
    context.lineWidth = 1;
    context.strokeRect(panel.left + 0.5, panel.top + 0.5, panel.side - 1, panel.tall - 1);
    context.fillStyle = theme.soft;
    context.font = "11px system-ui, sans-serif";
    const bottom = panel.top >= Math.max(...panels.map((p) => p.top)) - 1;
    const { origin } = this.analysis.raw;
    const ticks = (axis: number) =>
      scaleLinear().domain([this.window.low[axis] + origin[axis], this.window.high[axis] + origin[axis]]);
    const text = (axis: number) =>
      tickText(this.window.low[axis] + origin[axis], this.window.high[axis] + origin[axis], 4);
    if (bottom) {
      context.textAlign = "center";
      for (const tick of ticks(panel.x).ticks(4).slice(0, 6))
        context.fillText(text(panel.x)(tick), x(tick - origin[panel.x]), panel.top + panel.tall + 13);
      context.fillText(axisName(this.analysis, panel.x), panel.left + panel.side / 2, panel.top + panel.tall + 27);
    }
    if (panel.left > 40) return;
    context.save();
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    for (const tick of ticks(panel.y).ticks(4).slice(0, 6))
      context.fillText(text(panel.y)(tick), -y(tick - origin[panel.y]), panel.left - 5);
    context.fillText(axisName(this.analysis, panel.y), -(panel.top + panel.tall / 2), panel.left - 20);
    context.restore();
  }

  private discs(
    cloud: Cloud,
    panel: Panel,
    x: (v: number) => number,
    y: (v: number) => number,
    color: (k: number) => Rgb,
    alpha: number,
  ): void {
    const d = cloud.dimension;
    const crowd = Math.max(0.35, Math.min(1, Math.sqrt(300 / cloud.weights.length)));
    const unit = crowd * (0.016 * Math.min(panel.side, panel.tall) + 1.4);
    for (let k = 0; k < cloud.weights.length; k++) {
      const r = Math.max(0.8, unit * Math.sqrt(Math.min(3, Math.abs(cloud.weights[k]) / this.heaviest)));
      this.brush.disc(
        x(cloud.points[k * d + panel.x]),
        y(cloud.points[k * d + panel.y]),
        r,
        cloud.weights[k] < 0 ? negative : color(k),
        alpha,
      );
    }
  }

  private trails(
    context: Paper,
    trails: { from: Float32Array; to: Float32Array },
    panel: Panel,
    x: (v: number) => number,
    y: (v: number) => number,
    theme: Theme,
  ): void {
    const d = this.analysis.dimension;
    context.save();
    context.beginPath();
    context.rect(panel.left, panel.top, panel.side, panel.tall);
    context.clip();
    context.strokeStyle = theme.soft;
    context.globalAlpha = 0.4;
    context.beginPath();
    for (let k = 0; k < trails.from.length; k += d) {
      context.moveTo(x(trails.from[k + panel.x]), y(trails.from[k + panel.y]));
      context.lineTo(x(trails.to[k + panel.x]), y(trails.to[k + panel.y]));
    }
    context.stroke();
    context.restore();
  }
}
