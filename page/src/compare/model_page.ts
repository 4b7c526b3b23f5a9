// The page of one model of a comparison.
import { h } from "../element";
import { mountReport } from "../report";
import { addressOf, chosenModel, modelOf, type RawComparison } from "./comparison_payload";

// Another model, or the comparison, is another page: it begins anew.
export function followAddress(all: RawComparison, shown: number): void {
  addEventListener("hashchange", () => {
    if (chosenModel(all, location.hash) !== shown) location.reload();
  });
}

// A way to the comparison and to the models beside this one.
function way(all: RawComparison, shown: number): HTMLElement {
  return h(
    "nav",
    { class: "way", "aria-label": "models of the comparison" },
    h("a", { href: "#" }, "← comparison"),
    ...all.methods.map((method, i) =>
      i === shown
        ? h("strong", { "aria-current": "page" }, method.name)
        : h("a", { href: addressOf(method) }, method.name),
    ),
  );
}

export function mountModel(app: HTMLElement, all: RawComparison, i: number): void {
  const { analysis, pictures } = modelOf(all, i);
  followAddress(all, i);
  mountReport(app, analysis, { name: all.methods[i].name, pictures, way: way(all, i) });
}
