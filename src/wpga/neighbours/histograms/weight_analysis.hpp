// Curves of weights that a method found, as a whole analysis.  docs/weight_projection.md
#pragma once

#include <span>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

// Signed Euclidean length along the curve from its point nearest the center to that nearest to each measure,
// in units of mass: what PCA calls a score.
Vector scores(const WeightCurve& curve, const MeasureFamily& family);

// What a method found, before it is measured.
struct FoundCurve {
  WeightCurve curve;
  std::vector<double> objective;
  Convergence convergence;
  double seconds = 0;
};

// The whole analysis of curves on common points.  Certificates of maps, and tangent shares, do not apply.
Analysis measured_analysis(std::span<const FoundCurve> found, const MeasureFamily& family,
                           const Measure& mean, const TransportOptions& transport,
                           const ProjectionOptions& times, const Execution& execution);

}  // namespace wpga
