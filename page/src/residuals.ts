// Samples ranked by what the components do not explain.
import { scaleLinear } from "d3-scale";
import { button, csvText, drawingFigure, saveCsv, saveSvg } from "./download";
import { breakable, h, section, svg } from "./element";
import { distance, number, percent, plural, shortName, unit } from "./format";
import type { Picked } from "./explore/picked";
import { labelName, leftOver, projectionTimes, type Analysis } from "./payload";
import { bottomAxis, fitted, frame, leftAxis } from "./plot";
import type { Stage } from "./stage";
import { onThemeChange, theme } from "./theme";

const cardsAtOnce = 18;

// Measures by falling left-over distance.
export function ranking(analysis: Analysis): Uint32Array {
  const left = Float32Array.from(analysis.names, (_, i) => leftOver(analysis, i));
  return Uint32Array.from(left.keys()).sort((a, b) => left[b] - left[a] || a - b);
}

function rankDrawing(analysis: Analysis, order: Uint32Array, picked: Picked, width = 560): SVGSVGElement {
  const of = frame(width, 200, "Distance left over of the samples, from the largest to the smallest");
  const most = Math.sqrt(Math.max(leftOver(analysis, order[0]), 1e-30));
  const x = scaleLinear()
    .domain([1, Math.max(2, order.length)])
    .range([of.margin.left, of.width - of.margin.right]);
  const y = scaleLinear()
    .domain([0, 1.05 * most])
    .range([of.height - of.margin.bottom, of.margin.top + 6]);
  leftAxis(of, y, { title: `distance left over (${unit(analysis)})`, ticks: 4, format: number });
  bottomAxis(of, x, {
    title: "rank",
    ticks: Math.min(of.width < 400 ? 5 : 8, order.length),
    format: (v) => (Number.isInteger(v) ? String(v) : ""),
  });
  const step = Math.max(1, Math.floor(order.length / 600));
  const spots: string[] = [];
  for (let r = 0; r < order.length; r += step)
    spots.push(`${x(r + 1).toFixed(1)},${y(Math.sqrt(Math.max(0, leftOver(analysis, order[r])))).toFixed(1)}`);
  of.drawing.append(svg("polyline", { points: spots.join(" "), class: "together" }));
  if (picked.pickedCount > 0)
    order.forEach((i, r) => {
      if (picked.picked[i] && picked.shown[i])
        of.drawing.append(
          svg("circle", {
            cx: x(r + 1).toFixed(1),
            cy: y(Math.sqrt(Math.max(0, leftOver(analysis, i)))).toFixed(1),
            r: 3.5,
            class: "picked-dot",
          }),
        );
    });
  if (order.length === 1) of.drawing.append(svg("circle", { cx: x(1), cy: y(most), r: 3, class: "together-dot" }));
  return of.drawing;
}

export function residualsSection(stage: Stage): HTMLElement {
  const { analysis, samples } = stage;
  const { element, tools } = section(
    "residuals",
    "Residuals",
    "Samples by what all components together leave unexplained, the worst first: outliers, damaged data, or a kind of variation that no component has learnt.",
  );
  const { picked } = stage;
  const all = ranking(analysis);
  let order = all; // those that the cards show
  const figure = h("figure", {});
  const drawRanks = fitted(figure, (width) => rankDrawing(analysis, all, picked, width));
  const told = h("p", { class: "aside", hidden: true });
  const cards = h("ol", { class: "cards" });
  const more = h("button", { type: "button", class: "small", click: () => add() }, "Show more");
  let shown = 0;
  const card = (i: number): HTMLElement => {
    const cloud = samples.cloud(i);
    const label = labelName(analysis, i);
    const far = analysis.squaredDistances[i];
    const pictures = cloud
      ? [
          stage.picture({ now: cloud }, 72, `sample ${shortName(analysis.names[i])}`),
          stage.picture({ now: stage.at(projectionTimes(analysis, i)) }, 72, "its projection"),
        ]
      : [
          stage.picture(
            { now: stage.at(projectionTimes(analysis, i)) },
            72,
            `projection of ${shortName(analysis.names[i])}`,
          ),
        ];
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", "aria-label": `choose ${shortName(analysis.names[i])}`, click: () => stage.choose(i) },
        h(
          "span",
          { class: "pictures" },
          stage.photos.picture(i, 72, `photo of ${shortName(analysis.names[i])}`),
          ...pictures,
        ),
        h("strong", {}, h("bdi", {}, ...breakable(shortName(analysis.names[i])))),
        h("span", {}, `${label ? `${shortName(label, 30)} · ` : ""}${distance(analysis, leftOver(analysis, i))} left`),
        h(
          "small",
          {},
          far > 0
            ? `${percent(1 - leftOver(analysis, i) / far)} explained${cloud ? "" : " · projection only"}`
            : "at the mean",
        ),
      ),
    );
  };
  const add = () => {
    for (const i of order.subarray(shown, shown + cardsAtOnce)) cards.append(card(i));
    shown = Math.min(order.length, shown + cardsAtOnce);
    more.hidden = shown >= order.length;
    more.textContent = `Show more (${plural(order.length - shown, "sample")} left)`;
  };
  const again = (wanted: number) => {
    cards.replaceChildren();
    shown = 0;
    do add();
    while (shown < Math.min(wanted, order.length));
  };
  onThemeChange(() => again(shown));
  // Cards of those that are picked, else of those that are shown.
  const follow = () => {
    const taken = picked.pickedCount > 0 ? picked.picked : null;
    order = taken || picked.filtered ? all.filter((i) => picked.shown[i] && (!taken || taken[i])) : all;
    told.hidden = order === all;
    told.textContent = taken
      ? `Only the ${plural(order.length, "sample")} that are picked.`
      : `Only the ${plural(order.length, "sample")} that are shown in the plane.`;
    drawRanks();
    again(0);
  };
  let waiting = 0;
  picked.onChange(() => {
    clearTimeout(waiting);
    waiting = setTimeout(follow, 60);
  });
  // Those that the cards show, with their ranks among all.
  const rowsShown = () =>
    Array.from(all, (i, r): [number, number] => [i, r + 1]).filter(
      ([i]) => picked.shown[i] && (picked.pickedCount === 0 || picked.picked[i]),
    );
  add();
  tools.append(
    button("SVG", "Download the ranking as SVG", () =>
      saveSvg(
        drawingFigure(
          "Distances left over",
          [
            { text: "samples by distance left over", color: theme().second, form: "line" },
            ...(picked.pickedCount > 0
              ? [{ text: "samples that are picked", color: theme().accent, form: "circle" } as const]
              : []),
          ],
          (width) => rankDrawing(analysis, all, picked, width),
        ),
        "residuals.svg",
      ),
    ),
    button("CSV", "Download the ranking as CSV", () =>
      saveCsv(
        csvText(
          ["rank", "name", "label", "distance_left", "distance_to_mean"],
          rowsShown().map(([i, rank]) => [
            rank,
            analysis.names[i],
            labelName(analysis, i),
            Math.sqrt(leftOver(analysis, i)),
            Math.sqrt(analysis.squaredDistances[i]),
          ]),
        ),
        "residuals.csv",
      ),
    ),
  );
  element.append(figure, told, cards, more);
  return element;
}
