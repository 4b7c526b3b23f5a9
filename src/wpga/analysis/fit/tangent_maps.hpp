// The family seen from its mean: each measure as the field R_i = T_i − id of its barycentric map.  Their
// principal directions are where principal geodesics start (log-PCA).
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "wpga/analysis/fit/map_columns.hpp"
#include "wpga/base/random.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

struct TangentMaps {
  // dp × N, entries √b_k R_ik: Euclidean inner products are those of L²(mean).  Single precision halves what
  // is the largest memory of a fit, and every later step is in double precision.
  MapColumns coordinates;
  Vector root_weights;  // p: √b
  Vector measure_weights;
  Vector squared_distances;  // N: W2² to the mean, cost of a plan
  double variance = 0;       // Σ λ_i squared_distances_i
  Index not_converged = 0;

  Index dimension() const { return coordinates.rows() / root_weights.size(); }
  Matrix field(const Vector& flat) const;  // d × p, without the √b
  Vector flat(const Matrix& field) const;
};

// The couplings are left resting at the mean.  Ranks divide the maps of many measures among them, and take
// part together in what is asked of all of them; of `whole_tangent_maps` each has all.
TangentMaps tangent_maps(const CenteredPoints& mean, FamilyCouplings& couplings, const Execution& execution);
TangentMaps whole_tangent_maps(const CenteredPoints& mean, FamilyCouplings& couplings,
                               const Execution& execution);

// Σ λ_i ‖R_i‖²: the part of the variance that maps can follow.
double squared_size(const TangentMaps& maps);

// Is a variance about the mean, or along a direction, more than rounding its coordinates makes?
bool more_than_rounding(double variance, const Measure& mean);

struct TangentDirections {
  std::vector<Matrix> fields;  // d × p each, orthonormal in L²(mean)
  Vector variances;            // Σ λ_i ⟨R_i, field⟩², falling
};

// Shares of the variance up to this one are none: single precision tells nothing of them.
inline constexpr double no_variance = 1e-10;

// Leading directions of the maps, orthogonal to the given ones, by subspace iteration.  Fewer when no more
// than `no_variance` of squared_size(maps) is left along the others.
TangentDirections leading_directions(const TangentMaps& maps, std::span<const Matrix> orthogonal_to,
                                     Index count);

// ⟨R_i, field⟩ for every measure.
Vector inner_products(const TangentMaps& maps, const Matrix& field);

// The map that is farthest from the span of the given directions.
Index farthest_map(const TangentMaps& maps, std::span<const Matrix> orthogonal_to);

}  // namespace wpga
