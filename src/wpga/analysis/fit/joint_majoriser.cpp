#include "wpga/analysis/fit/joint_majoriser.hpp"

#include <algorithm>

#include "wpga/analysis/curves/joint_times.hpp"
#include "wpga/parallel/ordered_sum.hpp"

namespace wpga {

namespace {

struct Sums {
  Matrix metric;  // 2 K × 2 K
  Fields linear;  // 2 K
  double constant = 0;
  double objective = 0;
  Index not_converged = 0;

  Sums& operator+=(const Sums& other) {
    metric += other.metric;
    for (std::size_t a = 0; a < linear.size(); ++a) linear[a] += other.linear[a];
    constant += other.constant;
    objective += other.objective;
    not_converged += other.not_converged;
    return *this;
  }
};

struct Workspace {
  FamilyCouplings::Worker worker;
  Matrix points, map;
};

// (1−t_c, t_c) for each curve.
Vector shares_of_ends(const Vector& times) {
  Vector shares(2 * times.size());
  for (Index c = 0; c < times.size(); ++c) {
    shares[2 * c] = 1 - times[c];
    shares[2 * c + 1] = times[c];
  }
  return shares;
}

}  // namespace

JointPass majorise_jointly(const Matrix& mean, std::span<const GeneralizedGeodesic> curves, Matrix& times,
                           FamilyCouplings& couplings, const Execution& execution) {
  const MeasureFamily& family = couplings.family();
  const Vector& weights = couplings.weights();
  const auto count = static_cast<Index>(curves.size());
  std::vector<Matrix> directions;
  for (const GeneralizedGeodesic& curve : curves) directions.push_back(curve.direction());
  Matrix gram(count, count);
  for (Index c = 0; c < count; ++c)
    for (Index e = 0; e < count; ++e)
      gram(c, e) = inner_product(weights, directions[static_cast<std::size_t>(c)],
                                 directions[static_cast<std::size_t>(e)]);
  const Sums zero{Matrix::Zero(2 * count, 2 * count),
                  Fields(2 * curves.size(), Matrix::Zero(mean.rows(), mean.cols()))};
  Task task(execution, "components together", family.count());
  const auto make = [&] { return Workspace{couplings.worker(), mean, mean}; };
  Sums sums = ordered_sum(
      execution, family.count(), zero, make, [&](Workspace& workspace, Sums& total, std::int64_t i) {
        Coupling& coupling = couplings.attach(workspace.worker, i);
        Vector here = times.row(i);
        workspace.points = points_at(mean, curves, std::span<const double>(here.data(), curves.size()));
        const TransportValue value = coupling.solve(workspace.points);
        couplings.rest(workspace.worker, i);
        coupling.barycentric_map(workspace.map);
        workspace.points -= workspace.map;
        Vector slope(count);
        for (Index c = 0; c < count; ++c)
          slope[c] = inner_product(weights, workspace.points, directions[static_cast<std::size_t>(c)]);
        const double spread = value.primal - squared_norm(weights, workspace.points);
        const double distance = value.primal + improve_times(gram, here, slope);
        times.row(i) = here;
        const double lambda = family.measure_weight(i);
        workspace.map -= mean;  // R
        total.objective += lambda * std::max(0.0, distance);
        total.constant += lambda * (spread + squared_norm(weights, workspace.map));
        const Vector shares = shares_of_ends(here);
        total.metric += lambda * shares * shares.transpose();
        for (std::size_t a = 0; a < total.linear.size(); ++a)
          total.linear[a] += lambda * shares[static_cast<Index>(a)] * workspace.map;
        total.not_converged += value.convergence.converged() ? 0 : 1;
        task.advance();
      });
  return {{weights, std::move(sums.metric), std::move(sums.linear), sums.constant},
          sums.objective,
          sums.not_converged};
}

QuadraticModel model_of_curve(const QuadraticModel& model, const Fields& fields, std::size_t curve) {
  const auto first = static_cast<Index>(2 * curve);
  Fields others = fields;
  for (std::size_t a = 2 * curve; a < 2 * curve + 2; ++a) others[a].setZero();
  QuadraticModel part{model.weights,
                      model.metric.block(first, first, 2, 2),
                      {model.linear[2 * curve], model.linear[2 * curve + 1]},
                      model.value(others)};
  for (Index a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < fields.size(); ++b)
      part.linear[static_cast<std::size_t>(a)] -= model.metric(first + a, static_cast<Index>(b)) * others[b];
  return part;
}

}  // namespace wpga
