// One sample beside its projection.
import { h } from "./element";
import { distance, number, percent, shortName } from "./format";
import { isClipped, labelName, leftOver, projectionTimes } from "./payload";
import type { Stage } from "./stage";
import { onThemeChange } from "./theme";

export class Detail {
  readonly element = h("div", { class: "detail", role: "group", "aria-label": "the chosen sample" });
  private shown = -1;

  constructor(private readonly stage: Stage) {
    stage.onChosen((i) => this.show(i));
    onThemeChange(() => this.shown >= 0 && this.show(this.shown));
    this.element.append(
      h("p", { class: "aside" }, "Choose a sample to see it beside its projection on the components."),
    );
  }

  private show(i: number): void {
    this.shown = i;
    const { analysis, samples } = this.stage;
    const times = projectionTimes(analysis, i);
    const cloud = samples.cloud(i);
    const label = labelName(analysis, i);
    const left = leftOver(analysis, i);
    const explained = analysis.squaredDistances[i] > 0 ? 1 - left / analysis.squaredDistances[i] : NaN;
    const picture = cloud
      ? this.stage.picture({ now: cloud }, 150, `sample ${shortName(analysis.names[i])}`)
      : h("p", { class: "missing" }, "The page carries no picture of this sample.");
    const projection = this.stage.picture(
      { now: this.stage.at(times) },
      150,
      `projection of ${shortName(analysis.names[i])}`,
    );
    const photo = this.stage.photos.picture(i, 150, `photo of ${shortName(analysis.names[i])}`);
    this.element.replaceChildren(
      h(
        "h3",
        {},
        h("bdi", {}, shortName(analysis.names[i], 200)),
        label ? h("small", {}, shortName(label, 100)) : null,
      ),
      h(
        "div",
        { class: "pictures" },
        photo ? h("figure", {}, photo, h("figcaption", {}, "photo")) : null,
        h("figure", {}, picture, h("figcaption", {}, photo ? "its palette" : "sample")),
        h("figure", {}, projection, h("figcaption", {}, "projection")),
      ),
      h(
        "dl",
        {},
        ...analysis.columns.flatMap((column) => [
          h("dt", {}, shortName(column.name, 30)),
          h(
            "dd",
            {},
            column.values
              ? number(column.values[i], 4)
              : shortName(column.classes[(column.classOf as Uint16Array)[i]] || "missing", 100),
          ),
        ]),
        h("dt", {}, "to the mean"),
        h("dd", {}, distance(analysis, analysis.squaredDistances[i])),
        h("dt", {}, "left over"),
        h("dd", {}, `${distance(analysis, left)} (${percent(explained)} explained)`),
        ...analysis.components.flatMap((one, c) => [
          h("dt", {}, `component ${c + 1}`),
          h(
            "dd",
            {},
            `t = ${number(one.times[i])} alone`,
            isClipped(one.times[i]) ? " (an end of the curve)" : "",
            Number.isNaN(times[c]) ? ", left out together" : `, ${number(times[c])} together`,
          ),
        ]),
      ),
    );
    this.stage.say(
      `${shortName(analysis.names[i])}${label ? `, ${shortName(label)}` : ""}: ${distance(analysis, left)} left over, ${percent(explained)} explained`,
    );
  }
}
