// Steps among curves of one field through the mean, Z_t = Y + (t − a) D: D, a and the length are all free.
#pragma once

#include <array>
#include <memory>

#include "wpga/analysis/fit/curve_step.hpp"

namespace wpga {

// True geodesics: the pairing of the two ends is optimal.
std::unique_ptr<CurveStep> make_geodesic_step(const Measure& mean);

// Generalized geodesics with Ω = 0: both ends are reached from the mean by optimal maps, or by any.  It has
// no state to save: the outcome of a step depends on its arguments alone.
std::unique_ptr<CurveStep> make_collinear_step(const Measure& mean, MapRule maps);

// The longest interval of s, around 0 and within [−limit, limit], on which id + s · field is an optimal map
// within a gap.
std::array<double, 2> optimal_interval(const Measure& mean, const PointsRef& field, double limit,
                                       double gap_tolerance);

}  // namespace wpga
