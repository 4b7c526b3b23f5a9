// Measures that count nothing (λ = 0): they leave no trace in mean or curves, and are placed on these at the
// end.
#pragma once

#include <vector>

#include "wpga/study/project.hpp"

namespace wpga {

// The places of the measures with λ > 0 and of those with λ = 0, each in the order of the family.
struct CountedMeasures {
  std::vector<Index> counted, weightless;
};
CountedMeasures counted_measures(const MeasureFamily& family);

// An analysis of the measures that count, told of all measures: the others stand at their nearest times on
// its curves.  Shares stay as they are, time gaps are those of all.
Analysis with_weightless(Analysis analysis, const MeasureFamily& family, const CountedMeasures& measures,
                         const TransportOptions& transport, const ProjectionOptions& times,
                         const Execution& execution);

}  // namespace wpga
