// A colour and a form for every class; Okabe & Ito's colours stay apart for the common kinds of colour blindness.
import type { Paper } from "./export/svg_paper";

const light = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d"];
const dark = ["#56a8e0", "#f0803c", "#2fc49a", "#e09cc3", "#f2b63d", "#8fd0f7", "#c8c8c8"];

export type Form = "circle" | "square" | "triangle" | "diamond" | "cross" | "wedge";
const forms: Form[] = ["circle", "square", "triangle", "diamond", "cross", "wedge"];

export interface Mark {
  color: string;
  form: Form;
}

// Seven colours and six forms, both changing at each step: 42 classes before a mark repeats.
export const mostMarks = light.length * forms.length;
export function markOf(label: number, isDark: boolean): Mark {
  const colors = isDark ? dark : light;
  return { color: colors[label % colors.length], form: forms[label % forms.length] };
}

type Corners = readonly (readonly [number, number])[];
const outlines: Record<Exclude<Form, "circle">, Corners> = {
  square: [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  triangle: [
    [0, -1.2],
    [1.1, 0.8],
    [-1.1, 0.8],
  ],
  wedge: [
    [0, 1.2],
    [1.1, -0.8],
    [-1.1, -0.8],
  ],
  diamond: [
    [0, -1.25],
    [1.25, 0],
    [0, 1.25],
    [-1.25, 0],
  ],
  cross: [
    [-0.4, -1.2],
    [0.4, -1.2],
    [0.4, -0.4],
    [1.2, -0.4],
    [1.2, 0.4],
    [0.4, 0.4],
    [0.4, 1.2],
    [-0.4, 1.2],
    [-0.4, 0.4],
    [-1.2, 0.4],
    [-1.2, -0.4],
    [-0.4, -0.4],
  ],
};

// Adds the outline of a mark to the path that is open.
export function addPath(context: Paper, form: Form, x: number, y: number, r: number): void {
  if (form === "circle") {
    context.moveTo(x + r, y);
    context.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  outlines[form].forEach(([dx, dy], i) =>
    i === 0 ? context.moveTo(x + dx * r, y + dy * r) : context.lineTo(x + dx * r, y + dy * r),
  );
  context.closePath();
}

export function tracePath(context: Paper, form: Form, x: number, y: number, r: number): void {
  context.beginPath();
  addPath(context, form, x, y, r);
}
