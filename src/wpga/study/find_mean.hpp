// A Wasserstein mean by the method of one's choice.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "wpga/barycenters/fixed_support.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/barycenters/linear_program.hpp"
#include "wpga/barycenters/multimarginal.hpp"
#include "wpga/barycenters/sliced.hpp"
#include "wpga/base/option_values.hpp"

namespace wpga {

enum class MeanMethod { automatic, exact, free, fixed, lp, multimarginal, sliced };
constexpr std::array<std::string_view, 7> names(MeanMethod) {
  return {"auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"};
}

struct MeanChoice {
  MeanMethod method = MeanMethod::automatic;

  static constexpr auto list() {
    return Listing{option(
        "method", &MeanChoice::method,
        "auto: exact where that is cheap (two measures, or few small ones) and nothing is asked of the "
        "atoms, else free; exact: the least variance of all measures; free: a local minimum over atoms that "
        "move; "
        "fixed: weights on given atoms, entropic or by subgradients; lp: the optimal weights on given atoms; "
        "multimarginal: the "
        "least variance by linear programming (few small measures); sliced: minimises the sliced "
        "Wasserstein distance")};
  }
};
static_assert(lists_every_member<MeanChoice>);

// The options of all methods; only those of the chosen one are read.  `free` says the number of atoms and
// their start for fixed, lp and sliced too.
struct MeanOptions {
  MeanMethod method = MeanMethod::automatic;
  FreeSupportOptions free;
  FixedSupportOptions fixed;
  LinearProgramOptions program;
  MultimarginalOptions multimarginal;
  SlicedOptions sliced;
  std::optional<Measure> from;  // first atoms; fixed and lp stay on them
};

// Does the method begin with atoms, so that it knows `support`, `start` and a measure to start from?
bool begins_with_atoms(MeanMethod method);

// What `auto` means for this family: exact where that is cheap, unless a number of atoms, a start, other
// options of free atoms or entropic plans are asked for.
MeanMethod mean_method(const MeasureFamily& family, const MeanOptions& options,
                       const TransportOptions& transport);

// Throws InputError for options that break their rule, and for a start of another dimension.
Mean find_mean(const MeasureFamily& family, const MeanOptions& options = {},
               const TransportOptions& transport = {}, const Execution& execution = {});

// The mean of measures drawn again from a family whose mean is `near`, by the method that options.method
// names: atoms of a free support start there.
Mean find_mean_again(const MeasureFamily& drawn, const Measure& near, const MeanOptions& options,
                     const TransportOptions& transport, const Execution& execution);

// Distances and variance about the measure of `mean`, as in barycenters/mean.hpp, with the mass rule of
// `transport`.
void measure_about(Mean& mean, const MeasureFamily& family, const TransportOptions& transport,
                   const Execution& execution);

// The method that was used and the options that mattered to it, as "PREFIXmethod", "PREFIXtolerance", …;
// `support` keeps its name.
OptionValues mean_values(MeanMethod method, const MeanOptions& options, const TransportOptions& transport,
                         const std::string& prefix);

// A model without components.
struct Model;
Model model_of(const Mean& mean, const MeasureFamily& family, OptionValues options);

}  // namespace wpga
