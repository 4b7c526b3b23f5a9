// The ground of the plane: axes, samples as dots or squares, pictures; everything that does not follow the pointer.
import { scaleLinear } from "d3-scale";
import { classMark, markAt } from "../explore/coloring";
import { drawProjected, projectedCoordinate } from "../explore/projected";
import { drawTexts, type PlacedText } from "../explore/texts";
import type { View } from "../explore/view";
import type { Paper } from "../export/svg_paper";
import { curveUnit, number, shortName, unit } from "../format";
import { addPath, mostMarks, type Mark } from "../labels";
import { isClipped } from "../payload";
import {
  bins,
  coordinate,
  extent,
  leftOverAxis,
  medians,
  spread,
  type Bin,
  type Frame,
  type Spots,
} from "./plane_data";
import type { Stage } from "../stage";
import { theme } from "../theme";

export const mostDots = 4000; // above it dots are put together
const fewNames = 40; // up to so many samples are named
const binSide = 9;

export class Ground {
  readonly canvas = document.createElement("canvas");
  spots: Spots = { x: new Float32Array(), y: new Float32Array() }; // on the screen
  newSpots: Spots = { x: new Float32Array(), y: new Float32Array() }; // of projected samples
  x = scaleLinear(); // scores to the screen
  y = scaleLinear();
  frame: Frame = { left: 48, top: 10, right: 100, bottom: 100 };
  private axes: readonly number[] = [0, 0];
  private crowds: Bin[] = [];
  private middles: { key: string; at: Spots } = { key: "", at: { x: new Float32Array(), y: new Float32Array() } };
  private readonly thumbnails = new Map<number, HTMLCanvasElement>();

  constructor(
    private readonly stage: Stage,
    private readonly view: View,
  ) {}

  forgetPictures(): void {
    this.thumbnails.clear();
  }

  // Draws all on its own canvas; with a deadline (performance.now) pictures not yet painted may be left for later.
  draw(axes: readonly number[], pictures: boolean, width: number, height: number, ratio: number, deadline = Infinity) {
    [this.canvas.width, this.canvas.height] = [width * ratio, height * ratio];
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return this.drawOn(context, axes, pictures, width, height, deadline);
  }

  // True when every picture was painted.
  drawOn(
    context: Paper,
    axes: readonly number[],
    pictures: boolean,
    width: number,
    height: number,
    deadline = Infinity,
  ): boolean {
    this.axes = axes;
    context.fillStyle = theme().paper;
    context.fillRect(0, 0, width, height);
    this.place(width, height);
    this.frameOf(context, width, height);
    context.save();
    context.beginPath();
    const { left, top, right, bottom } = this.frame;
    context.rect(left, top - 1, right - left + 1, bottom - top + 1);
    context.clip();
    this.dots(context);
    const complete = !pictures || this.thumbs(context, width, deadline);
    this.texts(context, pictures);
    drawProjected(context, this.newSpots);
    context.restore();
    return complete;
  }

  // How many samples share the square of sample i.
  crowdOf(i: number): number {
    const bin = this.crowds.find(
      ({ x, y }) => Math.abs(x - this.spots.x[i]) <= binSide / 2 && Math.abs(y - this.spots.y[i]) <= binSide / 2,
    );
    return bin ? bin.count : 1;
  }

  isSeen = (i: number): boolean => this.stage.picked.shown[i] === 1 && this.inFrame(this.spots.x[i], this.spots.y[i]);

  private inFrame(x: number, y: number): boolean {
    const { left, top, right, bottom } = this.frame;
    return x >= left - 4 && x <= right + 4 && y >= top - 4 && y <= bottom + 4;
  }

  private place(width: number, height: number): void {
    const [top, right, bottom] = [10, width - 10, height - 38];
    const [across, up] = this.axes.map((axis) => coordinate(this.stage.analysis, axis));
    const { projected } = this.stage.analysis;
    const [newAcross, newUp] = this.axes.map((axis) =>
      projected ? projectedCoordinate(projected, axis) : new Float32Array(),
    );
    this.y = scaleLinear()
      .domain(this.view.seen(1, extent(newUp.length > 0 ? [...up, ...newUp] : up)))
      .range([bottom, top]);
    // Room for the title and the longest number beside it.
    const longest = Math.max(...this.y.ticks(6).map((tick) => number(tick).length));
    const left = Math.max(48, 22 + 7 * longest);
    this.frame = { left, top, right, bottom };
    this.x = scaleLinear()
      .domain(this.view.seen(0, extent(newAcross.length > 0 ? [...across, ...newAcross] : across)))
      .range([left, right]);
    const onScreen = (values: Float32Array, scale: typeof this.x) => {
      const [[low, high], [from, to]] = [scale.domain(), scale.range()];
      const factor = (to - from) / (high - low);
      return values.map((v) => from + (v - low) * factor);
    };
    this.spots = { x: onScreen(across, this.x), y: onScreen(up, this.y) };
    this.newSpots = { x: onScreen(newAcross, this.x), y: onScreen(newUp, this.y) };
  }

  private frameOf(context: Paper, width: number, height: number): void {
    const colors = theme();
    const { analysis } = this.stage;
    const { left, top, right, bottom } = this.frame;
    const title = (axis: number) => {
      const of = (axis === leftOverAxis ? unit : curveUnit)(analysis);
      const words = axis === leftOverAxis ? "distance left over" : `component ${axis + 1}`;
      return of === "units of the data" ? words : `${words} (${of})`;
    };
    const line = (x1: number, y1: number, x2: number, y2: number, color: string) => {
      context.strokeStyle = color;
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    };
    context.font = "12px system-ui, sans-serif";
    context.lineWidth = 1;
    context.fillStyle = colors.soft;
    context.textAlign = "center";
    for (const tick of this.x.ticks(width < 420 ? 4 : 6)) {
      const at = Math.round(this.x(tick)) + 0.5;
      line(at, top, at, bottom, tick === 0 ? colors.soft : colors.faint);
      context.fillText(number(tick), Math.min(at, width - 16), bottom + 16);
    }
    context.textAlign = "right";
    for (const tick of this.y.ticks(6)) {
      const at = Math.round(this.y(tick)) + 0.5;
      line(left, at, right, at, tick === 0 ? colors.soft : colors.faint);
      context.fillText(number(tick), left - 5, at + 4);
    }
    context.textAlign = "center";
    context.fillText(title(this.axes[0]), (left + right) / 2, height - 5);
    context.save();
    context.rotate(-Math.PI / 2);
    context.fillText(title(this.axes[1]), -(height - 38) / 2, 11);
    context.restore();
  }

  private dots(context: Paper): void {
    const { picked } = this.stage;
    let seen = 0;
    for (let i = 0; i < this.spots.x.length; i++) seen += Number(this.isSeen(i));
    this.crowds = [];
    if (seen > mostDots) return this.squares(context);
    // Those that are picked stand above the others.
    const any = picked.pickedCount > 0;
    for (const layer of any ? [0, 1] : [0]) {
      context.globalAlpha = any ? (layer === 0 ? 0.14 : 0.95) : seen > 600 ? 0.6 : 0.85;
      this.layer(context, seen > 600 ? 3 : 4.2, (i) => this.isSeen(i) && (!any || picked.picked[i] === layer));
    }
    context.globalAlpha = 1;
  }

  // One path for all marks of one look: many times faster than a path for each.
  private layer(context: Paper, radius: number, taken: (i: number) => boolean): void {
    const { coloring } = this.stage;
    const { accent, dark } = theme();
    const groups = new Map<string, { mark: Mark; open: boolean; members: number[] }>();
    const struck: number[] = [];
    for (let i = 0; i < this.spots.x.length; i++) {
      if (!taken(i)) continue;
      const mark = markAt(coloring, i, accent, dark);
      const open = this.clipped(i);
      const key = `${mark.color} ${mark.form} ${open}`;
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { mark, open, members: [] }));
      group.members.push(i);
      if (this.leftOut(i)) struck.push(i);
    }
    for (const { mark, open, members } of groups.values()) {
      context.beginPath();
      for (const i of members) addPath(context, mark.form, this.spots.x[i], this.spots.y[i], radius);
      context.fillStyle = context.strokeStyle = mark.color;
      context.lineWidth = 1.4;
      if (open) context.stroke();
      else context.fill();
    }
    this.strike(context, struck, 1.7 * radius);
  }

  // A line through those that leave one of the two components out.
  private strike(context: Paper, members: readonly number[], reach: number, dx = 0, dy = 0): void {
    if (members.length === 0) return;
    context.beginPath();
    for (const i of members) {
      const [x, y] = [this.spots.x[i] + dx, this.spots.y[i] + dy];
      context.moveTo(x - reach, y + reach);
      context.lineTo(x + reach, y - reach);
    }
    context.strokeStyle = theme().ink;
    context.lineWidth = 1;
    context.stroke();
  }

  // At an end of one of the two curves: the sample may lie beyond.
  clipped(i: number): boolean {
    const { components } = this.stage.analysis;
    return this.axes.some((axis) => axis !== leftOverAxis && isClipped(components[axis].times[i]));
  }

  // Left out of one of the two components when all are taken together.
  leftOut(i: number): boolean {
    const { jointTimes, components } = this.stage.analysis;
    if (!jointTimes) return false;
    return this.axes.some((axis) => axis !== leftOverAxis && Number.isNaN(jointTimes[i * components.length + axis]));
  }

  private squares(context: Paper): void {
    const { coloring, picked } = this.stage;
    const { accent, dark } = theme();
    const any = picked.pickedCount > 0;
    for (const layer of any ? [0, 1] : [0]) {
      const all = bins(this.spots, binSide, coloring.classOf, coloring.classes.length, this.frame, (i) =>
        any && layer === 1 ? this.isSeen(i) && picked.picked[i] === 1 : picked.shown[i] === 1,
      );
      const most = all.reduce((top, bin) => Math.max(top, bin.count), 1);
      for (const bin of all) {
        const strength = 0.18 + 0.82 * (Math.log(1 + bin.count) / Math.log(1 + most));
        context.globalAlpha = any && layer === 0 ? 0.25 * strength : strength;
        context.fillStyle =
          bin.label >= 0 ? classMark(coloring, bin.label, dark).color : markAt(coloring, bin.first, accent, dark).color;
        context.fillRect(bin.x - binSide / 2, bin.y - binSide / 2, binSide - 1, binSide - 1);
      }
      if (layer === 0) this.crowds = all;
    }
    context.globalAlpha = 1;
  }

  private thumbs(context: Paper, width: number, deadline: number): boolean {
    const { samples, painters, coloring, picked } = this.stage;
    const [w, h] = [width > 700 ? 38 : 30, Math.round((width > 700 ? 38 : 30) * Math.min(1.2, painters[0].aspect))];
    const any = picked.pickedCount > 0;
    const candidates = samples.indices.filter((i) => this.isSeen(i));
    if (any) candidates.sort((a, b) => picked.picked[b] - picked.picked[a] || a - b);
    let complete = true;
    for (const i of spread(this.spots, candidates, w + 3, h + 3)) {
      const picture = this.thumbnail(i, deadline);
      if (!picture) {
        complete = false;
        continue;
      }
      const [left, top] = [this.spots.x[i] - w / 2, this.spots.y[i] - h / 2];
      context.globalAlpha = any && !picked.picked[i] ? 0.25 : 1;
      context.drawImage(picture, left, top, w, h);
      const { color } = markAt(coloring, i, theme().faint, theme().dark);
      context.strokeStyle = color;
      context.lineWidth = 1.5;
      context.setLineDash(this.clipped(i) ? [3, 2] : []);
      context.strokeRect(left, top, w, h);
      if (this.leftOut(i)) {
        context.setLineDash([]);
        this.strike(context, [i], 4, 5 - w / 2, 5 - h / 2);
      }
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
    return complete;
  }

  private thumbnail(i: number, deadline: number): HTMLCanvasElement | null {
    const known = this.thumbnails.get(i);
    if (known) return known;
    const cloud = performance.now() < deadline ? this.stage.samples.cloud(i) : null;
    if (!cloud) return null;
    const picture = this.stage.picture({ now: cloud }, 76, "");
    this.thumbnails.set(i, picture);
    return picture;
  }

  // Medians of the classes in scores: they stay while the plane moves, and are found once for what is shown.
  private middlesOf(classOf: Uint16Array, classes: number): Spots {
    const { analysis, picked, coloring } = this.stage;
    const key = `${this.axes.join(" ")} ${picked.changes} ${coloring.name}`;
    if (this.middles.key === key) return this.middles.at;
    const [x, y] = this.axes.map((axis) => coordinate(analysis, axis));
    this.middles = { key, at: medians({ x, y }, classOf, classes, (i) => picked.shown[i] === 1) };
    return this.middles.at;
  }

  // Names of few samples; of more, the names of the classes at their medians.
  private texts(context: Paper, pictures: boolean): void {
    const { analysis, coloring } = this.stage;
    const { accent, dark, ink } = theme();
    const seen: number[] = [];
    for (let i = 0; i < analysis.count && seen.length <= fewNames; i++) if (this.isSeen(i)) seen.push(i);
    const texts: PlacedText[] = [];
    if (seen.length <= fewNames) {
      for (const i of seen)
        texts.push({
          text: shortName(analysis.names[i], 24),
          x: this.spots.x[i],
          y: this.spots.y[i] + (pictures && this.stage.samples.has(i) ? 30 : 14),
          color: coloring.classOf ? markAt(coloring, i, accent, dark).color : ink,
          strong: false,
        });
    } else if (coloring.classOf && coloring.classes.length > 1 && coloring.classes.length <= mostMarks) {
      const at = this.middlesOf(coloring.classOf, coloring.classes.length);
      coloring.classes.forEach((name, label) => {
        if (name !== "" && !Number.isNaN(at.x[label]))
          texts.push({
            text: shortName(name, 16),
            x: this.x(at.x[label]),
            y: this.y(at.y[label]) + 5,
            color: classMark(coloring, label, dark).color,
            strong: true,
          });
      });
    }
    drawTexts(context, texts, this.frame);
  }
}
