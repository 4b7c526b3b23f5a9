// Whether a new sample is like the family, by what the components leave over of it.
import { percent } from "../format";
import { leftOver, type Analysis } from "../payload";

// How many samples of the family are left farther away than this.
export function shareFarther(analysis: Analysis, squared: number): number {
  let farther = 0;
  for (let i = 0; i < analysis.count; i++) farther += Number(leftOver(analysis, i) >= squared);
  return farther / Math.max(1, analysis.count);
}

export function verdictOf(analysis: Analysis, squared: number): string {
  const share = shareFarther(analysis, squared);
  if (share === 0) return "Unlike the family: the components leave more of it over than of any sample.";
  if (share < 0.05) return `Unusual: only ${percent(share)} of the samples are left farther away.`;
  return `Like the family: ${percent(share)} of the samples are left as far away or farther.`;
}
