// The plane of two components: samples as pictures or dots, and the measure of both components under the pointer.
import { timeAt } from "../curve";
import { Detail } from "../detail";
import { button, csvText, saveCsv, savePng, saveSvg } from "../download";
import { h, section } from "../element";
import { planeFigure } from "../export/plane_figure";
import { Legend } from "../explore/legend";
import { planeControls, planeToolbar } from "./plane_controls";
import { drawMarks, drawOutline, drawStar } from "./plane_marks";
import { PlanePointer } from "./plane_pointer";
import { planeStatus } from "./plane_status";
import { PlaneTip } from "./plane_tip";
import { projectedPart } from "../explore/projected";
import { SampleList } from "../explore/sample_list";
import { View } from "../explore/view";
import { plural } from "../format";
import { leftOverAxis, nearest, neighbour } from "./plane_data";
import { Ground } from "./plane_ground";
import { Probe } from "../probe";
import type { Stage } from "../stage";
import { sampleTable } from "../table";
import { onThemeChange } from "../theme";

export class Plane {
  readonly element: HTMLElement;
  readonly view = new View();
  private axes: [number, number];
  private pictures: boolean;
  private chosen = -1;
  private hovered = -1;
  private waiting = 0; // the handle of the next frame
  private readonly canvas = h("canvas", {
    class: "main plane",
    tabindex: 0,
    role: "application",
    "aria-label":
      "Plane of two components. Arrow keys go from sample to sample, plus and minus zoom, Shift and arrow keys move the plane, 0 shows all; the sliders beside it move the measure.",
  });
  private readonly ground: Ground;
  private readonly pointer: PlanePointer;
  private readonly tip: PlaneTip;
  private readonly whole = button("show all", "Show the whole plane", () => this.show(() => this.view.reset()));
  private readonly status = h("p", { class: "aside plane-status" });
  private readonly probe: Probe;

  constructor(private readonly stage: Stage) {
    const { analysis } = stage;
    this.axes = [0, analysis.components.length > 1 ? 1 : leftOverAxis];
    this.pictures = stage.samples.indices.length > 0;
    this.ground = new Ground(stage, this.view);
    this.tip = new PlaneTip(stage, this.ground);
    this.probe = new Probe(stage, () => this.drawMarks());
    const { element, tools } = section(
      "plane",
      "Plane",
      "Every sample where the components put it.",
      "Hover for its numbers, click to see it beside its projection, drag to see the measure of both components together.",
    );
    this.element = element;
    this.pointer = this.listen();
    tools.append(
      button("PNG", "Download the plane as PNG", () => savePng(this.canvas, "plane.png")),
      button("SVG", "Download the plane as SVG", () => saveSvg(this.figure(), "plane.svg")),
      button("CSV", "Download the table of samples as CSV", () =>
        saveCsv(
          csvText(
            ...sampleTable(
              analysis,
              Array.from(analysis.names.keys()).filter((i) => stage.picked.shown[i]),
            ),
          ),
          "samples.csv",
        ),
      ),
    );
    element.append(
      planeControls(stage, {
        axes: this.axes,
        setAxis: (which, axis) => {
          this.axes[which] = axis;
          this.look(...this.axes);
        },
        setPictures: (on) => {
          this.pictures = on;
          this.draw();
        },
      }),
      h(
        "div",
        { class: "beside plane-row" },
        h(
          "figure",
          {},
          planeToolbar(
            (tool) => {
              this.pointer.tool = tool;
              this.canvas.dataset["tool"] = tool;
            },
            (factor) => this.show(() => this.view.zoomAt(factor, 0.5, 0.5)),
            this.whole,
          ),
          h("div", { class: "over" }, this.canvas, this.tip.element),
          new Legend(stage).element,
          this.status,
          new SampleList(stage).element,
        ),
        h("div", { class: "side" }, this.probe.element, new Detail(stage).element),
      ),
    );
    if (analysis.projected) element.append(projectedPart(stage, analysis.projected));
    stage.onChosen((i) => {
      this.chosen = i;
      this.drawMarks();
    });
    stage.onOwn(() => this.drawMarks());
    stage.onColoring(() => this.draw());
    stage.picked.onChange(() => this.later());
    onThemeChange(() => {
      this.ground.forgetPictures();
      this.probe.refresh();
      this.draw();
    });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.probe.follow(this.axes);
  }

  // Other axes, from elsewhere on the page.
  look(across: number, up: number): void {
    this.axes = [across, up];
    const [first, second] = this.element.querySelectorAll("select");
    [first.value, second.value] = [String(across), String(up)];
    this.view.reset();
    this.probe.follow(this.axes);
    this.draw();
  }
  get shownAxes(): readonly [number, number] {
    return this.axes;
  }

  // What is seen, as SVG.
  figure(): string {
    const { own } = this.stage;
    return planeFigure(this.stage, this.view, this.axes, this.pictures, (paper, ground) => {
      if (own) drawStar(paper, own, this.axes, ground);
    });
  }

  show(change: () => void): void {
    change();
    this.draw();
  }

  // At most once a frame.
  private later(deadline = Infinity): void {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw(deadline);
    });
  }

  // `budget` in milliseconds: while the plane moves, pictures not painted before come later.
  private draw(budget = Infinity): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const width = this.canvas.clientWidth || 560;
    const height = Math.round(Math.min(0.78 * width, 560));
    [this.canvas.width, this.canvas.height] = [width * ratio, height * ratio];
    this.canvas.style.height = `${height}px`;
    const complete = this.ground.draw(
      this.axes,
      this.pictures,
      width,
      height,
      ratio,
      budget === Infinity ? Infinity : performance.now() + budget,
    );
    this.whole.disabled = this.view.isWhole;
    if (budget === Infinity)
      this.status.replaceChildren(
        planeStatus(this.stage, this.ground, this.pictures),
        h("span", { class: "hint" }, zoomHint()),
      );
    this.drawMarks();
    if (!complete) this.later(budget);
  }

  // Samples stay where they are; only what is chosen, hovered, outlined or probed has moved.
  private drawMarks(): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.ground.canvas, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.ground.spots.x.length === 0) return;
    context.save();
    const { left, top, right, bottom } = this.ground.frame;
    context.beginPath();
    context.rect(left - 12, top - 10, right - left + 22, bottom - top + 22);
    context.clip();
    const { axes, hovered, chosen, stage, ground, probe } = this;
    drawMarks(context, stage, ground, { axes, hovered, chosen, probe: probe.scores(axes) });
    drawOutline(context, this.pointer.outline);
    context.restore();
  }

  private listen(): PlanePointer {
    this.canvas.addEventListener("keydown", (event) => this.onKey(event));
    return new PlanePointer(this.canvas, this.ground, this.view, {
      aim: (x, y) => this.aim(x, y),
      choose: (x, y, reach) => {
        const i = nearest(this.ground.spots, x, y, reach, this.ground.isSeen);
        if (i >= 0) this.stage.choose(i);
        return i >= 0;
      },
      hover: (x, y) => {
        const fresh = nearest(this.ground.newSpots, x, y, 9);
        this.hover(fresh < 0 ? nearest(this.ground.spots, x, y, 16, this.ground.isSeen) : -1, x, y);
        const { projected } = this.stage.analysis;
        if (fresh >= 0 && projected) this.tip.tellProjected(projected, fresh);
      },
      leave: () => this.hover(-1, 0, 0),
      pick: (samples, added) => {
        this.stage.picked.pick(samples, added);
        this.stage.say(`${plural(this.stage.picked.pickedCount, "sample")} picked`);
      },
      viewed: (moving) => this.later(moving ? 10 : Infinity),
      outlined: () => this.drawMarks(),
    });
  }

  private onKey(event: KeyboardEvent): void {
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const zooms: Record<string, number> = { "+": 1.25, "=": 1.25, "-": 0.8, _: 0.8 };
    const arrow = arrows[event.key];
    if (arrow && event.shiftKey) this.show(() => this.view.pan(0.1 * arrow[0], -0.1 * arrow[1]));
    else if (arrow) this.step(arrow);
    else if (event.key in zooms) this.show(() => this.view.zoomAt(zooms[event.key], 0.5, 0.5));
    else if (event.key === "0") this.show(() => this.view.reset());
    else if (event.key === "Escape") this.stage.picked.pick([]);
    else if (event.key === "Enter" && this.chosen >= 0) this.stage.picked.pick([this.chosen], true);
    else return;
    event.preventDefault();
  }

  private step(arrow: [number, number]): void {
    const first = this.stage.picked.shown.indexOf(1);
    if (first < 0) return;
    const from = this.chosen >= 0 && this.stage.picked.shown[this.chosen] ? this.chosen : -1;
    const next =
      from < 0 ? first : neighbour(this.ground.spots, from, ...arrow, (i) => this.stage.picked.shown[i] === 1);
    this.stage.choose(next);
  }

  private aim(x: number, y: number): void {
    const { components } = this.stage.analysis;
    const [a, b] = this.axes;
    this.probe.set(a, timeAt(components[a], this.ground.x.invert(x)));
    if (b !== leftOverAxis && b !== a) this.probe.set(b, timeAt(components[b], this.ground.y.invert(y)));
    this.hover(-1, 0, 0);
    this.drawMarks();
  }

  private hover(i: number, x: number, y: number): void {
    const changed = i !== this.hovered;
    this.hovered = i;
    this.canvas.style.cursor = i >= 0 ? "pointer" : "";
    if (i < 0) this.tip.hide();
    else if (changed) this.tip.tell(i);
    this.tip.moveTo(x, y, this.canvas.clientWidth);
    if (changed) this.drawMarks();
  }
}

const zoomHint = () =>
  matchMedia("(pointer: coarse)").matches
    ? " Two fingers zoom."
    : " Wheel: zoom, once the plane is clicked or with Ctrl held.";
