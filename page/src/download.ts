// Files the reader takes away: what is seen as PNG or SVG, tables as CSV.
import { h } from "./element";
import { figureText, type LegendEntry } from "./export/figure";

export function save(blob: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function button(text: string, label: string, act: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "small", "aria-label": label, title: label, click: act }, text);
}

export function savePng(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => blob && save(blob, name), "image/png");
}

// Canvases side by side on one picture.
export function beside(canvases: HTMLCanvasElement[], paper: string): HTMLCanvasElement {
  const all = document.createElement("canvas");
  all.width = canvases.reduce((sum, one) => sum + one.width, 0);
  all.height = Math.max(...canvases.map((one) => one.height));
  const context = all.getContext("2d") as CanvasRenderingContext2D;
  context.fillStyle = paper;
  context.fillRect(0, 0, all.width, all.height);
  let left = 0;
  for (const one of canvases) {
    context.drawImage(one, left, 0);
    left += one.width;
  }
  return all;
}

const carried = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-size",
  "font-family",
  "font-weight",
  "text-anchor",
];

// The drawing with the style it has on the page written into it.
export function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll<SVGElement>("*")];
  [copy, ...copy.querySelectorAll<SVGElement>("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const property of carried) element.setAttribute(property, style.getPropertyValue(property));
    element.removeAttribute("class");
    element.removeAttribute("style");
  });
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

// A plot is drawn anew at the width that is chosen, out of sight: only there it has its style.
export function drawingFigure(
  title: string,
  entries: LegendEntry[],
  make: (width: number) => SVGSVGElement | null,
): string {
  return figureText(title, entries, (paper, width) => {
    const drawing = make(width);
    if (!drawing) return 0;
    const host = h("div", { class: "exported", "aria-hidden": "true" }, drawing);
    document.body.append(host);
    paper.insert(svgText(drawing), 0, 0);
    host.remove();
    return drawing.viewBox.baseVal.height;
  });
}

export function saveSvg(text: string, name: string): void {
  save(new Blob([text], { type: "image/svg+xml" }), name);
}

// RFC 4180; a text that a spreadsheet would take for a formula gets an apostrophe.
export function csvCell(value: string | number): string {
  if (typeof value === "number") return Number.isNaN(value) ? "" : String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvText(header: string[], rows: Iterable<(string | number)[]>): string {
  const lines = [header.map(csvCell).join(",")];
  for (const row of rows) lines.push(row.map(csvCell).join(","));
  return lines.join("\r\n") + "\r\n";
}

export function saveCsv(text: string, name: string): void {
  save(new Blob([text], { type: "text/csv;charset=utf-8" }), name);
}
