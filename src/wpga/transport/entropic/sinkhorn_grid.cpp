#include "wpga/transport/entropic/sinkhorn_grid.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>

#include "wpga/base/error.hpp"
#include "wpga/kernels/axis_transform.hpp"
#include "wpga/kernels/gibbs.hpp"
#include "wpga/numerics/mixing.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/transport/entropic/entropic_solver.hpp"
#include "wpga/transport/entropic/scaling_stages.hpp"

namespace wpga {

namespace {

using scaling_stages::columns_together;
using scaling_stages::first_regularization;
using scaling_stages::mixing_depth;
using scaling_stages::regularization_factor;
using scaling_stages::stage_iterations;
using scaling_stages::stage_tolerance;

Matrix logarithms_of(const Matrix& weights) {
  return (weights.array() > 0).select(weights.array().max(1e-320).log(), kernels::nothing);
}

// One block of measures on its way to the solution.
struct Block {
  const Vector& source_weights;
  const Vector& log_source_weights;
  Matrix weights, log_weights;  // n × columns
  Matrix potentials;
  std::vector<Convergence> convergence;
};

// Sinkhorn's map at the given columns: the logarithms of row sums and of column masses.
struct Sweep {
  Matrix row_logarithms;     // log Σ_j exp(β_j − c_ij/ε), p × columns
  Matrix column_logarithms;  // log Σ_i exp(α_i − c_ij/ε), n × columns
  Matrix beta;               // potentials/ε + log weights
};

Sweep sweep(const GibbsKernel& kernel, const Matrix& potentials, const Matrix& log_weights,
            const Vector& log_source_weights) {
  Sweep result;
  result.beta = potentials / kernel.regularization() + log_weights;
  kernel.log_apply(result.beta, Side::source, result.row_logarithms);
  const Matrix alpha = (-result.row_logarithms).colwise() + log_source_weights;
  kernel.log_apply(alpha, Side::target, result.column_logarithms);
  return result;
}

// What one measure remembers between its sweeps.
struct Column {
  Index index;  // in the block
  Mixing mixing{mixing_depth};
  Vector plain;
  double accepted = -std::numeric_limits<double>::infinity();
};

// Takes an accelerated step, or back the last one if the concave dual value has fallen.
void advance(Column& column, double value, double rounding, const Vector& weights, const Vector& next_plain,
             Eigen::Ref<Vector> potentials) {
  if (value < column.accepted - rounding && column.mixing.has_history()) {
    column.mixing.restart(weights);
    potentials = column.plain;
    return;
  }
  column.plain = next_plain;
  column.accepted = value;
  const Vector here = potentials;
  Vector next;
  column.mixing.advance(here, next_plain - here, next);
  potentials = next;
}

Matrix gathered(const Matrix& from, const std::vector<Column>& columns) {
  Matrix out(from.rows(), static_cast<Index>(columns.size()));
  for (std::size_t m = 0; m < columns.size(); ++m)
    out.col(static_cast<Index>(m)) = from.col(columns[m].index);
  return out;
}

void iterate(const GibbsKernel& kernel, double tolerance, int limit, double rounding, Block& block) {
  const double epsilon = kernel.regularization();
  std::vector<Column> active;
  for (Index m = 0; m < block.weights.cols(); ++m) {
    active.push_back({.index = m});
    active.back().mixing.restart(block.weights.col(m));
  }
  while (!active.empty()) {
    check_stop();
    const Sweep now = sweep(kernel, gathered(block.potentials, active), gathered(block.log_weights, active),
                            block.log_source_weights);
    const Matrix masses = exponentials_of(now.beta + now.column_logarithms);
    std::vector<Column> still;
    for (std::size_t m = 0; m < active.size(); ++m) {
      const Index k = active[m].index, at = static_cast<Index>(m);
      Convergence& convergence = block.convergence[static_cast<std::size_t>(k)];
      convergence.residual = (masses.col(at) - block.weights.col(k)).lpNorm<1>();
      convergence.iterations += 1;
      const bool converged = convergence.residual <= tolerance;
      convergence.termination = converged ? Termination::converged : Termination::iteration_limit;
      if (converged || convergence.iterations >= limit) continue;
      const double value = block.weights.col(k).dot(block.potentials.col(k)) -
                           epsilon * block.source_weights.dot(now.row_logarithms.col(at));
      advance(active[m], value, rounding * epsilon, block.weights.col(k),
              -epsilon * now.column_logarithms.col(at), block.potentials.col(k));
      still.push_back(std::move(active[m]));
    }
    active.swap(still);
  }
}

// Upper bound: columns with too much mass are cut, what is missing is put back as a product.  Lower bound:
// c-transforms.
void evaluate(const GibbsKernel& kernel, const Block& block, std::vector<TransportValue>& values,
              Index first) {
  const double epsilon = kernel.regularization();
  const Sweep now = sweep(kernel, block.potentials, block.log_weights, block.log_source_weights);
  const Matrix alpha = (-now.row_logarithms).colwise() + block.log_source_weights;
  const Matrix masses = exponentials_of(now.beta + now.column_logarithms);
  const Matrix shares = (masses.array() > block.weights.array())
                            .select(block.weights.array() / masses.array().max(1e-300), 1.0);
  const Matrix kept = (now.beta.array() + shares.array().max(1e-300).log()).matrix();
  Matrix rows, costs, source_potentials, target_potentials;
  kernel.log_apply(kept, Side::source, rows);
  kernel.log_apply_cost(kept, costs);
  rows = exponentials_of(rows + alpha);
  costs = exponentials_of(costs + alpha);
  const Matrix supported =
      (block.weights.array() > 0)
          .select(block.potentials, Matrix::Constant(kept.rows(), kept.cols(), kernels::nothing));
  kernel.c_transform(supported, Side::source, source_potentials);
  for (Index i = 0; i < source_potentials.rows(); ++i)
    if (block.source_weights[i] == 0) source_potentials.row(i).setConstant(kernels::nothing);
  kernel.c_transform(source_potentials, Side::target, target_potentials);
  for (Index m = 0; m < block.weights.cols(); ++m) {
    const Vector missing_rows = (block.source_weights - rows.col(m)).cwiseMax(0);
    const Vector missing_columns =
        (block.weights.col(m) - masses.col(m).cwiseProduct(shares.col(m))).cwiseMax(0);
    const double missing = std::max(missing_rows.sum(), missing_columns.sum());
    TransportValue& value = values[static_cast<std::size_t>(first + m)];
    value.convergence = block.convergence[static_cast<std::size_t>(m)];
    value.primal = costs.col(m).sum();
    if (missing > 0) value.primal += kernel.product_cost(missing_rows, missing_columns) / missing;
    for (Index i = 0; i < rows.rows(); ++i)
      if (block.source_weights[i] > 0) value.dual += block.source_weights[i] * source_potentials(i, m);
    for (Index j = 0; j < kept.rows(); ++j)
      if (block.weights(j, m) > 0) value.dual += block.weights(j, m) * target_potentials(j, m);
    value.bias = block.weights.col(m).dot(block.potentials.col(m)) -
                 epsilon * block.source_weights.dot(now.row_logarithms.col(m)) - value.primal;
  }
}

struct BatchProblem {
  Vector source_weights;
  const Matrix& weights;
  double mean_cost;  // over all measures
  std::function<std::unique_ptr<GibbsKernel>(double epsilon, Precision)> kernel;
};

BatchTransport solve_batch(const BatchProblem& problem, const SinkhornOptions& options, const Matrix& start,
                           const Execution& execution) {
  const Index count = problem.weights.cols();
  BatchTransport result;
  result.values.resize(static_cast<std::size_t>(count));
  result.regularization = options.regularization * problem.mean_cost;
  const bool cold = start.size() == 0;
  result.target_potentials = cold ? Matrix::Zero(problem.weights.rows(), count) : start;
  const Vector log_source_weights = logarithms_of(problem.source_weights);
  const Precision precision =
      options.marginal_tolerance >= 1e-5 ? Precision::single_precision : Precision::double_precision;
  const double rounding = precision == Precision::single_precision ? 1e-6 : 1e-11;

  std::vector<std::unique_ptr<GibbsKernel>> stages;
  if (cold)
    for (double epsilon = first_regularization * problem.mean_cost; epsilon > result.regularization;
         epsilon *= regularization_factor)
      stages.push_back(problem.kernel(epsilon, precision));
  stages.push_back(problem.kernel(result.regularization, precision));
  const auto exact = problem.kernel(result.regularization, Precision::double_precision);

  parallel_for(execution, (count + columns_together - 1) / columns_together, [&](std::int64_t part) {
    const Index first = part * columns_together, columns = std::min(columns_together, count - first);
    Block block{problem.source_weights, log_source_weights};
    block.weights = problem.weights.middleCols(first, columns);
    block.log_weights = logarithms_of(block.weights);
    block.potentials = result.target_potentials.middleCols(first, columns);
    block.convergence.resize(static_cast<std::size_t>(columns));
    for (std::size_t stage = 0; stage + 1 < stages.size(); ++stage) {
      const int limit = std::min(options.iterations - 1, static_cast<int>(stage + 1) * stage_iterations);
      if (block.convergence[0].iterations < limit)
        iterate(*stages[stage], stage_tolerance, limit, rounding, block);
    }
    iterate(*stages.back(), options.marginal_tolerance, options.iterations, rounding, block);
    evaluate(*exact, block, result.values, first);
    result.target_potentials.middleCols(first, columns) = block.potentials;
  });
  return result;
}

// Too wide or too large for one shared kernel: every measure on a kernel of its own.
BatchTransport solve_one_by_one(const Matrix& source, const Vector& source_weights, const Matrix& support,
                                const Matrix& weights, double epsilon, const SinkhornOptions& options,
                                const Matrix& start, const Execution& execution) {
  BatchTransport result;
  result.values.resize(static_cast<std::size_t>(weights.cols()));
  result.regularization = epsilon;
  result.target_potentials = start.size() == 0 ? Matrix::Zero(weights.rows(), weights.cols()) : start;
  parallel_for(execution, weights.cols(), [&](std::int64_t m) {
    EntropicSolver<double> solver(source_weights);
    std::vector<Index> atoms;
    for (Index j = 0; j < weights.rows(); ++j)
      if (weights(j, m) > 0) atoms.push_back(j);
    Vector potentials = result.target_potentials.col(m)(atoms);
    solver.set_target(support(Eigen::all, atoms), weights.col(m)(atoms));
    solver.set_source(source);
    TransportValue& value = result.values[static_cast<std::size_t>(m)];
    value.convergence = solver.solve(epsilon,
                                     {.tolerance = options.marginal_tolerance,
                                      .iterations = options.iterations,
                                      .memory = static_cast<std::size_t>(options.kernel_memory * 1024 * 1024),
                                      .cold = start.size() == 0},
                                     potentials);
    const RoundedPlan plan = solver.round();
    value.primal = plan.primal;
    value.dual = plan.dual;
    value.bias = solver.regularized_value() - plan.primal;
    result.target_potentials.col(m)(atoms) = potentials;
  });
  return result;
}

void check(Index sources, const WeightsRef& source_weights, Index targets, const Matrix& weights,
           const Matrix& start) {
  require(source_weights.size() == sources,
          fmt::format("{} source points but {} source weights", sources, source_weights.size()));
  require(weights.rows() == targets,
          fmt::format("the support has {} points, but the weights have {} rows", targets, weights.rows()));
  require(start.size() == 0 || (start.rows() == weights.rows() && start.cols() == weights.cols()),
          "the starting potentials have another shape than the weights");
}

}  // namespace

BatchTransport shared_support_transport(const PointsRef& source, const WeightsRef& source_weights,
                                        const PointsRef& support, const Matrix& weights,
                                        const SinkhornOptions& options, const Matrix& start,
                                        const Execution& execution) {
  validate(options);
  require(source.rows() == support.rows(), "source and support have different dimensions");
  check(source.cols(), source_weights, support.cols(), weights, start);
  if (weights.cols() == 0) return {};
  const Vector mean_weights = weights.rowwise().mean();
  const CenteredCloud targets = centered_cloud(support, mean_weights);
  const Matrix z = (source.colwise() - targets.place).colwise() - targets.remainder, &x = targets.points;
  // x is centred on the mean of all targets, so the mixed term vanishes.
  const double cost =
      z.colwise().squaredNorm().dot(source_weights) + x.colwise().squaredNorm().dot(mean_weights);
  const double mean_cost = cost > 0 ? cost : 1;
  const double epsilon = options.regularization * mean_cost;
  const double reach = z.colwise().norm().maxCoeff() + x.colwise().norm().maxCoeff();
  const double bytes = 32.0 * static_cast<double>(z.cols()) * static_cast<double>(x.cols());
  if (reach * reach / epsilon > safe_range(Precision::double_precision) ||
      bytes > options.kernel_memory * 1024 * 1024)
    return solve_one_by_one(z, source_weights, x, weights, epsilon, options, start, execution);
  return solve_batch({source_weights, weights, mean_cost,
                      [&](double e, Precision precision) { return dense_kernel(z, x, e, precision); }},
                     options, start, execution);
}

BatchTransport grid_transport(const Grid& grid, const WeightsRef& source_weights, const Matrix& weights,
                              const SinkhornOptions& options, const Matrix& start,
                              const Execution& execution) {
  validate(options);
  require(!grid.shape.empty() && grid.size() > 0, "the grid has no points");
  require(grid.spacing.empty() || grid.spacing.size() == grid.shape.size(),
          "the grid needs one spacing for each axis");
  check(grid.size(), source_weights, grid.size(), weights, start);
  if (weights.cols() == 0) return {};
  const Vector mean_weights = weights.rowwise().mean();
  const double cost = grid_kernel(grid, 1)->product_cost(source_weights, mean_weights);
  return solve_batch({source_weights, weights, cost > 0 ? cost : 1,
                      [&](double e, Precision precision) { return grid_kernel(grid, e, precision); }},
                     options, start, execution);
}

// Coordinates are moved to positive numbers, whose means are sums in the log domain too.
Matrix conditional_means(const GibbsKernel& kernel, const PointsRef& support, const WeightsRef& weights,
                         const WeightsRef& potentials) {
  const Index dimension = support.rows();
  const Vector lowest = support.rowwise().minCoeff();
  const Vector beta = potentials / kernel.regularization() + Vector(logarithms_of(weights));
  Matrix in(beta.size(), dimension + 1), out;
  in.col(0) = beta;
  for (Index k = 0; k < dimension; ++k)
    in.col(k + 1) = beta + Vector(logarithms_of((support.row(k).array() - lowest[k]).matrix().transpose()));
  kernel.log_apply(in.cwiseMax(kernels::nothing), Side::source, out);
  Matrix means(dimension, out.rows());
  for (Index k = 0; k < dimension; ++k)
    means.row(k) = (out.col(k + 1) - out.col(0)).array().exp().matrix().transpose().array() + lowest[k];
  return means;
}

}  // namespace wpga
