// Where the search for a component begins.
#pragma once

#include <span>

#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"

namespace wpga {

struct CurveAtStart {
  GeneralizedGeodesic curve;
  Vector times;  // N
};

// The curve Y + s w for s in the range of s_i, which is widened to hold 0 so that the curve meets the mean.
CurveAtStart line_along(const Matrix& direction, const Vector& positions);

// A line through the mean along a tangent direction w that is orthogonal to the earlier ones: V1 = −s_min w,
// V2 = s_max w, over the range of s_i = ⟨R_i, w⟩.  w is the leading direction of tangent PCA (also for
// `automatic`), the map of the farthest measure, or a random combination of maps.
CurveAtStart start_curve(const TangentMaps& maps, std::span<const Matrix> earlier, CurveStart kind,
                         Random random);

// Where on a curve the maps R_i are nearest, in closed form: N times in [0, 1].
Vector times_along(const TangentMaps& maps, const GeneralizedGeodesic& curve);

// Σ_i λ_i ‖(1−t_i) U_0 + t_i U_1 − R_i‖² + what the plans from the mean cost beyond R_i.
QuadraticModel tangent_majoriser(const TangentMaps& maps, const Vector& times, const Vector& weights);

// The remark of §3: among translations the principal component is that of the means of the measures, number
// `component` counted from 0; beyond the rank of the means it stands still.
CurveAtStart translation_curve(const MeasureFamily& family, const Measure& mean, Index component);

}  // namespace wpga
