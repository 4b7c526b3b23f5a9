// What the components mean: for every named coordinate how far a component moves it, and its marginals.
import { scaleLinear } from "d3-scale";
import { only } from "./curve";
import { button, csvText, saveCsv, saveSvg, svgText } from "./download";
import { h, scroller, section, selection, svg } from "./element";
import { figureText } from "./export/figure";
import { axisName, number, percent } from "./format";
import { axisMoves, marginal, type AxisMove } from "./meaning_data";
import type { Analysis } from "./payload";
import type { Stage } from "./stage";
import { theme } from "./theme";

const mostAxes = 12;
const [wide, tall] = [230, 130];

// The marginal at t = 0, at the mean and at t = 1.
function marginalDrawing(stage: Stage, component: number, move: AxisMove): SVGSVGElement {
  const { analysis } = stage;
  const drawing = svg("svg", {
    viewBox: `0 0 ${wide} ${tall}`,
    role: "img",
    class: "plot marginal",
    "aria-label": `marginal of ${axisName(analysis, move.axis)} at the ends and in the middle of component ${component + 1}`,
  });
  const { low, high } = stage.window;
  const curves = [0, NaN, 1].map((t) =>
    marginal(stage.at(only(analysis, component, t)), move.axis, low[move.axis], high[move.axis]),
  );
  const top = Math.max(...curves.flatMap((curve) => Array.from(curve)), 1e-30);
  const steps = curves[0].length - 1;
  const x = scaleLinear()
    .domain([low[move.axis], high[move.axis]])
    .range([8, wide - 8]);
  const path = (curve: Float64Array) =>
    Array.from(
      curve,
      (v, s) =>
        `${s ? "L" : "M"}${x(low[move.axis] + (s / steps) * (high[move.axis] - low[move.axis])).toFixed(1)},${(tall - 34 - (v / top) * (tall - 44)).toFixed(1)}`,
    ).join("");
  ["marginal-start", "marginal-mean", "marginal-end"].forEach((name, k) =>
    drawing.append(svg("path", { d: path(curves[k]), class: name })),
  );
  const origin = analysis.raw.origin[move.axis];
  const ticks = scaleLinear()
    .domain([low[move.axis] + origin, high[move.axis] + origin])
    .ticks(4);
  drawing.append(svg("line", { x1: 8, x2: wide - 8, y1: tall - 33.5, y2: tall - 33.5, class: "base" }));
  for (const tick of ticks)
    drawing.append(
      svg("text", { x: x(tick - origin), y: tall - 19, "text-anchor": "middle", class: "tick-text" }, number(tick, 4)),
    );
  drawing.append(
    svg(
      "text",
      { x: wide / 2, y: tall - 4, "text-anchor": "middle", class: "axis-title" },
      axisName(analysis, move.axis),
    ),
  );
  return drawing;
}

function table(analysis: Analysis, moves: AxisMove[]): HTMLElement {
  const arrow = ([from, to]: [number, number]) => `${number(from, 4)} → ${number(to, 4)}`;
  return scroller(
    "what the component does to each coordinate",
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...["coordinate", "share of the movement", "mean", "standard deviation"].map((name) =>
            h("th", { scope: "col" }, name),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        ...moves.map((move) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, axisName(analysis, move.axis)),
            h("td", {}, percent(move.share)),
            h("td", {}, arrow(move.mean)),
            h("td", {}, arrow(move.spread)),
          ),
        ),
      ),
    ),
  );
}

// One component: the table, and its marginals.
export function meaningBody(stage: Stage, component: number): HTMLElement {
  const { analysis } = stage;
  const moves = axisMoves(analysis, component).sort((a, b) => b.share - a.share);
  const left = moves.length - mostAxes;
  return h(
    "div",
    {},
    table(analysis, moves.slice(0, mostAxes)),
    left > 0 ? h("p", { class: "aside" }, `and ${left} coordinates that move less; all in the CSV.`) : null,
    h(
      "div",
      { class: "marginals" },
      ...moves.slice(0, mostAxes).map((move) => marginalDrawing(stage, component, move)),
    ),
    h(
      "ul",
      { class: "key" },
      h("li", { class: "start" }, "t = 0"),
      h("li", { class: "middle" }, "mean"),
      h("li", { class: "end" }, "t = 1"),
    ),
  );
}

// All marginals of a component in one figure.
function marginalsFigure(body: HTMLElement, component: number): string {
  const { accent, soft, second } = theme();
  return figureText(
    `Marginals along component ${component + 1}`,
    [
      { text: "t = 0", color: accent, form: "line" },
      { text: "mean", color: soft, form: "dashes" },
      { text: "t = 1", color: second, form: "line" },
    ],
    (paper, width) => {
      const all = body.querySelectorAll<SVGSVGElement>("svg.marginal");
      const columns = Math.max(1, Math.min(all.length, Math.floor((width + 14) / (wide + 14))));
      all.forEach((one, k) =>
        paper.insert(svgText(one), (k % columns) * (wide + 14), Math.floor(k / columns) * (tall + 14)),
      );
      return Math.ceil(all.length / columns) * (tall + 14);
    },
  );
}

export function meaningSection(stage: Stage): HTMLElement {
  const { analysis } = stage;
  const { element, tools } = section(
    "meaning",
    "Meaning",
    "What a component does to each coordinate between t = 0 and t = 1: its share of the squared movement, and how mean and spread of the coordinate change.",
  );
  let component = 0;
  const body = h("div", { class: "one-component" });
  const draw = () => body.replaceChildren(meaningBody(stage, component));
  draw();
  tools.append(
    button("SVG", "Download the marginals as SVG", () =>
      saveSvg(marginalsFigure(body, component), `marginals_${component + 1}.svg`),
    ),
    button("CSV", "Download the movement of each coordinate as CSV", () =>
      saveCsv(
        csvText(
          ["component", "coordinate", "share", "mean_start", "mean_end", "deviation_start", "deviation_end"],
          analysis.components.flatMap((_, c) =>
            axisMoves(analysis, c).map((move) => [
              c + 1,
              axisName(analysis, move.axis),
              move.share,
              ...move.mean,
              ...move.spread,
            ]),
          ),
        ),
        "coordinates.csv",
      ),
    ),
  );
  element.append(
    h(
      "div",
      { class: "choices" },
      selection(
        "component",
        analysis.components.map((_, c) => [String(c), `component ${c + 1}`]),
        "0",
        (value) => {
          component = Number(value);
          draw();
        },
        "meaning",
      ),
    ),
    body,
  );
  return element;
}
