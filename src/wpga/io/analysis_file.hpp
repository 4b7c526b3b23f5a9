// A mean, alone or as the first part of an analysis, as one HDF5 file.
//
//   /mean/points (p × d) · /mean/weights (p) · /mean/squared_distances (N) · /variance (their weighted mean)
//   /names · /labels and /measure_weights (optional)
//   root attributes: wpga_version, format_version, options (JSON), kind, and where known grid, axes, center,
//   scale
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "wpga/io/hdf5_file.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

inline constexpr std::int64_t analysis_format_version = 1;

// A mean and what must be remembered of the family it is the mean of.
struct MeanRecord {
  Measure mean;
  Vector squared_distances;  // N
  double variance = 0;
  std::vector<std::string> names;   // N
  std::vector<std::string> labels;  // N or empty
  Vector measure_weights;           // N or empty
  Space space;
  std::string options;  // one JSON object: how it was made
};

std::vector<std::byte> encode_mean(const MeanRecord& record);

// Throws InputError (file, dataset, what) for anything that is not the mean of measures.
MeanRecord read_mean(const std::filesystem::path& path);

// The same as parts of a larger file.
void write_mean(Hdf5Writer& file, const MeanRecord& record);
MeanRecord read_mean(const Hdf5Reader& file);

}  // namespace wpga
