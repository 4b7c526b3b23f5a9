#include "wpga/io/loading/file_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/file_system.hpp"
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

constexpr std::size_t longest_user_block = std::size_t{1} << 20;  // longer ones are not known

// A block of 512 bytes, or of twice as many again and again, may stand before the signature: our own files
// have a seal there.
bool begins_like_hdf5(Bytes bytes, std::size_t longest_block) {
  const auto signed_at = [&](std::size_t place) {
    return bytes.size() >= place + hdf5_signature.size() &&
           std::ranges::equal(hdf5_signature, bytes.subspan(place, hdf5_signature.size()));
  };
  if (signed_at(0) || sealed_kind(bytes)) return true;
  for (std::size_t place = seal_size; place <= longest_block && place < bytes.size(); place *= 2)
    if (signed_at(place)) return true;
  return false;
}

// Blocks of others are looked behind where the name says HDF5.
std::size_t longest_block_in(const fs::path& path) {
  const std::string extension = data_extension(path);
  return extension == ".h5" || extension == ".hdf5" || extension == ".h5ad" ? longest_user_block : seal_size;
}

}  // namespace

bool is_hdf5_file(const fs::path& path) {
  if (!is_file(path)) return false;
  const std::size_t longest = longest_block_in(path);
  return begins_like_hdf5(read_beginning(path, longest + hdf5_signature.size()), longest);
}

// The first bytes decide; only formats without a signature go by their extension.
Format format_of(Bytes bytes, const fs::path& path) {
  require(!bytes.empty(), "the file is empty");
  const std::string extension = data_extension(path);
  if (begins_like_hdf5(bytes, longest_block_in(path))) return Format::family;
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
  std::vector<std::byte> bytes = read_file(path);
  return is_gzip(bytes) ? gunzip(bytes) : bytes;
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
