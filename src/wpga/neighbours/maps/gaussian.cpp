#include "wpga/neighbours/maps/gaussian.hpp"

#include <algorithm>

#include "wpga/measures/quantize.hpp"
#include "wpga/neighbours/maps/map_components.hpp"
#include "wpga/transport/bures.hpp"

namespace wpga {

namespace {

constexpr int draws_for_an_atom = 64;

}  // namespace

Measure standard_normal_atoms(Index dimension, int atoms, std::uint64_t seed) {
  Random random(seed);
  const Index draws = Index{draws_for_an_atom} * atoms;
  const Matrix points = Matrix::NullaryExpr(dimension, draws, [&] { return random.normal(); });
  Measure near = quantize(points, Vector::Ones(draws), Random(seed, 1), {.colors = atoms}).measure;
  const Gaussian law = fitted_gaussian(near.view());
  near.points = inverse_square_root(law.covariance) * (near.points.colwise() - law.mean);
  return near;
}

Analysis gaussian_analysis(const MeasureFamily& family, const Measure& mean,
                           const TransportOptions& transport, const GaussianOptions& options,
                           const Execution& execution) {
  validate(options);
  std::vector<Gaussian> laws;
  Vector shares(family.count());
  for (Index i = 0; i < family.count(); ++i) {
    laws.push_back(fitted_gaussian(family[i]));
    shares[i] = family.measure_weight(i);
  }
  const GaussianMean middle = gaussian_mean(laws, shares);
  const auto atoms = static_cast<int>(std::max(mean.size(), family.dimension() + 1));
  const Measure standard = standard_normal_atoms(family.dimension(), atoms, options.seed);
  const Matrix spread = square_root(middle.law.covariance) * standard.points;
  const Measure center{spread.colwise() + middle.law.mean, standard.weights};
  const TangentMaps maps = maps_of(center.weights, family, [&](Index i) -> Matrix {
    const Gaussian& law = laws[static_cast<std::size_t>(i)];
    const Matrix stretched = optimal_linear_map(middle.law.covariance, law.covariance) * spread;
    return (stretched - spread).colwise() + (law.mean - middle.law.mean);
  });
  FamilyCouplings couplings(family, transport, center.weights);
  Analysis analysis = map_components(maps, {center, transport, options.of}, couplings, execution);
  for (Component& component : analysis.components) component.convergence = middle.convergence;
  return analysis;
}

}  // namespace wpga
