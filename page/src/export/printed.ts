// The page on paper: every component, plots as vectors, nothing to press.
import { h } from "../element";
import type { Pairs } from "../explore/pairs";
import { curveUnit, number, percent } from "../format";
import { meaningBody } from "../meaning";
import type { Plane } from "../plane/plane";
import type { Stage } from "../stage";
import { chooseTheme, chosenTheme } from "../theme";
import { figureText } from "./figure";
import { film } from "./morph_figure";
import { pairsFigure } from "./plane_figure";

// The markup is our own: names in it were escaped when it was written.
function drawn(text: string): HTMLElement {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return h("figure", { class: "printed" }, document.importNode(parsed, true));
}

function strips(stage: Stage): HTMLElement[] {
  const { analysis } = stage;
  return analysis.components.map((one, c) =>
    h(
      "div",
      { class: "printed strip" },
      h("h3", {}, `Component ${c + 1}`, h("small", {}, `${percent(one.explained)} alone`)),
      drawn(figureText(`Component ${c + 1}`, [], (paper, width) => film(paper, stage, c, 7, 0, width))),
      h(
        "p",
        { class: "aside" },
        `${number(one.length)} long (${curveUnit(analysis)}), nearest to the mean at t = ${number(one.timeNearestMean)}.`,
      ),
    ),
  );
}

function meanings(stage: Stage): HTMLElement[] {
  return stage.analysis.components.map((_, c) =>
    h("div", { class: "printed whole" }, h("h3", {}, `Component ${c + 1}`), meaningBody(stage, c)),
  );
}

export function preparePrinting(page: HTMLElement, stage: Stage, plane: Plane | null, pairs: Pairs | null): void {
  let theme: ReturnType<typeof chosenTheme> = null;
  let closed: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    theme = chosenTheme();
    chooseTheme("light");
    closed = Array.from(page.querySelectorAll<HTMLDetailsElement>("details:not([open])"));
    for (const one of closed) one.open = true;
    page.querySelector("#morph .lead")?.after(...strips(stage));
    if (plane) page.querySelector("#plane .lead")?.after(drawn(plane.figure()));
    if (pairs) pairs.element.after(drawn(pairsFigure(stage, pairs)));
    page.querySelector("#meaning .lead")?.after(...meanings(stage));
  });
  addEventListener("afterprint", () => {
    for (const one of page.querySelectorAll(".printed")) one.remove();
    for (const one of closed) one.open = false;
    chooseTheme(theme ?? "auto");
  });
}
