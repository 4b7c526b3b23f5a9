// The page of one analysis.
import { certificatesSection } from "./certificates";
import { h, partLinks } from "./element";
import { settings } from "./settings";
import type { Permalink } from "./export/permalink";
import { preparePrinting } from "./export/printed";
import { remember } from "./export/remember";
import { kindName, number, percent, plural, shortName, unit } from "./format";
import { Morph } from "./morph";
import type { Analysis } from "./payload";
import { Pairs, pairsTitle } from "./explore/pairs";
import { meaningSection } from "./meaning";
import { Own } from "./own/own";
import { hasModule } from "./own/projection";
import { Plane } from "./plane/plane";
import { residualsSection } from "./residuals";
import { screeSection } from "./scree";
import { Stage, type SharedPictures } from "./stage";
import { summarySentences, titleOf } from "./summary";
import { startTheme } from "./theme";

let link: Permalink | null = null;

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
    .filter(([id]) => analysis.components.length > 0 || id === "residuals" || id === "certificates") as [
    string,
    string,
  ][];
  return h(
    "header",
    { class: "masthead" },
    h(
      "div",
      { class: "top" },
      partLinks(parts),
      settings({ say: (text) => stage.say(text), fragment: () => link?.fragment ?? "" }),
    ),
    h("h1", {}, titleOf(analysis)),
    h("p", { class: "file" }, shortName(analysis.raw.file, 200)),
    h(
      "ul",
      { class: "facts" },
      ...facts.map(([value, what]) => h("li", {}, h("strong", {}, value), h("span", {}, what))),
    ),
    h(
      "div",
      { class: "in-words" },
      ...summarySentences(analysis).map((sentence) => h("p", {}, sentence.replace(/ %/g, "\u00a0%"))),
    ),
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
        h("h3", {}, pairsTitle(stage.analysis.components.length)),
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

// Where the page is a part of a comparison: its name there, and the pictures that all models share.
export interface PartOfComparison {
  name: string;
  pictures: SharedPictures;
  way: HTMLElement; // back to the comparison
}

// The first part can be painted before the next ones are made; timers also run in a window that is not looked at.
export function mountReport(app: HTMLElement, analysis: Analysis, part: PartOfComparison | null = null): void {
  document.title = `${analysis.raw.file} · wpga report`;
  startTheme();
  const stage = new Stage(analysis, part?.pictures);
  const main = h("main", {});
  const head = masthead(stage);
  if (part) head.prepend(part.way);
  app.replaceChildren(head, main, stage.announcer, h("footer", {}, `wpga ${analysis.raw.version}`));
  const waiting = parts(stage);
  const next = (): void => {
    const made = waiting.shift();
    if (!made) {
      link = remember(app, stage, plane, part?.name ?? null);
      preparePrinting(app, stage, plane, pairs);
      return void (document.documentElement.dataset["ready"] = "yes");
    }
    main.append(made());
    setTimeout(next);
  };
  next();
}
