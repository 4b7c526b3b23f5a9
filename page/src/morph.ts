// The morph: the measure moves along a component.
import { centerOf, cloudAt, only, scoreAt } from "./curve";
import { beside, button, csvText, save, saveCsv, savePng, saveSvg } from "./download";
import { choice, h, section } from "./element";
import { atomTable, morphFigure, morphGif } from "./export/morph_figure";
import { curveUnit, number, percent, shortCurveUnit, unit } from "./format";
import { paintOn } from "./painters";
import type { Cloud } from "./payload";
import type { Painter, Scene } from "./scene";
import { speedColor, css } from "./color";
import type { Stage } from "./stage";
import { onThemeChange, theme } from "./theme";

const period = 5000; // milliseconds from one end to the other and back
const still = 1200; // how long each picture stays for those who want no motion
const filmFrames = 7;

export class Morph {
  readonly element: HTMLElement;
  private component = 0;
  private time = 0.5;
  private ghost = true;
  private showTrails = false;
  private showSpeed = false;
  private playing = 0; // the handle of the next frame
  private stills: ReturnType<typeof setInterval> | undefined;
  private readonly points: Float32Array;
  private readonly center: Cloud;
  private speed: { shares: Float32Array; most: number };
  private trails: { from: Float32Array; to: Float32Array };
  private readonly views: { painter: Painter; canvas: HTMLCanvasElement }[];
  private readonly slider = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.001,
    value: 0.5,
    id: "time",
    "data-keep": "t",
    "aria-label": "time along the component",
  });
  private readonly readout = h("output", { for: "time", class: "readout" });
  private readonly play = h("button", { type: "button", class: "play", click: () => this.toggle() }, "Play");
  private readonly film = h("div", { class: "film", role: "group", "aria-label": "the component at even times" });
  private readonly legend = h("p", { class: "legend" });
  private readonly summary = h("p", { class: "summary" });

  constructor(private readonly stage: Stage) {
    const { analysis } = stage;
    this.points = new Float32Array(analysis.mean.points.length);
    this.center = centerOf(analysis);
    const movesAtoms = analysis.weightPoints === null;
    this.speed = stage.speed(0);
    this.trails = stage.trails(0);
    const { element, tools } = section(
      "morph",
      "Morph",
      `${movesAtoms ? "The mean of the family, moved" : "Weights on fixed points, changed"} along one component from its first time to its last.`,
      "Drag, use the arrow keys, or play.",
    );
    this.element = element;
    this.views = stage.painters.map((painter) => ({ painter, canvas: this.canvas(painter) }));
    tools.append(...this.downloads());
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.slider.addEventListener("keydown", (event) => this.key(event));
    element.append(
      this.tabs(),
      h("div", { class: "views" }, ...this.views.map((v) => h("figure", {}, v.canvas))),
      ...stage.painters.flatMap(({ note }) => (note ? [h("p", { class: "aside" }, note)] : [])),
      h("div", { class: "timeline" }, this.play, this.slider, this.readout),
      this.film,
      h(
        "div",
        { class: "choices" },
        choice(
          movesAtoms ? "ghost of the mean" : "ghost of the center",
          true,
          (on) => {
            this.ghost = on;
            this.draw();
          },
          "ghost",
        ),
        ...(movesAtoms ? this.choicesOfAtoms() : []),
      ),
      this.legend,
      this.summary,
    );
    onThemeChange(() => this.refresh());
    new ResizeObserver(() => this.draw()).observe(this.views[0].canvas.parentElement as HTMLElement);
    this.choose(0);
  }

  private downloads(): HTMLElement[] {
    const { analysis } = this.stage;
    const name = (kind: string) => `component_${this.component + 1}_t${this.time.toFixed(3)}.${kind}`;
    const canvases = () => this.views.map((view) => view.canvas);
    const gif = button("GIF", "Download the morph as a moving picture, GIF", () => void this.saveGif(gif));
    return [
      button("PNG", "Download the morph as PNG", () => savePng(beside(canvases(), theme().paper), name("png"))),
      button("SVG", "Download the morph as SVG", () =>
        saveSvg(
          morphFigure(this.stage, this.component, this.time, this.sceneAt(this.time), this.speed.most),
          name("svg"),
        ),
      ),
      gif,
      button("CSV", "Download the atoms at this time as CSV", () =>
        saveCsv(csvText(...atomTable(analysis, this.stage.at(only(analysis, this.component, this.time)))), name("csv")),
      ),
    ];
  }

  private async saveGif(button: HTMLButtonElement): Promise<void> {
    button.disabled = true;
    const { component } = this;
    const progress = (share: number) => (button.textContent = `GIF ${Math.round(100 * share)} %`);
    const bytes = await morphGif(this.stage, component, (time) => this.sceneAt(time, component), progress);
    save(new Blob([bytes], { type: "image/gif" }), `component_${component + 1}.gif`);
    button.textContent = "GIF";
    button.disabled = false;
  }

  private choicesOfAtoms(): HTMLElement[] {
    return [
      choice(
        "trails of the atoms",
        false,
        (on) => {
          this.showTrails = on;
          this.draw();
        },
        "trails",
      ),
      choice(
        "speed map",
        false,
        (on) => {
          this.showSpeed = on;
          this.draw();
        },
        "speed",
      ),
    ];
  }

  private canvas(painter: Painter): HTMLCanvasElement {
    const hint = painter.turn
      ? "Drag to turn it, or use the arrow keys."
      : "Drag sideways to move through time, or use the arrow keys.";
    const canvas = h("canvas", {
      class: "main",
      tabindex: 0,
      role: "img",
      "aria-label": `The measure along the component (${painter.name}). ${hint}`,
      title: hint,
      style: `aspect-ratio:${1 / painter.aspect}`,
    });
    let last: PointerEvent | null = null;
    canvas.addEventListener("pointerdown", (event) => {
      last = event;
      canvas.setPointerCapture(event.pointerId);
      this.stop();
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!last) return;
      const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
      last = event;
      if (painter.turn) this.turn(painter.turn, 0.01 * dx, 0.01 * dy);
      else this.show(this.time + dx / canvas.clientWidth);
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (last = null));
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (painter.turn && step) {
        this.turn(painter.turn, 0.1 * step[0], 0.1 * step[1]);
        event.preventDefault();
      } else this.key(event);
    });
    return canvas;
  }

  private turn(turn: { yaw: number; pitch: number }, yaw: number, pitch: number): void {
    turn.yaw += yaw;
    turn.pitch = Math.min(1.5, Math.max(-1.5, turn.pitch + pitch));
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowLeft: -0.01,
      ArrowDown: -0.01,
      ArrowRight: 0.01,
      ArrowUp: 0.01,
      PageDown: -0.1,
      PageUp: 0.1,
      Home: -1,
      End: 1,
    };
    if (event.key === " ") this.toggle();
    else if (event.key in steps) {
      this.stop();
      this.show(this.time + steps[event.key] * (event.shiftKey ? 5 : 1));
    } else return;
    event.preventDefault();
  }

  private tabs(): HTMLElement {
    const { components } = this.stage.analysis;
    const entries = components.map((one, c) => {
      const input = h("input", {
        type: "radio",
        name: "component",
        value: c,
        checked: c === 0,
        change: () => this.choose(c),
      });
      return h("label", {}, input, h("span", {}, `Component ${c + 1}`, h("small", {}, percent(one.explained))));
    });
    return h(
      "fieldset",
      { class: "tabs" },
      h("legend", { class: "spoken" }, "Component, with the share of the variance it explains alone"),
      ...entries,
    );
  }

  private choose(component: number): void {
    this.component = component;
    this.speed = this.stage.speed(component);
    this.trails = this.stage.trails(component);
    const one = this.stage.analysis.components[component];
    this.summary.textContent =
      `Component ${component + 1} alone explains ${percent(one.explained)} of the variance; the curve is ${number(one.length)} long (${curveUnit(this.stage.analysis)}) ` +
      `and passes nearest to the mean at t = ${number(one.timeNearestMean)}.`;
    this.refresh();
  }

  private refresh(): void {
    const { analysis } = this.stage;
    this.film.replaceChildren(
      ...Array.from({ length: filmFrames }, (_, i) => i / (filmFrames - 1)).map((t) => {
        const picture = this.stage.picture({ now: this.stage.at(only(analysis, this.component, t)) }, 84, "");
        picture.setAttribute("aria-hidden", "true");
        return h(
          "button",
          {
            type: "button",
            "aria-label": `go to t = ${number(t)}`,
            click: () => {
              this.stop();
              this.show(t);
            },
          },
          picture,
          h("small", {}, t.toFixed(2)),
        );
      }),
    );
    this.show(this.time);
  }

  private show(time: number): void {
    this.time = Math.min(1, Math.max(0, time));
    this.slider.value = String(this.time);
    const score = scoreAt(this.stage.analysis.components[this.component], this.time);
    const away = `${number(Math.abs(score))}${shortCurveUnit(this.stage.analysis)} ${score < 0 ? "before" : "past"} the mean`;
    this.readout.textContent = `t = ${this.time.toFixed(3)}, ${Math.abs(score) < 1e-9 ? "at the mean" : away}`;
    this.slider.setAttribute("aria-valuetext", this.readout.textContent);
    this.draw();
  }

  private sceneAt(time: number, component = this.component): Scene {
    const { analysis } = this.stage;
    return {
      now: cloudAt(analysis, only(analysis, component, time), this.points),
      ghost: this.ghost ? this.center : null,
      trails: this.showTrails ? this.trails : null,
      speed: this.showSpeed ? this.speed.shares : null,
      time,
    };
  }

  private draw(): void {
    const scene = this.sceneAt(this.time);
    for (const { painter, canvas } of this.views) {
      const width = canvas.clientWidth || 480;
      paintOn(canvas, painter, scene, width, Math.round(width * painter.aspect));
    }
    this.legendOfSpeed();
  }

  private legendOfSpeed(): void {
    this.legend.hidden = !this.showSpeed;
    if (!this.showSpeed || this.legend.dataset["of"] === String(this.component)) return;
    this.legend.dataset["of"] = String(this.component);
    const bar = h("span", {
      class: "ramp",
      "aria-hidden": "true",
      style: `background:linear-gradient(90deg, ${[0, 0.25, 0.5, 0.75, 1].map((s) => css(speedColor(s))).join(",")})`,
    });
    this.legend.replaceChildren(
      "an atom moves from 0",
      bar,
      `to ${number(this.speed.most)} (${unit(this.stage.analysis)}) between t = 0 and t = 1`,
    );
  }

  private toggle(): void {
    if (this.playing) return this.stop();
    this.play.textContent = "Pause";
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.playStills();
    // Continue from where it stands, towards the end.
    const start = performance.now() - (Math.acos(1 - 2 * this.time) / (2 * Math.PI)) * period;
    const frame = (now: number) => {
      this.show(0.5 - 0.5 * Math.cos((2 * Math.PI * (now - start)) / period));
      this.playing = requestAnimationFrame(frame);
    };
    this.playing = requestAnimationFrame(frame);
  }

  // For those who asked for no motion: the pictures of the film, one after another.
  private playStills(): void {
    let step = Math.round(this.time * (filmFrames - 1));
    this.stills = setInterval(() => {
      step = (step + 1) % filmFrames;
      this.show(step / (filmFrames - 1));
    }, still);
    this.playing = -1;
  }

  private stop(): void {
    cancelAnimationFrame(this.playing);
    clearInterval(this.stills);
    this.playing = 0;
    this.play.textContent = "Play";
  }
}
