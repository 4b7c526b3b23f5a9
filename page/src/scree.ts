// The scree plot: what each component explains, alone and together, with tangent PCA beside it.
import { scaleBand, scaleLinear } from "d3-scale";
import { button, csvText, drawingFigure, saveCsv, saveSvg } from "./download";
import { h, scroller, section, svg } from "./element";
import type { LegendEntry } from "./export/figure";
import { percent } from "./format";
import type { Analysis } from "./payload";
import { ceilingWords, intervalWords, shareWords } from "./words";
import { bottomAxis, fitted, frame, leftAxis, type Frame } from "./plot";
import { theme } from "./theme";

type Bands = ReturnType<typeof bands>;

function bands(of: Frame, many: number) {
  return scaleBand<number>()
    .domain(Array.from({ length: many }, (_, c) => c + 1))
    .range([of.margin.left, of.width - of.margin.right])
    .padding(0.3);
}

function bars(
  of: Frame,
  shares: (number | null)[],
  x: Bands,
  y: (share: number) => number,
  kind: string,
  offset: number,
  part: number,
): void {
  shares.forEach((share, c) => {
    const top = y(Math.max(0, share ?? 0));
    of.drawing.append(
      svg("rect", {
        x: (x(c + 1) as number) + offset * x.bandwidth(),
        y: top,
        width: part * x.bandwidth(),
        height: Math.max(0, y(0) - top),
        class: kind,
      }),
    );
  });
}

export function screeDrawing(analysis: Analysis, width = 560): SVGSVGElement {
  const { components, raw } = analysis;
  const many = components.length;
  const of = frame(width, 300, "Share of the variance explained by each component, alone and together");
  const shares = [
    ...components.flatMap((one) => [one.explained ?? 0, one.cumulative ?? 0]),
    ...(raw.tangent_explained ?? []),
    ...(raw.bootstrap?.high ?? []),
    ...(raw.statistics.held_out_cumulative ?? []),
    ...(raw.statistics.noise_share === null ? [] : [1 - raw.statistics.noise_share]),
  ];
  const y = scaleLinear()
    .domain([0, Math.min(1, 1.08 * Math.max(0.05, ...shares))])
    .range([of.height - of.margin.bottom, of.margin.top + 8]);
  const x = bands(of, many);
  leftAxis(of, y, { title: "explained share of the variance", format: (v) => `${+(100 * v).toFixed(1)} %` });
  bottomAxis(of, x, { title: "component" });
  const half = raw.tangent_explained ? 0.5 : 1;
  bars(
    of,
    components.map((one) => one.explained),
    x,
    y,
    "alone",
    0,
    half * 0.94,
  );
  if (raw.tangent_explained) bars(of, raw.tangent_explained.slice(0, many), x, y, "tangent", 0.53, 0.47);
  if (raw.bootstrap) whiskers(of, raw.bootstrap, x, y, half);
  together(
    of,
    components.map((one) => one.cumulative),
    x,
    y,
  );
  if (raw.statistics.held_out_cumulative) heldOut(of, raw.statistics.held_out_cumulative, x, y);
  if (raw.statistics.noise_share !== null) noiseLine(of, 1 - raw.statistics.noise_share, y);
  return of.drawing;
}

function whiskers(
  of: Frame,
  bootstrap: { low: number[]; high: number[] },
  x: Bands,
  y: (share: number) => number,
  half: number,
): void {
  bootstrap.low.forEach((low, c) => {
    const middle = (x(c + 1) as number) + 0.47 * half * x.bandwidth();
    const [bottom, top] = [y(Math.max(0, low)), y(Math.max(0, bootstrap.high[c]))];
    of.drawing.append(
      svg("path", {
        d: `M${middle - 6},${bottom}h12M${middle},${bottom}V${top}M${middle - 6},${top}h12`,
        class: "whisker",
      }),
    );
  });
}

// Open dots: the first ones together, on samples that they were not fitted to.
function heldOut(of: Frame, shares: number[], x: Bands, y: (share: number) => number): void {
  shares.forEach((share, c) => {
    const mark = svg("circle", {
      cx: (x(c + 1) as number) + x.bandwidth() / 2,
      cy: y(Math.max(0, share)),
      r: 4.5,
      class: "held-out-dot",
    });
    of.drawing.append(mark);
  });
}

// Above it there is only sampling noise to keep.
function noiseLine(of: Frame, share: number, y: (share: number) => number): void {
  const at = y(share);
  of.drawing.append(
    svg("line", { x1: of.margin.left, x2: of.width - of.margin.right, y1: at, y2: at, class: "noise" }),
  );
}

function together(of: Frame, shares: (number | null)[], x: Bands, y: (share: number) => number): void {
  const spots = shares.flatMap((share, c) =>
    share === null ? [] : [[(x(c + 1) as number) + x.bandwidth() / 2, y(share), share] as const],
  );
  of.drawing.append(
    svg("path", { d: spots.map(([px, py], i) => `${i ? "L" : "M"}${px},${py}`).join(""), class: "together" }),
  );
  // Numbers where there is room for them, the last one always.
  const apart = Math.ceil(46 / x.step());
  spots.forEach(([px, py, share], k) => {
    of.drawing.append(svg("circle", { cx: px, cy: py, r: 4, class: "together-dot" }));
    if ((spots.length - 1 - k) % apart === 0)
      of.drawing.append(svg("text", { x: px, y: py - 9, "text-anchor": "middle", class: "value" }, percent(share)));
  });
}

function legendOf({ raw }: Analysis): LegendEntry[] {
  const { accent, second, soft, ink } = theme();
  const entries: LegendEntry[] = [
    { text: "alone", color: accent, form: "box" },
    { text: "the first ones together", color: second, form: "line" },
  ];
  if (raw.tangent_explained) entries.push({ text: "tangent PCA", color: soft, form: "frame" });
  if (raw.bootstrap)
    entries.push({
      text: intervalWords(raw.bootstrap.replicates),
      color: ink,
      form: "whisker",
    });
  if (raw.statistics.held_out_cumulative)
    entries.push({ text: `together, held out (${raw.statistics.folds} folds)`, color: second, form: "frame" });
  if (raw.statistics.noise_share !== null) entries.push({ text: "above: sampling noise", color: soft, form: "dashes" });
  return entries;
}

// Every number of the plot, bootstrap included.
export function screeTable({ components, raw }: Analysis): [string[], (string | number)[][]] {
  const header = ["component", "explained", "cumulative", "tangent_explained", "increment"];
  header.push("explained_low", "explained_high", "bootstrap_low", "bootstrap_high", "bootstrap_replicates");
  header.push("held_out_explained", "held_out_cumulative", "angle_low", "angle_high");
  const { held_out_explained, held_out_cumulative, angles } = raw.statistics;
  return [
    header,
    components.map((one, c) => [
      c + 1,
      one.explained ?? NaN,
      one.cumulative ?? NaN,
      raw.tangent_explained?.[c] ?? NaN,
      one.increment ?? NaN,
      one.explained_interval[0] ?? NaN,
      one.explained_interval[1] ?? NaN,
      raw.bootstrap?.low[c] ?? NaN,
      raw.bootstrap?.high[c] ?? NaN,
      raw.bootstrap?.replicates ?? NaN,
      held_out_explained?.[c] ?? NaN,
      held_out_cumulative?.[c] ?? NaN,
      angles?.[c]?.[0] ?? NaN,
      angles?.[c]?.[1] ?? NaN,
    ]),
  ];
}

export function screeSection(analysis: Analysis): HTMLElement {
  const { element, tools } = section(
    "scree",
    "Scree",
    "How much of the variance the components explain: each one alone (bars), and the first ones together (line).",
  );
  const drawing = h("div", {});
  fitted(drawing, (width) => screeDrawing(analysis, width));
  const { components, raw } = analysis;
  const header = [
    "component",
    "alone",
    "increment",
    "together",
    ...(raw.tangent_explained ? ["tangent PCA"] : []),
    ...(raw.bootstrap ? ["bootstrap"] : []),
    ...(raw.statistics.held_out_cumulative ? ["held out alone", "held out together"] : []),
  ];
  const rows = components.map((one, c) => [
    String(c + 1),
    shareWords(one.explained, one.explained_interval),
    percent(one.increment),
    percent(one.cumulative),
    ...(raw.tangent_explained ? [percent(raw.tangent_explained[c])] : []),
    ...(raw.bootstrap ? [`${percent(raw.bootstrap.low[c])} – ${percent(raw.bootstrap.high[c])}`] : []),
    ...(raw.statistics.held_out_cumulative
      ? [percent(raw.statistics.held_out_explained?.[c]), percent(raw.statistics.held_out_cumulative[c])]
      : []),
  ]);
  tools.append(
    button("SVG", "Download the scree plot as SVG", () =>
      saveSvg(
        drawingFigure("Explained shares of the variance", legendOf(analysis), (width) => screeDrawing(analysis, width)),
        "scree.svg",
      ),
    ),
    button("CSV", "Download the shares as CSV", () => saveCsv(csvText(...screeTable(analysis)), "scree.csv")),
  );
  const key = h(
    "ul",
    { class: "key" },
    h("li", { class: "alone" }, "alone"),
    h("li", { class: "together" }, "the first ones together"),
  );
  if (raw.tangent_explained) key.append(h("li", { class: "tangent" }, "tangent PCA"));
  if (raw.bootstrap) key.append(h("li", { class: "whisker" }, intervalWords(raw.bootstrap.replicates)));
  if (raw.statistics.held_out_cumulative)
    key.append(h("li", { class: "held-out" }, `together, held out (${raw.statistics.folds} folds)`));
  if (raw.statistics.noise_share !== null) key.append(h("li", { class: "noise" }, "above: sampling noise"));
  element.append(
    h(
      "div",
      { class: header.length > 6 ? "beside many-columns" : "beside" },
      h("figure", {}, drawing, key),
      h(
        "div",
        {},
        scroller(
          "shares of the components",
          h(
            "table",
            { class: header.length > 5 ? "wide" : "" },
            h("thead", {}, h("tr", {}, ...header.map((name) => h("th", { scope: "col" }, name)))),
            h(
              "tbody",
              {},
              ...rows.map((row) =>
                h("tr", {}, ...row.map((cell, i) => (i ? h("td", {}, cell) : h("th", { scope: "row" }, cell)))),
              ),
            ),
          ),
        ),
        h(
          "p",
          { class: "aside" },
          "Alone, each component is measured as if it were the only one, so these shares may sum to more than 100 %; the increment is what a component adds to those before it. ",
          "Shares come from the costs of transport plans; where those are not exact, the interval that is proved stands beside them. Together, the times are the best that were found, not proven best: the true shares may be a little higher.",
          ceilingWords(raw.ceiling),
          raw.tangent_explained
            ? " Tangent PCA is given as it measures itself, in the tangent space; its curves need not be geodesics."
            : "",
        ),
      ),
    ),
  );
  return element;
}
