// The page: one analysis, looked at.
import "./style.css";
import { certificatesSection } from "./certificates";
import { button } from "./download";
import { h, selection } from "./element";
import { chooseWidth, chosenWidthNumber, widths } from "./export/figure";
import type { Permalink } from "./export/permalink";
import { preparePrinting } from "./export/printed";
import { remember } from "./export/remember";
import { kindName, number, percent, plural, shortName, unit } from "./format";
import { Morph } from "./morph";
import { decode, type Analysis, type RawPayload } from "./payload";
import { Pairs } from "./explore/pairs";
import { meaningSection } from "./meaning";
import { Own } from "./own/own";
import { hasModule } from "./own/projection";
import { Plane } from "./plane";
import { residualsSection } from "./residuals";
import { screeSection } from "./scree";
import { Stage } from "./stage";
import { summarySentences } from "./summary";
import { chooseTheme, isDark, onThemeChange, startTheme } from "./theme";

let link: Permalink | null = null;

// The address with what is seen, for a message or a notebook.
async function copyLink(stage: Stage): Promise<void> {
  const address = `${location.href.split("#")[0]}#${link?.fragment ?? ""}`;
  try {
    await navigator.clipboard.writeText(address);
    stage.say("The link to this view was copied");
  } catch {
    stage.say("The link to this view is in the address of the page");
  }
}

function settings(stage: Stage): HTMLElement {
  const toggle = h("button", { type: "button", class: "small", click: () => chooseTheme(isDark() ? "light" : "dark") });
  const name = () => (toggle.textContent = isDark() ? "Light" : "Dark");
  name();
  onThemeChange(name);
  const width = selection(
    "SVG width",
    widths.map((one, k) => [String(k), one.name]),
    String(chosenWidthNumber()),
    (value) => chooseWidth(Number(value)),
    "width",
  );
  return h(
    "div",
    { class: "settings" },
    width,
    button("Link", "Copy a link to this view", () => void copyLink(stage)),
    button("Print", "Print a report of all components", () => window.print()),
    toggle,
  );
}

function masthead(stage: Stage): HTMLElement {
  const { analysis } = stage;
  const last = analysis.components[analysis.components.length - 1];
  const facts: [string, string][] = [
    [plural(analysis.count, "measure"), kindName(analysis)],
    [plural(analysis.atoms, "atom"), `of the mean, in dimension ${analysis.dimension}`],
    [number(Math.sqrt(Math.max(0, analysis.raw.variance))), `typical distance to the mean (${unit(analysis)})`],
  ];
  if (last)
    facts.push([percent(last.cumulative), `explained by ${plural(analysis.components.length, "component")} together`]);
  const parts = [
    ["morph", "Morph"],
    ["plane", "Plane"],
    ["own", "Your own"],
    ["meaning", "Meaning"],
    ["scree", "Scree"],
    ["residuals", "Residuals"],
    ["certificates", "Certificates"],
  ]
    .filter(([id]) => id !== "own" || (hasModule && analysis.exact))
    .filter(([id]) => id !== "meaning" || !analysis.weightPoints)
    .filter(([id]) => analysis.components.length > 0 || id === "residuals" || id === "certificates");
  return h(
    "header",
    { class: "masthead" },
    h(
      "div",
      { class: "top" },
      h("nav", { "aria-label": "parts of the page" }, ...parts.map(([id, text]) => h("a", { href: `#${id}` }, text))),
      settings(stage),
    ),
    h("h1", {}, analysis.components.length > 0 ? "Wasserstein principal geodesics" : "Wasserstein mean"),
    h("p", { class: "file" }, shortName(analysis.raw.file, 200)),
    h(
      "ul",
      { class: "facts" },
      ...facts.map(([value, what]) => h("li", {}, h("strong", {}, value), h("span", {}, what))),
    ),
    h("div", { class: "in-words" }, ...summarySentences(analysis).map((sentence) => h("p", {}, sentence))),
    analysis.raw.notes.length > 0
      ? h(
          "ul",
          { class: "notes", "aria-label": "left out of this page" },
          ...analysis.raw.notes.map((note) => h("li", {}, note)),
        )
      : null,
  );
}

function parts(stage: Stage): (() => HTMLElement)[] {
  const { analysis } = stage;
  if (analysis.components.length === 0)
    return [() => meanSection(stage), () => residualsSection(stage), () => certificatesSection(analysis)];
  return [
    () => new Morph(stage).element,
    () => planeSection(stage),
    ...(hasModule && analysis.exact ? [() => new Own(stage).element] : []),
    ...(analysis.weightPoints ? [] : [() => meaningSection(stage)]),
    () => screeSection(analysis),
    () => residualsSection(stage),
    () => certificatesSection(analysis),
  ];
}

let plane: Plane | null = null;
let pairs: Pairs | null = null;

function planeSection(stage: Stage): HTMLElement {
  plane = new Plane(stage);
  if (stage.analysis.components.length > 2) {
    pairs = new Pairs(stage, plane);
    plane.element.append(
      h(
        "header",
        { class: "under" },
        h("h3", {}, "All pairs of components"),
        h("div", { class: "tools" }, pairs.download),
      ),
      pairs.element,
    );
  }
  return plane.element;
}

function meanSection(stage: Stage): HTMLElement {
  return h(
    "section",
    { id: "mean", "aria-label": "the mean" },
    h("h2", {}, "Mean"),
    h(
      "p",
      { class: "lead" },
      "The file has no components: either only a mean was asked for, or no variance was left to explain.",
    ),
    stage.picture({ now: stage.analysis.mean }, 320, "the mean"),
  );
}

// The first part can be painted before the next ones are made; timers also run in a window that is not looked at.
function mount(app: HTMLElement, analysis: Analysis): void {
  document.title = `${analysis.raw.file} · wpga report`;
  startTheme();
  const stage = new Stage(analysis);
  const main = h("main", {});
  app.replaceChildren(masthead(stage), main, stage.announcer, h("footer", {}, `wpga ${analysis.raw.version}`));
  const waiting = parts(stage);
  const next = (): void => {
    const part = waiting.shift();
    if (!part) {
      link = remember(app, stage, plane);
      preparePrinting(app, stage, plane, pairs);
      return void (document.documentElement.dataset["ready"] = "yes");
    }
    main.append(part());
    setTimeout(next);
  };
  next();
}

function start(): void {
  const app = document.getElementById("app") as HTMLElement;
  const text = document.getElementById("payload")?.textContent ?? "";
  try {
    mount(app, decode(JSON.parse(text) as RawPayload));
  } catch (error) {
    app.replaceChildren(
      h(
        "p",
        { class: "waiting", role: "alert" },
        `This page cannot show its analysis: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
    throw error;
  }
}

start();
