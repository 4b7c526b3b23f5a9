#include "wpga/analysis/fit/fit_together.hpp"

#include <algorithm>

namespace wpga {

bool may_fit_together(const GeodesicOptions& options) {
  return options.fit == FitOrder::together && options.curve != CurveKind::translation &&
         options.algorithm == FitAlgorithm::standard;
}

GeodesicOptions one_by_one(const GeodesicOptions& options, const ComponentGoal& goal) {
  constexpr double rough = 1e-3;
  GeodesicOptions alone = options;
  if (may_fit_together(options) && goal.components > 1 && !goal.share)
    alone.tolerance = std::max(options.tolerance, rough);
  return alone;
}

bool keeps_joint_maps(const GeodesicOptions& options) {
  return options.fit == FitOrder::together && options.algorithm == FitAlgorithm::standard &&
         options.maps == MapRule::optimal && options.projection == MapProjection::cone &&
         options.curve == CurveKind::generalized && options.collinearity.value_or(0) == 0;
}

}  // namespace wpga
