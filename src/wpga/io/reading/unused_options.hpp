// Options that were given but concern none of the data: refused, not ignored.
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

// Throws InputError for the first option that was given but concerns none of the inputs.
void refuse_unused_options(const LoadOptions& options, const InputsSeen& seen);

}  // namespace wpga
