// The samples that are picked, as a list that can be read and taken away.
import { button, csvText, saveCsv } from "../download";
import { h } from "../element";
import { distance, plural, shortName } from "../format";
import { labelName, leftOver } from "../payload";
import type { Stage } from "../stage";
import { sampleTable } from "../table";

const mostRows = 200;

export class SampleList {
  readonly element = h("div", { class: "picked", role: "group", "aria-label": "samples that are picked" });

  constructor(private readonly stage: Stage) {
    stage.picked.onChange(() => this.fill());
    this.fill();
  }

  private fill(): void {
    const { picked, analysis } = this.stage;
    const all = picked.indices();
    this.element.hidden = all.length === 0;
    if (all.length === 0) return this.element.replaceChildren();
    const share = all.reduce((sum, i) => sum + leftOver(analysis, i), 0) / all.length;
    this.element.replaceChildren(
      h(
        "p",
        { class: "picked-head" },
        h("strong", {}, `${plural(all.length, "sample")} picked`),
        ` ${distance(analysis, share)} left over (root mean square) `,
        button("CSV", "Download the picked samples as CSV", () =>
          saveCsv(csvText(...sampleTable(analysis, all)), "picked.csv"),
        ),
        button("clear", "Pick nothing", () => picked.pick([])),
      ),
      h("ol", { class: "names" }, ...all.slice(0, mostRows).map((i) => this.row(i))),
      all.length > mostRows ? h("p", { class: "aside" }, `and ${all.length - mostRows} more, all in the CSV.`) : "",
    );
  }

  private row(i: number): HTMLElement {
    const { analysis } = this.stage;
    const label = labelName(analysis, i);
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "small", click: () => this.stage.choose(i) },
        h("bdi", {}, shortName(analysis.names[i], 40)),
        label ? h("small", {}, ` ${shortName(label, 20)}`) : null,
      ),
    );
  }
}
