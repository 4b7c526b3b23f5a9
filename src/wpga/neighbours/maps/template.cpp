#include "wpga/neighbours/maps/template.hpp"

#include <algorithm>

#include "wpga/base/products.hpp"
#include "wpga/neighbours/maps/map_components.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

std::vector<AffineMap> deformations(const Measure& mean, FamilyCouplings& couplings, Deformation kind,
                                    const Execution& execution) {
  const Index count = couplings.family().count();
  std::vector<AffineMap> found(static_cast<std::size_t>(count));
  Task task(execution, "deformations of the mean", count);
  parallel_for_with(
      execution, count, [&] { return couplings.worker(); },
      [&](FamilyCouplings::Worker& worker, std::int64_t i) {
        Coupling& coupling = couplings.attach(worker, i);
        const MatrixView target(worker.target.data(), worker.target.rows(), worker.target.cols());
        found[static_cast<std::size_t>(i)] =
            nearest_deformation(mean, {target, couplings.family()[i].weights}, kind, coupling);
        task.advance();
      });
  return found;
}

// Of all measures the one that took longest; stopped early when any was.
Convergence slowest(const std::vector<AffineMap>& maps) {
  Convergence all;
  for (const AffineMap& map : maps) {
    all.iterations = std::max(all.iterations, map.convergence.iterations);
    all.residual = std::max(all.residual, map.convergence.residual);
    if (!map.convergence.converged()) all.termination = map.convergence.termination;
  }
  return all;
}

}  // namespace

Analysis template_deformation(const MeasureFamily& family, const Measure& mean,
                              const TransportOptions& transport, const TemplateOptions& options,
                              const Execution& execution) {
  validate(options);
  FamilyCouplings couplings(family, transport, mean.weights);
  const Measure centered{couplings.centered(mean.points).points, mean.weights};
  const std::vector<AffineMap> found = deformations(centered, couplings, options.deformation, execution);
  const Matrix spread = centered.points.colwise() - mean_of(centered.view());
  const TangentMaps maps = maps_of(mean.weights, family, [&](Index i) -> Matrix {
    const AffineMap& map = found[static_cast<std::size_t>(i)];
    return (product(map.linear, spread) - spread).colwise() + map.shift;
  });
  Analysis analysis = map_components(maps, {mean, transport, options.of}, couplings, execution);
  for (Component& component : analysis.components) component.convergence = slowest(found);
  return analysis;
}

}  // namespace wpga
