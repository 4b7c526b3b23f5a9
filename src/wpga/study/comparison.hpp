// Every method on the same measures, with the same exact score.  docs/compare.md
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wpga/study/bootstrap.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

struct ComparisonOptions {
  double holdout = 0;
  BootstrapOptions draws;

  static constexpr auto list() {
    using O = ComparisonOptions;
    return Listing{
        option("holdout", &O::holdout, "share of the measures that no method sees and all are measured on",
               between(0, 0.9)),
        options_of(&O::draws)};
  }
};
static_assert(lists_every_member<ComparisonOptions>);

// Two parts of a family, each in the order of the whole.
struct Split {
  MeasureFamily training, held_out;
};

// Which measures are held out depends on the seed and their number alone.  At least two measures stay for
// training; a share above zero holds out one at least.
Split split_family(const MeasureFamily& family, double holdout, std::uint64_t seed);

// What is left of the measures: Σ_i λ_i W2²(μ_i, nearest point), K numbers each.
struct Remainders {
  double variance = 0;         // with no component, to the mean of the method
  Vector alone;                // to each curve by itself
  Vector together;             // to the first 1 … K curves together; upper bounds
  Shortfalls shortfalls = {};  // of measures held out
};

struct ComparedMethod {
  std::string name;  // of the method; "tangent-cone" for tangent PCA with optimal maps
  Analysis analysis;
  Remainders training;
  std::optional<Remainders> held_out;
  BootstrapShares bootstrap;      // no rows unless asked for
  std::optional<double> seconds;  // not known of a model that was fitted before
  Index numbers = 0;              // free_numbers of its first component
  Index held_out_seen = 0;        // held-out measures that it was fitted to all the same, found by name
};

struct RefusedMethod {
  std::string name;
  std::string reason;  // why it does not apply to these data
};

struct Comparison {
  double variance = 0;  // of the training measures about the common mean: what all shares refer to
  std::optional<double> held_out_variance;
  std::vector<ComparedMethod> methods;
  std::vector<RefusedMethod> refused;
};

// `mean` is the Wasserstein mean of the training measures, which every method is given, and `mean_of` finds
// that of measures drawn again for the bootstrap, once for all methods.  Tangent PCA stands there twice, as
// it is and on the cone of optimal maps.  A method that is not made for the data is refused with its reason,
// never left out silently.  Throws InputError when all are.
Comparison compare(const Split& measures, const Measure& mean, const MeanOf& mean_of,
                   std::span<const Method> methods, const FitOptions& options,
                   const ComparisonOptions& comparison, const Execution& execution = {});

// Signs are a convention: whether a curve runs against another one, by the times of the same measures.
bool runs_against(const Component& component, const Component& other);

// A model that was fitted before, measured as the methods are: its curves stay, times and distances are those
// of the training measures.  The measures live in the space of the model, which has components.
ComparedMethod measured_again(std::string name, const Model& model, const Split& measures,
                              const FitOptions& options, const Execution& execution = {});

// The same from the family on: split as asked, the mean found as the options say.
struct FamilyComparison {
  Split measures;
  Mean mean = {};
  Comparison found = {};
};
FamilyComparison compare_on(const MeasureFamily& family, std::span<const Method> methods,
                            const FitOptions& options, const ComparisonOptions& comparison,
                            const Execution& execution = {});

}  // namespace wpga
