// A proof that costs no solve: any potentials of the source, made feasible, bound the transport cost from
// below.
#pragma once

#include "wpga/base/linear_algebra.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

// v_j = min_k |z_k − x_j|² − u_k, then u'_k = min_j |z_k − x_j|² − v_j: the value Σ b_k u'_k + Σ a_j v_j is
// at most W2².  Good when `potentials` are near optimal ones, exact for optimal ones.  Two sweeps, O(d p n).
// Points should be centred.
double dual_bound(const PointsRef& source, const WeightsRef& weights, const MeasureView& target,
                  const Vector& potentials);

// Potentials for a source that has moved, to first order: u(z) − |z|² is concave with slope −2 T(z).
Vector moved_potentials(const Vector& potentials, const PointsRef& from, const PointsRef& to,
                        const PointsRef& map);

}  // namespace wpga
