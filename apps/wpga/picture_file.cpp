#include "picture_file.hpp"

#include <fmt/format.h>

#include <optional>

#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {

namespace {

std::optional<PictureFormat> picture_format(const std::string& path) {
  const std::string extension = data_extension(path);
  if (extension.empty()) return {};
  return value_named<PictureFormat>(extension.substr(1));
}

}  // namespace

bool is_picture_path(const std::string& path) { return picture_format(path).has_value(); }

void require_picture(const std::string& path) {
  require(is_picture_path(path), fmt::format("{}: a picture must end in .png, .pdf or .svg", path));
  require_writable(path);
}

void write_picture(const std::string& path, const Canvas& picture) {
  write_file(path, picture.bytes(picture_format(path).value()));
}

}  // namespace wpga
