// The same component of every method, one below the other at the same times, all running the same way.
import { only } from "../curve";
import { button, saveSvg } from "../download";
import { h, section } from "../element";
import { figureText } from "../export/figure";
import { painted } from "../export/morph_figure";
import { percent } from "../format";
import { paintOn } from "../painters";
import type { Window } from "../scene";
import { Stage } from "../stage";
import { onThemeChange, theme } from "../theme";
import { addressOf, modelOf, mostComponents, type RawComparison } from "./comparison_payload";

// The window of one model in the coordinates of another.
function moved({ low, high }: Window, from: Stage, to: Stage["analysis"]): Window {
  const [a, b] = [from.analysis.raw, to.raw];
  const shift = (corner: number[]) =>
    corner.map((value, j) => ((value + a.origin[j]) * a.coordinateUnit) / b.coordinateUnit - b.origin[j]);
  return { low: shift(low), high: shift(high) };
}

// A stage for every model, all with the window of the first: what leaves it is cut, as the caption says.
export function stagesOf(all: RawComparison): Stage[] {
  const stages: Stage[] = [];
  all.methods.forEach((_, i) => {
    const { analysis, pictures } = modelOf(all, i);
    stages.push(new Stage(analysis, pictures, i === 0 ? undefined : moved(stages[0].window, stages[0], analysis)));
  });
  return stages;
}

export class SideBySide {
  readonly element: HTMLElement;
  private component = 0;
  private time = 0;
  private readonly rows = h("div", { class: "strips" });
  private readonly moving: { canvas: HTMLCanvasElement; method: number }[] = [];
  private readonly slider = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.01,
    value: 0,
    "data-keep": "t",
    "aria-label": "time along the component, for the first picture of every method",
    input: () => this.show(Number(this.slider.value)),
  });
  private readonly readout = h("output", { class: "readout" });

  constructor(
    private readonly all: RawComparison,
    private readonly stages: Stage[],
  ) {
    const { element, tools } = section(
      "strips",
      "Side by side",
      "The same component of every method at the same times, all running the same way and in one window.",
      "The first picture of each row follows the slider.",
    );
    this.element = element;
    tools.append(
      button("SVG", "Download the strips as SVG", () => saveSvg(this.figure(), `component_${this.component + 1}.svg`)),
    );
    element.append(this.tabs(), h("div", { class: "timeline" }, this.slider, this.readout), this.rows);
    onThemeChange(() => this.fill());
    this.fill();
  }

  private tabs(): HTMLElement {
    const entries = Array.from({ length: mostComponents(this.all) }, (_, c) => {
      const change = () => {
        this.component = c;
        this.fill();
      };
      const input = h("input", { type: "radio", name: "component", value: c, checked: c === 0, change });
      return h("label", {}, input, h("span", {}, `Component ${c + 1}`));
    });
    return h("fieldset", { class: "tabs" }, h("legend", { class: "spoken" }, "Component"), ...entries);
  }

  // Time on the curve of a method: curves that run against the first one are shown from their end.
  private timeOf(method: number, time: number): number {
    return this.all.methods[method].components[this.component].backwards ? 1 - time : time;
  }

  private scene(method: number, time: number) {
    const stage = this.stages[method];
    return { now: stage.at(only(stage.analysis, this.component, this.timeOf(method, time))) };
  }

  private get times(): number[] {
    return Array.from({ length: this.all.frames }, (_, i) => i / (this.all.frames - 1));
  }

  private fill(): void {
    this.moving.length = 0;
    this.rows.replaceChildren(
      this.frames("small", h("small", {}, "slider"), ...this.times.map((t) => h("small", {}, t.toFixed(2)))),
      ...this.all.methods.flatMap((_, m) => (this.all.methods[m].components[this.component] ? [this.row(m)] : [])),
    );
    this.show(this.time);
  }

  // Columns of one width in every row, so that equal times stand below each other.
  private frames(kind: string, ...cells: HTMLElement[]): HTMLElement {
    return h(
      "div",
      { class: `frames ${kind}`, style: `grid-template-columns:repeat(${cells.length}, minmax(0, 1fr))` },
      ...cells,
    );
  }

  // All components for paper, where nothing slides.
  printed(): HTMLElement[] {
    const shown = this.component;
    const parts = Array.from({ length: mostComponents(this.all) }, (_, c) => {
      this.component = c;
      const rows = this.all.methods.flatMap((method, m) => (method.components[c] ? [this.strip(m, null)] : []));
      return h("div", { class: "printed" }, h("h3", {}, `Component ${c + 1}`), ...rows);
    });
    this.component = shown;
    return parts;
  }

  private row(m: number): HTMLElement {
    const method = this.all.methods[m];
    const stage = this.stages[m];
    const first = stage.picture(this.scene(m, this.time), 110, `${method.name} at the time of the slider`);
    first.classList.add("at-time");
    this.moving.push({ canvas: first, method: m });
    return this.strip(m, first);
  }

  private strip(m: number, first: HTMLElement | null): HTMLElement {
    const method = this.all.methods[m];
    const { explained, words } = method.components[this.component];
    const pictures = this.times.map((t) =>
      this.stages[m].picture(this.scene(m, t), 84, `${method.name} at t = ${t.toFixed(2)}`),
    );
    return h(
      "div",
      { class: "compared-strip" },
      h(
        "p",
        {},
        h("a", { href: addressOf(method) }, h("bdi", {}, method.name)),
        h("span", {}, `${percent(explained)} alone · ${words}`),
      ),
      this.frames("", ...(first ? [first] : []), ...pictures),
    );
  }

  private show(time: number): void {
    this.time = Math.min(1, Math.max(0, time));
    this.readout.textContent = `t = ${this.time.toFixed(2)}`;
    for (const { canvas, method } of this.moving) {
      const painter = this.stages[method].painters[0];
      paintOn(canvas, painter, this.scene(method, this.time), 110, Math.round(110 * painter.aspect));
    }
  }

  private figure(): string {
    const { times } = this;
    return figureText(`Component ${this.component + 1}, method by method`, [], (paper, width) => {
      const each = (width - 6 * (times.length - 1)) / times.length;
      let top = 0;
      this.all.methods.forEach((method, m) => {
        const one = method.components[this.component];
        if (!one) return;
        paper.font = "12px system-ui, sans-serif";
        paper.fillStyle = theme().ink;
        paper.textAlign = "left";
        paper.fillText(`${method.name}: ${percent(one.explained)} alone · ${one.words}`, 0, top + 12);
        const made = times.map((t) => painted(this.stages[m].painters[0], this.scene(m, t), each));
        made.forEach(({ markup }, k) => paper.insert(markup, k * (each + 6), top + 18));
        top += 18 + made[0].height + 10;
      });
      return top;
    });
  }
}
