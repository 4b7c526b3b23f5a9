#include "wpga/barycenters/mean.hpp"

#include "wpga/base/error.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {

void measure_distances(Mean& mean, const MeasureFamily& family, const Execution& execution) {
  MeasureFamily alone;
  alone.append(mean.measure.view(), "mean");
  mean.squared_distances = distance_matrix(alone, family, {}, execution).upper.row(0);
  mean.variance = 0;
  for (Index i = 0; i < family.count(); ++i)
    mean.variance += family.measure_weight(i) * mean.squared_distances[i];
}

Mean in_data_unit(Mean mean, double unit) {
  const double square = unit * unit;
  mean.measure.points *= unit;
  mean.squared_distances *= square;
  mean.variance *= square;
  for (double& value : mean.objective) value *= square;
  for (double& value : mean.restarts) value *= square;
  if (mean.gap) *mean.gap *= square;
  return mean;
}

void require_measures(const MeasureFamily& family) {
  require(family.count() > 0, "a mean needs at least one measure");
}

}  // namespace wpga
