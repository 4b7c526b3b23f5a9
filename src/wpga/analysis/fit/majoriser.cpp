#include "wpga/analysis/fit/majoriser.hpp"

#include <algorithm>
#include <vector>

#include "wpga/transport/position_search.hpp"

namespace wpga {

Fields ends_of(const GeneralizedGeodesic& curve) { return {-curve.backward, curve.forward}; }

GeneralizedGeodesic curve_between(const Fields& ends) { return {-ends[0], ends[1]}; }

namespace {

struct TimedPlan {
  double time;
  double distance;
  Index not_converged;
};

// choose(workspace, i) picks plan and time of measure i.
template <class Choose>
MajoriserPass sum_up(const CenteredPoints& mean, const GeneralizedGeodesic& curve, Vector& times,
                     const FamilyCouplings& couplings, const Execution& execution, Choose&& choose) {
  const auto placed = [&](PlanWorkspace& workspace, Index i) -> PlanChoice {
    const TimedPlan plan = choose(workspace, i);
    times[i] = plan.time;
    workspace.points =
        mean.points + plan.time * curve.forward - (1 - plan.time) * curve.backward - workspace.map;
    return {Vector::Constant(1, plan.time), plan.distance,
            plan.distance - squared_norm(couplings.weights(), workspace.points), plan.not_converged};
  };
  MajoriserPass pass = sum_plans(mean, 1, couplings, placed, "component", execution,
                                 [&](Parcel& parcel, Index i) { parcel(times[i]); });
  pass.model.metric(0, 1) = pass.model.metric(1, 0);  // equal but for rounding
  return pass;
}

}  // namespace

MajoriserPass majorise(const CenteredPoints& mean, const GeneralizedGeodesic& curve, Vector& times,
                       FamilyCouplings& couplings, const Execution& execution) {
  const Vector& weights = couplings.weights();
  const Matrix direction = curve.direction();
  const double squared_speed = squared_norm(weights, direction);
  return sum_up(mean, curve, times, couplings, execution,
                [&](PlanWorkspace& workspace, Index i) -> TimedPlan {
                  Coupling& coupling = couplings.attach(workspace.worker, i);
                  workspace.points = mean.points - curve.backward + times[i] * direction;
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

MajoriserPass majorise_on_grid(const CenteredPoints& mean, const GeneralizedGeodesic& curve, int grid,
                               Vector& times, const FamilyCouplings& couplings, PositionSearch& search,
                               const Execution& execution) {
  const auto time_of = [&](Index k) { return static_cast<double>(k) / (grid - 1); };
  std::vector<Matrix> points;
  for (Index k = 0; k < grid; ++k)
    points.push_back(mean.points - curve.backward + time_of(k) * curve.direction());
  CheapestPositions cheapest = search.find(points, execution);
  MajoriserPass pass =
      sum_up(mean, curve, times, couplings, execution, [&](PlanWorkspace& workspace, Index i) -> TimedPlan {
        const auto at = static_cast<std::size_t>(i);
        workspace.map.swap(cheapest.maps[at]);
        return {time_of(cheapest.positions[at]), cheapest.costs[i], 0};
      });
  pass.not_converged = cheapest.not_converged;
  return pass;
}

}  // namespace wpga
