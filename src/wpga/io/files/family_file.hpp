// A family of measures as one HDF5 file, the same to the bit when read back.
//
//   /points (Σn_i × d) · /weights (Σn_i) · /offsets (N+1) · /names · /labels and /measure_weights (optional)
//   root attributes: wpga_version, format_version, kind, and where known grid, axes, center, scale, reading
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "wpga/io/files/hdf5_file.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

inline constexpr std::int64_t family_format_version = 1;

std::vector<std::byte> encode_family(const MeasureFamily& family);

// The measures; of a mean or an analysis (analysis_file.hpp) its mean alone, named like the file.  Throws
// InputError (file, dataset, what) for anything else.
MeasureFamily read_family(const std::filesystem::path& path);

// The attributes that family and analysis files share.
void write_space(Hdf5Writer& file, const Space& space);
Space read_space(const Hdf5Reader& file);
void write_reading(Hdf5Writer& file, const Reading& reading);
Reading read_reading(const Hdf5Reader& file);

}  // namespace wpga
