#include "wpga/analysis/fit/joint_majoriser.hpp"

#include "wpga/analysis/curves/joint_times.hpp"

namespace wpga {

MajoriserPass majorise_jointly(const CenteredPoints& mean, std::span<const GeneralizedGeodesic> curves,
                               Matrix& times, FamilyCouplings& couplings, const Execution& execution) {
  const Vector& weights = couplings.weights();
  const auto count = static_cast<Index>(curves.size());
  std::vector<Matrix> directions;
  for (const GeneralizedGeodesic& curve : curves) directions.push_back(curve.direction());
  const Matrix gram = gram_matrix(weights, directions);
  const auto choose = [&](PlanWorkspace& workspace, Index i) -> PlanChoice {
    Coupling& coupling = couplings.attach(workspace.worker, i);
    Vector here = times.row(i);
    workspace.points = points_at(mean.points, curves, std::span<const double>(here.data(), curves.size()));
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
    return {here, distance, spread, value.convergence.converged() ? 0 : 1};
  };
  return sum_plans(mean, count, couplings, choose, "components together", execution,
                   [&](Parcel& parcel, Index i) { parcel(times.row(i)); });
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
