#include "wpga/barycenters/mean.hpp"

#include "wpga/base/error.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {

DistanceBounds measure_distances(Mean& mean, const MeasureFamily& family, const Execution& execution) {
  MeasureFamily alone;
  alone.append(mean.measure.view(), "mean");
  const DistanceMatrix found = distance_matrix(alone, family, {}, execution);
  mean.squared_distances = found.upper.row(0);
  mean.unconverged_transports += found.not_converged;
  mean.variance = 0;
  DistanceBounds bounds;
  for (Index i = 0; i < family.count(); ++i) {
    mean.variance += family.measure_weight(i) * mean.squared_distances[i];
    bounds.variance_lower_bound += family.measure_weight(i) * found.lower(0, i);
  }
  mean.contradictions += found.contradictions;
  if (found.any_entropic) bounds.method = TransportMethod::entropic;
  mean.scored_by = bounds.method;
  mean.variance_lower_bound.reset();
  if (found.any_entropic || found.not_converged > 0) mean.variance_lower_bound = bounds.variance_lower_bound;
  return bounds;
}

Mean in_data_unit(Mean mean, double unit) {
  const double square = unit * unit;
  mean.measure.points *= unit;
  mean.squared_distances *= square;
  mean.variance *= square;
  for (double& value : mean.objective) value *= square;
  for (double& value : mean.restarts) value *= square;
  if (mean.gap) *mean.gap *= square;
  if (mean.variance_lower_bound) *mean.variance_lower_bound *= square;
  return mean;
}

void require_measures(const MeasureFamily& family) {
  require(family.count() > 0, "a mean needs at least one measure");
}

}  // namespace wpga
