// Project your own: the reader draws, drops or pastes a sample and sees where it stands.
import { button } from "../download";
import { h, scroller, section } from "../element";
import { distance, isLab, number, shortName, shortUnit } from "../format";
import type { Cloud, ExactModel } from "../payload";
import type { Stage } from "../stage";
import { Pen } from "./pen";
import { mostPhotoPixels, mostShapePixels, pictureOf } from "./picture_file";
import { readSize, sheetSize, type PictureSize } from "./picture_size";
import { columnNames, measureOf } from "./points_text";
import { Projection, type OwnMeasure, type OwnProjection } from "./projection";
import { readingOf, type Reading } from "./reading";
import { verdictOf } from "./verdict";

// Atoms of a sample times those of the mean: so many take seconds.
const mostPairs = 1.5e6;

export class Own {
  readonly element: HTMLElement;
  private readonly exact: ExactModel;
  private readonly reading: Reading;
  private readonly message = h("p", { class: "aside", "aria-live": "polite" });
  private readonly result = h("div", { class: "own-result" });
  private projection: Promise<Projection> | null = null;
  private pen: Pen | null = null;

  constructor(private readonly stage: Stage) {
    this.exact = stage.analysis.exact as ExactModel;
    this.reading = readingOf(stage.analysis.raw.reading);
    const { element, tools } = section(
      "own",
      "Project your own",
      "Place a sample of your own among these: it is read as the data of the model were, and projected by the program's own transport simplex inside this page. Nothing leaves your computer.",
    );
    this.element = element;
    tools.append(button("clear", "Forget the own sample", () => this.forget()));
    element.append(h("div", { class: "beside" }, h("div", {}, ...this.inputs(), this.message), this.result));
    this.acceptDrops();
  }

  private inputs(): HTMLElement[] {
    const { analysis, window } = this.stage;
    if (analysis.kind === "shape" && analysis.dimension === 2) {
      const size = sheetSize(this.reading, analysis.raw.grid, window);
      this.pen = new Pen(size.columns, size.rows, this.reading.invert, (image) => void this.takeShape(image, size));
      return [this.pen.element, this.fileInput("or choose a picture, or drop one here", "image/*")];
    }
    if (analysis.kind === "palette") return [this.fileInput("Choose a picture, or drop one here", "image/*")];
    return [this.textInput(), this.fileInput("or choose a CSV file, or drop one here", ".csv,.tsv,.txt,text/*")];
  }

  private fileInput(text: string, accept: string): HTMLElement {
    const input = h("input", {
      type: "file",
      accept,
      change: () => input.files?.[0] && void this.takeFile(input.files[0]),
    });
    return h("label", { class: "file-input" }, text, input);
  }

  private textInput(): HTMLElement {
    const { kind, raw } = this.stage.analysis;
    const columns = columnNames(this.axes(), this.reading.table).map((name) => shortName(name, 40));
    const words = `Paste points, a row each: ${columns.join(", ")}, and a weight if they differ`;
    const bins = kind === "histogram" && raw.axes.length === 0 ? "; or a header of bins and a row of weights" : "";
    const area = h("textarea", {
      rows: 7,
      spellcheck: "false",
      placeholder: `${columns.join(",")}\n${columns.map(() => "0.5").join(",")}`,
      "aria-label": `${words}${bins}`,
      input: () => void this.takeText(area.value),
    });
    return h("label", { class: "paste" }, `${words}${bins}`, area);
  }

  // Whole names: tables are held against them.
  private axes(): string[] {
    const { dimension, raw } = this.stage.analysis;
    return Array.from({ length: dimension }, (_, j) => raw.axes[j] || `x${j + 1}`);
  }

  private async takeText(text: string): Promise<void> {
    let notes: string[] = [];
    await this.attempt(() => {
      const read = measureOf(text, this.axes(), this.reading.table);
      ({ notes } = read);
      return read;
    });
    this.message.append(...notes.map((note) => `${note} `));
  }

  private acceptDrops(): void {
    this.element.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.element.classList.add("drop");
    });
    this.element.addEventListener("dragleave", () => this.element.classList.remove("drop"));
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      this.element.classList.remove("drop");
      const file = event.dataTransfer?.files[0];
      if (file) void this.takeFile(file);
    });
  }

  private async takeFile(file: File): Promise<void> {
    const { kind } = this.stage.analysis;
    if (kind !== "shape" && kind !== "palette") return this.takeText(await file.text());
    try {
      const { image, notes } = await pictureOf(file, kind === "shape" ? mostShapePixels : mostPhotoPixels);
      if (kind === "shape") await this.takeShape(image, this.readSize(image));
      else await this.takePalette(image);
      this.message.append(...notes.map((note) => ` ${note}`));
    } catch (problem) {
      this.message.textContent = `This file cannot be read as a picture: ${words(problem)}`;
    }
  }

  private readSize({ width, height }: ImageData): PictureSize {
    return readSize({ rows: height, columns: width }, this.reading, this.stage.analysis.raw.grid);
  }

  private takeShape(image: ImageData, { rows, columns }: PictureSize): Promise<void> {
    const { invert, threshold, linear } = this.reading;
    return this.attempt(async () => {
      const shape = (await this.start()).shape(image, rows, columns, invert, threshold, linear);
      if (!shape) throw new Error("the picture has no mass");
      if (image.width !== columns || image.height !== rows)
        this.message.textContent = `${image.width} × ${image.height} pixels, resampled to ${columns} × ${rows} as the model's.`;
      return shape;
    });
  }

  private takePalette(image: ImageData): Promise<void> {
    const { colors, pixels, seed } = this.reading;
    return this.attempt(async () => {
      const palette = (await this.start()).palette(image, isLab(this.stage.analysis.raw), colors, pixels, seed);
      if (!palette) throw new Error("the picture is transparent");
      return palette;
    });
  }

  private start(): Promise<Projection> {
    return (this.projection ??= Projection.start(this.exact));
  }

  // Reads, projects and shows; a problem is said, and what was shown stays.
  private async attempt(read: () => OwnMeasure | Promise<OwnMeasure>): Promise<void> {
    this.message.textContent = "";
    try {
      const measure = this.centered(await read());
      const atoms = measure.weights.length;
      if (atoms * this.exact.weights.length > mostPairs)
        throw new Error(
          `${atoms} atoms are too many for a page, which would stand still for long: wpga project takes them`,
        );
      const projection = await this.start();
      const began = performance.now();
      const found = projection.project(this.inAnalysis(measure));
      this.show(measure, found, performance.now() - began);
    } catch (problem) {
      this.message.textContent = `${words(problem)}.`;
      if (problem instanceof WebAssembly.RuntimeError) {
        this.projection = null; // a module that was stopped is of no use any more
        this.message.textContent = "This is too large for the memory of a page; wpga project takes it.";
      }
    }
  }

  // Centred as the data of the model were, each measure for itself.
  private centered({ points, weights }: OwnMeasure): OwnMeasure {
    if (!this.reading.center) return { points, weights };
    const { dimension: d } = this.exact;
    const middle = new Float64Array(d);
    points.forEach((v, k) => (middle[k % d] += weights[Math.floor(k / d)] * v));
    return { weights, points: points.map((v, k) => v - middle[k % d]) };
  }

  // Standardised as the data of the model were.
  private inAnalysis({ points, weights }: OwnMeasure): OwnMeasure {
    const { dimension: d, center, scale } = this.exact;
    return { weights, points: points.map((v, k) => (v - center[k % d]) / scale[k % d]) };
  }

  private cloudOf(measure: OwnMeasure): Cloud {
    const { dimension: d } = this.exact;
    const { origin } = this.stage.analysis.raw;
    const cloud: Cloud = {
      points: Float32Array.from(measure.points, (v, k) => v - origin[k % d]),
      weights: Float32Array.from(measure.weights),
      dimension: d,
    };
    if (this.stage.analysis.kind === "shape") cloud.spacing = 1;
    return cloud;
  }

  private show(measure: OwnMeasure, found: OwnProjection, milliseconds: number): void {
    const { analysis } = this.stage;
    const left = found.together[found.together.length - 1].squaredDistance;
    const times = found.together.map(({ time }) => time);
    const row = (...cells: string[]) =>
      h("tr", {}, ...cells.map((cell, i) => h(i ? "td" : "th", i ? {} : { scope: "row" }, cell)));
    this.result.replaceChildren(
      h(
        "div",
        { class: "pictures" },
        h(
          "figure",
          {},
          this.stage.picture({ now: this.cloudOf(measure) }, 170, "your sample"),
          h("figcaption", {}, "yours"),
        ),
        h(
          "figure",
          {},
          this.stage.picture({ now: this.stage.at(times) }, 170, "its projection on all components"),
          h("figcaption", {}, "its projection"),
        ),
      ),
      h("p", {}, h("strong", {}, verdictOf(analysis, left))),
      scroller(
        "where your sample stands",
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ...["", "t alone", "score", "distance left alone", "t together", "left with the first ones"].map((name) =>
                h("th", { scope: "col" }, name),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            ...found.alone.map((one, k) =>
              row(
                `component ${k + 1}`,
                number(one.time, 4),
                `${number(one.score, 4)}${shortUnit(analysis)}`,
                distance(analysis, one.squaredDistance),
                Number.isNaN(times[k]) ? "left out" : number(times[k], 4),
                distance(analysis, found.together[k].squaredDistance),
              ),
            ),
          ),
        ),
      ),
      h(
        "p",
        { class: "aside" },
        `${distance(analysis, found.squaredDistance)} from the mean, ${measure.weights.length} atoms, projected in ${milliseconds.toFixed(0)} ms. `,
        "It is marked in the plane by a star.",
      ),
    );
    this.result.dataset["projection"] = JSON.stringify(found);
    this.stage.setOwn(
      found.alone.map(({ score }) => score),
      left,
    );
  }

  private forget(): void {
    this.pen?.clear();
    this.message.textContent = "";
    this.result.replaceChildren();
    delete this.result.dataset["projection"];
    this.stage.setOwn(null, 0);
  }
}

const words = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem));
