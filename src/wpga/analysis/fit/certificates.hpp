// The proofs that stand beside a curve (see Certificates in analysis.hpp).
#pragma once

#include <optional>
#include <span>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/cone/orthogonality.hpp"
#include "wpga/analysis/cone/space_box.hpp"

namespace wpga {

// All but the time gap, which belongs to the projections: three exact p × p transport problems.
Certificates certify_curve(const Measure& mean, const GeneralizedGeodesic& curve,
                           std::span<const Matrix> earlier, Orthogonality orthogonality,
                           const std::optional<SpaceBox>& box);

// Largest upper − lower, relative to the variance; 0 without variance.
double time_gap(const Vector& upper, const Vector& lower, double variance);

// 1 − W2²(g_0, g_1) / ‖v1 + v2‖²; 0 for a curve that stands still.
double geodesic_gap(const Measure& mean, const GeneralizedGeodesic& curve);

}  // namespace wpga
