// The legend of the colours: a button for every class, which hides and shows it, or a bar for numbers.
import { button } from "../download";
import { h } from "../element";
import { number, plural, shortName } from "../format";
import { mostMarks, tracePath } from "../labels";
import type { Stage } from "../stage";
import { onThemeChange, theme } from "../theme";
import { classMark, colorOfNumber } from "./coloring";

const barSteps = 24;

export class Legend {
  readonly element = h("div", { class: "key labels", role: "group", "aria-label": "what the colours mean" });

  constructor(private readonly stage: Stage) {
    this.fill();
    stage.onColoring(() => this.fill());
    stage.picked.onChange(() => this.mark());
    onThemeChange(() => this.fill());
  }

  private fill(): void {
    const { coloring } = this.stage;
    this.element.hidden = !coloring.classOf && !coloring.values;
    if (coloring.classOf) this.classes();
    else if (coloring.values) this.bar();
    this.mark();
  }

  private classes(): void {
    const { coloring, picked } = this.stage;
    const counts = new Uint32Array(coloring.classes.length);
    for (const label of coloring.classOf as Uint16Array) counts[label]++;
    const buttons = coloring.classes.slice(0, mostMarks).map((name, label) =>
      h(
        "button",
        {
          type: "button",
          class: "small class",
          "data-class": label,
          "aria-pressed": "true",
          title: "Click: hide or show. Double click: only this one.",
          click: () => picked.toggle(label),
          dblclick: () => picked.hide(coloring.classes.map((_, other) => other).filter((other) => other !== label)),
        },
        this.swatch(label),
        h("bdi", {}, name === "" ? "missing" : shortName(name, 28)),
        h("small", {}, String(counts[label])),
      ),
    );
    const more = coloring.classes.length - buttons.length;
    this.element.replaceChildren(
      ...buttons,
      more > 0 ? h("span", {}, `and ${plural(more, "more class", "more classes")} with the last mark`) : "",
      button("all", "Show all classes", () => picked.hide([])),
    );
  }

  private swatch(label: number): HTMLCanvasElement {
    const canvas = h("canvas", { width: 24, height: 24, "aria-hidden": "true" });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    const mark = classMark(this.stage.coloring, label, theme().dark);
    context.fillStyle = mark.color;
    tracePath(context, mark.form, 12, 12, 8);
    context.fill();
    return canvas;
  }

  private bar(): void {
    const { coloring } = this.stage;
    const at = (step: number) =>
      colorOfNumber(coloring, coloring.low + (step / barSteps) * (coloring.high - coloring.low), theme().dark);
    const stops = Array.from({ length: barSteps + 1 }, (_, step) => at(step));
    const lost = (coloring.values as Float32Array).reduce((sum, v) => sum + Number(Number.isNaN(v)), 0);
    this.element.replaceChildren(
      h("bdi", {}, shortName(coloring.name, 40)),
      h("span", { class: "bar-end" }, number(coloring.low, 4)),
      h("span", {
        class: "ramp",
        role: "img",
        "aria-label": `colours from ${number(coloring.low, 4)} to ${number(coloring.high, 4)}`,
        style: `background:linear-gradient(90deg, ${stops.join(",")})`,
      }),
      h("span", { class: "bar-end" }, number(coloring.high, 4)),
      lost > 0 ? h("span", {}, `grey: missing (${plural(lost, "sample")})`) : "",
    );
  }

  private mark(): void {
    for (const one of this.element.querySelectorAll<HTMLElement>("[data-class]"))
      one.setAttribute("aria-pressed", String(!this.stage.picked.isHidden(Number(one.dataset["class"]))));
  }
}
