#include "mean_finder.hpp"

#include <fmt/format.h>

#include "option_flags.hpp"
#include "wpga/barycenters/exact_mean.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/options_json.hpp"

namespace wpga {

std::vector<FlagGroup> MeanFinder::flags() {
  std::vector<FlagGroup> groups = {
      option_flags("Mean", options_),
      without(
          option_flags("Atoms of the mean (support and start for every method, the rest for free)", free_),
          "--seed"),
      {"First atoms of the mean",
       {file_flag("--from", "",
                  "start from (fixed, lp: stay on) the atoms of this one measure, given in the coordinates "
                  "of the mean",
                  from_)}},
      option_flags("Mean on a fixed support", fixed_),
      option_flags("Mean by a linear program", program_),
      option_flags("Multimarginal mean", multimarginal_),
      without(option_flags("Sliced mean", sliced_), "--seed")};
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
}

MeanMethod MeanFinder::method(const MeasureFamily& family, const TransportOptions& transport) const {
  if (options_.method != MeanMethod::automatic) return options_.method;
  FreeSupportOptions untouched;
  untouched.seed = free_.seed;
  const bool asked = !from_.empty() || options_to_json(free_) != options_to_json(untouched) ||
                     transport.transport == TransportMethod::entropic;
  return !asked && exact_mean_is_cheap(family) ? MeanMethod::exact : MeanMethod::free;
}

Mean MeanFinder::find(const MeasureFamily& family, const DataArguments& data,
                      const TransportOptions& transport, const Console& console,
                      const Execution& execution) const {
  switch (method(family, transport)) {
    case MeanMethod::exact:
      return exact_mean(family, execution);
    case MeanMethod::automatic:
    case MeanMethod::free:
      if (from_.empty()) return free_support_mean(family, transport, free_, execution);
      return free_support_mean(family, given_start(family, data, console, execution), transport, free_,
                               execution);
    case MeanMethod::fixed:
      if (from_.empty() && !free_.support && free_.start == Start::kmeans && lives_on_grid(family))
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

Mean MeanFinder::find_again(const MeasureFamily& drawn, const Measure& near, const DataArguments& data,
                            const TransportOptions& transport, const Console& console,
                            const Execution& execution) const {
  if (method(drawn, transport) == MeanMethod::free)
    return free_support_mean(drawn, near, transport, free_, execution);
  return find(drawn, data, transport, console, execution);
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

Json MeanFinder::document(const TransportOptions& transport) const {
  Json all = options_to_json(options_);
  all.update(options_to_json(free_));
  switch (options_.method) {
    case MeanMethod::automatic:
    case MeanMethod::exact:
    case MeanMethod::free:
      all.update(options_to_json(transport));
      break;
    case MeanMethod::fixed:
      all.update(options_to_json(fixed_));
      break;
    case MeanMethod::lp:
      all.update(options_to_json(program_));
      break;
    case MeanMethod::multimarginal:
      all.update(options_to_json(multimarginal_));
      break;
    case MeanMethod::sliced:
      all.update(options_to_json(sliced_));
      break;
  }
  Json named = Json::object();
  for (const auto& [key, value] : all.items()) named[key == "support" ? key : prefix_ + key] = value;
  return named;
}

}  // namespace wpga
