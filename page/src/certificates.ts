// How far every number can be trusted, how the fit went, and how to make it again.
import { scaleLinear } from "d3-scale";
import { button, csvText, drawingFigure, saveCsv, saveSvg } from "./download";
import { h, scroller, section, svg } from "./element";
import { number, percent, plural, seconds, unit } from "./format";
import { markOf } from "./labels";
import type { Analysis } from "./payload";
import { bottomAxis, fitted, frame, leftAxis } from "./plot";
import { proofSentence } from "./summary";
import { onThemeChange, theme } from "./theme";
import {
  ceilingWords,
  certificates,
  ending,
  gradeName,
  aroundCurves,
  shortfallWords,
  valueOf,
  verdict,
  weightCertificates,
} from "./words";

const proofsOf = (analysis: Analysis) => (analysis.weightPoints ? weightCertificates : certificates);

function proofs(analysis: Analysis): HTMLElement {
  const { components } = analysis;
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "certificate"),
    ...components.map((_, c) => h("th", { scope: "col" }, `component ${c + 1}`)),
  );
  const rows = proofsOf(analysis).map((certificate) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, certificate.name, h("small", {}, certificate.meaning)),
      ...components.map((one) => {
        const value = valueOf(one, certificate.key);
        const { grade, sentence } = verdict(certificate, value);
        return h(
          "td",
          { class: `grade ${grade}` },
          h("span", { class: "value" }, number(value), h("em", {}, gradeName[grade])),
          h("small", {}, sentence),
        );
      }),
    ),
  );
  const ended = h(
    "tr",
    {},
    h("th", { scope: "row" }, "Fit"),
    ...components.map((one) =>
      h(
        "td",
        {},
        [`${plural(one.iterations, "iteration")}, ${ending(one.termination)}`, ...shortfallWords(one)].join("; "),
      ),
    ),
  );
  const bounds = h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      "Distances",
      h("small", {}, "mean squared distance to the curve, with its proven lower bound"),
    ),
    ...components.map((one) =>
      h(
        "td",
        {},
        number(one.mean_squared_distance, 4),
        h(
          "small",
          {},
          one.lowerBounds
            ? `not less than ${number(meanOf(analysis, one.lowerBounds), 4)} at any times`
            : "no lower bound in the file",
        ),
      ),
    ),
  );
  return scroller(
    "all certificates",
    h("table", { class: "proofs" }, h("thead", {}, head), h("tbody", {}, ...rows, bounds, ended)),
  );
}

// With the weights of the measures, or with equal ones.
export function meanOf(analysis: Analysis, values: Float32Array): number {
  const { measureWeights } = analysis;
  return values.reduce((sum, v, i) => sum + v * (measureWeights ? measureWeights[i] : 1 / values.length), 0);
}

const nameWidth = 84; // of "component 3"

export function convergenceDrawing(analysis: Analysis, width = 560): SVGSVGElement | null {
  const curves = analysis.components.map((one) => one.objective);
  const longest = Math.max(0, ...curves.map((curve) => curve.length));
  if (longest < 2) return null;
  const of = frame(width, 260, "Objective after each iteration, for every component", 62);
  const values = curves.flat();
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = scaleLinear()
    .domain([0, longest - 1])
    .range([of.margin.left, of.width - of.margin.right]);
  const y = scaleLinear()
    .domain([low - 0.04 * (high - low || 1), high])
    .nice()
    .range([of.height - of.margin.bottom, of.margin.top + 8]);
  leftAxis(of, y, { title: "objective", format: number });
  bottomAxis(of, x, {
    title: "iteration",
    ticks: Math.min(10, longest),
    format: (v) => (Number.isInteger(v) ? String(v) : ""),
  });
  // Before the end of a curve, after that of a short one, below another name where both would stand at one place.
  const taken: [number, number][] = [];
  const nameAt = (end: number, height: number) => {
    const after = end < of.margin.left + nameWidth;
    const from = after ? end + 6 : end - 4 - nameWidth;
    let at = Math.max(height, 10);
    while (taken.some(([x1, y1]) => Math.abs(x1 - from) < nameWidth && Math.abs(y1 - at) < 13)) at += 13;
    taken.push([from, at]);
    return { x: after ? from : end - 4, y: at, "text-anchor": after ? "start" : "end" };
  };
  curves.forEach((curve, c) => {
    const color = markOf(c, theme().dark).color;
    of.drawing.append(
      svg("polyline", {
        points: curve.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join(" "),
        fill: "none",
        stroke: color,
        "stroke-width": 2,
        class: "convergence",
      }),
    );
    if (curve.length > 0)
      of.drawing.append(
        svg(
          "text",
          {
            ...nameAt(x(curve.length - 1), y(curve[curve.length - 1]) - 6),
            style: `fill:${color}`,
            class: "curve-name",
          },
          `component ${c + 1}`,
        ),
      );
  });
  return of.drawing;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function shown(value: unknown): string {
  if (value === null) return "not set";
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

// {"a": {"b": 1}} as a.b: 1.
export function flat(object: Record<string, unknown>, prefix = ""): [string, unknown][] {
  return Object.entries(object).flatMap(([key, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? flat(value as Record<string, unknown>, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as [string, unknown]],
  );
}

function listOf(entries: [string, unknown][]): HTMLElement {
  return h(
    "dl",
    { class: "options" },
    ...entries.flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, shown(value))]),
  );
}

function runPart(analysis: Analysis): HTMLElement {
  const run = parsed(analysis.raw.run);
  if (!run)
    return h(
      "div",
      {},
      h("h3", {}, "How it was made"),
      h("p", { class: "aside" }, "No .run.json stands beside the analysis, so time and command are not known."),
    );
  const { command, ...rest } = run;
  const line = Array.isArray(command) ? command.map(quoted).join(" ") : typeof command === "string" ? command : null;
  const entries = flat(rest).map(([key, value]): [string, unknown] => [
    key,
    /second/.test(key)
      ? Array.isArray(value)
        ? value.map((s) => seconds(Number(s))).join(", ")
        : typeof value === "number"
          ? seconds(value)
          : value
      : value,
  ]);
  return h(
    "div",
    {},
    h("h3", {}, "How it was made"),
    line
      ? h(
          "p",
          { class: "command" },
          h("code", {}, line),
          button("copy", "Copy the command", () => void navigator.clipboard?.writeText(line)),
        )
      : null,
    listOf(entries),
  );
}

// A word as a shell takes it.
export function quoted(word: unknown): string {
  const text = String(word);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

// What is always seen, and what opens on demand; a printed page has it all (export/printed.ts).
function folded(title: string, seen: HTMLElement[], ...hidden: HTMLElement[]): HTMLElement {
  const details = h("details", {}, h("summary", {}, title), ...hidden);
  return h("div", { class: "folded" }, ...seen, details);
}

export function certificatesSection(analysis: Analysis): HTMLElement {
  const { element, tools } = section(
    "certificates",
    "Certificates",
    "What is proven about these numbers. Zero is perfect; a number without proof says so. The page computes nothing anew: everything is read from the analysis.",
  );
  const options = parsed(analysis.raw.options);
  const figure = h("figure", {});
  onThemeChange(
    fitted(
      figure,
      (width) =>
        convergenceDrawing(analysis, width) ?? h("p", { class: "aside" }, "The file has no convergence curve."),
    ),
  );
  tools.append(
    button("SVG", "Download the convergence curves as SVG", () =>
      saveSvg(
        drawingFigure(
          "Objective after each iteration",
          analysis.components.map((_, c) => ({
            text: `component ${c + 1}`,
            color: markOf(c, theme().dark).color,
            form: "line",
          })),
          (width) => convergenceDrawing(analysis, width),
        ),
        "convergence.svg",
      ),
    ),
    button("CSV", "Download the certificates as CSV", () =>
      saveCsv(
        csvText(
          ["certificate", ...analysis.components.map((_, c) => `component_${c + 1}`)],
          proofsOf(analysis).map((one) => [one.key, ...analysis.components.map((k) => valueOf(k, one.key) ?? NaN)]),
        ),
        "certificates.csv",
      ),
    ),
  );
  const last = analysis.components[analysis.components.length - 1];
  element.append(
    h(
      "p",
      {},
      `Variance ${number(analysis.raw.variance, 4)} (in squared ${unit(analysis)}): the weighted mean of the squared distances to the mean, each the cost of a feasible plan. `,
      last ? `All components together leave ${percent(1 - (last.cumulative ?? 0))} of it. ` : "",
      `The fit ${ending(analysis.raw.termination)}.`,
      ceilingWords(analysis.raw.ceiling),
      analysis.raw.scored_by === "entropic"
        ? " Distances are those of entropic plans: shares are proved as intervals."
        : "",
      shortfallWords(aroundCurves(analysis.raw))
        .map((words) => ` On the way to the mean and to times together: ${words}.`)
        .join(""),
    ),
    analysis.components.length > 0
      ? folded(
          "All proofs with their numbers",
          [h("p", {}, analysis.components.map((_, c) => proofSentence(analysis, c)).join(" "))],
          proofs(analysis),
        )
      : h("p", { class: "aside" }, "No component, so nothing to prove about one."),
    folded("Convergence", [], figure),
    folded(
      "How it was made, and its options",
      [],
      h(
        "div",
        { class: "beside" },
        runPart(analysis),
        h(
          "div",
          {},
          h("h3", {}, "Options"),
          options ? listOf(flat(options)) : h("p", { class: "aside" }, "The file says nothing about its options."),
          h("p", { class: "aside" }, `Shown by wpga ${analysis.raw.version} from ${analysis.raw.file}.`),
        ),
      ),
    ),
  );
  return element;
}
