// The words beside the pointer in the plane.
import { h } from "../element";
import { distance, number, shortName } from "../format";
import { labelName, leftOver, type Projected } from "../payload";
import type { Ground } from "./plane_ground";
import type { Stage } from "../stage";
import { leftOfProjected } from "../explore/projected";

const timesWords = (components: readonly { times: Float32Array }[], i: number) =>
  h("span", {}, components.map((one, c) => `t${c + 1} ${number(one.times[i])}`).join(" · "));

export class PlaneTip {
  readonly element = h("div", { class: "tip", role: "tooltip", hidden: true });

  constructor(
    private readonly stage: Stage,
    private readonly ground: Ground,
  ) {}

  hide(): void {
    this.element.hidden = true;
  }

  // Beside a place on a plane of this width.
  moveTo(x: number, y: number, width: number): void {
    this.element.style.left = `${Math.max(0, Math.min(x + 14, width - 190))}px`;
    this.element.style.top = `${y + 14}px`;
  }

  tell(i: number): void {
    const { analysis, photos } = this.stage;
    const label = labelName(analysis, i);
    const crowd = this.ground.crowdOf(i);
    this.element.hidden = false;
    this.element.replaceChildren(
      photos.picture(i, 96, "") ?? "",
      h("strong", {}, h("bdi", {}, shortName(analysis.names[i]))),
      label ? h("bdi", {}, shortName(label)) : "",
      ...this.columnWords(i),
      timesWords(analysis.components, i),
      h("span", {}, `left over ${distance(analysis, leftOver(analysis, i))}`),
      this.ground.clipped(i) ? h("span", {}, "at an end of a curve") : "",
      crowd > 1 ? h("span", {}, `one of ${crowd} samples here`) : "",
    );
  }

  // A sample that is not of the model, with its picture.
  tellProjected(projected: Projected, i: number): void {
    const cloud = projected.samples.cloud(i);
    this.element.hidden = false;
    this.element.replaceChildren(
      projected.photos.picture(i, 96, "") ?? "",
      cloud ? this.stage.picture({ now: cloud }, 72, "") : "",
      h("strong", {}, h("bdi", {}, shortName(projected.names[i]))),
      h("span", {}, "projected, not of the model"),
      timesWords(projected.components, i),
      h("span", {}, `left over ${distance(this.stage.analysis, leftOfProjected(projected, i))}`),
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
