// What every part of the page shares: the analysis, its pictures, and which sample is chosen.
import { cloudAt, only, pointsAt, speeds } from "./curve";
import { h } from "./element";
import { paintersFor, paintOn } from "./painters";
import { coloringsOf, type Coloring } from "./explore/coloring";
import { Picked } from "./explore/picked";
import { labelName, type Analysis, type Cloud, type RawPhotos, type RawSamples } from "./payload";
import { Photos } from "./photos";
import { Samples, type PlaceOf } from "./samples";
import { windowOf, type Painter, type Scene, type Window } from "./scene";

// Pictures that several models share, and which of their measures each is of.
export interface SharedPictures {
  samples: RawSamples;
  photos: RawPhotos | null;
  placeOf: PlaceOf;
}

export class Stage {
  readonly picked: Picked;
  readonly colorings: Coloring[];
  coloring: Coloring;
  readonly samples: Samples;
  readonly photos: Photos;
  readonly painters: Painter[];
  readonly window: Window;
  private readonly chosenListeners: ((i: number) => void)[] = [];
  private readonly coloringListeners: (() => void)[] = [];
  private readonly ownListeners: (() => void)[] = [];
  private readonly live = h("p", { class: "spoken", "aria-live": "polite", role: "status" });

  // `window` where several models are drawn in one.
  constructor(
    readonly analysis: Analysis,
    shared?: SharedPictures,
    window?: Window,
  ) {
    this.colorings = coloringsOf(analysis);
    this.coloring = this.colorings[0];
    this.picked = new Picked(
      analysis.names,
      analysis.names.map((_, i) => labelName(analysis, i)),
    );
    this.picked.classify(this.coloring.classOf);
    this.samples = new Samples(shared?.samples ?? analysis.raw.samples, analysis.dimension, shared?.placeOf);
    this.photos = new Photos(shared?.photos ?? analysis.raw.photos, shared?.placeOf);
    this.window = window ?? windowOf(analysis, this.samples);
    this.painters = paintersFor(analysis, this.window);
  }

  // Where the reader's own sample stands: scores on each component and what is left over; null: there is none.
  own: { scores: number[]; leftOver: number } | null = null;
  setOwn(scores: number[] | null, leftOver: number): void {
    this.own = scores ? { scores, leftOver: Math.sqrt(Math.max(0, leftOver)) } : null;
    for (const listener of this.ownListeners) listener();
  }
  onOwn(listener: () => void): void {
    this.ownListeners.push(listener);
  }

  // Colours the samples another way; filters by the classes of before end.
  color(coloring: Coloring): void {
    this.coloring = coloring;
    this.picked.classify(coloring.classOf);
    for (const listener of this.coloringListeners) listener();
  }

  onColoring(listener: () => void): void {
    this.coloringListeners.push(listener);
  }

  get announcer(): HTMLElement {
    return this.live;
  }

  say(text: string): void {
    this.live.textContent = text;
  }

  chosen = -1; // the sample shown beside its projection
  choose(i: number): void {
    this.chosen = i;
    for (const listener of this.chosenListeners) listener(i);
  }

  onChosen(listener: (i: number) => void): void {
    this.chosenListeners.push(listener);
  }

  // The measure at these times on the components.
  at(times: readonly number[]): Cloud {
    return cloudAt(this.analysis, times);
  }

  trails(component: number): { from: Float32Array; to: Float32Array } {
    const end = (t: number) => pointsAt(this.analysis, only(this.analysis, component, t));
    return { from: end(0), to: end(1) };
  }

  // Of every atom as a share of the fastest, and the fastest.
  speed(component: number): { shares: Float32Array; most: number } {
    const shares = speeds(this.analysis.components[component], this.analysis.dimension);
    const most = shares.reduce((top, v) => Math.max(top, v), 0);
    if (most > 0) for (let k = 0; k < shares.length; k++) shares[k] /= most;
    return { shares, most };
  }

  // A small picture of a scene; `width` in CSS pixels.
  picture(scene: Scene, width: number, label: string): HTMLCanvasElement {
    const painter = this.painters[0];
    const height = Math.round(width * painter.aspect);
    const canvas = h("canvas", { role: "img", "aria-label": label, style: `width:${width}px;height:${height}px` });
    paintOn(canvas, painter, scene, width, height);
    return canvas;
  }
}
