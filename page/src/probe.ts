// The measure of two components together, moved by a drag in the plane or by sliders.
import { scoreAt } from "./curve";
import { h } from "./element";
import { paintOn } from "./painters";
import { leftOverAxis } from "./plane/plane_data";
import type { Stage } from "./stage";

export class Probe {
  readonly element = h("div", { class: "probe" });
  private readonly times: number[]; // NaN: the component is not taken
  private readonly canvas: HTMLCanvasElement;
  private readonly sliders = h("div", { class: "sliders" });

  constructor(
    private readonly stage: Stage,
    private readonly moved: () => void,
  ) {
    this.times = stage.analysis.components.map(() => NaN);
    const { aspect } = stage.painters[0];
    this.canvas = h("canvas", {
      role: "img",
      class: "probe-picture",
      "aria-label": "the measure at this place of the plane",
      style: `aspect-ratio:${1 / aspect}`,
    });
    this.element.append(h("h3", {}, "Here in the plane"), this.canvas, this.sliders);
    new ResizeObserver(() => this.refresh()).observe(this.canvas);
  }

  // Takes the components of these axes and leaves the others at the mean.
  follow(axes: readonly number[]): void {
    const taken = [...new Set(axes)].filter((axis) => axis !== leftOverAxis);
    this.stage.analysis.components.forEach((one, c) => {
      if (!taken.includes(c)) this.times[c] = NaN;
      else if (Number.isNaN(this.times[c])) this.times[c] = Math.min(1, Math.max(0, one.timeNearestMean));
    });
    this.sliders.replaceChildren(
      ...taken.map((c) => {
        const slider = h("input", {
          type: "range",
          min: 0,
          max: 1,
          step: 0.005,
          value: this.times[c],
          "data-component": c,
          "aria-label": `time on component ${c + 1}`,
        });
        slider.addEventListener("input", () => {
          this.set(c, Number(slider.value));
          this.moved();
        });
        return h("label", {}, `t${c + 1}`, slider, h("output", {}, this.times[c].toFixed(2)));
      }),
    );
    this.refresh();
  }

  set(component: number, time: number): void {
    this.times[component] = time;
    const slider = this.sliders.querySelector<HTMLInputElement>(`[data-component="${component}"]`);
    if (slider) {
      slider.value = String(time);
      (slider.nextElementSibling as HTMLOutputElement).textContent = time.toFixed(2);
    }
    this.refresh();
  }

  // Where the probe stands on these axes, in scores; null where the axis is no component.
  scores(axes: readonly number[]): (number | null)[] {
    return axes.map((axis) =>
      axis === leftOverAxis ? null : scoreAt(this.stage.analysis.components[axis], this.times[axis]),
    );
  }

  refresh(): void {
    const width = this.canvas.clientWidth || 220;
    const painter = this.stage.painters[0];
    paintOn(
      this.canvas,
      painter,
      { now: this.stage.at(this.times), ghost: null },
      width,
      Math.round(width * painter.aspect),
    );
  }
}
