#include "mean_finder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flags/option_flags.hpp"
#include "wpga/barycenters/exact_mean.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/options_json.hpp"

namespace wpga {

namespace {

// The methods that begin with atoms; they know --support, --start and --from.
std::vector<MeanMethod> begin_with_atoms() {
  return {MeanMethod::free, MeanMethod::fixed, MeanMethod::lp, MeanMethod::sliced};
}

std::vector<MeanMethod> every_method() {
  std::vector<MeanMethod> all;
  for (const std::string_view name : names(MeanMethod{})) all.push_back(*value_named<MeanMethod>(name));
  return all;
}

}  // namespace

FlagGroup MeanFinder::noted(FlagGroup group, const std::vector<MeanMethod>& users) {
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

std::vector<FlagGroup> MeanFinder::flags() {
  std::vector<FlagGroup> groups = {
      noted(option_flags("Mean", options_), every_method()),
      for_free_atoms(
          without(option_flags("Atoms of the mean (support and start also for fixed, lp and sliced)", free_),
                  "--seed")),
      noted({"First atoms of the mean",
             {file_flag("--from", "",
                        "start from (fixed, lp: stay on) the atoms of this one measure, given in the "
                        "coordinates of the mean",
                        from_)}},
            begin_with_atoms()),
      noted(option_flags("Mean on a fixed support", fixed_), {MeanMethod::fixed}),
      noted(option_flags("Mean by a linear program", program_), {MeanMethod::lp}),
      noted(option_flags("Multimarginal mean", multimarginal_), {MeanMethod::multimarginal}),
      noted(without(option_flags("Sliced mean", sliced_), "--seed"), {MeanMethod::sliced})};
  if (prefix_.empty()) return groups;
  for (FlagGroup& group : groups) group = prefixed(std::move(group), prefix_, "--support");
  return groups;
}

void MeanFinder::settle(const DataArguments& data) {
  free_.seed = sliced_.seed = data.seed();
  require(!free_.support || *free_.support >= 1, "--support must be at least 1");
  validate(free_, prefix_);
  validate(fixed_, prefix_);
  validate(program_, prefix_);
  validate(multimarginal_, prefix_);
  validate(sliced_, prefix_);
  refuse_unused();
}

void MeanFinder::refuse_unused() const {
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

void MeanFinder::refuse_all(const std::string& file) const {
  if (!typed_.empty())
    throw InputError(fmt::format("{} says how to find a mean, and that of {} is given; leave it out",
                                 typed_.front().name, file));
}

MeanMethod MeanFinder::method(const MeasureFamily& family, const TransportOptions& transport) const {
  if (options_.method != MeanMethod::automatic) return options_.method;
  FreeSupportOptions untouched;
  untouched.seed = free_.seed;
  const bool asked = !from_.empty() || options_to_json(free_) != options_to_json(untouched) ||
                     transport.transport == TransportMethod::entropic;
  return !asked && exact_mean_is_cheap(family) ? MeanMethod::exact : MeanMethod::free;
}

Mean MeanFinder::find(const MeasureFamily& family, MeanMethod method, const DataArguments& data,
                      const TransportOptions& transport, const Console& console,
                      const Execution& execution) const {
  switch (method) {
    case MeanMethod::exact:
      return exact_mean(family, execution);
    case MeanMethod::automatic:
    case MeanMethod::free:
      if (from_.empty()) return free_support_mean(family, transport, free_, execution);
      return free_support_mean(family, given_start(family, data, console, execution), transport, free_,
                               execution);
    case MeanMethod::fixed:
      if (from_.empty() && !free_.support && free_.start == SupportStart::kmeans && lives_on_grid(family))
        return grid_mean(family, fixed_, execution);
      return fixed_support_mean(family, first_atoms(family, data, console, execution), fixed_, execution);
    case MeanMethod::lp:
      return linear_program_mean(family, first_atoms(family, data, console, execution), program_, execution);
    case MeanMethod::multimarginal:
      return multimarginal_mean(family, multimarginal_, execution);
    case MeanMethod::sliced:
      break;
  }
  return sliced_mean(family, first_atoms(family, data, console, execution), sliced_, execution);
}

Mean MeanFinder::find_again(const MeasureFamily& drawn, MeanMethod method, const Measure& near,
                            const DataArguments& data, const TransportOptions& transport,
                            const Console& console, const Execution& execution) const {
  if (method == MeanMethod::free) return free_support_mean(drawn, near, transport, free_, execution);
  return find(drawn, method, data, transport, console, execution);
}

Measure MeanFinder::given_start(const MeasureFamily& family, const DataArguments& data,
                                const Console& console, const Execution& execution) const {
  Measure start = data.load_one(from_, "--" + prefix_ + "from", console, execution);
  require(start.dimension() == family.dimension(),
          fmt::format("{}: its atoms have {} coordinates, those of the measures {}", from_, start.dimension(),
                      family.dimension()));
  return start;
}

Matrix MeanFinder::first_atoms(const MeasureFamily& family, const DataArguments& data, const Console& console,
                               const Execution& execution) const {
  if (!from_.empty()) return given_start(family, data, console, execution).points;
  const Measure pool = pooled_atoms(family);
  return starting_support(pool, free_.start, support_size(pool, free_.support), Random(free_.seed)).points;
}

Json MeanFinder::document(MeanMethod method, const TransportOptions& transport) const {
  Json all = {{"method", std::string(name_of(method))}};
  if (method == MeanMethod::free) {
    all.update(options_to_json(free_));
    all.update(options_to_json(transport));
  } else if (from_.empty() && std::ranges::count(begin_with_atoms(), method) > 0) {
    const Json atoms = options_to_json(free_);
    for (const char* key : {"support", "start", "seed"})
      if (atoms.contains(key)) all[key] = atoms[key];
  }
  if (method == MeanMethod::fixed) all.update(options_to_json(fixed_));
  if (method == MeanMethod::lp) all.update(options_to_json(program_));
  if (method == MeanMethod::multimarginal) all.update(options_to_json(multimarginal_));
  if (method == MeanMethod::sliced) all.update(options_to_json(sliced_));
  Json named = Json::object();
  for (const auto& [key, value] : all.items()) named[key == "support" ? key : prefix_ + key] = value;
  return named;
}

}  // namespace wpga
