// The flags that say how a mean is found, shared by the verbs that need one.
#pragma once

#include <string>
#include <vector>

#include "flags/data_arguments.hpp"
#include "wpga/study/find_mean.hpp"

namespace wpga {

class MeanFlags {
 public:
  // With the prefix "mean-" its flags are --mean-method, --mean-tolerance, …; --support keeps its name.
  explicit MeanFlags(std::string prefix = {}) : prefix_(std::move(prefix)) {}

  std::vector<FlagGroup> flags();
  // A group of flags that serves atoms that move, and no other method.
  FlagGroup for_free_atoms(FlagGroup group) { return noted(std::move(group), {MeanMethod::free}); }

  // Once flags are parsed: the seed of every draw is that of the data.  Throws InputError for values that
  // break their rule, and for flags that the method has no use for.
  void settle(const DataArguments& data);
  // Throws InputError if any flag was given: the mean is that of a file.
  void refuse_all(const std::string& file) const;

  const std::string& from() const { return from_; }  // the file named by --from, or nothing

  // What was asked, with the one measure that --from names.
  MeanOptions options_for(const MeasureFamily& family, const DataArguments& data, const Console& console,
                          const Execution& execution) const;

 private:
  struct TypedFlag {
    std::string name;
    std::vector<MeanMethod> users;
    bool says_first_atoms;
  };
  // The group, which notes in typed_ what is given.
  FlagGroup noted(FlagGroup group, const std::vector<MeanMethod>& users);
  void refuse_unused() const;

  std::string prefix_;
  MeanChoice choice_;
  MeanOptions options_;
  std::string from_;
  std::vector<TypedFlag> typed_;
};

}  // namespace wpga
