#include "wpga/analysis/fit/majoriser.hpp"

#include <algorithm>
#include <vector>

#include "wpga/parallel/ordered_sum.hpp"
#include "wpga/transport/position_search.hpp"

namespace wpga {

Fields ends_of(const GeneralizedGeodesic& curve) { return {-curve.backward, curve.forward}; }

GeneralizedGeodesic curve_between(const Fields& ends) { return {-ends[0], ends[1]}; }

namespace {

struct Sums {
  double start = 0, mixed = 0, end = 0;  // Σ(1−t)², Σt(1−t), Σt²
  Matrix towards_start, towards_end;     // Σ(1−t)R, ΣtR
  double constant = 0;
  double objective = 0;
  Index not_converged = 0;

  Sums& operator+=(const Sums& other) {
    start += other.start;
    mixed += other.mixed;
    end += other.end;
    towards_start += other.towards_start;
    towards_end += other.towards_end;
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

// A plan (through its map, in the workspace), the time it is used at, and what it costs there.
struct Choice {
  double time;
  double distance;
  Index not_converged;  // solves that stopped early on the way to it
};

// choose(workspace, i) picks plan and time for measure i; the sums follow.
template <class Choose>
MajoriserPass sum_up(const Matrix& mean, const GeneralizedGeodesic& curve, Vector& times,
                     const FamilyCouplings& couplings, const Execution& execution, Choose&& choose) {
  const MeasureFamily& family = couplings.family();
  const Vector& weights = couplings.weights();
  MajoriserPass pass;
  pass.squared_distances.resize(family.count());
  Sums zero;
  zero.towards_start = zero.towards_end = Matrix::Zero(mean.rows(), mean.cols());
  Task task(execution, "component", family.count());
  const auto make = [&] { return Workspace{couplings.worker(), mean, mean}; };
  Sums sums = ordered_sum(
      execution, family.count(), zero, make, [&](Workspace& workspace, Sums& total, std::int64_t i) {
        const Choice choice = choose(workspace, i);
        const double time = times[i] = choice.time;
        const double lambda = family.measure_weight(i);
        pass.squared_distances[i] = std::max(0.0, choice.distance);
        total.objective += lambda * pass.squared_distances[i];
        total.not_converged += choice.not_converged;
        // What does not depend on the curve: the spread of the plan about its map, and ‖R‖².
        workspace.points = mean + time * curve.forward - (1 - time) * curve.backward - workspace.map;
        workspace.map -= mean;  // R
        total.constant += lambda * (choice.distance - squared_norm(weights, workspace.points) +
                                    squared_norm(weights, workspace.map));
        total.start += lambda * (1 - time) * (1 - time);
        total.mixed += lambda * time * (1 - time);
        total.end += lambda * time * time;
        total.towards_start += lambda * (1 - time) * workspace.map;
        total.towards_end += lambda * time * workspace.map;
        task.advance();
      });
  pass.objective = sums.objective;
  pass.not_converged = sums.not_converged;
  pass.model = {weights,
                (Matrix(2, 2) << sums.start, sums.mixed, sums.mixed, sums.end).finished(),
                {std::move(sums.towards_start), std::move(sums.towards_end)},
                sums.constant};
  return pass;
}

}  // namespace

MajoriserPass majorise(const Matrix& mean, const GeneralizedGeodesic& curve, Vector& times,
                       FamilyCouplings& couplings, const Execution& execution) {
  const Vector& weights = couplings.weights();
  const Matrix direction = curve.direction();
  const double squared_speed = squared_norm(weights, direction);
  return sum_up(mean, curve, times, couplings, execution,
                [&](Workspace& workspace, std::int64_t i) -> Choice {
                  Coupling& coupling = couplings.attach(workspace.worker, i);
                  workspace.points = mean - curve.backward + times[i] * direction;
                  const TransportValue value = coupling.solve(workspace.points);
                  couplings.rest(workspace.worker, i);
                  coupling.barycentric_map(workspace.map);
                  const double slope = inner_product(weights, workspace.points - workspace.map, direction);
                  const double time =
                      squared_speed > 0 ? std::clamp(times[i] - slope / squared_speed, 0.0, 1.0) : times[i];
                  const double step = time - times[i];
                  return {time, value.primal + step * (2 * slope + squared_speed * step),
                          value.convergence.converged() ? 0 : 1};
                });
}

MajoriserPass majorise_on_grid(const Matrix& mean, const GeneralizedGeodesic& curve, int grid, Vector& times,
                               const FamilyCouplings& couplings, PositionSearch& search,
                               const Execution& execution) {
  const auto time_of = [&](Index k) { return static_cast<double>(k) / (grid - 1); };
  std::vector<Matrix> points;
  for (Index k = 0; k < grid; ++k) points.push_back(mean - curve.backward + time_of(k) * curve.direction());
  CheapestPositions cheapest = search.find(points, execution);
  MajoriserPass pass =
      sum_up(mean, curve, times, couplings, execution, [&](Workspace& workspace, std::int64_t i) -> Choice {
        const auto at = static_cast<std::size_t>(i);
        workspace.map.swap(cheapest.maps[at]);
        return {time_of(cheapest.positions[at]), cheapest.costs[i], 0};
      });
  pass.not_converged = cheapest.not_converged;
  return pass;
}

}  // namespace wpga
