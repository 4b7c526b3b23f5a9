#include "wpga/io/analysis_file.hpp"

#include <fmt/format.h>

#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/base/version.hpp"
#include "wpga/io/family_file.hpp"

namespace wpga {

namespace {

void write_vector(Hdf5Writer& file, const std::string& path, const Vector& values) {
  const auto size = static_cast<std::size_t>(values.size());
  file.write(path, std::span(values.data(), size), {size});
}

Vector read_vector(const Hdf5Reader& file, const std::string& path, std::size_t size) {
  if (file.shape(path) != std::vector<std::uint64_t>{size})
    file.fail(path, fmt::format("must hold {} numbers", size));
  const std::vector<double> values = file.read_doubles(path);
  return VectorView(values.data(), static_cast<Index>(size));
}

void check_version(const Hdf5Reader& file) {
  if (!file.has_attribute("/", "format_version")) return;
  for (const std::int64_t found : file.attribute_integers("/", "format_version"))
    if (found > analysis_format_version)
      file.fail("/", fmt::format("has format version {}, newer than the {} this program knows; update wpga",
                                 found, analysis_format_version));
}

Measure read_measure(const Hdf5Reader& file) {
  const std::vector<std::uint64_t> shape = file.shape("/mean/points");
  if (shape.size() != 2 || shape[0] == 0 || shape[1] == 0)
    file.fail("/mean/points", "must be a matrix with one row per atom");
  const std::vector<double> points = file.read_doubles("/mean/points");
  const Vector weights = read_vector(file, "/mean/weights", shape[0]);
  const MatrixView atoms(points.data(), static_cast<Index>(shape[1]), static_cast<Index>(shape[0]));
  if (!(weights.minCoeff() > 0)) file.fail("/mean/weights", "must be positive");
  try {
    return make_measure(atoms, weights);
  } catch (const InputError& error) {
    file.fail("/mean", error.what());
  }
}

}  // namespace

void write_mean(Hdf5Writer& file, const MeanRecord& record) {
  const auto atoms = static_cast<std::uint64_t>(record.mean.size());
  const auto dimension = static_cast<std::uint64_t>(record.mean.dimension());
  file.write("/mean/points", std::span(record.mean.points.data(), atoms * dimension), {atoms, dimension});
  write_vector(file, "/mean/weights", record.mean.weights);
  write_vector(file, "/mean/squared_distances", record.squared_distances);
  file.write("/variance", std::span(&record.variance, 1), {});
  file.write("/names", record.names);
  if (!record.labels.empty()) file.write("/labels", record.labels);
  if (record.measure_weights.size() > 0) write_vector(file, "/measure_weights", record.measure_weights);
  file.set_attribute("/", "wpga_version", std::string(version));
  file.set_attribute("/", "format_version", analysis_format_version);
  file.set_attribute("/", "options", record.options);
  write_space(file, record.space);
}

std::vector<std::byte> encode_mean(const MeanRecord& record) {
  Hdf5Writer file;
  write_mean(file, record);
  return file.finish();
}

MeanRecord read_mean(const Hdf5Reader& file) {
  check_version(file);
  MeanRecord record;
  record.mean = read_measure(file);
  record.names = file.read_strings("/names");
  const std::size_t count = record.names.size();
  record.squared_distances = read_vector(file, "/mean/squared_distances", count);
  const std::vector<double> variance = file.read_doubles("/variance");
  if (variance.size() != 1 || !std::isfinite(variance[0])) file.fail("/variance", "must be one number");
  record.variance = variance[0];
  if (file.has("/labels")) record.labels = file.read_strings("/labels");
  if (!record.labels.empty() && record.labels.size() != count)
    file.fail("/labels", fmt::format("has {} entries for {} measures", record.labels.size(), count));
  if (file.has("/measure_weights")) record.measure_weights = read_vector(file, "/measure_weights", count);
  record.space = read_space(file);
  if (file.has_attribute("/", "options"))
    for (const std::string& text : file.attribute_strings("/", "options")) record.options = text;
  return record;
}

MeanRecord read_mean(const std::filesystem::path& path) { return read_mean(Hdf5Reader(path)); }

}  // namespace wpga
