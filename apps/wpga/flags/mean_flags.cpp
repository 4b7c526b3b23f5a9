#include "flags/mean_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flags/option_flags.hpp"
#include "wpga/base/error.hpp"

namespace wpga {

namespace {

std::vector<MeanMethod> begin_with_atoms() {
  return {MeanMethod::free, MeanMethod::fixed, MeanMethod::lp, MeanMethod::sliced};
}

std::vector<MeanMethod> every_method() {
  std::vector<MeanMethod> all;
  for (const std::string_view name : names(MeanMethod{})) all.push_back(*value_named<MeanMethod>(name));
  return all;
}

}  // namespace

FlagGroup MeanFlags::noted(FlagGroup group, const std::vector<MeanMethod>& users) {
  for (Flag& flag : group.flags) {
    const bool first_atoms = flag.name == "--support" || flag.name == "--start";
    const std::string name = flag.name == "--support" ? flag.name : "--" + prefix_ + flag.name.substr(2);
    flag.accept = [this, name, first_atoms, accept = flag.accept,
                   users = first_atoms ? begin_with_atoms() : users](const std::string& text) {
      accept(text);
      typed_.push_back({name, users, first_atoms});
    };
  }
  return group;
}

std::vector<FlagGroup> MeanFlags::flags() {
  std::vector<FlagGroup> groups = {
      noted(option_flags("Mean", choice_), every_method()),
      for_free_atoms(without(
          option_flags("Atoms of the mean (support and start also for fixed, lp and sliced)", options_.free),
          "--seed")),
      noted({"First atoms of the mean",
             {file_flag("--from", "",
                        "start from (fixed, lp: stay on) the atoms of this one measure, given in the "
                        "coordinates of the mean",
                        from_)}},
            begin_with_atoms()),
      noted(option_flags("Mean on a fixed support", options_.fixed), {MeanMethod::fixed}),
      noted(option_flags("Mean by a linear program", options_.program), {MeanMethod::lp}),
      noted(option_flags("Multimarginal mean", options_.multimarginal), {MeanMethod::multimarginal}),
      noted(without(option_flags("Sliced mean", options_.sliced), "--seed"), {MeanMethod::sliced})};
  if (prefix_.empty()) return groups;
  for (FlagGroup& group : groups) group = prefixed(std::move(group), prefix_, "--support");
  return groups;
}

void MeanFlags::settle(const DataArguments& data) {
  options_.method = choice_.method;
  options_.free.seed = options_.sliced.seed = data.seed();
  require(!options_.free.support || *options_.free.support >= 1, "--support must be at least 1");
  validate(options_.free, prefix_);
  validate(options_.fixed, prefix_);
  validate(options_.program, prefix_);
  validate(options_.multimarginal, prefix_);
  validate(options_.sliced, prefix_);
  refuse_unused();
}

void MeanFlags::refuse_unused() const {
  const MeanMethod chosen = options_.method == MeanMethod::automatic ? MeanMethod::free : options_.method;
  for (const TypedFlag& flag : typed_) {
    std::vector<std::string_view> users;
    for (const MeanMethod user : flag.users) users.push_back(name_of(user));
    require(std::ranges::count(flag.users, chosen) > 0,
            fmt::format("{} is a flag of --{}method {}; {} has no use for it", flag.name, prefix_,
                        fmt::join(users, ", "), name_of(options_.method)));
    require(
        from_.empty() || !flag.says_first_atoms,
        fmt::format("--{}from names the first atoms, so that there is no use for {}", prefix_, flag.name));
  }
}

void MeanFlags::refuse_all(const std::string& file) const {
  if (!typed_.empty())
    throw InputError(fmt::format("{} says how to find a mean, and that of {} is given; leave it out",
                                 typed_.front().name, file));
}

MeanOptions MeanFlags::options_for(const MeasureFamily& family, const DataArguments& data,
                                   const Console& console, const Execution& execution) const {
  MeanOptions asked = options_;
  if (from_.empty()) return asked;
  asked.from = data.load_one(from_, "--" + prefix_ + "from", console, execution);
  require(asked.from->dimension() == family.dimension(),
          fmt::format("{}: its atoms have {} coordinates, those of the measures {}", from_,
                      asked.from->dimension(), family.dimension()));
  return asked;
}

}  // namespace wpga
