// Many discs at once: filled pixel by pixel into one sheet that is laid on the canvas, which is several times faster
// than as many paths.
import { css, type Rgb } from "./color";
import { SvgPaper, type Paper } from "./export/svg_paper";

export interface Clip {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export class DiscBrush {
  private readonly sheet = document.createElement("canvas");
  private image = new ImageData(1, 1);
  private ratio = 1;
  private clip: Clip = { left: 0, top: 0, right: 1, bottom: 1 };
  private vector: SvgPaper | null = null; // where discs are written as circles instead
  private clipped = false;

  // A clean sheet for a canvas of this many CSS pixels.
  begin(context: Paper, width: number, height: number): void {
    this.vector = context instanceof SvgPaper ? context : null;
    if (this.vector) return;
    this.ratio = (context as CanvasRenderingContext2D).getTransform().a;
    const [w, h] = [Math.ceil(width * this.ratio), Math.ceil(height * this.ratio)];
    if (this.image.width !== w || this.image.height !== h) {
      this.image = new ImageData(w, h);
      [this.sheet.width, this.sheet.height] = [w, h];
    } else this.image.data.fill(0);
    this.within({ left: 0, top: 0, right: width, bottom: height });
  }

  within(clip: Clip): void {
    if (this.vector) return this.clipVector(this.vector, clip);
    const { width, height } = this.image;
    this.clip = {
      left: Math.max(0, Math.ceil(clip.left * this.ratio)),
      top: Math.max(0, Math.ceil(clip.top * this.ratio)),
      right: Math.min(width, Math.floor(clip.right * this.ratio)) - 1,
      bottom: Math.min(height, Math.floor(clip.bottom * this.ratio)) - 1,
    };
  }

  private clipVector(paper: SvgPaper, clip: Clip | null): void {
    if (this.clipped) paper.restore();
    this.clipped = clip !== null;
    if (!clip) return;
    paper.save();
    paper.beginPath();
    paper.rect(clip.left, clip.top, clip.right - clip.left, clip.bottom - clip.top);
    paper.clip();
  }

  private circle(paper: SvgPaper, x: number, y: number, radius: number, color: Rgb, alpha: number, rim: Rgb | null) {
    paper.globalAlpha = alpha;
    paper.fillStyle = css(color);
    paper.beginPath();
    paper.arc(x, y, radius);
    paper.fill();
    if (rim) {
      paper.strokeStyle = css(color.map((own, c) => 0.6 * own + 0.4 * rim[c]) as Rgb);
      paper.lineWidth = 1;
      paper.stroke();
    }
    paper.globalAlpha = 1;
  }

  // A disc over what is there already, smooth at its edge; with a rim, if one is given, half way to that colour.
  disc(x: number, y: number, radius: number, color: Rgb, alpha: number, rim: Rgb | null = null): void {
    if (this.vector) return this.circle(this.vector, x, y, radius, color, alpha, rim);
    const [cx, cy, r] = [x * this.ratio, y * this.ratio, radius * this.ratio];
    const inner = rim ? (r - this.ratio) ** 2 : Infinity;
    const { left, top, right, bottom } = this.clip;
    for (let py = Math.max(top, Math.floor(cy - r)); py <= Math.min(bottom, Math.ceil(cy + r)); py++)
      for (let px = Math.max(left, Math.floor(cx - r)); px <= Math.min(right, Math.ceil(cx + r)); px++) {
        const squared = (px + 0.5 - cx) ** 2 + (py + 0.5 - cy) ** 2;
        if (squared >= (r + 0.5) ** 2) continue;
        const cover = squared <= (r - 0.5) ** 2 && r > 0.5 ? alpha : alpha * Math.min(1, r + 0.5 - Math.sqrt(squared));
        this.blend(4 * (py * this.image.width + px), color, cover, squared > inner ? rim : null);
      }
  }

  // The operator "over" on pixels whose colour is not multiplied by their alpha.
  private blend(at: number, color: Rgb, alpha: number, rim: Rgb | null): void {
    const { data } = this.image;
    const under = (data[at + 3] / 255) * (1 - alpha);
    const sum = alpha + under;
    for (let c = 0; c < 3; c++) {
      const own = rim ? 0.6 * color[c] + 0.4 * rim[c] : color[c];
      data[at + c] = (alpha * own + under * data[at + c]) / sum;
    }
    data[at + 3] = 255 * sum;
  }

  // Lays the sheet on the canvas.
  lay(paper: Paper): void {
    if (this.vector) return this.clipVector(this.vector, null);
    const context = paper as CanvasRenderingContext2D;
    (this.sheet.getContext("2d") as CanvasRenderingContext2D).putImageData(this.image, 0, 0);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.sheet, 0, 0);
    context.restore();
  }
}
