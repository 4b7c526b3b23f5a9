#include "wpga/io/reading/small_photo.hpp"

#include <algorithm>
#include <unordered_map>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/formats/gzip.hpp"
#include "wpga/io/formats/images/image_file.hpp"
#include "wpga/io/formats/images/jpeg_image.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/measures/resample.hpp"

namespace wpga {

namespace {

constexpr int quality = 75;

// A pipe is gone once it was read.
bool begins_like_picture(const std::filesystem::path& path) {
  if (!is_file(path)) return false;
  const std::vector<std::byte> head = read_beginning(path, 64);
  return looks_like_image(head) || is_gzip(head);
}

}  // namespace

std::vector<std::filesystem::path> photo_files(std::span<const std::string> data,
                                               const std::vector<std::string>& names) {
  std::unordered_map<std::string, std::filesystem::path> by_name;
  for (const DataFile& file : find_data_files(data))
    if (begins_like_picture(file.path)) by_name.try_emplace(file.name, file.path);
  std::vector<std::filesystem::path> files;
  files.reserve(names.size());
  for (const std::string& name : names) {
    const auto found = by_name.find(name);
    files.push_back(found == by_name.end() ? std::filesystem::path() : found->second);
  }
  return files;
}

std::vector<std::byte> small_photo(const std::filesystem::path& path, int side) try {
  std::vector<std::byte> bytes = read_file(path);
  if (is_gzip(bytes)) bytes = gunzip(bytes);
  const Image photo = decode_image(bytes);
  const GridSize given{photo.rows, photo.columns};
  const bool larger = std::max(given.rows, given.columns) > side;
  return encode_jpeg(larger ? resample(photo, wanted_size(given, std::to_string(side))) : photo, quality);
} catch (const InputError& error) {
  rethrow_at(displayed(path.string()), error);
}

}  // namespace wpga
