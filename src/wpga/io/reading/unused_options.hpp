// A flag that nothing in the data listens to is a mistake worth a sentence, not silence.
#pragma once

#include "wpga/io/reading/load_options.hpp"

namespace wpga {

// What was met while reading.
struct InputsSeen {
  bool shapes = false;
  bool palettes = false;
  bool clouds = false;  // outside tables
  bool tables = false;
  bool events = false;     // FCS
  bool annotated = false;  // .h5ad, whose columns serve as those of tables
  bool families = false;
  bool archives = false;  // .npz
};

// Throws InputError for the first flag that was given but concerns none of the inputs.
void refuse_unused_flags(const LoadOptions& options, const InputsSeen& seen);

}  // namespace wpga
