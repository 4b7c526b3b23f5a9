#include "wpga/neighbours/histograms/curve.hpp"

#include <algorithm>
#include <chrono>

#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/base/error.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/neighbours/histograms/k_segments.hpp"
#include "wpga/neighbours/histograms/smooth_curve.hpp"
#include "wpga/neighbours/histograms/weight_analysis.hpp"
#include "wpga/numerics/polyline.hpp"

namespace wpga {

namespace {

// Residuals below this share of the variance are rounding.
constexpr double no_rest = 1e-12;

PrincipalCurve principal_curve(const Matrix& points, const Vector& weights, const CurveOptions& options) {
  if (options.fit == CurveFit::segments)
    return k_segments(points, weights, {.segments = options.segments, .iterations = options.iterations});
  return smooth_curve(points, weights,
                      {.degrees_of_freedom = options.degrees_of_freedom,
                       .tolerance = options.tolerance,
                       .iterations = options.iterations});
}

Index curves_wanted(const CurveOptions& options, Index measures) {
  if (!options.components) return std::min<Index>(1, measures - 1);
  return component_goal(options.components, measures).components;
}

}  // namespace

Analysis curve_analysis(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                        const CurveOptions& options, const Execution& execution) {
  validate(options);
  validate(transport);
  const CommonHistograms histograms = common_histograms(family, options.cells);
  const Index wanted = curves_wanted(options, family.count());
  const Vector weights = measure_weights_of(family);
  const EuclideanAxes axes = euclidean_axes(histograms.weights, weights, options.axes);
  Matrix rest = axes.scores;
  std::vector<FoundCurve> found;
  while (static_cast<Index>(found.size()) < wanted &&
         weights.dot(rest.colwise().squaredNorm()) > no_rest * axes.variance) {
    check_stop(execution);
    const auto began = std::chrono::steady_clock::now();
    const PrincipalCurve here = principal_curve(rest, weights, options);
    rest -= project_on_polyline(here.vertices, rest).nearest;
    const Matrix knots = (axes.axes * here.vertices).colwise() + axes.center;
    found.push_back({.curve = weight_curve(histograms.points, knots, axes.center, histograms.full),
                     .objective = here.objective,
                     .convergence = here.convergence});
    found.back().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }
  Analysis analysis = measured_analysis(found, family, mean, transport, options.times, execution);
  if (static_cast<Index>(found.size()) < wanted) analysis.termination = Termination::no_variance_left;
  return analysis;
}

}  // namespace wpga
