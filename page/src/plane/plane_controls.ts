// What can be chosen for the plane: axes, colours, a search, pictures, and what a drag does.
import { button } from "../download";
import { choice, h, selection } from "../element";
import { shortName } from "../format";
import { leftOverAxis } from "./plane_data";
import type { Stage } from "../stage";
import type { Tool } from "./plane_pointer";

export interface PlaneChoices {
  axes: readonly [number, number];
  setAxis(which: 0 | 1, axis: number): void;
  setPictures(on: boolean): void;
}

export function planeControls(stage: Stage, { axes, setAxis, setPictures }: PlaneChoices): HTMLElement {
  const { analysis, samples, colorings } = stage;
  const names: [string, string][] = analysis.components.map((_, c) => [String(c), `component ${c + 1}`]);
  const search = h("input", {
    type: "search",
    placeholder: "name or label",
    "data-keep": "search",
    "aria-label": "search samples by name or label",
    input: () => stage.picked.search(search.value),
  });
  return h(
    "div",
    { class: "choices" },
    selection("across", names, String(axes[0]), (value) => setAxis(0, Number(value)), "across"),
    selection(
      "up",
      [...names, [String(leftOverAxis), "left over"]],
      String(axes[1]),
      (value) => setAxis(1, Number(value)),
      "up",
    ),
    colorings.length > 1
      ? selection(
          "colours by",
          colorings.map(({ name }, k) => [String(k), shortName(name, 30)]),
          "0",
          (value) => stage.color(colorings[Number(value)]),
          "colours",
        )
      : null,
    h("label", { class: "choice" }, "search", search),
    samples.indices.length > 0 ? choice("pictures", true, setPictures, "pictures") : null,
  );
}

const tools: [Tool, string, string][] = [
  ["look", "look", "A drag moves the measure of both components"],
  ["move", "move", "A drag moves the plane"],
  ["box", "box", "A drag picks the samples in a box; with Shift they join those picked before"],
  ["lasso", "lasso", "A drag picks the samples inside what is drawn; with Shift they join those picked before"],
];

export function planeToolbar(
  choose: (tool: Tool) => void,
  zoom: (factor: number) => void,
  whole: HTMLElement,
): HTMLElement {
  const entries = tools.map(([tool, text, title]) =>
    h(
      "label",
      { title },
      h("input", {
        type: "radio",
        name: "plane-tool",
        value: tool,
        checked: tool === "look",
        change: () => choose(tool),
      }),
      h("span", {}, text),
    ),
  );
  return h(
    "div",
    { class: "toolbar" },
    h("fieldset", { class: "tabs compact" }, h("legend", { class: "spoken" }, "What a drag does"), ...entries),
    h(
      "span",
      { class: "zoom" },
      button("+", "Zoom in", () => zoom(1.5)),
      button("−", "Zoom out", () => zoom(1 / 1.5)),
      whole,
    ),
  );
}
