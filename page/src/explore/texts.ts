// Words on a plot: with a halo, inside the frame, none upon another.
import type { Paper } from "../export/svg_paper";
import type { Frame } from "../plane/plane_data";
import { theme } from "../theme";

export interface PlacedText {
  text: string;
  x: number; // middle
  y: number; // foot
  color: string;
  strong: boolean; // a class, which must be there; other words give way
}

// Where a word of a class goes when its own place is taken: up and down by lines.
const nudges = [0, -17, 17, -34, 34, -51, 51, -68, 68, -85, 85];

const overlap = (a: Frame, b: Frame) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export function drawTexts(context: Paper, texts: PlacedText[], frame: Frame): void {
  const taken: Frame[] = [];
  context.textAlign = "center";
  context.lineJoin = "round";
  for (const one of texts) {
    context.font = one.strong ? "bold 15px system-ui, sans-serif" : "11px system-ui, sans-serif";
    const [half, tall] = [context.measureText(one.text).width / 2 + 2, one.strong ? 15 : 11];
    const x = Math.min(frame.right - half, Math.max(frame.left + half, one.x));
    const at = (dy: number) => Math.min(frame.bottom - 2, Math.max(frame.top + tall, one.y + dy));
    const boxAt = (dy: number): Frame => ({ left: x - half, right: x + half, top: at(dy) - tall, bottom: at(dy) + 2 });
    const dy = (one.strong ? nudges : [0]).find((step) => !taken.some((other) => overlap(boxAt(step), other)));
    if (dy === undefined && !one.strong) continue;
    const y = at(dy ?? 0);
    taken.push(boxAt(dy ?? 0));
    context.lineWidth = one.strong ? 5 : 3;
    context.strokeStyle = theme().paper;
    context.strokeText(one.text, x, y);
    context.fillStyle = one.color;
    context.fillText(one.text, x, y);
  }
}
