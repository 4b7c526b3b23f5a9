// New measures on the components of an analysis, whatever curves these are.
#pragma once

#include <span>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/projection.hpp"

namespace wpga {

struct AnalysisProjections {
  Vector mean_squared_distances;    // N: W2² to the mean
  std::vector<Projections> single;  // for each component, alone
  std::vector<Vector> scores;       // for each component: N
  std::vector<double> time_gaps;    // for each component: largest proven excess / variance of the model
  JointProjections joint;           // N × K
};

// `family` lives in the space of the analysis, which has components.
AnalysisProjections project_on(const Analysis& analysis, const MeasureFamily& family,
                               const TransportOptions& transport, const ProjectionOptions& options,
                               const Execution& execution);

// The measure at a time on each of the given components (counted from 0) together; NaN leaves one out.  Of
// curves of weights the nearest probabilities.
Measure measure_at(const Analysis& analysis, std::span<const std::size_t> components,
                   std::span<const double> times);

}  // namespace wpga
