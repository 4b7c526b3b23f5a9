// All pairs of the first components as small planes; a click brings a pair to the large one.
import { button, saveSvg } from "../download";
import { h } from "../element";
import { pairsFigure } from "../export/plane_figure";
import type { Paper } from "../export/svg_paper";
import { addPath, type Mark } from "../labels";
import { bins, coordinate, extent } from "../plane/plane_data";
import type { Plane } from "../plane/plane";
import type { Stage } from "../stage";
import { onThemeChange, theme } from "../theme";
import { classMark, markAt } from "./coloring";

const mostComponents = 4; // whose pairs are shown
const mostDots = 2000;
const smallSide = 150;

export const pairsTitle = (components: number) =>
  components > mostComponents ? `All pairs of the first ${mostComponents} components` : "All pairs of components";

export class Pairs {
  readonly element = h("div", { class: "pairs" });
  readonly panels: { canvas: HTMLCanvasElement; across: number; up: number }[] = [];
  private waiting = 0;

  constructor(
    private readonly stage: Stage,
    plane: Plane,
  ) {
    const many = Math.min(mostComponents, stage.analysis.components.length);
    for (let up = 1; up < many; up++)
      for (let across = 0; across < up; across++) {
        const canvas = h("canvas", { "aria-hidden": "true" });
        this.panels.push({ canvas, across, up });
        this.element.append(
          h(
            "button",
            {
              type: "button",
              "aria-label": `show components ${across + 1} and ${up + 1} in the plane`,
              click: () => plane.look(across, up),
            },
            canvas,
            h("small", {}, `${up + 1} over ${across + 1}`),
          ),
        );
      }
    this.draw();
    stage.onColoring(() => this.draw());
    stage.picked.onChange(() => {
      cancelAnimationFrame(this.waiting);
      this.waiting = requestAnimationFrame(() => this.draw());
    });
    onThemeChange(() => this.draw());
  }

  private draw(): void {
    for (const panel of this.panels) this.panel(panel.canvas, panel.across, panel.up);
  }

  private panel(canvas: HTMLCanvasElement, across: number, up: number): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    [canvas.width, canvas.height] = [smallSide * ratio, smallSide * ratio];
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.paint(context, across, up, smallSide);
  }

  get download(): HTMLElement {
    return button("SVG", "Download all pairs of components as SVG", () =>
      saveSvg(pairsFigure(this.stage, this), "pairs.svg"),
    );
  }

  paint(context: Paper, across: number, up: number, side: number): void {
    context.fillStyle = theme().paper;
    context.fillRect(0, 0, side, side);
    const onScreen = (axis: number, flip: boolean) => {
      const values = coordinate(this.stage.analysis, axis);
      const [low, high] = extent(values);
      return values.map((v) => (flip ? high - v : v - low) * (side / (high - low)));
    };
    const spots = { x: onScreen(across, false), y: onScreen(up, true) };
    const { picked, coloring } = this.stage;
    const { accent, dark } = theme();
    const any = picked.pickedCount > 0;
    if (picked.shownCount > mostDots) {
      const frame = { left: 0, top: 0, right: side, bottom: side };
      for (const bin of bins(
        spots,
        4,
        coloring.classOf,
        coloring.classes.length,
        frame,
        (i) => picked.shown[i] === 1,
      )) {
        context.globalAlpha = any ? 0.2 : 0.75;
        context.fillStyle =
          bin.label >= 0 ? classMark(coloring, bin.label, dark).color : markAt(coloring, bin.first, accent, dark).color;
        context.fillRect(bin.x - 2, bin.y - 2, 4, 4);
      }
    }
    for (const layer of any ? [0, 1] : [0]) {
      if (layer === 0 && picked.shownCount > mostDots) continue;
      context.globalAlpha = any && layer === 0 ? 0.15 : 0.8;
      const groups = new Map<string, { mark: Mark; members: number[] }>();
      for (let i = 0; i < spots.x.length; i++) {
        if (!picked.shown[i] || (any && picked.picked[i] !== layer)) continue;
        const mark = markAt(coloring, i, accent, dark);
        const key = `${mark.color} ${mark.form}`;
        const group = groups.get(key);
        if (group) group.members.push(i);
        else groups.set(key, { mark, members: [i] });
      }
      for (const { mark, members } of groups.values()) {
        context.beginPath();
        for (const i of members) addPath(context, mark.form, spots.x[i], spots.y[i], 2);
        context.fillStyle = mark.color;
        context.fill();
      }
    }
    context.globalAlpha = 1;
  }
}
