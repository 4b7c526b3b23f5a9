// Later components are orthogonal to earlier ones in L²(mean).
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/analysis/curves/generalized_geodesic.hpp"

namespace wpga {

// each: V1 and V2 are orthogonal to every earlier V1 + V2, as the paper's algorithm has it.  sum: only V1 +
// V2 is, as its equation has it.
enum class Orthogonality { each, sum };
constexpr std::array<std::string_view, 2> names(Orthogonality) { return {"each", "sum"}; }

// The same as equalities for the ends −V1, V2 of a curve.
std::vector<FieldConstraint> orthogonality_constraints(const WeightsRef& weights,
                                                       std::span<const Matrix> earlier, Orthogonality kind);

// For one field that both ends are multiples of.
std::vector<FieldConstraint> orthogonality_constraints(const WeightsRef& weights,
                                                       std::span<const Matrix> earlier);

// Removes what lies along the earlier directions, which must be orthogonal to each other.
Matrix off_directions(const WeightsRef& weights, Matrix field, std::span<const Matrix> earlier);

// max over earlier w of |⟨v, w⟩| / ((‖v1‖+‖v2‖)‖w‖), for v ∈ {v1, v2} or v = v1 + v2.
double orthogonality_gap(const WeightsRef& weights, const GeneralizedGeodesic& curve,
                         std::span<const Matrix> earlier, Orthogonality kind);

}  // namespace wpga
