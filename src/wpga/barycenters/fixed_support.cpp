#include "wpga/barycenters/fixed_support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "wpga/barycenters/bregman_projections.hpp"
#include "wpga/barycenters/coupled_family.hpp"
#include "wpga/barycenters/starting_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/measures/distinct_atoms.hpp"
#include "wpga/measures/length_unit.hpp"

namespace wpga {

namespace {

constexpr double largest_kernel = 0x1p27;

// Drops the lightest atoms as long as together they stay within the share.
void prune(Mean& mean, const PointsRef& support, const Vector& weights, double share) {
  std::vector<Index> order(static_cast<std::size_t>(weights.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index k) { return weights[k]; });
  double lost = 0;
  Vector kept = weights;
  for (const Index k : order) {
    if (lost + weights[k] > share) break;
    lost += weights[k];
    kept[k] = 0;
  }
  mean.measure = make_measure(support, kept);
  mean.mass_lost = lost;
}

// Σ_i λ_i Σ_kj a_ij |y_k − x_j|² / p
double mean_cost(const PointsRef& support, const Measure& pool) {
  const Vector center = support.rowwise().mean();
  const double spread = (support.colwise() - center).squaredNorm() / static_cast<double>(support.cols());
  return spread + (pool.points.colwise() - center).colwise().squaredNorm().dot(pool.weights);
}

double absolute_regularization(const FixedSupportOptions& options, const PointsRef& support,
                               const Measure& pool) {
  const double cost = mean_cost(support, pool);
  return cost > 0 ? options.regularization * cost : options.regularization;
}

BregmanOptions bregman_options(const FixedSupportOptions& options) {
  return {.tolerance = options.tolerance, .iterations = options.iterations};
}

Mean finish(const BregmanMean& found, const PointsRef& support, const MeasureFamily& family,
            const FixedSupportOptions& options, const Execution& execution) {
  Mean mean;
  mean.convergence = found.convergence;
  mean.objective = found.residuals;
  prune(mean, support, found.weights, options.prune);
  measure_distances(mean, family, execution);
  return mean;
}

// Column i holds measure i on the points of the pool; place_of numbers all atoms of the family one after the
// other.
Matrix weights_on(Index points, const std::vector<std::int32_t>& place_of, const MeasureFamily& family) {
  Matrix weights = Matrix::Zero(points, family.count());
  for (Index i = 0; i < family.count(); ++i) {
    const auto first = static_cast<std::size_t>(family.offsets()[static_cast<std::size_t>(i)]);
    for (Index j = 0; j < family[i].size(); ++j)
      weights(place_of[first + static_cast<std::size_t>(j)], i) += family[i].weights[j];
  }
  return weights;
}

Vector measure_weights_of(const MeasureFamily& family) {
  return Vector::NullaryExpr(family.count(), [&](Index i) { return family.measure_weight(i); });
}

Mean by_bregman(const MeasureFamily& family, const PointsRef& support, const FixedSupportOptions& options,
                const Execution& execution) {
  const DistinctAtoms distinct = merge_duplicates({family.points(), family.weights()});
  const double entries = static_cast<double>(support.cols()) * static_cast<double>(distinct.measure.size());
  require(entries <= largest_kernel,
          fmt::format("the kernel between {} atoms of the mean and {} distinct atoms of the measures is too "
                      "large; use fewer atoms, quantise the measures, or use `method` free",
                      support.cols(), distinct.measure.size()));
  const double epsilon = absolute_regularization(options, support, pooled_atoms(family));
  const auto kernel = dense_kernel(support, distinct.measure.points, epsilon);
  const auto own =
      options.algorithm == FixedAlgorithm::debiased ? dense_kernel(support, support, epsilon) : nullptr;
  const BregmanMean found =
      bregman_projections(*kernel, own.get(), weights_on(distinct.measure.size(), distinct.place_of, family),
                          measure_weights_of(family), bregman_options(options), execution);
  return finish(found, support, family, options, execution);
}

// Mirror descent on the simplex with steps that shrink like 1/√t.  Potentials of exact plans are subgradients
// of the variance in the weights.
Mean by_subgradients(const MeasureFamily& family, const PointsRef& support,
                     const FixedSupportOptions& options, const Execution& execution) {
  const double least = 1e-9 / static_cast<double>(support.cols());
  Vector weights = Vector::Constant(support.cols(), 1.0 / static_cast<double>(support.cols()));
  CoupledFamily couplings(family, {.transport = TransportMethod::exact}, weights);
  const Matrix points = support.colwise() - couplings.center();
  Vector best = weights;
  Mean mean;
  mean.convergence.termination = Termination::iteration_limit;
  constexpr std::size_t patience = 10;
  while (mean.convergence.iterations < options.iterations) {
    const CoupledFamily::Pass pass = couplings.solve(points, weights, true, execution);
    ++mean.convergence.iterations;
    mean.unconverged_transports += pass.not_converged;
    if (mean.objective.empty() || pass.objective < mean.objective.back()) best = weights;
    mean.objective.push_back(mean.objective.empty() ? pass.objective
                                                    : std::min(pass.objective, mean.objective.back()));
    if (mean.objective.size() > patience) {
      const double before = mean.objective[mean.objective.size() - 1 - patience];
      mean.convergence.residual = before > 0 ? 1 - mean.objective.back() / before : 0;
      if (mean.convergence.residual <= options.tolerance) {
        mean.convergence.termination = Termination::converged;
        break;
      }
    }
    const Vector slope = pass.potentials.array() - weights.dot(pass.potentials);
    const double steepest = slope.cwiseAbs().maxCoeff();
    if (!(steepest > 0)) {
      mean.convergence.termination = Termination::converged;
      break;
    }
    const double step = options.step / std::sqrt(mean.convergence.iterations) / steepest;
    weights = (weights.array() * (-step * slope.array()).exp()).matrix();
    weights = (weights / weights.sum()).cwiseMax(least);
    weights /= weights.sum();
  }
  prune(mean, support, best, options.prune);
  measure_distances(mean, family, execution);
  return mean;
}

// The cell of each atom, or −1 off the centres; the last axis of the grid is the first coordinate.
std::int32_t cell_of(const Eigen::Ref<const Vector>& point, const std::vector<std::int64_t>& shape) {
  std::int64_t cell = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const double at = point[static_cast<Index>(shape.size() - 1 - axis)] - 0.5;
    if (!(at >= 0 && at < static_cast<double>(shape[axis])) || at != std::floor(at)) return -1;
    cell = cell * shape[axis] + static_cast<std::int64_t>(at);
  }
  return static_cast<std::int32_t>(cell);
}

bool has_usable_grid(const MeasureFamily& family) {
  const std::vector<std::int64_t>& shape = family.space().grid;
  double cells = 1;
  for (const std::int64_t along : shape) cells *= static_cast<double>(along);
  return !shape.empty() && static_cast<Index>(shape.size()) == family.dimension() && cells >= 1 &&
         cells <= 0x1p24 && family.space().scale.empty();
}

std::vector<std::int32_t> cells_of(const MeasureFamily& family) {
  std::vector<std::int32_t> cells(static_cast<std::size_t>(family.atoms()));
  const MatrixView points = family.points();
  for (std::size_t j = 0; j < cells.size(); ++j)
    cells[j] = cell_of(points.col(static_cast<Index>(j)), family.space().grid);
  return cells;
}

}  // namespace

bool lives_on_grid(const MeasureFamily& family) {
  return has_usable_grid(family) && std::ranges::min(cells_of(family)) >= 0;
}

Mean fixed_support_mean(const MeasureFamily& family, const PointsRef& support,
                        const FixedSupportOptions& options, const Execution& execution) {
  validate(options);
  require_measures(family);
  require(support.rows() == family.dimension() && support.cols() > 0,
          "the support of the mean must be points of the space of the measures");
  if (const double unit = length_unit(family, support); unit != 1) {
    Mean mean = fixed_support_mean(in_unit(family, unit), support / unit, options, execution);
    const std::vector<double> objective = mean.objective;
    mean = in_data_unit(std::move(mean), unit);
    // Residuals of Bregman projections are masses.
    if (options.algorithm != FixedAlgorithm::subgradient) mean.objective = objective;
    return mean;
  }
  if (options.algorithm == FixedAlgorithm::subgradient)
    return by_subgradients(family, support, options, execution);
  return by_bregman(family, support, options, execution);
}

Mean grid_mean(const MeasureFamily& family, const FixedSupportOptions& options, const Execution& execution) {
  validate(options);
  require_measures(family);
  require(has_usable_grid(family), "the measures live on no common grid; give a support");
  const std::vector<std::int32_t> cells = cells_of(family);
  require(std::ranges::min(cells) >= 0,
          "some atoms are not at the cell centres of their grid; give a support");
  const std::vector<std::int64_t>& shape = family.space().grid;
  const Grid grid{.shape = {shape.begin(), shape.end()}};
  // Grid points count axes from the slowest; our coordinates begin with the fastest.
  const Matrix support = grid.points().colwise().reverse().array() + 0.5;
  if (options.algorithm == FixedAlgorithm::subgradient)
    return by_subgradients(family, support, options, execution);
  const double epsilon = absolute_regularization(options, support, pooled_atoms(family));
  const auto kernel = grid_kernel(grid, epsilon);
  const BregmanMean found =
      bregman_projections(*kernel, options.algorithm == FixedAlgorithm::debiased ? kernel.get() : nullptr,
                          weights_on(support.cols(), cells, family), measure_weights_of(family),
                          bregman_options(options), execution);
  return finish(found, support, family, options, execution);
}

}  // namespace wpga
