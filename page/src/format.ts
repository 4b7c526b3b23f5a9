// Numbers and units in words.
import { format } from "d3-format";
import { scaleLinear } from "d3-scale";
import type { Analysis, RawPayload } from "./payload";

const three = format(".3~g");
const four = format(".4~g");

export function number(value: number | null | undefined, digits: 3 | 4 = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e6) {
    const [mantissa, exponent] = value.toExponential(1).split("e");
    return `${mantissa.replace("-", "−")}·10${superscript(Number(exponent))}`;
  }
  if (size >= 10 ** digits) return String(Math.round(value)).replace("-", "−");
  return (digits === 3 ? three : four)(value).replace("-", "−");
}

function superscript(exponent: number): string {
  const signs: Record<string, string> = {
    "-": "⁻",
    "0": "⁰",
    "1": "¹",
    "2": "²",
    "3": "³",
    "4": "⁴",
    "5": "⁵",
    "6": "⁶",
    "7": "⁷",
    "8": "⁸",
    "9": "⁹",
  };
  return [...String(exponent)].map((sign) => signs[sign] ?? sign).join("");
}

// The text of ticks on an axis; powers of ten where plain digits would be mostly zeros, no comma in a year.
export function tickText(low: number, high: number, count: number): (value: number) => string {
  const size = Math.max(Math.abs(low), Math.abs(high));
  return size < 1e-3 || high - low >= 1e6
    ? (value) => number(value)
    : scaleLinear()
        .domain([low, high])
        .tickFormat(count, size < 1e4 ? "f" : ",f");
}

// Shares are shown in percent.
export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined || Number.isNaN(share)) return "–";
  const value = 100 * share;
  const size = Math.abs(value);
  if (size === 0) return "0 %";
  if (size < 0.001) return `${number(value)} %`;
  return `${value.toFixed(size < 0.1 ? 3 : size < 10 ? 2 : 1).replace("-", "−")} %`;
}

export function seconds(value: number): string {
  if (value < 1) return `${Math.round(1000 * value)} ms`;
  if (value < 120) return `${number(value)} s`;
  return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

export const isLab = (payload: RawPayload) => /^l/i.test(payload.axes[0] ?? "");

// The unit of a distance: what one step of length one means.
export function unit(analysis: Analysis): string {
  const { lengthUnit } = analysis.raw;
  return lengthUnit === 1 ? plainUnit(analysis) : `${powerOfTen(lengthUnit)} ${plainUnit(analysis)}`;
}

function powerOfTen(value: number): string {
  return `10${superscript(Math.round(Math.log10(value)))}`;
}

function plainUnit(analysis: Analysis): string {
  if (analysis.raw.standardized) return "standard deviations";
  if (analysis.kind === "shape") return "px";
  if (analysis.kind === "palette") return isLab(analysis.raw) ? "ΔE" : "RGB units";
  return analysis.dimension === 1 && analysis.raw.axes[0] ? analysis.raw.axes[0] : "units of the data";
}

export function shortUnit(analysis: Analysis): string {
  if (analysis.raw.lengthUnit !== 1) return ` · ${powerOfTen(analysis.raw.lengthUnit)}`;
  return analysis.kind === "shape" && !analysis.raw.standardized ? " px" : "";
}

// Names can be as long as their makers like; a place on the page has room for a part of them.
export function shortName(name: string, most = 60): string {
  const signs = [...name.slice(0, 2 * most + 2)];
  return signs.length <= most ? name : `${signs.slice(0, most - 1).join("")}…`;
}

// The same along a curve: where weights change, mass is what moves.
export const curveUnit = (analysis: Analysis) => (analysis.weightPoints ? "of mass" : unit(analysis));
export const shortCurveUnit = (analysis: Analysis) => (analysis.weightPoints ? " of mass" : shortUnit(analysis));

export function distance(analysis: Analysis, squared: number): string {
  return `${number(Math.sqrt(Math.max(0, squared)))}${shortUnit(analysis)}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en").replaceAll(",", "\u202f")} ${count === 1 ? one : many}`;
}

export const kindName = (analysis: Analysis) =>
  ({ points: "clouds of points", shape: "shapes", palette: "palettes", histogram: "histograms" })[analysis.kind];

export function axisName(analysis: Analysis, axis: number): string {
  const { axes, coordinateUnit } = analysis.raw;
  const name = shortName(axes[axis] || `x${axis + 1}`, 40);
  return coordinateUnit === 1 ? name : `${name} (${powerOfTen(coordinateUnit)})`;
}
