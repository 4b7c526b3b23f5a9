#include "flags/data_arguments.hpp"

#include <fmt/format.h>

#include "flags/flag_words.hpp"
#include "flags/option_flags.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/reading/read_events.hpp"
#include "wpga/io/reading/weights_file.hpp"

namespace wpga {

namespace {

void say_notes(const std::vector<std::string>& notes, const Console& console) {
  for (const std::string& note : notes) console.say(with_known_flags(note));
}

}  // namespace

std::vector<FlagGroup> DataArguments::flags() {
  FlagGroup draws = option_flags("Random draws", options_);
  std::erase_if(draws.flags, [](const Flag& flag) { return flag.name != "--seed"; });
  std::vector<FlagGroup> groups = {option_flags("Reading", options_.read),
                                   option_flags("Images as shapes", options_.shape),
                                   option_flags("Palettes and large clouds", options_.palette),
                                   option_flags("Tables", options_.table),
                                   option_flags("Cells", options_.cells),
                                   std::move(draws)};
  for (FlagGroup& group : groups)
    for (Flag& flag : group.flags)
      flag.accept = [this, accept = flag.accept, name = flag.name.substr(2)](const std::string& text) {
        accept(text);
        typed_.push_back(name);
      };
  return groups;
}

void DataArguments::declare(FileRoles& roles) const {
  roles.reads_data(data_);
  roles.reads(measure_weights_file(options_.table.measure_weights));
  roles.reads(spillover_file(options_.cells.compensation));
}

LoadedFamily DataArguments::load(const std::vector<std::string>& data, const Console& console,
                                 const Execution& execution) const {
  LoadedFamily loaded = load_family(data, options_, execution);
  say_notes(loaded.notes, console);
  return loaded;
}

LoadedFamily DataArguments::load_into(const Model& model, const Console& console,
                                      const Execution& execution) const {
  LoadedFamily loaded = load_like(model, data_, options_, typed_, execution);
  say_notes(loaded.notes, console);
  return loaded;
}

Measure DataArguments::load_one(const std::string& path, const std::string& flag, const Console& console,
                                const Execution& execution) const {
  LoadOptions options = options_;
  options.read.label = {};
  options.read.limit = {};
  options.read.standardize = {};
  options.read.center = {};
  const LoadedFamily loaded = load_family({{path}}, options, execution);
  say_notes(loaded.notes, console);
  require(loaded.family.count() == 1,
          fmt::format("{}: {} wants one measure, but there are {}", path, flag, loaded.family.count()));
  return copy_of(loaded.family[0]);
}

LoadedPair DataArguments::load_pair(const std::string& first, const std::string& second,
                                    const Console& console, const Execution& execution) const {
  LoadedPair loaded = wpga::load_pair(first, second, options_, execution);
  say_notes(loaded.notes, console);
  return loaded;
}

}  // namespace wpga
