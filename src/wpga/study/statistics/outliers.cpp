#include "wpga/study/statistics/outliers.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "wpga/study/statistics/permutation.hpp"

namespace wpga {

namespace {

constexpr double normal_cutoff = 3.090232;  // one in a thousand lies beyond
constexpr Index fewest_judged = 5;          // of fewer nobody is an outlier
constexpr double to_normal = 1.482602;
constexpr double cube_root_power = 2.0 / 3;

// Quantile of the χ² law by Wilson & Hilferty (1931), within 1 % here from three degrees on; exact below.
double chi_square_cutoff(Index degrees) {
  if (degrees == 1) return 10.827566;
  if (degrees == 2) return 13.815511;
  const double part = 2 / (9.0 * static_cast<double>(degrees));
  return static_cast<double>(degrees) * std::pow(1 - part + normal_cutoff * std::sqrt(part), 3);
}

// Medians and MADs of few values are uncertain themselves: with this factor one in a thousand of N good ones
// lies beyond a line, by simulation for N from 5 to 500 (docs/outliers.md).
double widening(Index count) { return 1 + 7 / static_cast<double>(std::max<Index>(1, count - 4)); }

Vector of_counting(const Vector& values, const Vector& weights) {
  if (weights.size() == 0) return values;
  std::vector<double> kept;
  for (Index i = 0; i < values.size(); ++i)
    if (weights[i] > 0) kept.push_back(values[i]);
  return VectorView(kept.data(), static_cast<Index>(kept.size()));
}

// Where more than half of the numbers are equal the MAD says nothing, and the standard deviation must do.
double spread_of(const Vector& values) {
  const double robust = robust_scale(values);
  if (robust > 0 || values.size() < 2) return robust;
  return std::sqrt((values.array() - values.mean()).square().mean());
}

// The line beyond which one in a thousand of such residuals lies.  Powers are taken in a binary unit of
// length, so that a change of unit by a power of two changes no digit.
double residual_line(const Vector& residuals, double wider) {
  const double largest = residuals.size() > 0 ? residuals.maxCoeff() : 0;
  if (!(largest > 0)) return 0;
  const Vector roots = in_binary_unit(residuals).array().pow(cube_root_power);
  const double line = std::pow(median(roots) + wider * normal_cutoff * spread_of(roots), 1 / cube_root_power);
  return std::ldexp(line, std::ilogb(largest));
}

}  // namespace

double median(const Vector& values) {
  std::vector<double> sorted;
  for (const double value : values)
    if (std::isfinite(value)) sorted.push_back(value);
  if (sorted.empty()) return 0;
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

double robust_scale(const Vector& values) {
  return to_normal * median((values.array() - median(values)).abs());
}

Outliers find_outliers(const Analysis& analysis, const Matrix& joint_scores, const Vector& measure_weights) {
  const Index measures = joint_scores.rows(), components = joint_scores.cols();
  const Vector weights = measure_weights.size() > 0
                             ? measure_weights
                             : Vector::Constant(measures, 1 / static_cast<double>(measures));
  Outliers found;
  found.leverage = weights;
  Vector squares = Vector::Zero(measures);
  for (Index k = 0; k < components; ++k) {
    const Vector scores = joint_scores.col(k);
    const double spread = weights.dot(scores.cwiseAbs2());
    if (spread > 0) found.leverage.array() += weights.array() * scores.array().square() / spread;
    const Vector judging = of_counting(scores, measure_weights);
    if (const double scale = spread_of(judging); scale > 0)
      squares.array() += ((scores.array() - median(judging)) / scale).square();
  }
  found.score_distance = squares.cwiseSqrt();
  const Vector residuals = analysis.joint_squared_distances.col(components - 1).cwiseMax(0).cwiseSqrt();
  const Vector judging = of_counting(residuals, measure_weights);
  const double wider = widening(judging.size());
  found.score_cutoff = wider * std::sqrt(chi_square_cutoff(components));
  found.residual = residuals;
  found.residual_cutoff = residual_line(judging, wider);
  // Distances are known to a thousandth of the variance or better: nobody is off by less.
  const double known = std::sqrt(1e-3 * std::max(0.0, analysis.variance));
  found.residual_cutoff = std::max(found.residual_cutoff, known);
  found.flags = Vector::Zero(measures);
  if (judging.size() < fewest_judged) return found;
  found.flags = (found.score_distance.array() > found.score_cutoff).cast<double>() +
                2 * (found.residual.array() > found.residual_cutoff).cast<double>();
  return found;
}

}  // namespace wpga
