// A proof that costs no solve: any potentials of the source, made feasible, bound the transport cost from
// below.
#pragma once

#include "wpga/base/linear_algebra.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

// v_j = min_k |z_k − x_j|² − u_k: the largest potentials of the target that go with potentials u of the
// source (d × p, p); either measure may be called source.  One sweep, O(d p n).  Points should be centred.
Vector c_transform(const PointsRef& source, const Vector& potentials, const PointsRef& target);

// v_j = min_k |z_k − x_j|² − u_k, then u'_k = min_j |z_k − x_j|² − v_j: the value Σ b_k u'_k + Σ a_j v_j is
// at most W2².  Good when `potentials` are near optimal ones, exact for optimal ones.  Two sweeps, O(d p n).
// Points should be centred.
double dual_bound(const PointsRef& source, const WeightsRef& weights, const MeasureView& target,
                  const Vector& potentials);

// The same for transport with the cost min(|z − x|², largest_cost); infinite: as above.
double dual_bound(const PointsRef& source, const WeightsRef& weights, const MeasureView& target,
                  const Vector& potentials, double largest_cost);

// Potentials for a source that has moved by a shift δ and fields w of mean zero.  A shift is followed
// exactly. For w = S(T − x̄) with symmetric S the costs between neighbours change by w_k·(T_k + x̄) in z_k and
// the same in x_l, but for (T_k − x_l)'S(T_k − x_l): of second order in their distance, and harmless where S
// expands. `map` is the barycentric map T from where the potentials are optimal, x̄ its mean.
Vector moved_potentials(const Vector& potentials, const PointsRef& from, const PointsRef& to,
                        const WeightsRef& weights, const PointsRef& map);

// Potentials at (1 − share) z + share z' for sources z and z' whose potentials are known: u − |z|² on the
// straight line through both.  Between them (0 ≤ share ≤ 1) they are feasible if both are, and prove no less
// than the chord: W2² + share (1 − share) ‖z' − z‖² is concave.  Beyond them dual_bound makes them feasible.
Vector potentials_on_line(const Vector& potentials, const PointsRef& points, const Vector& other_potentials,
                          const PointsRef& other_points, double share);

// `lower` with an excess over `upper` of up to 1e-11 times `magnitude` (the squares that cancelled) taken for
// rounding; a larger one is a contradiction, stays as it is, and is counted.
double without_rounding(double lower, double upper, double magnitude, Index& contradictions);

}  // namespace wpga
