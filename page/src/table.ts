// The table of samples: every number the file has about them.
import { isClipped, jointScore, labelName, leftOver, projectionTimes, type Analysis } from "./payload";

export function sampleTable(analysis: Analysis, which?: Iterable<number>): [string[], Generator<(string | number)[]>] {
  const many = analysis.components.length;
  const header = [
    "name",
    "label",
    ...analysis.columns.map((column) => column.name),
    "squared_distance_to_mean",
    "squared_distance_left",
    ...analysis.components.flatMap((_, c) => [
      `time_${c + 1}`,
      `score_${c + 1}`,
      `squared_distance_${c + 1}`,
      `lower_bound_${c + 1}`,
      `joint_time_${c + 1}`,
      `joint_score_${c + 1}`,
      `clipped_${c + 1}`,
      `left_out_${c + 1}`,
    ]),
  ];
  function* rows(): Generator<(string | number)[]> {
    for (const i of which ?? analysis.names.keys())
      yield [
        analysis.names[i],
        labelName(analysis, i),
        ...analysis.columns.map((one) => (one.values ? one.values[i] : one.classes[(one.classOf as Uint16Array)[i]])),
        analysis.squaredDistances[i],
        leftOver(analysis, i),
        ...analysis.components.flatMap((one, c) => [
          one.times[i],
          one.scores[i],
          one.squaredDistances[i],
          one.lowerBounds ? one.lowerBounds[i] : NaN,
          analysis.jointTimes ? analysis.jointTimes[i * many + c] : NaN,
          jointScore(analysis, i, c),
          Number(isClipped(one.times[i])),
          Number(Number.isNaN(projectionTimes(analysis, i)[c])),
        ]),
      ];
  }
  return [header, rows()];
}
