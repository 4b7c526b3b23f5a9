#include "wpga/analysis/fit/majoriser_sums.hpp"

#include <algorithm>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
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
  void travel(Parcel& parcel) { parcel(metric, linear, constant, objective, not_converged); }
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

MajoriserPass sum_plans(const CenteredPoints& mean, Index curves, const FamilyCouplings& couplings,
                        const ChoosePlan& choose, std::string_view task_name, const Execution& execution,
                        const PlanResults& results) {
  const MeasureFamily& family = couplings.family();
  const Vector& weights = couplings.weights();
  Vector squared_distances(family.count());
  const Sums zero{
      Matrix::Zero(2 * curves, 2 * curves),
      Fields(static_cast<std::size_t>(2 * curves), Matrix::Zero(mean.points.rows(), mean.points.cols()))};
  Task task(execution, task_name, own_share(execution, family.count()).size());
  const auto make = [&] { return PlanWorkspace{couplings.worker(), mean.points, mean.points}; };
  Sums sums = shared_sum(
      execution, family.count(), zero, make,
      [&](PlanWorkspace& workspace, Sums& total, std::int64_t i) {
        const PlanChoice choice = choose(workspace, i);
        const double lambda = family.measure_weight(i);
        squared_distances[i] = std::max(0.0, choice.distance);
        total.objective += lambda * squared_distances[i];
        total.not_converged += choice.not_converged;
        workspace.map -= mean.points;  // R
        total.constant += lambda * (choice.spread + squared_norm(weights, workspace.map));
        const Vector shares = shares_of_ends(choice.times);
        total.metric += lambda * shares * shares.transpose();
        for (std::size_t a = 0; a < total.linear.size(); ++a)
          total.linear[a] += lambda * shares[static_cast<Index>(a)] * workspace.map;
        task.advance();
      },
      [&](Parcel& parcel, std::int64_t i) {
        parcel(squared_distances[i]);
        results(parcel, i);
      });
  return {{weights, std::move(sums.metric), std::move(sums.linear), sums.constant},
          sums.objective,
          std::move(squared_distances),
          sums.not_converged};
}

}  // namespace wpga
