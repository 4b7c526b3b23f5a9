// A sheet to draw a shape on with pointer or keys, on the grid of the model's pictures.
import { h } from "../element";

const finer = 8; // the sheet has so many times the pixels of the grid along each side

export class Pen {
  readonly element: HTMLElement;
  private readonly sheet: HTMLCanvasElement;
  private last: [number, number] | null = null;
  private waiting = 0;

  constructor(
    columns: number,
    rows: number,
    private readonly darkInk: boolean, // the model's pictures carry their mass in dark pixels
    private readonly drawn: (image: ImageData) => void,
  ) {
    this.sheet = h("canvas", {
      class: "pen",
      width: finer * columns,
      height: finer * rows,
      role: "img",
      "aria-label": `a sheet of ${columns} by ${rows} pixels: draw a shape with the pointer`,
      style: `aspect-ratio:${columns}/${rows}`,
    });
    const width = h("input", {
      type: "range",
      min: 0.5,
      max: Math.max(2, columns / 6),
      step: 0.1,
      value: columns / 14,
    });
    this.element = h(
      "div",
      { class: "pen-part" },
      h("p", { class: "aside" }, "Draw a shape here:"),
      this.sheet,
      h("label", { class: "choice" }, "width of the pen", width),
      h("button", { type: "button", class: "small", click: () => this.clear() }, "clean sheet"),
    );
    this.clear();
    this.sheet.addEventListener("pointerdown", (event) => {
      this.sheet.setPointerCapture(event.pointerId);
      this.last = this.at(event);
      this.stroke(this.last, finer * Number(width.value));
    });
    this.sheet.addEventListener(
      "pointermove",
      (event) => this.last && this.stroke(this.at(event), finer * Number(width.value)),
    );
    for (const end of ["pointerup", "pointercancel"]) this.sheet.addEventListener(end, () => (this.last = null));
  }

  clear(): void {
    const context = this.context();
    context.fillStyle = this.darkInk ? "#fff" : "#000";
    context.fillRect(0, 0, this.sheet.width, this.sheet.height);
  }

  private context(): CanvasRenderingContext2D {
    return this.sheet.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  }

  private at(event: PointerEvent): [number, number] {
    const box = this.sheet.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * this.sheet.width,
      ((event.clientY - box.top) / box.height) * this.sheet.height,
    ];
  }

  private stroke(to: [number, number], width: number): void {
    const context = this.context();
    context.strokeStyle = this.darkInk ? "#000" : "#fff";
    context.lineWidth = width;
    context.lineCap = context.lineJoin = "round";
    context.beginPath();
    context.moveTo(...(this.last as [number, number]));
    context.lineTo(to[0] + 0.01, to[1]);
    context.stroke();
    this.last = to;
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() =>
      this.drawn(context.getImageData(0, 0, this.sheet.width, this.sheet.height)),
    );
  }
}
