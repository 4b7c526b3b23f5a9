// The page of a comparison: methods side by side, one click to each model's page.
import { button, csvText, drawingFigure, saveCsv, saveSvg } from "../download";
import { h, partLinks, section } from "../element";
import type { Permalink } from "../export/permalink";
import { remember } from "../export/remember";
import { number, percent, plural, shortName } from "../format";
import { fitted } from "../plot";
import { settings } from "../settings";
import { chooseTheme, chosenTheme, onThemeChange, startTheme } from "../theme";
import { mostComponents, type ComparedMethod, type RawComparison } from "./comparison_payload";
import { comparisonRows, comparisonTable } from "./comparison_table";
import { followAddress } from "./model_page";
import { lowestShare, shareLegend, sharePlot, sharesOf } from "./share_plot";
import { SideBySide, stagesOf } from "./side_by_side";

const kinds = { points: "cloud", shape: "shape", palette: "palette", histogram: "histogram" };

// The method with the largest share of all its components together.
function leader(methods: ComparedMethod[], share: (last: ComparedMethod["components"][number]) => number | null) {
  let found: { method: ComparedMethod; share: number } | null = null;
  for (const method of methods) {
    const last = method.components[method.components.length - 1];
    const value = last ? share(last) : null;
    if (value !== null && (found === null || value > found.share)) found = { method, share: value };
  }
  return found;
}

// "Nine methods on 80 shapes. Of how these differ, …"
export function comparisonSentences(all: RawComparison): string[] {
  const many = mostComponents(all);
  const curves = many === 1 ? "one curve" : `${many} curves`;
  const sentences = [
    `${plural(all.methods.length, "method")} on the same ${plural(all.names.length, kinds[all.kind])}, measured alike: by exact squared W2 distances to the nearest point on the curves.`,
  ];
  const first = leader(all.methods, ({ cumulative }) => cumulative);
  if (!first) return [...sentences, "No method found a component."];
  sentences.push(
    `The most is kept by ${first.method.name}: ${percent(first.share)} with ${curves} of ${plural(first.method.numbers, "parameter")} each.`,
  );
  const unseen = all.methods.filter(({ held_out_seen }) => held_out_seen === 0);
  const out = leader(unseen, ({ held_out_cumulative }) => held_out_cumulative);
  if (out)
    sentences.push(
      `On ${plural(all.held_out, kinds[all.kind])} that no method saw, ${out.method.name} keeps the most: ${percent(out.share)}.`,
    );
  return sentences;
}

function notes(all: RawComparison): HTMLElement | null {
  const words = [
    ...all.refused.map(({ name, reason }) => `${name} is not for these data: ${reason}`),
    ...all.methods
      .filter(({ held_out_seen }) => held_out_seen > 0)
      .map(
        ({ name, held_out_seen }) =>
          `* ${name} was fitted to ${held_out_seen} of the held-out measures: its shares there are not of unseen ones.`,
      ),
  ];
  return words.length > 0
    ? h("ul", { class: "notes", "aria-label": "what should be known" }, ...words.map((one) => h("li", {}, one)))
    : null;
}

function tableSection(all: RawComparison): HTMLElement {
  const { element, tools } = section(
    "table",
    "Methods",
    "Shares of the variance about the common mean, by the first components together; gaps are the largest of a model's components.",
    "A name opens the page of that model.",
  );
  tools.append(
    button("CSV", "Download the comparison as CSV", () => saveCsv(csvText(...comparisonRows(all)), "compare.csv")),
  );
  element.append(comparisonTable(all));
  return element;
}

function shareSection(all: RawComparison): HTMLElement {
  const { element, tools } = section(
    "shares",
    "Shares",
    `A row for each method: full dots for the measures it was fitted to${all.held_out > 0 ? ", open ones below for those held out" : ""}.${all.methods.flatMap(sharesOf).some((share) => share < lowestShare) ? ` What is below ${percent(lowestShare)} stands at the rim.` : ""}`,
  );
  tools.append(
    button("SVG", "Download the shares as SVG", () =>
      saveSvg(
        drawingFigure("Shares explained by each method", shareLegend(all), (width) => sharePlot(all, width)),
        "shares.svg",
      ),
    ),
  );
  const figure = h("figure", { class: "share-plot" });
  onThemeChange(fitted(figure, (width) => sharePlot(all, width), 860));
  const key = h("ul", { class: "key" });
  const drawKey = () =>
    key.replaceChildren(
      ...shareLegend(all).map(({ text, color, form }) =>
        h("li", {}, h("span", { class: `swatch ${form}`, "aria-hidden": "true", style: `color:${color}` }), text),
      ),
    );
  drawKey();
  onThemeChange(drawKey);
  element.append(figure, key);
  return element;
}

// On paper: light colours, and every component.
function preparePrinting(side: SideBySide | null): void {
  let theme: ReturnType<typeof chosenTheme> = null;
  addEventListener("beforeprint", () => {
    theme = chosenTheme();
    chooseTheme("light");
    side?.element.append(...side.printed());
  });
  addEventListener("afterprint", () => {
    for (const one of document.querySelectorAll(".printed")) one.remove();
    chooseTheme(theme ?? "auto");
  });
}

export function mountComparison(app: HTMLElement, all: RawComparison): void {
  document.title = `${shortName(all.title, 80)} · wpga compare`;
  startTheme();
  followAddress(all, -1);
  let link: Permalink | null = null;
  const live = h("p", { class: "spoken", "aria-live": "polite", role: "status" });
  const hasCurves = mostComponents(all) > 0;
  const parts: [string, string][] = [["table", "Methods"]];
  if (hasCurves) parts.push(["shares", "Shares"], ["strips", "Side by side"]);
  const head = h(
    "header",
    { class: "masthead" },
    h(
      "div",
      { class: "top" },
      partLinks(parts),
      settings({ say: (text) => (live.textContent = text), fragment: () => link?.fragment ?? "" }),
    ),
    h("h1", {}, "Methods compared"),
    h("p", { class: "file" }, shortName(all.title, 200)),
    h(
      "ul",
      { class: "facts" },
      ...(
        [
          [plural(all.names.length, "measure"), `${kinds[all.kind]}s`],
          ...(all.held_out > 0 ? [[plural(all.held_out, "measure"), "held out"] as [string, string]] : []),
          [number(Math.sqrt(Math.max(0, all.variance))), "typical distance to the mean"],
        ] as [string, string][]
      ).map(([value, what]) => h("li", {}, h("strong", {}, value), h("span", {}, what))),
    ),
    h("div", { class: "in-words" }, ...comparisonSentences(all).map((sentence) => h("p", {}, sentence))),
    notes(all),
  );
  const main = h("main", {}, tableSection(all));
  app.replaceChildren(head, main, live, h("footer", {}, `wpga ${all.version}`));
  setTimeout(() => {
    const side = hasCurves ? new SideBySide(all, stagesOf(all)) : null;
    if (side) main.append(shareSection(all), side.element);
    link = remember(app, null, null);
    preparePrinting(side);
    document.documentElement.dataset["ready"] = "yes";
  });
}
