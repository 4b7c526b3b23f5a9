// What every method explains: a row for each, dots for one, two, … components, open ones for measures held out.
import { scaleLinear } from "d3-scale";
import { svg } from "../element";
import type { LegendEntry } from "../export/figure";
import { percent, shortName } from "../format";
import { markOf } from "../labels";
import { bottomAxis, frame, type Frame } from "../plot";
import { theme } from "../theme";
import { mostComponents, type ComparedMethod, type RawComparison } from "./comparison_payload";

export const lowestShare = -0.5; // worse is drawn at the rim

export function sharesOf({ components }: ComparedMethod): number[] {
  return components.flatMap(({ cumulative, held_out_cumulative, bootstrap }) => [
    cumulative,
    ...(held_out_cumulative === null ? [] : [held_out_cumulative]),
    ...(bootstrap ?? []),
  ]);
}

function dot(of: Frame, x: number, y: number, k: number, open: boolean, words: string): void {
  const { color } = markOf(k, theme().dark);
  const mark = svg("circle", {
    cx: x.toFixed(1),
    cy: y,
    r: 6.5,
    fill: open ? theme().paper : color,
    stroke: color,
    "stroke-width": 2,
  });
  mark.append(svg("title", {}, words));
  of.drawing.append(
    mark,
    svg(
      "text",
      { x: x.toFixed(1), y: y + 3.5, "text-anchor": "middle", class: open ? "dot-number" : "dot-number full" },
      String(k + 1),
    ),
  );
}

export function sharePlot(all: RawComparison, width = 680): SVGSVGElement {
  const row = all.held_out > 0 ? 40 : 28;
  const longest = Math.max(...all.methods.map(({ name }) => shortName(name, 22).length));
  const of = frame(
    width,
    58 + row * all.methods.length,
    "Share of the variance that each method explains",
    14 + 7.4 * longest,
  );
  const shares = all.methods.flatMap(sharesOf);
  const least = Math.max(lowestShare, Math.min(0, ...shares));
  const x = scaleLinear()
    .domain([least, Math.min(1, Math.max(0.1, ...shares) * 1.05)])
    .range([of.margin.left + 10, width - of.margin.right])
    .clamp(true);
  bottomAxis(of, x, {
    title: "explained share of the variance",
    ticks: width < 460 ? 4 : 6,
    format: (v) => `${Math.round(100 * v)} %`.replace("-", "−"),
  });
  for (const tick of x.ticks(width < 460 ? 4 : 6))
    of.drawing.append(
      svg("line", { x1: x(tick), x2: x(tick), y1: 6, y2: of.height - of.margin.bottom, class: "across-line" }),
    );
  all.methods.forEach((method, m) => {
    const middle = 10 + row * (m + 0.5);
    of.drawing.append(
      svg(
        "text",
        { x: of.margin.left - 4, y: middle + 4, "text-anchor": "end", class: "row-name" },
        shortName(method.name, 22),
      ),
    );
    const [upper, lower] = all.held_out > 0 ? [middle - 9, middle + 9] : [middle, middle];
    method.components.forEach(({ cumulative, held_out_cumulative, bootstrap }, k) => {
      if (bootstrap)
        of.drawing.append(
          svg("line", { x1: x(bootstrap[0]), x2: x(bootstrap[1]), y1: upper, y2: upper, class: "whisker" }),
        );
      dot(of, x(cumulative), upper, k, false, `${method.name}, first ${k + 1}: ${percent(cumulative)}`);
      if (held_out_cumulative !== null)
        dot(
          of,
          x(held_out_cumulative),
          lower,
          k,
          true,
          `${method.name}, first ${k + 1}, held out: ${percent(held_out_cumulative)}`,
        );
    });
  });
  return of.drawing;
}

export function shareLegend(all: RawComparison): LegendEntry[] {
  const entries: LegendEntry[] = Array.from({ length: mostComponents(all) }, (_, k) => ({
    text: k === 0 ? "one component" : `the first ${k + 1}`,
    color: markOf(k, theme().dark).color,
    form: "circle",
  }));
  if (all.held_out > 0) entries.push({ text: "below, open: held out", color: theme().ink, form: "frame" });
  if (all.methods.some(({ components }) => components.some(({ bootstrap }) => bootstrap)))
    entries.push({
      text: "5 % to 95 % of the bootstrap (of fewer than 19 draws: all)",
      color: theme().ink,
      form: "line",
    });
  return entries;
}
