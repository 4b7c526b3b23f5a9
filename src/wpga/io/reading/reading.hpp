// The making and following of a Reading: new data are read in the way a family or model remembers.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "wpga/io/reading/load_options.hpp"
#include "wpga/io/reading/unused_options.hpp"
#include "wpga/measures/reading.hpp"

namespace wpga {

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
void require_same_size(const MeasureFamily& data, const Reading& model);

// "`resize` 48 `center`": the values that are not the defaults.
std::string reading_words(const Reading& reading);

}  // namespace wpga
