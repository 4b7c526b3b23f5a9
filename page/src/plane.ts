// The plane of two components: samples as pictures or dots, and the measure of both components under the pointer.
import { timeAt } from "./curve";
import { Detail } from "./detail";
import { button, csvText, saveCsv, savePng } from "./download";
import { choice, h, section, selection } from "./element";
import { distance, number, plural } from "./format";
import { markOf, tracePath } from "./labels";
import { labelName, leftOver } from "./payload";
import { leftOverAxis, nearest, neighbour } from "./plane_data";
import { Ground, mostDots } from "./plane_ground";
import { Probe } from "./probe";
import type { Stage } from "./stage";
import { sampleTable } from "./table";
import { onThemeChange, theme } from "./theme";

export class Plane {
  readonly element: HTMLElement;
  private axes: [number, number];
  private pictures: boolean;
  private chosen = -1;
  private hovered = -1;
  private readonly canvas = h("canvas", {
    class: "main plane",
    tabindex: 0,
    role: "application",
    "aria-label":
      "Plane of two components. Arrow keys go from sample to sample; the sliders beside it move the measure.",
  });
  private readonly ground: Ground;
  private readonly tip = h("div", { class: "tip", role: "tooltip", hidden: true });
  private readonly probe: Probe;

  constructor(private readonly stage: Stage) {
    const { analysis } = stage;
    this.axes = [0, analysis.components.length > 1 ? 1 : leftOverAxis];
    this.pictures = stage.samples.indices.length > 0;
    this.ground = new Ground(stage);
    this.probe = new Probe(stage, () => this.drawMarks());
    const { element, tools } = section(
      "plane",
      "Plane",
      "Every sample where the components put it. Hover for its numbers, click to see it beside its projection, drag to see the measure of both components together.",
    );
    this.element = element;
    tools.append(
      button("PNG", "Download the plane as PNG", () => savePng(this.canvas, "plane.png")),
      button("CSV", "Download the table of samples as CSV", () =>
        saveCsv(csvText(...sampleTable(analysis)), "samples.csv"),
      ),
    );
    element.append(
      this.controls(),
      h(
        "div",
        { class: "beside plane-row" },
        h("figure", {}, h("div", { class: "over" }, this.canvas, this.tip), this.key()),
        h("div", { class: "side" }, this.probe.element, new Detail(stage).element),
      ),
    );
    this.listen();
    stage.onChosen((i) => {
      this.chosen = i;
      this.drawMarks();
    });
    onThemeChange(() => {
      this.ground.forgetPictures();
      this.probe.refresh();
      this.draw();
    });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.probe.follow(this.axes);
  }

  private controls(): HTMLElement {
    const { analysis, samples } = this.stage;
    const names: [string, string][] = analysis.components.map((_, c) => [String(c), `component ${c + 1}`]);
    const set = (which: 0 | 1) => (value: string) => {
      this.axes[which] = Number(value);
      this.probe.follow(this.axes);
      this.draw();
    };
    return h(
      "div",
      { class: "choices" },
      selection("across", names, String(this.axes[0]), set(0)),
      selection("up", [...names, [String(leftOverAxis), "left over"]], String(this.axes[1]), set(1)),
      samples.indices.length > 0
        ? choice("pictures", true, (on) => {
            this.pictures = on;
            this.draw();
          })
        : null,
    );
  }

  private key(): HTMLElement {
    const { analysis } = this.stage;
    const key = h("ul", { class: "key labels" });
    const fill = () =>
      key.replaceChildren(
        ...analysis.labels.slice(0, 28).map((name, label) => {
          const swatch = h("canvas", { width: 24, height: 24, "aria-hidden": "true" });
          const context = swatch.getContext("2d") as CanvasRenderingContext2D;
          const mark = markOf(label, theme().dark);
          context.fillStyle = mark.color;
          tracePath(context, mark.form, 12, 12, 8);
          context.fill();
          return h("li", {}, swatch, name);
        }),
      );
    fill();
    onThemeChange(fill);
    return h(
      "div",
      {},
      key,
      analysis.count > mostDots
        ? h(
            "p",
            { class: "aside" },
            `${plural(analysis.count, "sample")}: dots are put together in small squares, stronger where more samples are${analysis.labels.length ? ", in the colour of the most frequent label" : ""}.`,
          )
        : null,
    );
  }

  private draw(): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const width = this.canvas.clientWidth || 560;
    const height = Math.round(Math.min(0.78 * width, 560));
    [this.canvas.width, this.canvas.height] = [width * ratio, height * ratio];
    this.canvas.style.height = `${height}px`;
    this.ground.draw(this.axes, this.pictures, width, height, ratio);
    this.drawMarks();
  }

  // Samples stay where they are; only what is chosen, hovered or probed has moved.
  private drawMarks(): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.ground.canvas, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.ground.spots.x.length > 0) this.marks(context);
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

  private listen(): void {
    let pressed: { x: number; y: number; moved: boolean } | null = null;
    const at = (event: PointerEvent) => {
      const box = this.canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      pressed = { ...at(event), moved: false };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const { x, y } = at(event);
      if (pressed && (pressed.moved || Math.hypot(x - pressed.x, y - pressed.y) > 4)) {
        pressed.moved = true;
        this.aim(x, y);
      } else this.hover(nearest(this.ground.spots, x, y, 16), x, y);
    });
    this.canvas.addEventListener("pointerup", (event) => {
      const { x, y } = at(event);
      if (pressed && !pressed.moved) {
        const i = nearest(this.ground.spots, x, y, 24);
        if (i >= 0) this.stage.choose(i);
        else this.aim(x, y);
      }
      pressed = null;
    });
    this.canvas.addEventListener("pointercancel", () => (pressed = null));
    this.canvas.addEventListener("pointerleave", () => this.hover(-1, 0, 0));
    this.canvas.addEventListener("keydown", (event) => this.onKey(event));
  }

  private onKey(event: KeyboardEvent): void {
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    this.stage.choose(this.chosen < 0 ? 0 : neighbour(this.ground.spots, this.chosen, ...arrow));
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
    this.canvas.style.cursor = i >= 0 ? "pointer" : "crosshair";
    this.tip.hidden = i < 0;
    if (i >= 0 && changed) {
      const label = labelName(analysis, i);
      const crowd = this.ground.crowdOf(i);
      this.tip.replaceChildren(
        h("strong", {}, analysis.names[i]),
        label ? h("span", {}, label) : "",
        h("span", {}, analysis.components.map((one, c) => `t${c + 1} ${number(one.times[i])}`).join(" · ")),
        h("span", {}, `left over ${distance(analysis, leftOver(analysis, i))}`),
        crowd > 1 ? h("span", {}, `one of ${crowd} samples here`) : "",
      );
    }
    const box = this.canvas.clientWidth;
    this.tip.style.left = `${Math.max(0, Math.min(x + 14, box - 190))}px`;
    this.tip.style.top = `${y + 14}px`;
    if (changed) this.drawMarks();
  }
}
