#include "wpga/study/weightless.hpp"

#include <algorithm>

#include "wpga/study/find_mean.hpp"

namespace wpga {

namespace {

// Rows of two parts, each where its measures stand in the family.
struct Merge {
  const CountedMeasures& measures;

  Matrix operator()(const Matrix& counted, const Matrix& weightless) const {
    Matrix all(counted.rows() + weightless.rows(), counted.cols());
    all(measures.counted, Eigen::all) = counted;
    all(measures.weightless, Eigen::all) = weightless;
    return all;
  }
};

}  // namespace

CountedMeasures counted_measures(const MeasureFamily& family) {
  CountedMeasures measures;
  for (Index i = 0; i < family.count(); ++i)
    (family.measure_weight(i) > 0 ? measures.counted : measures.weightless).push_back(i);
  return measures;
}

Analysis with_weightless(Analysis analysis, const MeasureFamily& family, const CountedMeasures& measures,
                         const TransportOptions& transport, const ProjectionOptions& times,
                         const Execution& execution) {
  MeasureFamily others(family.space());
  for (const Index i : measures.weightless)
    others.append(family[i], family.names()[static_cast<std::size_t>(i)]);
  const Merge merged{measures};
  if (analysis.components.empty()) {
    Mean mean{.measure = analysis.mean};
    measure_about(mean, others, transport, execution);
    analysis.shortfalls.unconverged_transports += mean.unconverged_transports;
    analysis.shortfalls.contradictions += mean.contradictions;
    analysis.squared_distances = merged(analysis.squared_distances, mean.squared_distances);
    return analysis;
  }
  const AnalysisProjections placed = project_on(analysis, others, for_scores(transport), times, execution);
  analysis.squared_distances = merged(analysis.squared_distances, placed.squared_distances_to_mean);
  analysis.shortfalls += placed.mean_shortfalls;
  analysis.joint_shortfalls.unconverged_transports += placed.joint.not_converged;
  for (std::size_t k = 0; k < analysis.components.size(); ++k) {
    Component& component = analysis.components[k];
    component.shortfalls += placed.shortfalls(k);
    component.times = merged(component.times, placed.single[k].times);
    component.scores = merged(component.scores, placed.scores[k]);
    component.squared_distances = merged(component.squared_distances, placed.single[k].squared_distances);
    component.lower_bounds = merged(component.lower_bounds, placed.single[k].lower_bounds);
    component.certificates.time_gap = std::max(component.certificates.time_gap, placed.time_gaps[k]);
  }
  analysis.joint_times = merged(analysis.joint_times, placed.joint.times);
  analysis.joint_squared_distances = merged(analysis.joint_squared_distances, placed.joint.squared_distances);
  return analysis;
}

}  // namespace wpga
