// How raw data became measures: families and models remember it, so that new data are read in the same way.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/io/json.hpp"
#include "wpga/io/reading/load_options.hpp"
#include "wpga/io/reading/unused_flags.hpp"

namespace wpga {

// Every option that changes what a measure is or says where it stands in a file; not those that choose among
// measures or name them, and no paths.
struct Reading {
  Json options = Json::object();   // values by the option's name; absent: it did not matter, or is not known
  std::vector<std::int64_t> size;  // of every picture as read: rows, columns (volumes: depth first), or empty

  bool empty() const { return options.empty() && size.empty(); }
  bool operator==(const Reading&) const = default;
};

// What the options did to raw data (not to family files) of which these were seen; `kind` is what came out.
Reading reading_of(const LoadOptions& options, const InputsSeen& seen, Kind kind);

// Measures of a family file that are read with options: what these did to them is added.
Reading read_again(Reading file, const LoadOptions& options, Kind kind);

// Of two parts of one family: what they agree on.
Reading common_reading(const Reading& first, const Reading& second);

// One JSON object, and back.  Throws InputError for a text that is none or has values no option takes.
std::string reading_text(const Reading& reading);
Reading reading_from(std::string_view text);

// The options for data that join a model: its own, but for those that were typed.  Throws InputError, naming
// both values, when a typed one would make other measures of the data than those of the model.  A model that
// does not remember leaves everything to what was typed.
LoadOptions options_of_model(const LoadOptions& options, std::span<const std::string> typed,
                             const Reading& model);

// Throws InputError, naming both values, for measures of a family file that were read differently from those
// of the model in a way that cannot be made up for.
void require_same_reading(const Reading& file, const Reading& model);

// Throws InputError when pictures that were to keep their size have another one than those of the model.
void require_same_size(const Reading& data, const Space& space, const Reading& model);

// "`resize` 48 `center`": the values that are not the defaults.
std::string reading_words(const Reading& reading);

}  // namespace wpga
