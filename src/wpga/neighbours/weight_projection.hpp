// Curves of weights measured with W2²: nearest times with a proof, and the analysis they make.
// docs/weight_projection.md
#pragma once

#include <span>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/projection.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/transport/choice.hpp"

namespace wpga {

// min_t W2²(h_t, μ_i) for every measure, where h_t are the nearest probabilities to the curve (exact at knots
// and wherever the curve has no negative weights; elsewhere at 64 times, straight between them).  W2² is
// convex in the weights, so that the dual of every solve bounds all times from below: cutting planes (Kelley
// 1960). `scale` is the variance that the tolerance refers to; the nearest time in the Euclidean sense is
// tried first. The same bits for any number of threads.
Projections project(const WeightCurve& curve, const MeasureFamily& family, const TransportOptions& transport,
                    double scale, const ProjectionOptions& options, const Execution& execution);

// Times on the first 1 … K curves together, as project_jointly for moving atoms: a measure may leave out any
// curve, so that distances never rise with K.  Upper bounds.
JointProjections project_jointly(std::span<const WeightCurve> curves, std::span<const Projections> single,
                                 const MeasureFamily& family, const TransportOptions& transport,
                                 const Execution& execution);

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
Analysis measured(std::span<const FoundCurve> found, const MeasureFamily& family, const Measure& mean,
                  const TransportOptions& transport, const ProjectionOptions& times,
                  const Execution& execution);

}  // namespace wpga
