// The numbers of a comparison, method by method.
import { h, scroller } from "../element";
import { percent, seconds } from "../format";
import type { RawComponent } from "../payload";
import { addressOf, mostComponents, type RawComparison } from "./comparison_payload";

export type Gap = "time_gap" | "map_gap" | "geodesic_gap" | "negative_mass";
export const gaps: [Gap, string][] = [
  ["time_gap", "time gap"],
  ["map_gap", "map gap"],
  ["geodesic_gap", "geodesic gap"],
  ["negative_mass", "negative mass"],
];

// The largest of a model's components, both ends included; null where it does not apply.
export function largestGap(components: readonly RawComponent[], gap: Gap): number | null {
  const told = components.flatMap((one) => {
    const value = (one as unknown as Record<string, unknown>)[gap];
    const ends = typeof value === "object" && value !== null ? Object.values(value) : [value];
    return ends.filter((number): number is number => typeof number === "number");
  });
  return told.length > 0 ? Math.max(...told) : null;
}

// The best of a column, to be told apart; null where nothing is known.
const best = (values: (number | null | undefined)[]) => {
  const known = values.filter((value): value is number => typeof value === "number");
  return known.length > 1 ? Math.max(...known) : null;
};

// Less than a thousandth of a percent is rounding.
const gapWords = (gap: number | null) => (gap !== null && gap > 0 && gap < 1e-5 ? "< 0.001 %" : percent(gap));

const held = (all: RawComparison, m: number, k: number) => all.methods[m].components[k]?.held_out_cumulative;

export function comparisonRows(all: RawComparison): [string[], (string | number)[][]] {
  const header = ["method", "components", "cumulative", "explained", "held_out_cumulative"];
  header.push(
    "bootstrap_cumulative_low",
    "bootstrap_cumulative_high",
    ...gaps.map(([gap]) => gap),
    "numbers",
    "seconds",
  );
  return [
    header,
    all.methods.flatMap(({ name, components, numbers, seconds: took }, m) =>
      components.map((one, k) => [
        name,
        k + 1,
        one.cumulative,
        one.explained,
        one.held_out_cumulative ?? NaN,
        one.bootstrap?.[0] ?? NaN,
        one.bootstrap?.[1] ?? NaN,
        ...gaps.map(([gap]) => largestGap([all.models[m].components[k]], gap) ?? NaN),
        numbers,
        took ?? NaN,
      ]),
    ),
  ];
}

export function comparisonTable(all: RawComparison): HTMLElement {
  const many = Array.from({ length: mostComponents(all) }, (_, k) => k);
  const shown = gaps.filter(([gap]) => all.models.some(({ components }) => largestGap(components, gap) !== null));
  const bestIn = many.map((k) => best(all.methods.map(({ components }) => components[k]?.cumulative)));
  const bestOut = many.map((k) =>
    best(all.methods.map((method, m) => (method.held_out_seen > 0 ? null : held(all, m, k)))),
  );
  const share = (value: number | null | undefined, top: number | null) =>
    h("td", { class: value !== null && value === top ? "best" : undefined }, percent(value));
  const heads = (words: string) => many.map((k) => h("th", { scope: "col" }, `${words} ${k + 1}`));
  return scroller(
    "methods with their shares, gaps, parameters and seconds",
    h(
      "table",
      { class: "compared" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "method"),
          ...heads("first"),
          ...(all.held_out > 0 ? heads("held out") : []),
          h("th", { scope: "col" }, "parameters"),
          h("th", { scope: "col" }, "time"),
          ...shown.map(([, name]) => h("th", { scope: "col" }, name)),
          h("th", { scope: "col" }, "worst curve"),
        ),
      ),
      h(
        "tbody",
        {},
        ...all.methods.map((method, m) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("a", { href: addressOf(method) }, h("bdi", {}, method.name))),
            ...many.map((k) => share(method.components[k]?.cumulative, bestIn[k])),
            ...(all.held_out > 0
              ? many.map((k) => {
                  const cell = share(held(all, m, k), bestOut[k]);
                  if (method.held_out_seen > 0 && method.components[k]) cell.append(" *");
                  return cell;
                })
              : []),
            h("td", {}, String(method.numbers)),
            h("td", {}, method.seconds === null ? "fitted before" : seconds(method.seconds)),
            ...shown.map(([gap]) => h("td", {}, gapWords(largestGap(all.models[m].components, gap)))),
            h(
              "td",
              { class: "words" },
              method.worst === null ? "no component" : `${method.worst + 1}: ${method.components[method.worst].words}`,
            ),
          ),
        ),
      ),
    ),
  );
}
