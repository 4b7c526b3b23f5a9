#include "wpga/analysis/majoriser.hpp"

#include <algorithm>
#include <limits>

#include "wpga/parallel/ordered_sum.hpp"

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
  Matrix points, map, best_map;
};

// A plan (through its map, in the workspace), the time it is used at, and what it costs there.
struct Choice {
  double time;
  double distance;
  bool converged;
};

// choose(workspace, coupling, i) picks plan and time for measure i; the sums follow.
template <class Choose>
MajoriserPass sum_up(const Matrix& mean, const GeneralizedGeodesic& curve, Vector& times,
                     FamilyCouplings& couplings, const Execution& execution, Choose&& choose) {
  const MeasureFamily& family = couplings.family();
  const Vector& weights = couplings.weights();
  MajoriserPass pass;
  pass.squared_distances.resize(family.count());
  Sums zero;
  zero.towards_start = zero.towards_end = Matrix::Zero(mean.rows(), mean.cols());
  Task task(execution, "component", family.count());
  const auto make = [&] { return Workspace{couplings.worker(), mean, mean, mean}; };
  Sums sums = ordered_sum(
      execution, family.count(), zero, make, [&](Workspace& workspace, Sums& total, std::int64_t i) {
        const Choice choice = choose(workspace, couplings.attach(workspace.worker, i), i);
        const double time = times[i] = choice.time;
        const double lambda = family.measure_weight(i);
        pass.squared_distances[i] = std::max(0.0, choice.distance);
        total.objective += lambda * pass.squared_distances[i];
        total.not_converged += !choice.converged;
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
                [&](Workspace& workspace, Coupling& coupling, std::int64_t i) -> Choice {
                  workspace.points = mean - curve.backward + times[i] * direction;
                  const TransportValue value = coupling.solve(workspace.points);
                  couplings.rest(workspace.worker, i);
                  coupling.barycentric_map(workspace.map);
                  const double slope = inner_product(weights, workspace.points - workspace.map, direction);
                  const double time =
                      squared_speed > 0 ? std::clamp(times[i] - slope / squared_speed, 0.0, 1.0) : times[i];
                  const double step = time - times[i];
                  return {time, value.primal + step * (2 * slope + squared_speed * step),
                          value.convergence.converged()};
                });
}

MajoriserPass majorise_on_grid(const Matrix& mean, const GeneralizedGeodesic& curve, int grid, Vector& times,
                               FamilyCouplings& couplings, const Execution& execution) {
  const Matrix direction = curve.direction();
  return sum_up(mean, curve, times, couplings, execution,
                [&](Workspace& workspace, Coupling& coupling, std::int64_t i) -> Choice {
                  Choice best{0, std::numeric_limits<double>::infinity(), true};
                  for (int k = 0; k < grid; ++k) {
                    const double time = static_cast<double>(k) / (grid - 1);
                    workspace.points = mean - curve.backward + time * direction;
                    const TransportValue value = coupling.solve(workspace.points);
                    if (value.primal >= best.distance) continue;
                    best = {time, value.primal, value.convergence.converged()};
                    coupling.barycentric_map(workspace.best_map);
                    couplings.rest(workspace.worker, i);
                  }
                  workspace.map = workspace.best_map;
                  return best;
                });
}

}  // namespace wpga
