// The ground of the plane: axes, samples as dots or squares, pictures; everything that does not follow the pointer.
import { scaleLinear } from "d3-scale";
import { number, shortUnit } from "./format";
import { markOf, tracePath } from "./labels";
import { bins, coordinate, extent, leftOverAxis, spread, type Bin, type Spots } from "./plane_data";
import type { Stage } from "./stage";
import { theme } from "./theme";

export const mostDots = 4000; // above it dots are put together
const binSide = 9;

export class Ground {
  readonly canvas = document.createElement("canvas");
  spots: Spots = { x: new Float32Array(), y: new Float32Array() }; // on the screen
  x = scaleLinear(); // scores to the screen
  y = scaleLinear();
  private axes: readonly number[] = [0, 0];
  private crowds: Bin[] = [];
  private readonly thumbnails = new Map<number, HTMLCanvasElement>();

  constructor(private readonly stage: Stage) {}

  forgetPictures(): void {
    this.thumbnails.clear();
  }

  draw(axes: readonly number[], pictures: boolean, width: number, height: number, ratio: number): void {
    this.axes = axes;
    [this.canvas.width, this.canvas.height] = [width * ratio, height * ratio];
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = theme().paper;
    context.fillRect(0, 0, width, height);
    this.place(width, height);
    this.frame(context, width, height);
    this.dots(context);
    if (pictures) this.thumbs(context, width);
  }

  // How many samples share the square of sample i.
  crowdOf(i: number): number {
    const bin = this.crowds.find(
      ({ x, y }) => Math.abs(x - this.spots.x[i]) <= binSide / 2 && Math.abs(y - this.spots.y[i]) <= binSide / 2,
    );
    return bin ? bin.count : 1;
  }

  private place(width: number, height: number): void {
    const [across, up] = this.axes.map((axis) => coordinate(this.stage.analysis, axis));
    this.x = scaleLinear()
      .domain(extent(across))
      .range([48, width - 10]);
    this.y = scaleLinear()
      .domain(extent(up))
      .range([height - 38, 10]);
    this.spots = { x: across.map((v) => this.x(v)), y: up.map((v) => this.y(v)) };
  }

  private frame(context: CanvasRenderingContext2D, width: number, height: number): void {
    const colors = theme();
    const { analysis } = this.stage;
    const title = (axis: number) =>
      (axis === leftOverAxis ? "distance left over" : `component ${axis + 1}`) +
      (shortUnit(analysis) ? ` (${shortUnit(analysis).trim()})` : "");
    context.font = "12px system-ui, sans-serif";
    context.lineWidth = 1;
    for (const tick of this.x.ticks(6)) {
      const at = Math.round(this.x(tick)) + 0.5;
      context.strokeStyle = tick === 0 ? colors.soft : colors.faint;
      context.beginPath();
      context.moveTo(at, 10);
      context.lineTo(at, height - 38);
      context.stroke();
      context.fillStyle = colors.soft;
      context.textAlign = "center";
      context.fillText(number(tick), at, height - 22);
    }
    for (const tick of this.y.ticks(6)) {
      const at = Math.round(this.y(tick)) + 0.5;
      context.strokeStyle = tick === 0 ? colors.soft : colors.faint;
      context.beginPath();
      context.moveTo(48, at);
      context.lineTo(width - 10, at);
      context.stroke();
      context.textAlign = "right";
      context.fillText(number(tick), 43, at + 4);
    }
    context.textAlign = "center";
    context.fillText(title(this.axes[0]), (48 + width - 10) / 2, height - 5);
    context.save();
    context.rotate(-Math.PI / 2);
    context.fillText(title(this.axes[1]), -(height - 38) / 2, 11);
    context.restore();
  }

  private dots(context: CanvasRenderingContext2D): void {
    const { analysis } = this.stage;
    const dark = theme().dark;
    const color = (label: number) => (label < 0 ? theme().accent : markOf(label, dark).color);
    this.crowds = analysis.count > mostDots ? bins(this.spots, binSide, analysis.labelOf, analysis.labels.length) : [];
    if (this.crowds.length > 0) {
      const most = this.crowds.reduce((top, bin) => Math.max(top, bin.count), 1);
      for (const bin of this.crowds) {
        context.globalAlpha = 0.18 + 0.82 * (Math.log(1 + bin.count) / Math.log(1 + most));
        context.fillStyle = color(bin.label);
        context.fillRect(bin.x - binSide / 2, bin.y - binSide / 2, binSide - 1, binSide - 1);
      }
      context.globalAlpha = 1;
      return;
    }
    context.globalAlpha = analysis.count > 600 ? 0.6 : 0.85;
    const radius = analysis.count > 600 ? 3 : 4.2;
    const accent = theme().accent;
    for (let i = 0; i < analysis.count; i++) {
      const mark = analysis.labelOf ? markOf(analysis.labelOf[i], dark) : { color: accent, form: "circle" as const };
      context.fillStyle = mark.color;
      tracePath(context, mark.form, this.spots.x[i], this.spots.y[i], radius);
      context.fill();
    }
    context.globalAlpha = 1;
  }

  private thumbs(context: CanvasRenderingContext2D, width: number): void {
    const { analysis, samples, painters } = this.stage;
    const [w, h] = [width > 700 ? 38 : 30, Math.round((width > 700 ? 38 : 30) * Math.min(1.2, painters[0].aspect))];
    for (const i of spread(this.spots, samples.indices, w + 3, h + 3)) {
      let picture = this.thumbnails.get(i);
      const cloud = picture ? null : samples.cloud(i);
      if (!picture && cloud) this.thumbnails.set(i, (picture = this.stage.picture({ now: cloud }, 76, "")));
      if (!picture) continue;
      const [left, top] = [this.spots.x[i] - w / 2, this.spots.y[i] - h / 2];
      context.drawImage(picture, left, top, w, h);
      context.strokeStyle = analysis.labelOf ? markOf(analysis.labelOf[i], theme().dark).color : theme().faint;
      context.lineWidth = 1.5;
      context.strokeRect(left, top, w, h);
    }
  }
}
