#include "wpga/neighbours/maps/gaussian.hpp"

#include <algorithm>

#include "wpga/base/products.hpp"
#include "wpga/measures/quantize.hpp"
#include "wpga/neighbours/maps/family_span.hpp"
#include "wpga/neighbours/maps/map_components.hpp"
#include "wpga/parallel/stop.hpp"

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
  near.points = product(inverse_square_root(law.covariance), near.points.colwise() - law.mean);
  return near;
}

FittedLaws fitted_laws(const MeasureFamily& family, Index atoms, std::uint64_t seed) {
  FittedLaws found;
  found.shares.resize(family.count());
  for (Index i = 0; i < family.count(); ++i) {
    found.laws.push_back(fitted_gaussian(family[i]));
    found.shares[i] = family.measure_weight(i);
  }
  found.middle = gaussian_mean(found.laws, found.shares);
  // Fewer have no covariance of full rank.
  const auto enough = static_cast<int>(std::max(atoms, family.dimension() + 1));
  found.standard = standard_normal_atoms(family.dimension(), enough, seed);
  return found;
}

double estimated_seconds_of_laws(const MeasureFamily& family, Index atoms) {
  constexpr double nanoseconds = 10;  // of a draw, an atom and a coordinate, in all rounds of k-means
  const Index d = spanned_dimension(family);
  const auto enough = static_cast<double>(std::max(atoms, d + 1));
  return 1e-9 * nanoseconds * draws_for_an_atom * enough * enough * static_cast<double>(d);
}

Analysis gaussian_analysis(const MeasureFamily& family, const Measure& mean,
                           const TransportOptions& transport, const GaussianOptions& options,
                           const Execution& execution) {
  validate(options);
  const StopScope heard(execution.stop);
  const FamilySpan span = family_span(family);
  const auto [laws, shares, middle, standard] = fitted_laws(span.family, mean.size(), options.seed);
  const Matrix spread = product(square_root(middle.law.covariance), standard.points);
  const Measure center{span.points(spread.colwise() + middle.law.mean), standard.weights};
  const TangentMaps maps =
      maps_of(center.weights, family, [&, &laws = laws, &middle = middle](Index i) -> Matrix {
        const Gaussian& law = laws[static_cast<std::size_t>(i)];
        const Matrix stretched = product(optimal_linear_map(middle.law.covariance, law.covariance), spread);
        return span.directions((stretched - spread).colwise() + (law.mean - middle.law.mean));
      });
  FamilyCouplings couplings(family, transport, center.weights);
  Analysis analysis = map_components(maps, {center, transport, options.of}, couplings, execution);
  for (Component& component : analysis.components) component.convergence = middle.convergence;
  return analysis;
}

}  // namespace wpga
