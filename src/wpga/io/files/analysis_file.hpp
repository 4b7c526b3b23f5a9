// A mean and the components fitted through it, as one HDF5 file.  docs/analysis_file.md lists every dataset.
//
//   /mean/points (p × d) · /mean/weights (p) · /mean/squared_distances (N) · /variance (their weighted mean)
//   /names · /labels and /measure_weights (optional)
//   /components/k/ from 0: backward, forward (p × d) · times, scores, squared_distances, lower_bounds (N) ·
//     objective (per iteration); attributes: the certificates, shares and how the iteration ended; for curves
//     of weights instead of backward and forward: points (m × d), weights (knots × m), knots, center (m)
//   /joint/times, /joint/squared_distances (N × K) · /tangent/explained (K) · /bootstrap/explained (B × K)
//   where known /axes, /center, /scale (d; attributes of the root in format 1)
//   root attributes: wpga_version, format_version, options (JSON), kind, and where known grid, reading (JSON:
//   how raw data became the measures); termination, where components were looked for
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "wpga/io/files/hdf5_reader.hpp"
#include "wpga/io/files/hdf5_writer.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

inline constexpr std::int64_t analysis_format_version = 2;

// The same model gives the same bytes.  Throws InputError for one that could not be read back.
std::vector<std::byte> encode_model(const Model& model);

// Throws InputError (file, dataset, what) for anything that is not an analysis or the mean of measures.
Model read_model(const std::filesystem::path& path);

// The same by all ranks, who must have read the same.
Model read_model(const std::filesystem::path& path, const Execution& execution);

// Is this an HDF5 file with a mean in it?  Never throws InputError: what cannot be read is no analysis.
bool holds_model(const std::filesystem::path& path);

// The analysis alone, as a part of a larger file.  N is the number of measures.
void write_analysis(Hdf5Writer& file, const Analysis& analysis);
Analysis read_analysis(const Hdf5Reader& file, std::size_t measures, bool finished = true);

// One component in a group of its own, such as "/components/0".  Vectors that are empty are left out, and
// come back empty.  Fields must be d × p as the mean is.
void write_component(Hdf5Writer& file, const std::string& group, const Component& component);
bool has_component(const Hdf5Reader& file, const std::string& group);
Component read_component(const Hdf5Reader& file, const std::string& group, const Measure& mean,
                         std::size_t measures);

}  // namespace wpga
