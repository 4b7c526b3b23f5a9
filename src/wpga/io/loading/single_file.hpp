// Files that are one measure: a picture, a cloud, the events of a cytometer.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "wpga/io/reading/load_options.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// A file that is one measure, ready to join the family.
struct OneMeasure {
  Measure measure;
  Space space;
  double inertia = -1;  // of the quantisation, if there was one
  bool events = false;  // of a cytometer
  std::vector<std::string> notes = {};
};

struct SingleFileSetting {
  const LoadOptions& options;
  std::optional<Kind> image_kind = {};  // of all images; without it each decides for itself
};

// Nothing where the file holds many measures.  `position` is that of the file, for its random numbers.
std::optional<OneMeasure> read_single(const std::filesystem::path& path, const SingleFileSetting& setting,
                                      std::size_t position);

}  // namespace wpga
