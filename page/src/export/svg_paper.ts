// A drawing as SVG with the calls that draw on a canvas: what paints the screen also writes the file.

export interface Paper
  extends Pick<
    CanvasRenderingContext2D,
    | "arc"
    | "beginPath"
    | "clip"
    | "closePath"
    | "fill"
    | "fillRect"
    | "fillStyle"
    | "fillText"
    | "font"
    | "globalAlpha"
    | "imageSmoothingEnabled"
    | "imageSmoothingQuality"
    | "lineCap"
    | "lineJoin"
    | "lineTo"
    | "lineWidth"
    | "moveTo"
    | "restore"
    | "rotate"
    | "save"
    | "setLineDash"
    | "stroke"
    | "strokeRect"
    | "strokeStyle"
    | "strokeText"
    | "textAlign"
  > {
  rect(x: number, y: number, width: number, height: number): void;
  measureText(text: string): { width: number };
  drawImage(image: HTMLCanvasElement, x: number, y: number, width: number, height: number): void;
}

// Signs that XML 1.0 has no place for, even escaped.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const escaped = (text: string) =>
  text
    .replace(forbidden, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

// A hundredth of a pixel is enough for any printer.
const place = (value: number) => String(Math.round(100 * value) / 100);

const anchors: Record<string, string> = { center: "middle", right: "end", end: "end", left: "start", start: "start" };

interface Pens {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  lineCap: CanvasLineCap;
  lineJoin: CanvasLineJoin;
  dashes: number[];
  angle: number; // of all that is drawn, in degrees
  groups: number; // to be closed
}

const first: Pens = {
  fillStyle: "#000000",
  strokeStyle: "#000000",
  lineWidth: 1,
  globalAlpha: 1,
  font: "10px sans-serif",
  textAlign: "start",
  lineCap: "butt",
  lineJoin: "miter",
  dashes: [],
  angle: 0,
  groups: 0,
};

let measurer: CanvasRenderingContext2D | null = null;

let clips = 0; // names of clipping paths must differ within a file

// Pens that are set and asked for like properties of a canvas.
const penNames = [
  "fillStyle",
  "strokeStyle",
  "lineWidth",
  "globalAlpha",
  "font",
  "textAlign",
  "lineCap",
  "lineJoin",
] as const;

export interface SvgPaper extends Pick<Pens, (typeof penNames)[number]> {}

export class SvgPaper implements Paper {
  static {
    for (const name of penNames)
      Object.defineProperty(SvgPaper.prototype, name, {
        get(this: SvgPaper) {
          return this.pens[name];
        },
        set(this: SvgPaper, value: never) {
          this.pens[name] = value;
        },
      });
  }

  imageSmoothingEnabled = true;
  imageSmoothingQuality: ImageSmoothingQuality = "low";
  private readonly parts: string[] = [];
  private path = "";
  private pens: Pens = { ...first };
  private readonly kept: Pens[] = [];

  setLineDash(dashes: number[]): void {
    this.pens.dashes = dashes;
  }

  save(): void {
    this.kept.push({ ...this.pens });
    this.pens.groups = 0;
  }
  restore(): void {
    this.parts.push("</g>".repeat(this.pens.groups));
    this.pens = this.kept.pop() ?? this.pens;
  }
  rotate(angle: number): void {
    this.pens.angle += (180 / Math.PI) * angle;
  }

  beginPath(): void {
    this.path = "";
  }
  closePath(): void {
    this.path += "Z";
  }
  moveTo(x: number, y: number): void {
    this.path += `M${place(x)} ${place(y)}`;
  }
  lineTo(x: number, y: number): void {
    this.path += `${this.path === "" ? "M" : "L"}${place(x)} ${place(y)}`;
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.path += `M${place(x)} ${place(y)}h${place(width)}v${place(height)}h${place(-width)}Z`;
  }
  // Whole circles only: the page draws no others.
  arc(x: number, y: number, radius: number): void {
    const r = place(radius);
    this.path += `M${place(x + radius)} ${place(y)}a${r} ${r} 0 1 1 ${place(-2 * radius)} 0a${r} ${r} 0 1 1 ${place(2 * radius)} 0Z`;
  }
  clip(): void {
    const name = `clip${++clips}`;
    this.parts.push(`<clipPath id="${name}"><path d="${this.path}"/></clipPath><g clip-path="url(#${name})">`);
    this.pens.groups++;
  }

  fill(): void {
    this.parts.push(`<path d="${this.path}"${this.filled()}${this.turned()}/>`);
  }
  stroke(): void {
    this.parts.push(`<path d="${this.path}" fill="none"${this.stroked()}${this.turned()}/>`);
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.parts.push(`<rect ${box(x, y, width, height)}${this.filled()}${this.turned()}/>`);
  }
  strokeRect(x: number, y: number, width: number, height: number): void {
    this.parts.push(`<rect ${box(x, y, width, height)} fill="none"${this.stroked()}${this.turned()}/>`);
  }
  fillText(text: string, x: number, y: number): void {
    this.text(text, x, y, this.filled());
  }
  strokeText(text: string, x: number, y: number): void {
    this.text(text, x, y, ` fill="none"${this.stroked()}`);
  }
  measureText(text: string): { width: number } {
    if (typeof document === "undefined") return { width: 0.55 * this.size * text.length };
    measurer ??= document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    measurer.font = this.font;
    return { width: measurer.measureText(text).width };
  }

  // Densities of ink and photos have no outlines: they stay pictures inside the file.
  drawImage(image: HTMLCanvasElement, x: number, y: number, width: number, height: number): void {
    const url = image.toDataURL("image/png");
    this.parts.push(
      `<image ${box(x, y, width, height)} preserveAspectRatio="none"${this.faint()}${this.turned()} href="${url}"/>`,
    );
  }

  // Another drawing inside this one, with its corner here.
  insert(markup: string, x: number, y: number): void {
    this.parts.push(`<g transform="translate(${place(x)} ${place(y)})">${markup}</g>`);
  }

  get markup(): string {
    return this.parts.join("");
  }

  private get size(): number {
    return Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 10);
  }
  private text(text: string, x: number, y: number, pens: string): void {
    const [, family = "sans-serif"] = /px\s+(.*)$/.exec(this.font) ?? [];
    const weight = /^bold /.test(this.font) ? ' font-weight="bold"' : "";
    this.parts.push(
      `<text x="${place(x)}" y="${place(y)}" font-size="${this.size}" font-family="${escaped(family)}"${weight} text-anchor="${anchors[this.textAlign]}"${pens}${this.turned()}>${escaped(text)}</text>`,
    );
  }
  private faint(): string {
    return this.globalAlpha === 1 ? "" : ` opacity="${place(this.globalAlpha)}"`;
  }
  private turned(): string {
    return this.pens.angle === 0 ? "" : ` transform="rotate(${place(this.pens.angle)})"`;
  }
  private filled(): string {
    return ` fill="${escaped(this.fillStyle)}"${this.faint()}`;
  }
  private stroked(): string {
    const dashes = this.pens.dashes.length > 0 ? ` stroke-dasharray="${this.pens.dashes.join(" ")}"` : "";
    const cap = this.lineCap === "butt" ? "" : ` stroke-linecap="${this.lineCap}"`;
    const join = this.lineJoin === "miter" ? "" : ` stroke-linejoin="${this.lineJoin}"`;
    return ` stroke="${escaped(this.strokeStyle)}" stroke-width="${place(this.lineWidth)}"${dashes}${cap}${join}${this.faint()}`;
  }
}

const box = (x: number, y: number, width: number, height: number) =>
  `x="${place(x)}" y="${place(y)}" width="${place(width)}" height="${place(height)}"`;
