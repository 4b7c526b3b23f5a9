#include "wpga/neighbours/histograms/euclidean.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/products.hpp"
#include "wpga/neighbours/histograms/weight_analysis.hpp"

namespace wpga {

namespace {

// Axes beyond this share of the variance are rounding, and so is a variance below that of adding up equal
// vectors, as a share of their size.
constexpr double no_axis = 1e-12, rounding = 1e-28;

// Eigenvectors of the smaller Gram matrix, as axes; the eigenvalues fall.
void find_axes(const Matrix& scaled, Index count, EuclideanAxes& found) {
  const bool tall = scaled.rows() > scaled.cols();
  const Matrix gram = tall ? transposed_times(scaled, scaled) : times_transposed(scaled, scaled);
  const SymmetricEigen eigen = symmetric_eigen(gram);
  const Index size = gram.rows();
  Index kept = 0;
  while (kept < std::min(count, size) && eigen.values[size - 1 - kept] > no_axis * found.variance) ++kept;
  const Matrix vectors = eigen.vectors.rightCols(kept).rowwise().reverse();
  found.axes = tall ? product(scaled, vectors) : vectors;
  for (Index k = 0; k < kept; ++k) {
    found.axes.col(k).normalize();
    Index largest = 0;
    found.axes.col(k).cwiseAbs().maxCoeff(&largest);
    if (found.axes(largest, k) < 0) found.axes.col(k) *= -1;
  }
}

// The shortest beginning of the axes that explains a share of the variance, if one was asked for.
Index enough(const EuclideanAxes& axes, const ComponentGoal& goal) {
  double explained = 0;
  for (Index k = 0; k < axes.variances.size(); ++k) {
    if (goal.share && explained >= *goal.share * axes.variance) return k;
    explained += axes.variances[k];
  }
  return axes.variances.size();
}

}  // namespace

Vector measure_weights_of(const MeasureFamily& family) {
  return Vector::NullaryExpr(family.count(), [&](Index i) { return family.measure_weight(i); });
}

EuclideanAxes euclidean_axes(const Matrix& vectors, const Vector& measure_weights, Index count) {
  EuclideanAxes found{.center = vectors * measure_weights};
  Matrix scaled = vectors.colwise() - found.center;
  scaled *= measure_weights.cwiseSqrt().asDiagonal();
  if (scaled.squaredNorm() <= rounding * found.center.squaredNorm()) scaled.setZero();
  found.variance = scaled.squaredNorm();
  find_axes(scaled, count, found);
  found.scores = found.axes.transpose() * (vectors.colwise() - found.center);
  found.variances = found.scores.cwiseAbs2() * measure_weights;
  return found;
}

Analysis euclidean_analysis(const MeasureFamily& family, const Measure& mean,
                            const TransportOptions& transport, const EuclideanOptions& options,
                            const Execution& execution) {
  validate(options);
  validate(transport);
  const auto began = std::chrono::steady_clock::now();
  const CommonHistograms histograms = common_histograms(family, options.cells);
  const ComponentGoal goal = component_goal(options.components, family.count());
  const EuclideanAxes axes = euclidean_axes(histograms.weights, measure_weights_of(family), goal.components);
  const Index count = enough(axes, goal);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  std::vector<FoundCurve> found;
  double left = axes.variance;
  for (Index k = 0; k < count; ++k) {
    Matrix ends(histograms.weights.rows(), 2);
    ends << axes.center + axes.scores.row(k).minCoeff() * axes.axes.col(k),
        axes.center + axes.scores.row(k).maxCoeff() * axes.axes.col(k);
    left -= axes.variances[k];
    found.push_back({.curve = weight_curve(histograms.points, ends, axes.center, histograms.full),
                     .objective = {std::max(0.0, left)},
                     .convergence = {.iterations = 1},
                     .seconds = seconds / static_cast<double>(count)});
  }
  Analysis analysis = measured_analysis(found, family, mean, transport, options.times, execution);
  if (!goal.share && count < goal.components) analysis.termination = Termination::no_variance_left;
  return analysis;
}

}  // namespace wpga
