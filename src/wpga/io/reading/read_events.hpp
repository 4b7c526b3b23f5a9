// Events of a flow cytometry file as a cloud: channels chosen, compensated, transformed.
#pragma once

#include <string>
#include <vector>

#include "wpga/io/formats/bytes.hpp"
#include "wpga/io/formats/clouds/cloud.hpp"
#include "wpga/io/reading/load_options.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

struct Events {
  Cloud cloud;
  Space space;                     // axes are the names that were asked for, else those of the detectors
  std::vector<std::string> notes;  // what a person should know
};

// Without `columns` every channel is a coordinate but that of time.  Throws InputError, naming event and
// channel, for a value that is no number or has no logarithm.
Events read_events(Bytes bytes, const LoadOptions& options);

// The options with a file of a spillover matrix replaced by the matrix, so that a model remembers it.
LoadOptions with_spillover_read(LoadOptions options);

// `compensation` if it is a file that exists, else empty.
std::string spillover_file(const std::string& compensation);

}  // namespace wpga
