// Light and dark: the colours live in style.css, canvases read them from there.

export interface Theme {
  paper: string;
  ink: string;
  soft: string; // axes and captions
  faint: string; // grid lines and trails
  accent: string;
  second: string;
  ghost: string;
  inkRgb: [number, number, number];
  paperRgb: [number, number, number];
  ghostRgb: [number, number, number];
  accentRgb: [number, number, number];
  dark: boolean;
}

type Choice = "auto" | "light" | "dark";
const listeners = new Set<() => void>();
const preference = () => matchMedia("(prefers-color-scheme: dark)");
let chosen: Choice = "auto";

// What the reader chose, or null.
export const chosenTheme = () => (chosen === "auto" ? null : chosen);

export const isDark = () => (chosen === "auto" ? preference().matches : chosen === "dark");

export function rgb(text: string): [number, number, number] {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  return hex ? [parseInt(hex[1], 16), parseInt(hex[2], 16), parseInt(hex[3], 16)] : [128, 128, 128];
}

let current: Theme | null = null;

// Read once for every change: canvases ask for it at every frame.
export function theme(): Theme {
  return (current ??= colors());
}

function colors(): Theme {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const [paper, ink, ghost] = [read("paper"), read("ink"), read("ghost")];
  return {
    paper,
    ink,
    ghost,
    soft: read("soft"),
    faint: read("faint"),
    accent: read("accent"),
    second: read("second"),
    inkRgb: rgb(ink),
    paperRgb: rgb(paper),
    ghostRgb: rgb(ghost),
    accentRgb: rgb(read("accent")),
    dark: isDark(),
  };
}

export function onThemeChange(listener: () => void): void {
  listeners.add(listener);
}

function apply(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
  current = null;
  for (const listener of listeners) listener();
}

export function chooseTheme(choice: Choice): void {
  chosen = choice;
  apply();
}

export function startTheme(): void {
  preference().addEventListener("change", apply);
  apply();
}
