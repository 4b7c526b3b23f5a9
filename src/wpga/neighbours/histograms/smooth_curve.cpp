#include "wpga/neighbours/histograms/smooth_curve.hpp"

#include <cmath>

#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/numerics/polyline.hpp"
#include "wpga/numerics/smoothing_spline.hpp"

namespace wpga {

namespace {

constexpr double stretch = 2;
constexpr Index most_vertices = 200;

Matrix prolonged(Matrix vertices) {
  const Index last = vertices.cols() - 1;
  if (last < 1) return vertices;
  vertices.col(0) += stretch * (vertices.col(0) - vertices.col(1));
  vertices.col(last) += stretch * (vertices.col(last) - vertices.col(last - 1));
  return vertices;
}

Matrix first_line(const Matrix& points, const Vector& weights) {
  const EuclideanAxes axes = euclidean_axes(points, weights, 1);
  if (axes.axes.cols() == 0) return axes.center;
  Matrix ends(points.rows(), 2);
  ends << axes.center + axes.scores.minCoeff() * axes.axes, axes.center + axes.scores.maxCoeff() * axes.axes;
  return ends;
}

}  // namespace

PrincipalCurve smooth_curve(const Matrix& points, const Vector& weights, const SmoothCurveOptions& options) {
  PrincipalCurve curve{.vertices = first_line(points, weights)};
  PolylineProjection places = project_on_polyline(curve.vertices, points);
  curve.objective = {weights.dot(places.squared_distances)};
  curve.convergence.termination = Termination::iteration_limit;
  for (int iteration = 1; iteration <= options.iterations; ++iteration) {
    const SmoothedCurve smoothed =
        smoothing_spline(places.positions, points, weights, options.degrees_of_freedom);
    curve.vertices = prolonged(smoothed.values);
    places = project_on_polyline(curve.vertices, points);
    const double last = curve.objective.back(), objective = weights.dot(places.squared_distances);
    curve.objective.push_back(objective);
    curve.convergence.iterations = iteration;
    curve.convergence.residual = last > 0 ? std::abs(last - objective) / last : 0;
    if (curve.convergence.residual > options.tolerance) continue;
    curve.convergence.termination = Termination::converged;
    break;
  }
  curve.vertices = thinned_polyline(
      trimmed_polyline(curve.vertices, places.positions.minCoeff(), places.positions.maxCoeff()),
      most_vertices);
  return curve;
}

}  // namespace wpga
