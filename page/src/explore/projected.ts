// Samples that are not of the model, placed on it by the program: marks in the plane and a table with their proofs.
import { button, csvText, saveCsv } from "../download";
import { h, scroller } from "../element";
import type { Paper } from "../export/svg_paper";
import { distance, number, percent, plural, shortName } from "../format";
import { addPath } from "../labels";
import { verdictOf } from "../own/verdict";
import { isClipped, type Analysis, type Projected } from "../payload";
import { leftOverAxis, type Spots } from "../plane/plane_data";
import type { Stage } from "../stage";
import { onThemeChange, theme } from "../theme";

const mostRows = 200;

// What all components together leave of new sample i.
export function leftOfProjected({ jointSquaredDistances, components }: Projected, i: number): number {
  return jointSquaredDistances[(i + 1) * components.length - 1];
}

export function projectedCoordinate(of: Projected, axis: number): Float32Array {
  if (axis !== leftOverAxis) return of.components[axis].scores;
  return Float32Array.from(of.names, (_, i) => Math.sqrt(Math.max(0, leftOfProjected(of, i))));
}

// Open diamonds, which no fitted sample has in this size.
export function drawProjected(context: Paper, { x, y }: Spots): void {
  const { second, paper } = theme();
  for (const [color, width] of [
    [paper, 5],
    [second, 2.2],
  ] as const) {
    context.beginPath();
    for (let i = 0; i < x.length; i++) addPath(context, "diamond", x[i], y[i], 5.5);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }
}

// Every number, and how far each distance is proved: between its lower bound and itself.
export function projectedTable(of: Projected): [string[], (string | number)[][]] {
  const many = of.components.length;
  const header = ["name", "label", "squared_distance_to_mean", "squared_distance_left"];
  for (let c = 1; c <= many; c++)
    header.push(`time_${c}`, `score_${c}`, `squared_distance_${c}`, `lower_bound_${c}`, `joint_time_${c}`);
  return [
    header,
    of.names.map((name, i) => [
      name,
      of.labels[i] ?? "",
      of.squaredDistances[i],
      leftOfProjected(of, i),
      ...of.components.flatMap((one, c) => [
        one.times[i],
        one.scores[i],
        one.squaredDistances[i],
        one.lowerBounds[i],
        of.jointTimes[i * many + c],
      ]),
    ]),
  ];
}

function proofWords(of: Projected): string {
  const gaps = of.components.map(({ timeGap }, c) => `${percent(timeGap)} (component ${c + 1})`).join(", ");
  const early =
    of.unconvergedTransports > 0 ? ` ${plural(of.unconvergedTransports, "transport problem")} stopped early.` : "";
  const wrong = of.contradictions > 0 ? ` ${plural(of.contradictions, "bound")} cannot be true.` : "";
  return `No other time brings one of them nearer by more than this share of the model's variance: ${gaps}.${early}${wrong}`;
}

// How far alone at component c, and the least that any time could leave.
const provedWords = (analysis: Analysis, squared: number, bound: number) =>
  `${distance(analysis, squared)} (not below ${distance(analysis, Math.min(bound, squared))})`;

// A sample beside its projection on all components, where the page has room for its picture.
function pictures(stage: Stage, { samples, photos, names, jointTimes, components }: Projected, i: number): HTMLElement {
  const cloud = samples.cloud(i);
  const name = shortName(names[i], 40);
  const times = Array.from(jointTimes.subarray(i * components.length, (i + 1) * components.length));
  return h(
    "td",
    { class: "pictures-cell" },
    h(
      "span",
      { class: "pictures" },
      photos.picture(i, 64, `photo of ${name}`),
      cloud ? stage.picture({ now: cloud }, 64, `sample ${name}`) : null,
      cloud ? stage.picture({ now: stage.at(times) }, 64, `projection of ${name}`) : null,
    ),
  );
}

export function projectedPart(stage: Stage, of: Projected): HTMLElement {
  const { analysis } = stage;
  const heads = of.components.flatMap((_, c) => [`t${c + 1}`, `distance to component ${c + 1}`]);
  const row = (name: string, i: number) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("bdi", {}, shortName(name, 40))),
      pictures(stage, of, i),
      ...of.components.flatMap((one) => [
        h("td", {}, number(one.times[i]), isClipped(one.times[i]) ? " (an end)" : ""),
        h("td", {}, provedWords(analysis, one.squaredDistances[i], one.lowerBounds[i])),
      ]),
      h("td", {}, distance(analysis, leftOfProjected(of, i))),
      h("td", {}, verdictOf(analysis, leftOfProjected(of, i))),
    );
  const body = h("tbody", {});
  const fill = () => body.replaceChildren(...of.names.slice(0, mostRows).map(row));
  onThemeChange(fill);
  fill();
  return h(
    "div",
    { class: "projected" },
    h(
      "header",
      { class: "under" },
      h("h3", {}, `◇ ${plural(of.names.length, "projected sample")}`),
      h(
        "div",
        { class: "tools" },
        button("CSV", "Download the projected samples as CSV", () =>
          saveCsv(csvText(...projectedTable(of)), "projected.csv"),
        ),
      ),
    ),
    h("p", { class: "aside" }, `Not of the model; open diamonds in the plane. ${proofWords(of)}`),
    scroller(
      "projected samples with their certificates",
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...["sample", "beside its projection", ...heads, "left over", "verdict"].map((name) =>
              h("th", { scope: "col" }, name),
            ),
          ),
        ),
        body,
      ),
    ),
    of.names.length > mostRows
      ? h("p", { class: "aside" }, `and ${of.names.length - mostRows} more, all in the CSV.`)
      : null,
  );
}
