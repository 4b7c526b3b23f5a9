#include "wpga/io/pending_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>
#include <system_error>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {

namespace {

namespace fs = std::filesystem;

struct PendingPaths {
  std::mutex mutex;
  std::set<fs::path> paths;
};

// Lives as long as any thread may write.
PendingPaths& pending_paths() {
  static auto* const all = new PendingPaths;
  return *all;
}

fs::path beside(const fs::path& place) {
  constexpr std::size_t kept = 200;
  static std::atomic<int> counter = 0;
  return place.parent_path() /
         fmt::format(".{}.{}-{}.part", shortened(place.filename().string(), kept), ::getpid(), counter++);
}

[[noreturn]] void fail_to_make(const fs::path& folder, const std::string& reason) {
  throw InputError(fmt::format("cannot make the folder {}: {}", displayed(folder.string()), reason));
}

}  // namespace

PendingPath::PendingPath(const fs::path& place) : path_(beside(place)) {
  const std::scoped_lock lock(pending_paths().mutex);
  pending_paths().paths.insert(path_);
}

PendingPath::~PendingPath() {
  const std::scoped_lock lock(pending_paths().mutex);
  pending_paths().paths.erase(path_);
}

PendingFolder::PendingFolder(const fs::path& place) : place_(place), pending_(place) {
  if (!writes_files()) return;
  require_writable(place_);
  if (const std::error_code error = make_folder(path())) fail_to_make(place_, error.message());
}

PendingFolder::~PendingFolder() {
  if (writes_files()) remove_everything(path());
}

void PendingFolder::place() const {
  if (!writes_files()) return;
  const std::error_code error = rename_path(path(), place_);
  if (!error) return sync_folder(folder_of(place_));
  const bool taken = error == std::errc::directory_not_empty || is_there(place_);
  fail_to_make(place_,
               taken ? "another run has made it meanwhile; name another, or run again" : error.message());
}

bool writes_pending() {
  const std::scoped_lock lock(pending_paths().mutex);
  return !pending_paths().paths.empty();
}

void remove_pending() {
  const std::scoped_lock lock(pending_paths().mutex);
  for (const fs::path& path : pending_paths().paths) remove_everything(path);
}

void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace wpga
