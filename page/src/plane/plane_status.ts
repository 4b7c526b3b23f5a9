// What the reader must know to believe what is seen in the plane.
import { plural } from "../format";
import { mostDots, type Ground } from "./plane_ground";
import type { Stage } from "../stage";

export function planeStatus(stage: Stage, ground: Ground, pictures: boolean): string {
  const { analysis, picked, coloring } = stage;
  let [seen, clipped, leftOut] = [0, 0, 0];
  for (let i = 0; i < analysis.count; i++) {
    if (!picked.shown[i]) continue;
    seen++;
    clipped += Number(ground.clipped(i));
    leftOut += Number(ground.leftOut(i));
  }
  const words = [];
  if (picked.filtered) words.push(`${plural(seen, "sample")} of ${analysis.count} shown.`);
  if (clipped > 0)
    words.push(
      `${plural(clipped, "sample")} at an end of a curve (${pictures ? "dashed frame, open mark" : "open mark"}): nothing nearer was found inside, and the sample may lie beyond.`,
    );
  if (leftOut > 0)
    words.push(
      `${plural(leftOut, "sample")} left one of these components out when all are taken together (struck through): it brought nothing nearer.`,
    );
  if (seen > mostDots)
    words.push(
      `Dots are put together in small squares, stronger where more samples are${coloring.classOf ? ", in the colour of the most frequent class" : ""}; zoom in to see them apart.`,
    );
  return words.join(" ");
}
