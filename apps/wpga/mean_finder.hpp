// The flags that say how a mean is found, and finding it: shared by the verbs that need one.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "flags/data_arguments.hpp"
#include "wpga/barycenters/fixed_support.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/barycenters/linear_program.hpp"
#include "wpga/barycenters/sliced.hpp"

namespace wpga {

enum class MeanMethod { automatic, exact, free, fixed, lp, multimarginal, sliced };
constexpr std::array<std::string_view, 7> names(MeanMethod) {
  return {"auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"};
}

struct MeanOptions {
  MeanMethod method = MeanMethod::automatic;

  static constexpr auto list() {
    return std::tuple{option(
        "method", &MeanOptions::method,
        "auto: exact where that is cheap (two measures, or few small ones) and nothing is asked of the "
        "atoms, else free; exact: nothing has less variance; free: atoms move; fixed: weights on given "
        "atoms; lp: the best of these; multimarginal: the best of all (few small measures); sliced: "
        "the least sliced Wasserstein distance")};
  }
};
static_assert(lists_every_member<MeanOptions>);

class MeanFinder {
 public:
  // With the prefix "mean-" its flags are --mean-method, --mean-tolerance, …; --support keeps its name.
  explicit MeanFinder(std::string prefix = {}) : prefix_(std::move(prefix)) {}

  // What `auto` means for this family: exact where that is cheap, unless a number of atoms, a start, other
  // options of free atoms or entropic plans are asked for.
  MeanMethod method(const MeasureFamily& family, const TransportOptions& transport) const;
  std::vector<FlagGroup> flags();
  // A group of flags that serves atoms that move, and no other method.
  FlagGroup for_free_atoms(FlagGroup group) { return noted(std::move(group), {MeanMethod::free}); }

  // Once flags are parsed: the seed of every draw is that of the data.  Throws InputError for values that
  // break their rule, and for flags that the method has no use for.
  void settle(const DataArguments& data);
  // Throws InputError if any flag was given: the mean is that of a file.
  void refuse_all(const std::string& file) const;

  // `data` reads the measure that --from names; `method` is what method() said of the family.
  Mean find(const MeasureFamily& family, MeanMethod method, const DataArguments& data,
            const TransportOptions& transport, const Console& console, const Execution& execution) const;

  // The mean of measures drawn again from a family whose mean is `near`, by the method that found this one:
  // atoms of a free support start there.
  Mean find_again(const MeasureFamily& drawn, MeanMethod method, const Measure& near,
                  const DataArguments& data, const TransportOptions& transport, const Console& console,
                  const Execution& execution) const;

  const std::string& from() const { return from_; }  // the file named by --from, or nothing

  // The method that was used and the options that mattered to it, keys with the prefix.
  Json document(MeanMethod method, const TransportOptions& transport) const;

 private:
  struct TypedFlag {
    std::string name;
    std::vector<MeanMethod> users;
    bool says_first_atoms;
  };
  // The group, which notes in typed_ what is given.
  FlagGroup noted(FlagGroup group, const std::vector<MeanMethod>& users);
  void refuse_unused() const;
  Measure given_start(const MeasureFamily& family, const DataArguments& data, const Console& console,
                      const Execution& execution) const;
  Matrix first_atoms(const MeasureFamily& family, const DataArguments& data, const Console& console,
                     const Execution& execution) const;

  std::string prefix_;
  MeanOptions options_;
  FreeSupportOptions free_;
  FixedSupportOptions fixed_;
  LinearProgramOptions program_;
  MultimarginalOptions multimarginal_;
  SlicedOptions sliced_;
  std::string from_;
  std::vector<TypedFlag> typed_;
};

}  // namespace wpga
