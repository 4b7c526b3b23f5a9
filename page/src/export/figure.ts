// A figure to take away: a plot at a chosen width, its legend below, as one SVG file.
import { addPath, type Form } from "../labels";
import { theme } from "../theme";
import { escaped, SvgPaper } from "./svg_paper";

// Widths that papers and slides ask for; a pixel of CSS is 1/96 inch.
export const widths: { name: string; length: string; pixels: number }[] = [
  { name: "90 mm", length: "90mm", pixels: 340 },
  { name: "140 mm", length: "140mm", pixels: 529 },
  { name: "180 mm", length: "180mm", pixels: 680 },
  { name: "640 px", length: "640px", pixels: 640 },
  { name: "1280 px", length: "1280px", pixels: 1280 },
];
let chosen = 2;
export const chosenWidth = () => widths[chosen];
export const chosenWidthNumber = () => chosen;
export function chooseWidth(which: number): void {
  if (widths[which]) chosen = which;
}

export interface LegendEntry {
  text: string;
  color: string;
  form: Form | "line" | "dashes" | "box" | "frame" | "whisker" | "ramp";
  ramp?: string[]; // colours from left to right, for a ramp
}

const [line, gap, swatch] = [18, 16, 14];

function drawSwatch(paper: SvgPaper, { form, color, ramp }: LegendEntry, x: number, y: number): void {
  paper.fillStyle = paper.strokeStyle = color;
  paper.lineWidth = form === "line" || form === "dashes" ? 2.5 : 1.5;
  paper.beginPath();
  if (form === "ramp")
    (ramp ?? []).forEach((one, k, all) => {
      paper.fillStyle = one;
      paper.fillRect(x + (k * rampWidth) / all.length, y - 5, rampWidth / all.length + 0.3, 10);
    });
  else if (form === "box") paper.fillRect(x, y - 5, swatch, 10);
  else if (form === "frame") paper.strokeRect(x + 0.75, y - 4.25, swatch - 1.5, 8.5);
  else if (form === "line" || form === "dashes") {
    paper.setLineDash(form === "dashes" ? [4, 3] : []);
    paper.moveTo(x, y);
    paper.lineTo(x + swatch, y);
    paper.stroke();
    paper.setLineDash([]);
  } else if (form === "whisker") {
    paper.moveTo(x + 3, y - 6);
    paper.lineTo(x + 11, y - 6);
    paper.moveTo(x + 7, y - 6);
    paper.lineTo(x + 7, y + 6);
    paper.moveTo(x + 3, y + 6);
    paper.lineTo(x + 11, y + 6);
    paper.stroke();
  } else {
    addPath(paper, form, x + swatch / 2, y, 4.5);
    paper.fill();
  }
}

const rampWidth = 90;

// Entries from left to right in as many lines as they need; returns the height.
export function drawLegend(paper: SvgPaper, entries: LegendEntry[], top: number, width: number): number {
  if (entries.length === 0) return 0;
  let [x, y] = [0, top + line / 2];
  paper.font = "12px system-ui, sans-serif";
  paper.textAlign = "left";
  for (const entry of entries) {
    const mark = entry.form === "ramp" ? rampWidth : swatch;
    const long = mark + 5 + paper.measureText(entry.text).width;
    if (x > 0 && x + long > width) [x, y] = [0, y + line];
    drawSwatch(paper, entry, x, y);
    paper.fillStyle = theme().soft;
    paper.fillText(entry.text, x + mark + 5, y + 4);
    x += long + gap;
  }
  return y + line / 2 - top;
}

// `draw` paints the plot at the width it is given and says how high it is.
export function figureText(title: string, entries: LegendEntry[], draw: (paper: SvgPaper, width: number) => number) {
  const { length, pixels } = chosenWidth();
  const paper = new SvgPaper();
  const tall = draw(paper, pixels);
  const legend = drawLegend(paper, entries, tall + 8, pixels);
  const height = Math.ceil(tall + (legend > 0 ? legend + 10 : 0));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${length}" viewBox="0 0 ${pixels} ${height}" role="img">` +
    `<title>${escaped(title)}</title><rect width="${pixels}" height="${height}" fill="${escaped(theme().paper)}"/>${paper.markup}</svg>`
  );
}
