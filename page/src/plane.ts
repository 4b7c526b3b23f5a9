// The plane of two components: samples as pictures or dots, and the measure of both components under the pointer.
import { timeAt } from "./curve";
import { Detail } from "./detail";
import { button, csvText, saveCsv, savePng, saveSvg } from "./download";
import { choice, h, section, selection } from "./element";
import { planeFigure } from "./export/plane_figure";
import type { Paper } from "./export/svg_paper";
import { Legend } from "./explore/legend";
import { leftOfProjected, projectedPart } from "./explore/projected";
import { PlanePointer, type Tool } from "./explore/plane_pointer";
import { SampleList } from "./explore/sample_list";
import { View } from "./explore/view";
import { distance, number, plural, shortName } from "./format";
import { labelName, leftOver } from "./payload";
import { leftOverAxis, nearest, neighbour } from "./plane_data";
import { Ground, mostDots } from "./plane_ground";
import { Probe } from "./probe";
import type { Stage } from "./stage";
import { sampleTable } from "./table";
import { onThemeChange, theme } from "./theme";

const tools: [Tool, string, string][] = [
  ["look", "look", "A drag moves the measure of both components"],
  ["move", "move", "A drag moves the plane"],
  ["box", "box", "A drag picks the samples in a box; with Shift they join those picked before"],
  ["lasso", "lasso", "A drag picks the samples inside what is drawn; with Shift they join those picked before"],
];

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
  private readonly tip = h("div", { class: "tip", role: "tooltip", hidden: true });
  private readonly whole = button("show all", "Show the whole plane", () => this.show(() => this.view.reset()));
  private readonly status = h("p", { class: "aside plane-status" });
  private readonly probe: Probe;

  constructor(private readonly stage: Stage) {
    const { analysis } = stage;
    this.axes = [0, analysis.components.length > 1 ? 1 : leftOverAxis];
    this.pictures = stage.samples.indices.length > 0;
    this.ground = new Ground(stage, this.view);
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
      this.controls(),
      h(
        "div",
        { class: "beside plane-row" },
        h(
          "figure",
          {},
          this.toolbar(),
          h("div", { class: "over" }, this.canvas, this.tip),
          new Legend(stage).element,
          this.status,
          new SampleList(stage).element,
        ),
        h("div", { class: "side" }, this.probe.element, new Detail(stage).element),
      ),
    );
    if (analysis.projected) element.append(projectedPart(analysis, analysis.projected));
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
      if (own) this.star(paper, own, ground);
    });
  }

  show(change: () => void): void {
    change();
    this.draw();
  }

  private controls(): HTMLElement {
    const { analysis, samples } = this.stage;
    const names: [string, string][] = analysis.components.map((_, c) => [String(c), `component ${c + 1}`]);
    const set = (which: 0 | 1) => (value: string) => {
      this.axes[which] = Number(value);
      this.look(...this.axes);
    };
    const { colorings } = this.stage;
    const search = h("input", {
      type: "search",
      placeholder: "name or label",
      "data-keep": "search",
      "aria-label": "search samples by name or label",
      input: () => this.stage.picked.search(search.value),
    });
    return h(
      "div",
      { class: "choices" },
      selection("across", names, String(this.axes[0]), set(0), "across"),
      selection("up", [...names, [String(leftOverAxis), "left over"]], String(this.axes[1]), set(1), "up"),
      colorings.length > 1
        ? selection(
            "colours by",
            colorings.map(({ name }, k) => [String(k), shortName(name, 30)]),
            "0",
            (value) => this.stage.color(colorings[Number(value)]),
            "colours",
          )
        : null,
      h("label", { class: "choice" }, "search", search),
      samples.indices.length > 0
        ? choice(
            "pictures",
            true,
            (on) => {
              this.pictures = on;
              this.draw();
            },
            "pictures",
          )
        : null,
    );
  }

  private toolbar(): HTMLElement {
    const entries = tools.map(([tool, text, title]) =>
      h(
        "label",
        { title },
        h("input", {
          type: "radio",
          name: "plane-tool",
          value: tool,
          checked: tool === "look",
          change: () => {
            this.pointer.tool = tool;
            this.canvas.dataset["tool"] = tool;
          },
        }),
        h("span", {}, text),
      ),
    );
    const zoom = (factor: number) => () => this.show(() => this.view.zoomAt(factor, 0.5, 0.5));
    return h(
      "div",
      { class: "toolbar" },
      h("fieldset", { class: "tabs compact" }, h("legend", { class: "spoken" }, "What a drag does"), ...entries),
      h(
        "span",
        { class: "zoom" },
        button("+", "Zoom in", zoom(1.5)),
        button("−", "Zoom out", zoom(1 / 1.5)),
        this.whole,
      ),
    );
  }

  // What the reader must know to believe what is seen.
  private tell(): void {
    const { analysis, picked, coloring } = this.stage;
    let [seen, clipped, leftOut] = [0, 0, 0];
    for (let i = 0; i < analysis.count; i++) {
      if (!picked.shown[i]) continue;
      seen++;
      clipped += Number(this.ground.clipped(i));
      leftOut += Number(this.ground.leftOut(i));
    }
    const words = [];
    if (picked.filtered) words.push(`${plural(seen, "sample")} of ${analysis.count} shown.`);
    if (clipped > 0)
      words.push(
        `${plural(clipped, "sample")} at an end of a curve (${this.pictures ? "dashed frame, open mark" : "open mark"}): nothing nearer was found inside, and the sample may lie beyond.`,
      );
    if (leftOut > 0)
      words.push(
        `${plural(leftOut, "sample")} left one of these components out when all are taken together: it brought nothing nearer.`,
      );
    if (seen > mostDots)
      words.push(
        `Dots are put together in small squares, stronger where more samples are${coloring.classOf ? ", in the colour of the most frequent class" : ""}; zoom in to see them apart.`,
      );
    this.status.replaceChildren(
      words.join(" "),
      h("span", { class: "hint" }, " Wheel: zoom, once the plane is clicked or with Ctrl held."),
    );
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
    if (budget === Infinity) this.tell();
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
    this.marks(context);
    this.outline(context);
    context.restore();
  }

  private outline(context: CanvasRenderingContext2D): void {
    const { outline } = this.pointer;
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

  private marks(context: CanvasRenderingContext2D): void {
    const ring = (x: number, y: number, radius: number, color: string) => {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.strokeStyle = color;
      context.lineWidth = 2.5;
      context.stroke();
    };
    const colors = theme();
    const { spots, x, y } = this.ground;
    if (this.hovered >= 0) ring(spots.x[this.hovered], spots.y[this.hovered], 9, colors.soft);
    if (this.chosen >= 0) ring(spots.x[this.chosen], spots.y[this.chosen], 12, colors.ink);
    if (this.stage.own) this.star(context, this.stage.own);
    const [a, b] = this.probe.scores(this.axes);
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

  // The reader's own sample; at the rim where it lies outside of what is seen.
  private star(context: Paper, own: { scores: number[]; leftOver: number }, ground = this.ground): void {
    const { frame, x, y } = ground;
    const of = (axis: number) => (axis === leftOverAxis ? own.leftOver : own.scores[axis]);
    const cx = Math.min(frame.right, Math.max(frame.left, x(of(this.axes[0]))));
    const cy = Math.min(frame.bottom, Math.max(frame.top, y(of(this.axes[1]))));
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
        if (fresh >= 0) this.tellProjected(fresh);
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
    const { analysis } = this.stage;
    const changed = i !== this.hovered;
    this.hovered = i;
    this.canvas.style.cursor = i >= 0 ? "pointer" : "";
    this.tip.hidden = i < 0;
    if (i >= 0 && changed) {
      const label = labelName(analysis, i);
      const crowd = this.ground.crowdOf(i);
      this.tip.replaceChildren(
        h("strong", {}, h("bdi", {}, shortName(analysis.names[i]))),
        label ? h("bdi", {}, shortName(label)) : "",
        ...this.columnWords(i),
        h("span", {}, analysis.components.map((one, c) => `t${c + 1} ${number(one.times[i])}`).join(" · ")),
        h("span", {}, `left over ${distance(analysis, leftOver(analysis, i))}`),
        this.ground.clipped(i) ? h("span", {}, "at an end of a curve") : "",
        crowd > 1 ? h("span", {}, `one of ${crowd} samples here`) : "",
      );
    }
    const box = this.canvas.clientWidth;
    this.tip.style.left = `${Math.max(0, Math.min(x + 14, box - 190))}px`;
    this.tip.style.top = `${y + 14}px`;
    if (changed) this.drawMarks();
  }

  private tellProjected(i: number): void {
    const { analysis } = this.stage;
    const { projected } = analysis;
    if (!projected) return;
    this.tip.hidden = false;
    this.tip.replaceChildren(
      h("strong", {}, h("bdi", {}, shortName(projected.names[i]))),
      h("span", {}, "projected, not of the model"),
      h("span", {}, projected.components.map((one, c) => `t${c + 1} ${number(one.times[i])}`).join(" · ")),
      h("span", {}, `left over ${distance(analysis, leftOfProjected(projected, i))}`),
    );
  }

  private columnWords(i: number): HTMLElement[] {
    const { coloring } = this.stage;
    if (coloring.values) return [h("span", {}, `${shortName(coloring.name, 24)} ${number(coloring.values[i], 4)}`)];
    if (coloring.classOf && coloring.name !== "label")
      return [h("bdi", {}, `${shortName(coloring.name, 24)} ${shortName(coloring.classes[coloring.classOf[i]], 40)}`)];
    return [];
  }
}
