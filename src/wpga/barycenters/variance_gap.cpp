#include "wpga/barycenters/variance_gap.hpp"

#include "wpga/transport/dual_bound.hpp"

namespace wpga {

void prove_variance(Mean& mean, double bound, const MeasureFamily& family) {
  const double magnitude = pooled_moments(family).variance.sum();
  mean.gap = mean.variance - without_rounding(bound, mean.variance, magnitude, mean.contradictions);
}

}  // namespace wpga
