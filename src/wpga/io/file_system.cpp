#include "wpga/io/file_system.hpp"

#include <dirent.h>
#include <fmt/format.h>

#include <cerrno>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::uint64_t bytes_in(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return error ? 0 : std::uint64_t{size};
}

std::string reason_missing(const fs::path& path) {
  std::error_code error;
  static_cast<void>(fs::status(path, error));
  return error && error != std::errc::no_such_file_or_directory ? error.message() : "no such file or folder";
}

std::optional<fs::path> link_target(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(path, error))) return std::nullopt;
  const fs::path target = fs::read_symlink(path, error);
  if (error) return std::nullopt;
  return path.parent_path() / target;  // an absolute target replaces the path
}

fs::path followed(const fs::path& path) {
  fs::path place = path;
  for (int hops = 0; hops < most_links; ++hops) {
    const std::optional<fs::path> next = link_target(place);
    if (!next) break;
    place = *next;
  }
  return place;
}

fs::path absolute_path(const fs::path& path) {
  std::error_code error;
  const fs::path found = fs::absolute(path, error);
  if (error)
    throw InputError(fmt::format("cannot find out in which folder {} lies: {}", displayed(path.string()),
                                 error.message()));
  return found.lexically_normal();
}

fs::path canonical_path(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) return path;
  const fs::path found = fs::weakly_canonical(absolute, error);
  return error ? absolute.lexically_normal() : found;
}

std::string shortened(std::string_view name, std::size_t bytes) {
  if (name.size() <= bytes) return std::string(name);
  while (bytes > 0 && (static_cast<unsigned char>(name[bytes]) & 0xC0) == 0x80) --bytes;
  return std::string(name.substr(0, bytes));
}

namespace {

[[noreturn]] void fail_to_read_folder(const fs::path& folder, int error) {
  throw InputError(fmt::format("cannot read the folder {}: {}", displayed(folder.string()),
                               std::generic_category().message(error)));
}

}  // namespace

std::vector<FolderEntry> entries_of(const fs::path& folder) {
  // A std::filesystem::directory_iterator ends the program where memory runs out.
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  if (!open) fail_to_read_folder(folder, errno);
  std::vector<FolderEntry> found;
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(open.get());  // NOLINT(concurrency-mt-unsafe): a stream of its own
    if (!entry && errno != 0) fail_to_read_folder(folder, errno);
    if (!entry) return found;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    const fs::path path = folder / name;
    std::error_code unseen, unknown;
    const fs::file_status status = fs::status(path, unseen);
    found.push_back({path, fs::is_regular_file(status), fs::is_directory(status),
                     fs::is_symlink(fs::symlink_status(path, unknown)), unseen});
  }
}

std::error_code make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directory(path, error);
  return error;
}

std::error_code make_new_folder(const fs::path& path) {
  std::error_code error;
  const bool made = fs::create_directory(path, error);
  return made || error ? error : std::make_error_code(std::errc::file_exists);
}

std::error_code rename_path(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  return error;
}

std::error_code remove_everything(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  return error;
}

}  // namespace wpga
