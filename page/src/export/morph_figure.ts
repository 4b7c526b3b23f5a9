// The morph to take away: as a vector figure with its film, as a table of atoms, and as a moving picture.
import { only } from "../curve";
import { css, speedColor } from "../color";
import { axisName, number, percent } from "../format";
import type { Analysis, Cloud } from "../payload";
import type { Painter, Scene } from "../scene";
import type { Stage } from "../stage";
import { theme } from "../theme";
import { chosenWidth, figureText, type LegendEntry } from "./figure";
import { Colors, Gif, type Frame } from "./gif";
import { SvgPaper } from "./svg_paper";

const narrowestView = 260; // side by side only where each has this many pixels
const [turns, hundredths] = [24, 8]; // pictures from one end to the other, and how long each stays
const [widestGif, captionHeight] = [480, 26];

export function painted(painter: Painter, scene: Scene, width: number): { markup: string; height: number } {
  const height = Math.round(width * painter.aspect);
  const paper = new SvgPaper();
  painter.paint(paper, width, height, scene, theme());
  return { markup: paper.markup, height };
}

// Views beside each other, or below each other where the figure is narrow; returns the height.
function views(paper: SvgPaper, painters: Painter[], scene: Scene, width: number): number {
  const beside = width / painters.length >= narrowestView ? painters.length : 1;
  const each = Math.min(520, (width - 12 * (beside - 1)) / beside);
  const left = (width - beside * each - 12 * (beside - 1)) / 2;
  let [top, tallest] = [0, 0];
  painters.forEach((painter, k) => {
    const { markup, height } = painted(painter, scene, each);
    paper.insert(markup, left + (k % beside) * (each + 12), top);
    tallest = Math.max(tallest, height);
    if (k % beside === beside - 1) [top, tallest] = [top + tallest + 8, 0];
  });
  return top + tallest;
}

// The component at even times; returns the height.
export function film(paper: SvgPaper, stage: Stage, component: number, many: number, top: number, width: number) {
  const each = (width - 6 * (many - 1)) / many;
  let height = 0;
  for (let k = 0; k < many; k++) {
    const time = k / (many - 1);
    const scene = { now: stage.at(only(stage.analysis, component, time)) };
    const one = painted(stage.painters[0], scene, Math.min(each, 190));
    height = one.height;
    const x = k * (each + 6);
    paper.insert(one.markup, x + (each - Math.min(each, 190)) / 2, top);
    paper.font = "12px system-ui, sans-serif";
    paper.fillStyle = theme().soft;
    paper.textAlign = "center";
    paper.fillText(`t = ${time.toFixed(2)}`, x + each / 2, top + height + 14);
  }
  return height + 20;
}

export function morphFigure(stage: Stage, component: number, time: number, scene: Scene, fastest: number): string {
  const { analysis } = stage;
  const { ghost, accent } = theme();
  const entries: LegendEntry[] = [];
  if (scene.ghost) entries.push({ text: analysis.weightPoints ? "the center" : "the mean", color: ghost, form: "box" });
  if (scene.trails) entries.push({ text: "paths of the atoms", color: accent, form: "line" });
  if (scene.speed)
    entries.push({
      text: `an atom moves from 0 to ${number(fastest)} between t = 0 and t = 1`,
      color: accent,
      form: "ramp",
      ramp: Array.from({ length: 24 }, (_, k) => css(speedColor(k / 23))),
    });
  const words = `Component ${component + 1} (${percent(analysis.components[component].explained)} alone) at t = ${time.toFixed(3)}`;
  return figureText(words, entries, (paper, width) => {
    const tall = views(paper, stage.painters, scene, width);
    paper.font = "12px system-ui, sans-serif";
    paper.fillStyle = theme().ink;
    paper.textAlign = "center";
    paper.fillText(words, width / 2, tall + 12);
    return tall + 24 + film(paper, stage, component, 5, tall + 24, width);
  });
}

// The atoms that are shown, in the units of the data.
export function atomTable(analysis: Analysis, { points, weights }: Cloud): [string[], number[][]] {
  const d = analysis.dimension;
  const { origin, coordinateUnit } = analysis.raw;
  const header = Array.from({ length: d }, (_, j) => axisName(analysis, j));
  return [
    [...header, "weight"],
    Array.from(weights, (weight, k) => [
      ...Array.from({ length: d }, (_, j) => (coordinateUnit === 1 ? origin[j] : 0) + points[k * d + j]),
      weight,
    ]),
  ];
}

// One picture of the moving file: all views, and below them where on the curve it is.
function frameOf(stage: Stage, component: number, time: number, scene: Scene, side: number): Frame {
  const { painters } = stage;
  const tall = Math.max(...painters.map(({ aspect }) => Math.round(side * aspect)));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [side * painters.length, tall + captionHeight];
  const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  const { paper, soft, faint, accent } = theme();
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  painters.forEach((painter, k) => {
    const view = document.createElement("canvas");
    [view.width, view.height] = [side, Math.round(side * painter.aspect)];
    const on = view.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
    on.fillStyle = paper;
    on.fillRect(0, 0, view.width, view.height);
    painter.paint(on, view.width, view.height, scene, theme());
    context.drawImage(view, k * side, 0);
  });
  context.fillStyle = faint;
  context.fillRect(8, tall + 3, canvas.width - 16, 3);
  context.fillStyle = accent;
  context.fillRect(8 + time * (canvas.width - 16) - 4, tall + 1, 8, 7);
  context.fillStyle = soft;
  context.font = "12px system-ui, sans-serif";
  context.textAlign = "center";
  context.fillText(`component ${component + 1}, t = ${time.toFixed(2)}`, canvas.width / 2, tall + 21);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

// There and back, slower at the ends; the page can be used while it is made.
export async function morphGif(
  stage: Stage,
  component: number,
  sceneAt: (time: number) => Scene,
  progress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const side = Math.min(widestGif, Math.round(chosenWidth().pixels / stage.painters.length));
  const frames: Frame[] = [];
  const colors = new Colors();
  for (let k = 0; k < turns; k++) {
    const time = 0.5 - 0.5 * Math.cos((Math.PI * k) / (turns - 1));
    frames.push(frameOf(stage, component, time, sceneAt(time), side));
    colors.add(frames[k]);
    await breath(() => progress((0.5 * k) / turns));
  }
  const gif = new Gif(frames[0].width, frames[0].height, colors.palette());
  const back = frames.slice(1, -1).reverse();
  for (const [k, frame] of [...frames, ...back].entries()) {
    gif.add(frame, hundredths);
    await breath(() => progress(0.5 + (0.5 * k) / (2 * turns - 2)));
  }
  return gif.finish();
}

function breath(act: () => void): Promise<void> {
  act();
  return new Promise((resolve) => setTimeout(resolve));
}
