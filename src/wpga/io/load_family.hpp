// The front door: files, folders and globs of every format become one family of measures.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "wpga/io/loading/family_loader.hpp"
#include "wpga/io/reading/load_options.hpp"
#include "wpga/io/reading/read_arrays.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

// Throws InputError (file, place, what, how to fix) for data that are no measures.  The same for any number
// of threads.
LoadedFamily load_family(std::span<const std::string> arguments, const LoadOptions& options,
                         const Execution& execution);

// An array in memory, read as a file that holds it would be.
LoadedFamily load_array(SampleArray samples, const LoadOptions& options, const Execution& execution);

// Data that are to join a model: read as its own data were, but for the options named in `typed`, and in its
// space, coordinates standardised with its numbers.  Throws InputError where a typed option, a family file or
// the size of pictures contradicts the model.
LoadedFamily load_like(const Model& model, std::span<const std::string> arguments, const LoadOptions& options,
                       std::span<const std::string> typed, const Execution& execution);

// Two families that are to be compared: they must live in one space, and are standardised together.
struct LoadedPair {
  MeasureFamily first, second;
  std::vector<std::string> notes;
};
LoadedPair load_pair(const std::string& first, const std::string& second, const LoadOptions& options,
                     const Execution& execution);

}  // namespace wpga
