// Curves of measures through a mean Σ b_k δ(y_k): g_t = Σ b_k δ(y_k − (1−t) v1_k + t v2_k), t ∈ [0, 1]
// (Ambrosio, Gigli & Savaré §9.2; equation (5) of the paper).  docs/generalized_geodesic.md
#pragma once

#include <span>
#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// ⟨U, V⟩ = Σ_k b_k u_k·v_k, the inner product of L²(mean): every norm and angle of fields is meant so.
double inner_product(const WeightsRef& weights, const PointsRef& first, const PointsRef& second);
double squared_norm(const WeightsRef& weights, const PointsRef& field);
// ⟨U_a, U_b⟩ of every two fields.
Matrix gram_matrix(const WeightsRef& weights, std::span<const Matrix> fields);

struct GeneralizedGeodesic {
  Matrix backward;  // d × p, the paper's V1: at time 0 the atoms stand at Y − V1
  Matrix forward;   // d × p, V2: at time 1 they stand at Y + V2

  Index dimension() const { return backward.rows(); }
  Index size() const { return backward.cols(); }
  Matrix direction() const { return backward + forward; }  // the velocity Z' = V1 + V2
};

// What the curve adds to the atoms of the mean at time t: −(1−t) V1 + t V2.
Matrix displacement(const GeneralizedGeodesic& curve, double time);

// Atoms at time t: Z_t = Y − V1 + t (V1 + V2).
Matrix points_at(const PointsRef& mean, const GeneralizedGeodesic& curve, double time);

// Several components together: Y + Σ_c (−(1−t_c) V1_c + t_c V2_c).  A time that is NaN leaves its component
// out.
Matrix points_at(const PointsRef& mean, std::span<const GeneralizedGeodesic> curves,
                 std::span<const double> times);

// ‖V1 + V2‖: how far the curve travels, in the units of the data.
double length(const WeightsRef& weights, const GeneralizedGeodesic& curve);

// The time at which the curve is nearest to the mean; ½ for a curve that stands still.
double time_nearest_mean(const WeightsRef& weights, const GeneralizedGeodesic& curve);

// Signed length along the curve from the time nearest the mean.
Vector scores(const WeightsRef& weights, const GeneralizedGeodesic& curve, const Vector& times);

// The same curve run through from its end: V1' = −V2, V2' = −V1, t' = 1 − t.
GeneralizedGeodesic reversed(const GeneralizedGeodesic& curve);

// The part of the curve between two times, as a curve of its own: t' = (t − first) / (last − first).
GeneralizedGeodesic trimmed(const GeneralizedGeodesic& curve, double first, double last);

// The same for a curve and the times of measures on it: cut to the times in use, unless they are all one.
void trim_to(Eigen::Ref<Vector> times, GeneralizedGeodesic& curve);
void reverse(Eigen::Ref<Vector> times, GeneralizedGeodesic& curve);

}  // namespace wpga
