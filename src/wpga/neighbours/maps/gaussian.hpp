// Tangent PCA of the normal laws with the moments of the measures, at their Bures–Wasserstein mean: a fast
// summary of what location and spread alone tell.  docs/gaussian.md
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/neighbours/maps/component_options.hpp"
#include "wpga/transport/bures.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

struct GaussianOptions {
  ComponentOptions of;
  std::uint64_t seed = 1;

  static constexpr auto list() {
    using O = GaussianOptions;
    return Listing{options_of(&O::of), option("seed", &O::seed, "seed of the random numbers")};
  }
};
static_assert(lists_every_member<GaussianOptions>);

// Atoms and weights near the standard normal law of R^d: k-means of many draws, then moved and stretched so
// that their mean is 0 and their covariance the identity, rounding apart (given d + 1 atoms or more).
Measure standard_normal_atoms(Index dimension, int atoms, std::uint64_t seed);

// The normal laws with the moments of the measures, their mean, and atoms of the standard one to draw them.
struct FittedLaws {
  std::vector<Gaussian> laws;  // N
  Vector shares;               // N: λ_i
  GaussianMean middle;
  Measure standard;
};
FittedLaws fitted_laws(const MeasureFamily& family, Index atoms, std::uint64_t seed);

// Rough processor seconds for these atoms, of which nearly all go by into those of the standard law: the cube
// of the dimension, or of the number of all atoms where there are few of them (family_span.hpp).
double estimated_seconds_of_laws(const MeasureFamily& family, Index atoms);

// The mean of the analysis is the Bures–Wasserstein mean law, as many atoms as `mean` has; directions are
// exact, since atoms with the right moments give affine fields their right norm.  Distances are those of the
// measures themselves to the curves of laws, so that what a normal law cannot tell counts against it.  The
// convergence of each component is that of the mean law.
Analysis gaussian_analysis(const MeasureFamily& family, const Measure& mean,
                           const TransportOptions& transport, const GaussianOptions& options,
                           const Execution& execution = {});

}  // namespace wpga
