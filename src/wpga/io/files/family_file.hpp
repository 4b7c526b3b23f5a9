// A family of measures as one HDF5 file, the same to the bit when read back.
//
//   /points (Σn_i × d) · /weights (Σn_i) · /offsets (N+1) · /names · /labels and /measure_weights (optional)
//   · where known /axes, /center and /scale (d; attributes of the root in format 1) root attributes:
//   wpga_version, format_version, kind, and where known grid, reading
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "wpga/io/files/hdf5_reader.hpp"
#include "wpga/io/files/hdf5_writer.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

inline constexpr std::int64_t family_format_version = 2;

// Throws InputError for what could not be read back.
std::vector<std::byte> encode_family(const MeasureFamily& family);

// The same bytes without a copy of the atoms; the family must stay until they are written.
FilePieces family_pieces(const MeasureFamily& family);

// The measures, those of a large file as it lies on the disk (base/large_array.hpp); of a mean or an analysis
// (analysis_file.hpp) its mean alone, named like the file.  Throws InputError (file, dataset, what) for
// anything else.
MeasureFamily read_family(const std::filesystem::path& path);

// What family and analysis files share.  A space must fit the dimension.
void write_space(Hdf5Writer& file, const Space& space);
Space read_space(const Hdf5Reader& file, Index dimension);
void write_reading(Hdf5Writer& file, const Reading& reading);
Reading read_reading(const Hdf5Reader& file);

}  // namespace wpga
