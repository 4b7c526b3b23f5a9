// A colour and a form for every label; Okabe & Ito's colours stay apart for the common kinds of colour blindness.

const light = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d"];
const dark = ["#56a8e0", "#f0803c", "#2fc49a", "#e09cc3", "#f2b63d", "#8fd0f7", "#c8c8c8"];

export type Form = "circle" | "square" | "triangle" | "diamond";
const forms: Form[] = ["circle", "square", "triangle", "diamond"];

export interface Mark {
  color: string;
  form: Form;
}

// Seven colours in four forms: 28 labels before a mark repeats.
export function markOf(label: number, isDark: boolean): Mark {
  const colors = isDark ? dark : light;
  return { color: colors[label % colors.length], form: forms[Math.floor(label / colors.length) % forms.length] };
}

export function tracePath(context: CanvasRenderingContext2D, form: Form, x: number, y: number, r: number): void {
  context.beginPath();
  if (form === "circle") context.arc(x, y, r, 0, 2 * Math.PI);
  else if (form === "square") context.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
  else {
    const corners: [number, number][] =
      form === "triangle"
        ? [
            [0, -1.2],
            [1.1, 0.8],
            [-1.1, 0.8],
          ]
        : [
            [0, -1.25],
            [1.25, 0],
            [0, 1.25],
            [-1.25, 0],
          ];
    corners.forEach(([dx, dy], i) =>
      i === 0 ? context.moveTo(x + dx * r, y + dy * r) : context.lineTo(x + dx * r, y + dy * r),
    );
    context.closePath();
  }
}
