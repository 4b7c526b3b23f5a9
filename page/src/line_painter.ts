// Measures on the line as a curve of density above an axis; trails are the paths of the atoms from t = 0 (below) to
// t = 1 (above).
import { scaleLinear } from "d3-scale";
import { css, speedColor } from "./color";
import { centerOf } from "./curve";
import type { Paper } from "./export/svg_paper";
import { axisName, tickText } from "./format";
import type { Analysis, Cloud } from "./payload";
import type { Painter, Scene, Window } from "./scene";
import type { Theme } from "./theme";

const steps = 240;

// Density at even places of the window: bells as wide as the distance to the neighbours on both sides.
export function densityOnLine(cloud: Cloud, low: number, high: number): Float32Array {
  const order = Array.from(cloud.weights, (_, k) => k).sort((a, b) => cloud.points[a] - cloud.points[b]);
  const at = order.map((k) => cloud.points[k]);
  const values = new Float32Array(steps + 1);
  const step = (high - low) / steps;
  const even = (high - low) / Math.max(12, Math.sqrt(cloud.weights.length) * 4);
  order.forEach((k, i) => {
    const around = at[Math.min(at.length - 1, i + 2)] - at[Math.max(0, i - 2)];
    const gaps = Math.min(at.length - 1, i + 2) - Math.max(0, i - 2);
    const deviation = Math.max(
      1.2 * step,
      Math.min(2 * even, Math.max(0.35 * even, gaps > 0 ? (0.8 * around) / gaps : even)),
    );
    const [first, last] = [
      Math.ceil((at[i] - 4 * deviation - low) / step),
      Math.floor((at[i] + 4 * deviation - low) / step),
    ];
    const height = cloud.weights[k] / (deviation * Math.sqrt(2 * Math.PI));
    for (let s = Math.max(0, first); s <= Math.min(steps, last); s++) {
      const away = (low + s * step - at[i]) / deviation;
      values[s] += height * Math.exp(-0.5 * away * away);
    }
  });
  return values;
}

export class LinePainter implements Painter {
  readonly name = "curve";
  readonly aspect = 0.62;
  private readonly highest: number;

  constructor(
    private readonly analysis: Analysis,
    private readonly window: Window,
  ) {
    this.highest = 1.5 * Math.max(...densityOnLine(centerOf(analysis), window.low[0], window.high[0]));
  }

  paint(context: Paper, width: number, height: number, scene: Scene, theme: Theme): void {
    const [low, high] = [this.window.low[0], this.window.high[0]];
    const small = width < 200;
    const base = height - (small ? 6 : 34);
    const x = scaleLinear()
      .domain([low, high])
      .range([small ? 2 : 14, width - (small ? 2 : 14)]);
    if (!small) this.axis(context, x, base, theme);
    if (scene.trails) this.trails(context, scene, x, base, theme);
    if (scene.ghost) this.curve(context, scene.ghost, x, base, theme.ghost, null);
    this.curve(context, scene.now, x, base, theme.accent, theme.accent);
    if (scene.speed) this.rug(context, scene.now, scene.speed, x, base);
  }

  private axis(context: Paper, x: (value: number) => number, base: number, theme: Theme): void {
    const origin = this.analysis.raw.origin[0];
    const ticks = scaleLinear().domain([this.window.low[0] + origin, this.window.high[0] + origin]);
    const text = tickText(this.window.low[0] + origin, this.window.high[0] + origin, 7);
    context.strokeStyle = context.fillStyle = theme.soft;
    context.lineWidth = 1;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.beginPath();
    context.moveTo(x(this.window.low[0]), base + 0.5);
    context.lineTo(x(this.window.high[0]), base + 0.5);
    for (const tick of ticks.ticks(7)) {
      context.moveTo(x(tick - origin), base);
      context.lineTo(x(tick - origin), base + 4);
      context.fillText(text(tick), x(tick - origin), base + 16);
    }
    context.stroke();
    context.textAlign = "right";
    context.fillText(axisName(this.analysis, 0), x(this.window.high[0]), base + 30);
  }

  private curve(
    context: Paper,
    cloud: Cloud,
    x: (value: number) => number,
    base: number,
    line: string,
    fill: string | null,
  ): void {
    const [low, high] = [this.window.low[0], this.window.high[0]];
    const values = densityOnLine(cloud, low, high);
    const onCurve = cloud.onCurve === true && !this.analysis.weightPoints;
    const top = onCurve ? this.highest : Math.max(this.highest, 1.05 * Math.max(...values));
    const at = (s: number) =>
      [x(low + (s * (high - low)) / steps), base - Math.min(1, values[s] / top) * (base - 8)] as const;
    context.beginPath();
    for (let s = 0; s <= steps; s++) context.lineTo(...at(s));
    context.strokeStyle = line;
    context.lineWidth = 1.8;
    context.stroke();
    if (!fill) return;
    context.lineTo(x(high), base);
    context.lineTo(x(low), base);
    context.globalAlpha = 0.16;
    context.fillStyle = fill;
    context.fill();
    context.globalAlpha = 1;
  }

  private trails(context: Paper, scene: Scene, x: (value: number) => number, base: number, theme: Theme): void {
    const { from, to } = scene.trails as { from: Float32Array; to: Float32Array };
    context.strokeStyle = theme.soft;
    context.globalAlpha = 0.4;
    context.lineWidth = 0.8;
    context.beginPath();
    for (let k = 0; k < from.length; k++) {
      context.moveTo(x(from[k]), base);
      context.lineTo(x(to[k]), 8);
    }
    if (scene.time !== null && scene.time !== undefined) {
      const level = base + scene.time * (8 - base);
      context.moveTo(x(this.window.low[0]), level);
      context.lineTo(x(this.window.high[0]), level);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  private rug(context: Paper, cloud: Cloud, speed: Float32Array, x: (value: number) => number, base: number): void {
    context.lineWidth = 2;
    for (let k = 0; k < speed.length; k++) {
      context.strokeStyle = css(speedColor(speed[k]));
      context.beginPath();
      context.moveTo(x(cloud.points[k]), base);
      context.lineTo(x(cloud.points[k]), base - 14);
      context.stroke();
    }
  }
}
