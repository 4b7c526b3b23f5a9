#include "wpga/io/read_write.hpp"

#include <fmt/format.h>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {

namespace {

void require_hdf5_name(const std::filesystem::path& path, std::string_view what) {
  require(is_family_path(path.string()),
          fmt::format("{}: {} must end in .h5", displayed(path.string()), what));
}

}  // namespace

MeasureFamily read(const std::string& data, const LoadOptions& options, const Execution& execution) {
  return load_family(std::span(&data, 1), options, execution).family;
}

MeasureFamily read_like(const Model& model, const std::string& data, const Execution& execution) {
  return load_like(model, std::span(&data, 1), {}, {}, execution).family;
}

void write(const Model& model, const std::filesystem::path& path) {
  require_hdf5_name(path, "a model");
  write_file(path, encode_model(model));
}

void write(const MeasureFamily& family, const std::filesystem::path& path) {
  require_hdf5_name(path, "a family file");
  write_file(path, family_pieces(family));
}

}  // namespace wpga
