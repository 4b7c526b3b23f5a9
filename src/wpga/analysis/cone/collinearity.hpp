// The paper's regulariser Ω(v1, v2) = (⟨v1, v2⟩ − ‖v1‖‖v2‖)², zero iff the fields point the same way.
#pragma once

#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/analysis/curves/generalized_geodesic.hpp"

namespace wpga {

double collinearity_penalty(const WeightsRef& weights, const GeneralizedGeodesic& curve);

// Gradients of Ω in L²(mean); zero where a field vanishes.
GeneralizedGeodesic collinearity_gradient(const WeightsRef& weights, const GeneralizedGeodesic& curve);

// 1 − cos(v1, v2), between 0 and 2; 0 where a field vanishes.
double collinearity_gap(const WeightsRef& weights, const GeneralizedGeodesic& curve);

// A minimum of model(U) + strength · Ω over the two ends U = (−V1, V2).  It lies in the span of the two
// linear terms of the model, so there are four unknowns.
Fields minimise_with_collinearity(const QuadraticModel& model, double strength);

}  // namespace wpga
