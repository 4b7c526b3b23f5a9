// Linear optimal transport (Wang, Slepčev, Basu, Ozolek & Rohde 2013): every measure as its barycentric map
// from one template, principal components of the maps.  docs/linear.md
#pragma once

#include <cstdint>
#include <optional>

#include "wpga/analysis/analysis.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/neighbours/maps/component_options.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

struct LinearOptions {
  ComponentOptions of;
  std::optional<int> template_atoms;
  std::uint64_t seed = 1;

  static constexpr auto list() {
    using O = LinearOptions;
    return Listing{
        options_of(&O::of),
        option("template-atoms", &O::template_atoms,
               "atoms of the template of `method` linear; unless given those of the mean", at_least(1)),
        option("seed", &O::seed, "seed of the random numbers")};
  }
};
static_assert(lists_every_member<LinearOptions>);

// k-means centres of all measures together, each measure weighted by λ_i, with the mass that went to them.
Measure pooled_template(const MeasureFamily& family, int atoms, std::uint64_t seed);

// The template moved by the average map is the mean of the analysis, and curves are straight lines of maps
// through it; the Wasserstein mean given lends its number of atoms only.
Analysis linear_analysis(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                         const LinearOptions& options, const Execution& execution = {});

}  // namespace wpga
