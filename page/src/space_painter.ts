// A cloud in space that can be turned: colours of a palette in their cube, points in three dimensions.
import { negative, speedColor, type Rgb } from "./color";
import { centerOf } from "./curve";
import { DiscBrush } from "./disc_brush";
import type { Paper } from "./export/svg_paper";
import { axisName } from "./format";
import { colorsOf } from "./palette_painter";
import type { Analysis, Cloud } from "./payload";
import type { Painter, Scene, Window } from "./scene";
import type { Theme } from "./theme";

type Spot = { x: number; y: number; depth: number };

export class SpacePainter implements Painter {
  readonly name = "space";
  readonly aspect = 0.9;
  readonly turn = { yaw: 0.6, pitch: 0.35 };
  private readonly heaviest: number;
  private readonly brush = new DiscBrush();

  constructor(
    private readonly analysis: Analysis,
    private readonly window: Window,
  ) {
    this.heaviest = centerOf(analysis).weights.reduce((most, w) => Math.max(most, w), 0);
  }

  // Coordinates to the unit cube, turned, to the screen.
  private spot(x: number, y: number, z: number, width: number, height: number): Spot {
    const { low, high } = this.window;
    const [a, b, c] = [
      (x - low[0]) / (high[0] - low[0]) - 0.5,
      (y - low[1]) / (high[1] - low[1]) - 0.5,
      (z - low[2]) / (high[2] - low[2]) - 0.5,
    ];
    const [cy, sy, cp, sp] = [
      Math.cos(this.turn.yaw),
      Math.sin(this.turn.yaw),
      Math.cos(this.turn.pitch),
      Math.sin(this.turn.pitch),
    ];
    const [right, away] = [a * cy + b * sy, -a * sy + b * cy];
    const scale = 0.62 * Math.min(width, height);
    return { x: width / 2 + scale * right, y: height / 2 - scale * (c * cp - away * sp), depth: away * cp + c * sp };
  }

  paint(context: Paper, width: number, height: number, scene: Scene, theme: Theme): void {
    if (width >= 130) this.edges(context, width, height, theme);
    if (scene.trails) this.trails(context, scene.trails, width, height, theme);
    this.brush.begin(context, width, height);
    if (scene.ghost) this.discs(scene.ghost, width, height, () => theme.ghostRgb, 0.45, 0.7, null);
    const { speed } = scene;
    const colors = this.analysis.kind === "palette" && !speed ? colorsOf(scene.now, this.analysis.raw) : null;
    const color = (k: number) => (speed ? speedColor(speed[k]) : colors ? colors[k] : theme.accentRgb);
    this.discs(
      scene.now,
      width,
      height,
      color,
      colors || speed ? 1 : 0.75,
      1,
      theme.dark ? [255, 255, 255] : [0, 0, 0],
    );
    this.brush.lay(context);
  }

  private edges(context: Paper, width: number, height: number, theme: Theme): void {
    const { low, high } = this.window;
    const corner = (i: number) =>
      this.spot(i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2], width, height);
    context.strokeStyle = theme.faint;
    context.lineWidth = 1;
    context.beginPath();
    for (let i = 0; i < 8; i++)
      for (const bit of [1, 2, 4]) {
        if (i & bit) continue;
        const [from, to] = [corner(i), corner(i | bit)];
        context.moveTo(from.x, from.y);
        context.lineTo(to.x, to.y);
      }
    context.stroke();
    context.fillStyle = theme.soft;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    [1, 2, 4].forEach((bit, axis) => {
      const [from, to] = [corner(0), corner(bit)];
      context.fillText(
        axisName(this.analysis, axis),
        (from.x + to.x) / 2 + 0.08 * (to.x - from.x),
        (from.y + to.y) / 2 + 14,
      );
    });
  }

  private trails(
    context: Paper,
    trails: { from: Float32Array; to: Float32Array },
    width: number,
    height: number,
    theme: Theme,
  ): void {
    context.strokeStyle = theme.soft;
    context.globalAlpha = 0.45;
    context.beginPath();
    for (let k = 0; k < trails.from.length; k += 3) {
      const from = this.spot(trails.from[k], trails.from[k + 1], trails.from[k + 2], width, height);
      const to = this.spot(trails.to[k], trails.to[k + 1], trails.to[k + 2], width, height);
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  private discs(
    cloud: Cloud,
    width: number,
    height: number,
    color: (k: number) => Rgb,
    alpha: number,
    size: number,
    rim: Rgb | null,
  ): void {
    const { points, weights } = cloud;
    const spots = Array.from(weights, (_, k) =>
      this.spot(points[3 * k], points[3 * k + 1], points[3 * k + 2], width, height),
    );
    const order = spots.map((_, k) => k).sort((a, b) => spots[b].depth - spots[a].depth);
    const crowd = Math.max(0.45, Math.min(1, Math.sqrt(250 / weights.length)));
    const unit = (this.analysis.kind === "palette" ? 0.026 : 0.019) * Math.min(width, height) * crowd * size;
    for (const k of order) {
      const r = Math.max(
        1.2,
        unit * Math.sqrt(Math.min(2, Math.abs(weights[k]) / this.heaviest)) * (1 - 0.35 * spots[k].depth),
      );
      this.brush.disc(spots[k].x, spots[k].y, r, weights[k] < 0 ? negative : color(k), alpha, r > 2.5 ? rim : null);
    }
  }
}
