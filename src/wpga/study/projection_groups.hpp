// Measures that are projected together.  Each is placed as it would be alone: what a projection chooses for
// all of them, the unit of length and the engine, suits each by itself.
#pragma once

#include <vector>

#include "wpga/study/project.hpp"

namespace wpga {

struct ProjectionGroup {
  double unit = 1;              // of length, for each of the measures with the mean
  std::vector<Index> measures;  // increasing
};

// All measures, each in one group; ordinary families are one.  Throws InputError for lengths whose squares
// leave the range of numbers.
std::vector<ProjectionGroup> projection_groups(const Analysis& analysis, const MeasureFamily& family,
                                               const TransportOptions& transport);

// The measures of a group, all counting the same.
MeasureFamily measures_of(const ProjectionGroup& group, const MeasureFamily& family);

// What was found for the measures of each group, in the order of the family.
AnalysisProjections joined(const std::vector<ProjectionGroup>& groups,
                           const std::vector<AnalysisProjections>& parts, Index measures);

}  // namespace wpga
