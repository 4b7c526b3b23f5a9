#include "data_arguments.hpp"

#include "option_flags.hpp"

namespace wpga {

std::vector<FlagGroup> DataArguments::flags() {
  return {option_flags("Reading", options_.read), option_flags("Images as shapes", options_.shape),
          option_flags("Palettes and large clouds", options_.palette),
          option_flags("Tables", options_.table)};
}

MeasureFamily DataArguments::load(const std::vector<std::string>& data, const Console& console,
                                  const Execution& execution) const {
  LoadedFamily loaded = load_family(data, options_, execution);
  for (const std::string& note : loaded.notes) console.say(note);
  return std::move(loaded.family);
}

LoadedPair DataArguments::load_pair(const std::string& first, const std::string& second,
                                    const Console& console, const Execution& execution) const {
  LoadedPair loaded = wpga::load_pair(first, second, options_, execution);
  for (const std::string& note : loaded.notes) console.say(note);
  return loaded;
}

}  // namespace wpga
