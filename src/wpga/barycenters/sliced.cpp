#include "wpga/barycenters/sliced.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/length_unit.hpp"
#include "wpga/parallel/ordered_sum.hpp"

namespace wpga {

namespace {

// What the measures look like along one direction.
struct Slice {
  Vector levels;      // p: means of Σ_i λ_i Q_i over the levels [k/p, (k+1)/p]
  double energy = 0;  // Σ_i λ_i ∫ Q_i²
};

std::vector<Index> order_of(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(
      order, [&](Index a, Index b) { return values[a] < values[b] || (values[a] == values[b] && a < b); });
  return order;
}

// Adds λ × the level means of one projected measure.
void add_quantiles(const Vector& projected, const VectorView& weights, double lambda, Vector& levels) {
  const auto count = static_cast<double>(levels.size());
  double below = 0;  // mass under the atom at hand, in units of 1/p
  Index level = 0;
  for (const Index j : order_of(projected)) {
    double left = weights[j] * count;
    while (left > 0) {
      const double room = static_cast<double>(level + 1) - below;
      // Rounding in the weights must not run past the last level.
      const double share = level + 1 == levels.size() ? left : std::min(left, room);
      levels[level] += lambda * share * projected[j];
      below += share;
      left -= share;
      if (level + 1 < levels.size() && below >= static_cast<double>(level + 1)) ++level;
    }
  }
}

Slice slice_of(const MeasureFamily& family, const Vector& center, const Vector& direction, Index atoms) {
  Slice slice{Vector::Zero(atoms)};
  for (Index i = 0; i < family.count(); ++i) {
    const double lambda = family.measure_weight(i);
    if (lambda == 0) continue;
    const MeasureView measure = family[i];
    const Vector projected = (measure.points.colwise() - center).transpose() * direction;
    add_quantiles(projected, measure.weights, lambda, slice.levels);
    slice.energy += lambda * projected.cwiseAbs2().dot(measure.weights);
  }
  return slice;
}

struct Step {
  double objective = 0;
  Matrix movement;  // d × p: Σ_θ (wanted − θ·y) θ

  Step& operator+=(const Step& other) {
    objective += other.objective;
    movement += other.movement;
    return *this;
  }
};

// With q the sorted projections of Y and m the level means, Σ_i λ_i ∫ (q − Q_i)² = |q|²/p − 2 q·m/p + energy.
Step step_of(const Matrix& points, const Matrix& directions, const std::vector<Slice>& slices,
             const Execution& execution) {
  const Step zero{0, Matrix::Zero(points.rows(), points.cols())};
  return ordered_sum(execution, directions.cols(), zero, [&](Step& total, std::int64_t l) {
    const Slice& slice = slices[static_cast<std::size_t>(l)];
    const Vector projected = points.transpose() * directions.col(l);
    const std::vector<Index> order = order_of(projected);
    double cross = 0;
    for (Index rank = 0; rank < projected.size(); ++rank) {
      const Index k = order[static_cast<std::size_t>(rank)];
      cross += projected[k] * (projected[k] - 2 * slice.levels[rank]);
      total.movement.col(k) += (slice.levels[rank] - projected[k]) * directions.col(l);
    }
    total.objective += cross / static_cast<double>(projected.size()) + slice.energy;
  });
}

// Gram–Schmidt, twice for the last digits.
Matrix random_basis(Index dimension, Random& random) {
  Matrix basis = Matrix::NullaryExpr(dimension, dimension, [&] { return random.normal(); });
  for (Index k = 0; k < dimension; ++k)
    for (int round = 0; round < 2; ++round) {
      for (Index l = 0; l < k; ++l) basis.col(k) -= basis.col(l).dot(basis.col(k)) * basis.col(l);
      basis.col(k).normalize();
    }
  return basis;
}

}  // namespace

Matrix slicing_directions(Index dimension, int count, std::uint64_t seed) {
  if (dimension == 1) return Matrix::Ones(1, 1);
  if (dimension == 2) {
    const Index lines = std::max(2, count);
    Matrix directions(2, lines);
    for (Index l = 0; l < lines; ++l) {
      const double angle = std::numbers::pi * static_cast<double>(l) / static_cast<double>(lines);
      directions.col(l) << std::cos(angle), std::sin(angle);
    }
    return directions;
  }
  const Index bases = (count + dimension - 1) / dimension;
  Matrix directions(dimension, bases * dimension);
  Random random(seed);
  for (Index b = 0; b < bases; ++b) {
    directions.middleCols(b * dimension, dimension) = random_basis(dimension, random);
  }
  return directions;
}

Mean sliced_mean(const MeasureFamily& family, const PointsRef& start, const SlicedOptions& options,
                 const Execution& execution) {
  validate(options);
  require_measures(family);
  require(start.rows() == family.dimension() && start.cols() > 0,
          "the first atoms of the mean must live in the space of the measures");
  if (const double unit = length_unit(family, start); unit != 1)
    return in_data_unit(sliced_mean(in_unit(family, unit), start / unit, options, execution), unit);
  const Vector center = pooled_moments(family).mean;
  const Matrix directions = slicing_directions(family.dimension(), options.directions, options.seed);
  std::vector<Slice> slices(static_cast<std::size_t>(directions.cols()));
  parallel_for(execution, directions.cols(), [&](std::int64_t l) {
    slices[static_cast<std::size_t>(l)] = slice_of(family, center, directions.col(l), start.cols());
  });

  Mean mean;
  mean.convergence.termination = Termination::iteration_limit;
  // For fixed orders of the projections the objective is a quadratic with the Hessian Σ θθ' / L = I / d, so
  // this step minimises it; new orders only lower it.
  const double scale = static_cast<double>(family.dimension()) / static_cast<double>(directions.cols());
  const auto lines = static_cast<double>(directions.cols());
  Matrix points = start.colwise() - center;
  Step step = step_of(points, directions, slices, execution);
  mean.objective.push_back(step.objective / lines);
  while (mean.convergence.iterations < options.iterations) {
    const Matrix moved = points + scale * step.movement;
    step = step_of(moved, directions, slices, execution);
    ++mean.convergence.iterations;
    const double before = mean.objective.back(), now = step.objective / lines;
    mean.convergence.residual = before > 0 ? (before - now) / before : 0;
    if (now <= before) {
      points = moved;
      mean.objective.push_back(now);
    }
    if (now > before || mean.convergence.residual <= options.tolerance) {
      mean.convergence.termination = Termination::converged;
      break;
    }
  }
  mean.measure = {points.colwise() + center,
                  Vector::Constant(points.cols(), 1.0 / static_cast<double>(points.cols()))};
  measure_distances(mean, family, execution);
  return mean;
}

}  // namespace wpga
