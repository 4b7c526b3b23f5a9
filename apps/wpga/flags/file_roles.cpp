#include "flags/file_roles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/file_system.hpp"

namespace wpga {

namespace {

namespace fs = std::filesystem;

// What some verb reads or writes; .txt is anyone's.
constexpr std::array<std::string_view, 28> known_extensions = {
    ".h5",  ".hdf5", ".csv", ".tsv",  ".json",  ".html", ".htm", ".png", ".pdf", ".svg",
    ".jpg", ".jpeg", ".tif", ".tiff", ".pgm",   ".ppm",  ".pbm", ".pnm", ".pam", ".npy",
    ".npz", ".ply",  ".xyz", ".idx",  "-ubyte", ".ttf",  ".otf", ".ttc"};

[[noreturn]] void refuse_place(const std::string& flag, const std::string& path) {
  throw InputError(
      fmt::format("{} {}: the folder that it would lie in is read, and the next run would take it for data; "
                  "write it elsewhere",
                  flag, displayed(path)));
}

}  // namespace

void FileRoles::reads(const std::string& file) {
  if (file.empty()) return;
  if (const auto identity = identity_of(file)) inputs_.insert(*identity);
}

void FileRoles::reads_data(std::span<const std::string> arguments) {
  for (const std::string& argument : arguments) {
    if (!is_folder(argument)) continue;
    if (const auto identity = identity_of(argument)) input_folders_.insert(*identity);
  }
  for (const DataFile& file : find_data_files(arguments)) reads(file.path.string());
}

void FileRoles::writes(const std::string& flag, const std::string& file) {
  if (file.empty()) return;
  const auto identity = identity_of(file);
  if (!identity) return;
  if (inputs_.contains(*identity))
    throw InputError(fmt::format("{} {}: this file is read, so it is not written; name another one", flag,
                                 displayed(file)));
  if (is_data_file(file) && lies_in_read_folder(file)) refuse_place(flag, file);
  const auto [place, is_new] = outputs_.try_emplace(*identity, flag);
  if (!is_new)
    throw InputError(
        fmt::format("{} {} is the file of {} too; name another one", flag, displayed(file), place->second));
}

bool FileRoles::lies_in_read_folder(const fs::path& file) const {
  if (input_folders_.empty()) return false;
  for (fs::path place = canonical_path(followed(file)); place != place.parent_path();
       place = place.parent_path()) {
    if (place.filename().string().starts_with(".")) return false;  // hidden: nobody looks there
    const auto identity = identity_of(place.parent_path());
    if (identity && input_folders_.contains(*identity)) return true;
  }
  return false;
}

void FileRoles::writes_folder(const std::string& flag, const std::string& folder) {
  if (folder.empty()) return;
  const auto identity = identity_of(folder);
  if (identity && input_folders_.contains(*identity))
    throw InputError(fmt::format("{} {}: this folder is read, so nothing is written there; name another one",
                                 flag, displayed(folder)));
  if (lies_in_read_folder(folder)) refuse_place(flag, folder);
  writes(flag, folder);
}

void FileRoles::check_inside(const fs::path& folder, std::span<const std::string> names) const {
  for (const std::string& name : names) {
    const fs::path file = folder / name;
    const auto identity = identity_of(file);
    if (!identity) continue;
    if (inputs_.contains(*identity))
      throw InputError(fmt::format("{}: this file is read, so it is not written; name another folder",
                                   displayed(file.string())));
    if (const auto other = outputs_.find(*identity); other != outputs_.end())
      throw InputError(fmt::format("{} is the file of {} too; name another folder", displayed(file.string()),
                                   other->second));
  }
}

void require_own_extension(const std::string& path, std::span<const std::string_view> own,
                           std::string_view what) {
  const std::string extension = data_extension(path);
  const auto among = [&](auto names) { return std::ranges::find(names, extension) != names.end(); };
  if (!among(std::span(known_extensions)) || among(own)) return;
  throw InputError(
      own.empty()
          ? fmt::format("{}: {} has no ending such as {}; name another", displayed(path), what, extension)
          : fmt::format("{}: {} is written as {}", displayed(path), what, fmt::join(own, " or ")));
}

}  // namespace wpga
