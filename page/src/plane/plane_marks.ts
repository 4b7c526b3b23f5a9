// What is drawn over the samples of the plane: those chosen and hovered, the reader's own, the probe, a lasso.
import type { Paper } from "../export/svg_paper";
import { leftOverAxis } from "./plane_data";
import type { Ground } from "./plane_ground";
import type { Stage } from "../stage";
import { theme } from "../theme";

export function drawOutline(context: CanvasRenderingContext2D, outline: readonly (readonly [number, number])[]): void {
  if (outline.length < 2) return;
  context.beginPath();
  outline.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  context.globalAlpha = 0.12;
  context.fillStyle = theme().accent;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = theme().accent;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.stroke();
  context.setLineDash([]);
}

// The reader's own sample; at the rim where it lies outside of what is seen.
export function drawStar(
  context: Paper,
  own: { scores: number[]; leftOver: number },
  axes: readonly number[],
  ground: Ground,
): void {
  const { frame, x, y } = ground;
  const of = (axis: number) => (axis === leftOverAxis ? own.leftOver : own.scores[axis]);
  const cx = Math.min(frame.right, Math.max(frame.left, x(of(axes[0]))));
  const cy = Math.min(frame.bottom, Math.max(frame.top, y(of(axes[1]))));
  context.beginPath();
  for (let k = 0; k < 10; k++) {
    const [reach, angle] = [k % 2 ? 5 : 12, (Math.PI * k) / 5 - Math.PI / 2];
    context.lineTo(cx + reach * Math.cos(angle), cy + reach * Math.sin(angle));
  }
  context.closePath();
  context.fillStyle = theme().second;
  context.fill();
  context.strokeStyle = theme().paper;
  context.lineWidth = 2;
  context.stroke();
}

export interface Marked {
  axes: readonly number[];
  hovered: number; // a sample, or −1
  chosen: number;
  probe: (number | null)[]; // scores of the measure under the pointer
}

export function drawMarks(
  context: CanvasRenderingContext2D,
  stage: Stage,
  ground: Ground,
  { axes, hovered, chosen, probe }: Marked,
): void {
  const ring = (x: number, y: number, radius: number, color: string) => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.strokeStyle = color;
    context.lineWidth = 2.5;
    context.stroke();
  };
  const colors = theme();
  const { spots, x, y } = ground;
  if (hovered >= 0) ring(spots.x[hovered], spots.y[hovered], 9, colors.soft);
  if (chosen >= 0) ring(spots.x[chosen], spots.y[chosen], 12, colors.ink);
  if (stage.own) drawStar(context, stage.own, axes, ground);
  const [a, b] = probe;
  if (a === null) return;
  const [px, py] = [x(a), b === null ? (y.range()[0] + y.range()[1]) / 2 : y(b)];
  context.strokeStyle = colors.accent;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(px - 9, py);
  context.lineTo(px + 9, py);
  if (b === null) [context.moveTo(px, y.range()[0]), context.lineTo(px, y.range()[1])];
  else [context.moveTo(px, py - 9), context.lineTo(px, py + 9)];
  context.stroke();
}
