// Axes of the drawings in SVG.
import { axisBottom, axisLeft } from "d3-axis";
import type { AxisScale } from "d3-axis";
import { select } from "d3-selection";
import { svg } from "./element";

export interface Frame {
  drawing: SVGSVGElement;
  width: number;
  height: number;
  margin: { top: number; right: number; bottom: number; left: number };
}

// Draws into the figure at the width it has, so that letters keep their size on a narrow screen; gives a way to draw anew.
export function fitted(figure: HTMLElement, draw: (width: number) => Element, most = 640): () => void {
  let width = Math.min(most, 560);
  const again = () => figure.replaceChildren(draw(width));
  // On paper a plot is 105 mm wide (style.css).
  addEventListener("beforeprint", () => figure.replaceChildren(draw(Math.min(most, 420))));
  addEventListener("afterprint", again);
  new ResizeObserver(() => {
    const room = Math.min(most, Math.max(270, Math.round(figure.clientWidth)));
    if (figure.clientWidth === 0 || room === width) return;
    width = room;
    again();
  }).observe(figure);
  again();
  return again;
}

export function frame(width: number, height: number, label: string, left = 52): Frame {
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "plot" });
  return { drawing, width, height, margin: { top: 14, right: 22, bottom: 40, left } };
}

interface AxisWords {
  title: string;
  ticks?: number;
  format?: (value: number) => string;
}

export function bottomAxis(of: Frame, scale: AxisScale<number>, words: AxisWords): void {
  const group = svg("g", { transform: `translate(0,${of.height - of.margin.bottom})`, class: "axis" });
  const axis = axisBottom(scale).tickSizeOuter(0);
  if (words.ticks !== undefined) axis.ticks(words.ticks);
  if (words.format) axis.tickFormat((value) => (words.format as (v: number) => string)(Number(value)));
  select(group).call(axis);
  of.drawing.append(
    group,
    svg(
      "text",
      {
        x: (of.margin.left + of.width - of.margin.right) / 2,
        y: of.height - 5,
        "text-anchor": "middle",
        class: "axis-title",
      },
      words.title,
    ),
  );
}

export function leftAxis(of: Frame, scale: AxisScale<number>, words: AxisWords): void {
  const group = svg("g", { transform: `translate(${of.margin.left},0)`, class: "axis" });
  const axis = axisLeft(scale)
    .ticks(words.ticks ?? 5)
    .tickSizeOuter(0);
  if (words.format) axis.tickFormat((value) => (words.format as (v: number) => string)(Number(value)));
  select(group).call(axis);
  // Faint lines across help the eye.
  for (const tick of group.querySelectorAll<SVGGElement>(".tick"))
    tick.append(svg("line", { x2: of.width - of.margin.left - of.margin.right, class: "across" }));
  of.drawing.append(group, svg("text", { x: 6, y: 10, class: "axis-title" }, words.title));
}
