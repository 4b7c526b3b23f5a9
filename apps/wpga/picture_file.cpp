#include "picture_file.hpp"

#include <fmt/format.h>

#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {

namespace {

PictureFormat picture_format(const std::string& path) {
  const std::string extension = data_extension(path);
  const auto format = extension.empty() ? std::nullopt : value_named<PictureFormat>(extension.substr(1));
  if (!format) throw InputError(fmt::format("{}: a picture must end in .png, .pdf or .svg", path));
  return *format;
}

}  // namespace

void require_picture(const std::string& path) {
  static_cast<void>(picture_format(path));
  require_writable(path);
}

void write_picture(const std::string& path, const Canvas& picture) {
  write_file(path, picture.bytes(picture_format(path)));
}

}  // namespace wpga
