// Steps among true geodesics through the mean: Z_t = Y + (t − a) D, where the pairing of the two ends is
// optimal.
#pragma once

#include <array>
#include <memory>

#include "wpga/analysis/curve_step.hpp"

namespace wpga {

std::unique_ptr<CurveStep> make_geodesic_step(const Measure& mean);

// The longest interval of s, around 0 and within [−limit, limit], on which id + s · field is an optimal map
// within a gap.
std::array<double, 2> optimal_interval(const Measure& mean, const PointsRef& field, double limit,
                                       double gap_tolerance);

}  // namespace wpga
