// Geodesic PCA of normal laws in the Bures–Wasserstein geometry: true geodesics of laws, fitted to the laws
// with the moments of the measures (the problem of Vesseron, Cazelles, Le Brigant & Klein, arXiv 2506.04480).
// docs/gaussian_geodesic.md
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/neighbours/maps/component_options.hpp"
#include "wpga/transport/bures.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

struct GaussianGeodesicOptions {
  ComponentOptions of;
  std::uint64_t seed = 1;
  double law_tolerance = 1e-10;
  int law_iterations = 2000;

  static constexpr auto list() {
    using O = GaussianGeodesicOptions;
    return Listing{
        options_of(&O::of), option("seed", &O::seed, "seed of the random numbers"),
        option("law-tolerance", &O::law_tolerance,
               "`method` gaussian-geodesic: relative fall of the objective in one iteration that ends it",
               at_least(0)),
        option("law-iterations", &O::law_iterations, "`method` gaussian-geodesic: most iterations",
               at_least(1))};
  }
};
static_assert(lists_every_member<GaussianGeodesicOptions>);

// The normal laws N(mean + t shift, (I + t S) A A' (I + t S)), a geodesic as long as I + t S is positive
// semidefinite: `low` ≤ t ≤ `high`, times in use.
struct LawGeodesic {
  Vector mean, shift;  // d
  Matrix root;         // d × d: A
  Matrix stretch;      // d × d, symmetric: S
  double low = 0, high = 0;

  Gaussian law_at(double time) const;
};

struct FittedLawGeodesic {
  LawGeodesic curve;
  Vector times;                   // N
  std::vector<double> objective;  // Σ λ_i W2²(law at t_i, law_i) after each iteration; never rises
  Convergence convergence;
};

// The first goes where it likes; later ones pass through the point of the first that is nearest to `middle`,
// at right angles to all before.  O(N d³) an iteration.
std::vector<FittedLawGeodesic> law_geodesics(std::span<const Gaussian> laws, const Vector& measure_weights,
                                             const Gaussian& middle, Index components,
                                             const GaussianGeodesicOptions& options);

// As gaussian_analysis tells its curves: on atoms of the Bures–Wasserstein mean law, distances those of the
// measures themselves.  component.objective is that of the laws.
Analysis gaussian_geodesic_analysis(const MeasureFamily& family, const Measure& mean,
                                    const TransportOptions& transport, const GaussianGeodesicOptions& options,
                                    const Execution& execution = {});

}  // namespace wpga
