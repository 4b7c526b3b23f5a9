#include "wpga/transport/entropic/sinkhorn_divergence.hpp"

#include "wpga/base/error.hpp"
#include "wpga/measures/length_unit.hpp"
#include "wpga/transport/entropic/entropic_solver.hpp"

namespace wpga {

namespace {

// The plan does not see translations: each cloud is centred on its own mean.
struct Centered {
  CenteredCloud cloud;
  Vector weights;
  double variance;
};

Centered centered(const MeasureView& measure) {
  Centered result{
      .cloud = centered_cloud(measure.points, measure.weights), .weights = measure.weights, .variance = 0};
  result.variance = result.cloud.points.colwise().squaredNorm().dot(result.weights);
  return result;
}

struct EntropicValue {
  double value;
  Convergence convergence;
};

EntropicValue entropic_value(const Centered& source, const Centered& target, double epsilon,
                             const SinkhornOptions& options) {
  EntropicSolver<double> solver(source.weights);
  solver.set_target(target.cloud.points, target.weights);
  solver.set_source(source.cloud.points);
  Vector potentials = Vector::Zero(target.weights.size());
  const Convergence convergence =
      solver.solve(epsilon,
                   {.tolerance = options.marginal_tolerance,
                    .iterations = options.iterations,
                    .memory = static_cast<std::size_t>(options.kernel_memory * 1024 * 1024)},
                   potentials);
  return {solver.regularized_value(), convergence};
}

}  // namespace

SinkhornDivergence sinkhorn_divergence(const MeasureView& source, const MeasureView& target,
                                       const SinkhornOptions& options) {
  validate(options);
  require(source.dimension() == target.dimension(), "the two measures have different dimensions");
  require(source.size() > 0 && target.size() > 0, "a measure has no atoms");
  if (const double unit = length_unit(source.points, target.points); unit != 1) {
    const Measure from = in_unit(source, unit), to = in_unit(target, unit);
    SinkhornDivergence result = sinkhorn_divergence(from.view(), to.view(), options);
    for (double* value :
         {&result.divergence, &result.between, &result.of_source, &result.of_target, &result.regularization})
      *value *= unit * unit;
    return result;
  }
  const Centered one = centered(source), other = centered(target);
  const double between_means = shift_between(other.cloud, one.cloud).squaredNorm();
  const double mean_cost = one.variance + other.variance + between_means;
  SinkhornDivergence result;
  result.regularization = options.regularization * (mean_cost > 0 ? mean_cost : 1);
  const EntropicValue between = entropic_value(one, other, result.regularization, options);
  const EntropicValue of_source = entropic_value(one, one, result.regularization, options);
  const EntropicValue of_target = entropic_value(other, other, result.regularization, options);
  result.between = between.value + between_means;
  result.of_source = of_source.value;
  result.of_target = of_target.value;
  result.divergence = between_means + (between.value - 0.5 * (of_source.value + of_target.value));
  for (const EntropicValue& each : {between, of_source, of_target})
    if (each.convergence.residual >= result.convergence.residual) result.convergence = each.convergence;
  return result;
}

}  // namespace wpga
