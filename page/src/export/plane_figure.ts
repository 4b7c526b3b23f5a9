// The plane and the pairs of components to take away, with what their colours mean.
import { classMark, colorOfNumber, type Coloring } from "../explore/coloring";
import type { Pairs } from "../explore/pairs";
import type { View } from "../explore/view";
import { number, shortName } from "../format";
import { mostMarks } from "../labels";
import { Ground } from "../plane/plane_ground";
import type { Stage } from "../stage";
import { theme } from "../theme";
import { figureText, type LegendEntry } from "./figure";
import { SvgPaper, type Paper } from "./svg_paper";

export function legendOf({ coloring, picked }: Stage): LegendEntry[] {
  const { dark } = theme();
  if (coloring.classOf)
    return coloring.classes.slice(0, mostMarks).flatMap((name, label) => {
      if (picked.isHidden(label)) return [];
      return [{ text: name === "" ? "missing" : shortName(name, 28), ...classMark(coloring as Coloring, label, dark) }];
    });
  if (!coloring.values) return [];
  const steps = 24;
  return [
    {
      text: `${shortName(coloring.name, 40)}, from ${number(coloring.low, 4)} to ${number(coloring.high, 4)}`,
      color: theme().accent,
      form: "ramp",
      ramp: Array.from({ length: steps }, (_, k) =>
        colorOfNumber(coloring, coloring.low + (k / (steps - 1)) * (coloring.high - coloring.low), dark),
      ),
    },
  ];
}

// `marks` adds what stands above the samples.
export function planeFigure(
  stage: Stage,
  view: View,
  axes: readonly number[],
  pictures: boolean,
  marks: (paper: Paper, ground: Ground) => void,
): string {
  const { projected } = stage.analysis;
  const entries = legendOf(stage);
  if (projected) entries.push({ text: "projected samples", color: theme().second, form: "diamond" });
  return figureText("Samples in the plane of two components", entries, (paper, width) => {
    const height = Math.round(Math.min(0.78 * width, 720));
    const ground = new Ground(stage, view);
    ground.drawOn(paper, axes, pictures, width, height);
    marks(paper, ground);
    return height;
  });
}

const [margin, gap] = [20, 12];

export function pairsFigure(stage: Stage, pairs: Pairs): string {
  return figureText("Samples in all pairs of components", legendOf(stage), (paper, width) => {
    const { panels } = pairs;
    const columns = Math.max(1, Math.min(panels.length, Math.floor(width / 160)));
    const side = Math.min(320, (width - gap * (columns - 1)) / columns - margin);
    panels.forEach(({ across, up }, k) => {
      const [x, y] = [(k % columns) * (side + margin + gap), Math.floor(k / columns) * (side + margin + gap)];
      const panel = new SvgPaper();
      pairs.paint(panel, across, up, side);
      paper.insert(panel.markup, x + margin, y);
      axisNames(paper, x, y, side, across, up);
    });
    return Math.ceil(panels.length / columns) * (side + margin + gap);
  });
}

function axisNames(paper: SvgPaper, x: number, y: number, side: number, across: number, up: number): void {
  paper.strokeStyle = theme().faint;
  paper.lineWidth = 1;
  paper.strokeRect(x + margin, y + 0.5, side, side);
  paper.fillStyle = theme().soft;
  paper.font = "12px system-ui, sans-serif";
  paper.textAlign = "center";
  paper.fillText(`component ${across + 1}`, x + margin + side / 2, y + side + 15);
  paper.save();
  paper.rotate(-Math.PI / 2);
  paper.fillText(`component ${up + 1}`, -(y + side / 2), x + margin - 6);
  paper.restore();
}
