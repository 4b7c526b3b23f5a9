#include "wpga/io/loading/file_format.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/hdf5_reader.hpp"
#include "wpga/io/files/seal.hpp"
#include "wpga/io/formats/arrays/idx_file.hpp"
#include "wpga/io/formats/arrays/npy_file.hpp"
#include "wpga/io/formats/clouds/ply_file.hpp"
#include "wpga/io/formats/cytometry/fcs_text.hpp"
#include "wpga/io/formats/gzip.hpp"
#include "wpga/io/formats/images/image_file.hpp"
#include "wpga/io/formats/zip_archive.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 9> many_extensions = {".h5ad", ".h5",  ".hdf5", "-ubyte", ".idx",
                                                             ".npy",  ".npz", ".csv",  ".tsv"};

constexpr std::array<std::byte, 8> hdf5_signature = {std::byte{0x89}, std::byte{'H'},  std::byte{'D'},
                                                     std::byte{'F'},  std::byte{'\r'}, std::byte{'\n'},
                                                     std::byte{0x1a}, std::byte{'\n'}};

using Signature = std::array<std::byte, hdf5_signature.size()>;
// The bytes there, as many as a signature has; zeros where there are none.
using BytesAt = std::function<Signature(std::uint64_t place)>;

// A block of 512 bytes, or of twice as many again and again, may stand before the signature: our own files
// have a seal there.
bool is_signed(std::uint64_t size, std::uint64_t longest_block, const BytesAt& bytes_at) {
  if (bytes_at(0) == hdf5_signature) return true;
  for (std::uint64_t place = seal_size; place <= longest_block && place < size; place *= 2)
    if (bytes_at(place) == hdf5_signature) return true;
  return false;
}

bool is_named_hdf5(const fs::path& path) {
  const std::string extension = data_extension(path);
  return extension == ".h5" || extension == ".hdf5" || extension == ".h5ad";
}

// Blocks of others are looked behind where the name says HDF5.
std::uint64_t longest_block_in(const fs::path& path) {
  return is_named_hdf5(path) ? std::numeric_limits<std::uint64_t>::max() / 2 : seal_size;
}

bool begins_like_hdf5(Bytes bytes, const fs::path& path) {
  const auto bytes_at = [&](std::uint64_t place) {
    Signature found{};
    if (place < bytes.size())
      std::ranges::copy(bytes.subspan(place, std::min(found.size(), bytes.size() - place)), found.begin());
    return found;
  };
  return sealed_kind(bytes).has_value() || is_signed(bytes.size(), longest_block_in(path), bytes_at);
}

// What is called HDF5 and is none is refused by its beginning: it may be long.
void require_readable_beginning(const fs::path& path) {
  constexpr std::size_t longest_signature = std::size_t{1} << 16;
  const std::vector<std::byte> head = read_beginning(path, longest_signature);
  require(!is_gzip(head), gunzip_first);
  format_of(head, path);
}

}  // namespace

bool is_hdf5_file(const fs::path& path) {
  if (!is_file(path)) return false;
  const HeldFile file(path);
  const auto bytes_at = [&](std::uint64_t place) {
    Signature found{};
    if (::pread(file.descriptor(), found.data(), found.size(), static_cast<off_t>(place)) < 0)
      throw InputError(fmt::format("cannot read {}: {}", displayed(path.string()),
                                   std::generic_category().message(errno)));
    return found;
  };
  return sealed_kind(path).has_value() || is_signed(bytes_in(path), longest_block_in(path), bytes_at);
}

// The first bytes decide; only formats without a signature go by their extension.
Format format_of(Bytes bytes, const fs::path& path) {
  require(!bytes.empty(), "the file is empty");
  const std::string extension = data_extension(path);
  if (begins_like_hdf5(bytes, path)) return Format::family;
  if (looks_like_image(bytes)) return Format::image;
  if (is_npy(bytes)) return Format::npy;
  if (is_zip(bytes)) return Format::npz;
  if (is_ply(bytes)) return Format::ply;
  if (is_fcs(bytes)) return Format::fcs;
  if (extension == ".xyz") return Format::xyz;
  if (extension == ".csv" || extension == ".tsv" || extension == ".txt") return Format::table;
  if (is_idx(bytes)) return Format::idx;
  if (extension.empty())
    throw InputError(
        "neither its name nor its contents tell what it is; a table is called .csv, .tsv or .txt, points "
        ".xyz (a "
        "link of such a name to /dev/stdin reads a pipe)");
  throw InputError(fmt::format("its contents are not those of {}; it may be damaged",
                               displayed(fmt::format("a {} file", extension))));
}

std::vector<std::byte> contents_of(const fs::path& path) try {
  if (is_named_hdf5(path) && is_file(path)) require_readable_beginning(path);
  std::vector<std::byte> bytes = read_file(path);
  if (!is_gzip(bytes)) return bytes;
  std::vector<std::byte> inflated = gunzip(bytes);
  require(!begins_like_hdf5(inflated, path), gunzip_first);
  return inflated;
} catch (const InputError& error) {
  rethrow_at(displayed(path.string()), error);
}

bool begins_like_image(const fs::path& path) {
  if (!is_file(path)) return false;
  const std::vector<std::byte> head = read_beginning(path, 64);
  return looks_like_image(is_gzip(head) ? contents_of(path) : head);
}

std::optional<fs::path> labels_beside(const fs::path& images) {
  std::string name = images.filename().string();
  const std::size_t at = name.find("images");
  if (at == std::string::npos) return std::nullopt;
  name.replace(at, 6, "labels");
  if (const std::size_t rank = name.find("idx3"); rank != std::string::npos) name.replace(rank, 4, "idx1");
  for (const std::string& candidate :
       {name, name + ".gz", name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name}) {
    const fs::path path = images.parent_path() / candidate;
    if (path != images && is_file(path)) return path;
  }
  return std::nullopt;
}

bool holds_many(const fs::path& path) {
  const std::string extension = data_extension(path);
  return std::ranges::find(many_extensions, extension) != many_extensions.end();
}

}  // namespace wpga
