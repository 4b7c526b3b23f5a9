#include "wpga/io/pending_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
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

// Of the system, not of the seeds: results do not depend on it.  Without it the time will do, names may meet.
std::uint64_t chance() {
  std::uint64_t bits = 0;
  if (::getrandom(&bits, sizeof bits, GRND_NONBLOCK) == static_cast<ssize_t>(sizeof bits)) return bits;
  return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
}

std::string letters_by_chance() {
  constexpr std::string_view alphabet = "abcdefghijklmnopqrstuvwxyz234567";
  std::string letters(8, ' ');
  std::uint64_t bits = chance();
  for (char& letter : letters) {
    letter = alphabet[bits % alphabet.size()];
    bits /= alphabet.size();
  }
  return letters;
}

fs::path beside(const fs::path& place) {
  constexpr std::size_t kept = 200;
  static std::atomic<int> counter = 0;
  return place.parent_path() / fmt::format(".{}.{}-{}-{}.part", shortened(place.filename().string(), kept),
                                           ::getpid(), counter++, letters_by_chance());
}

[[noreturn]] void fail_to_make(const fs::path& folder, const std::string& reason) {
  throw InputError(fmt::format("cannot make the folder {}: {}", displayed(folder.string()), reason));
}

}  // namespace

PendingPath::PendingPath(const fs::path& place) : place_(place), path_(beside(place)) {
  const std::scoped_lock lock(pending_paths().mutex);
  pending_paths().paths.insert(path_);
}

PendingPath::~PendingPath() {
  const std::scoped_lock lock(pending_paths().mutex);
  pending_paths().paths.erase(path_);
}

std::error_code PendingPath::make(const std::function<std::error_code(const fs::path&)>& made) {
  constexpr int tries = 100;
  std::error_code error = made(path_);
  for (int i = 1; i < tries && error == std::errc::file_exists; ++i) {
    {
      const std::scoped_lock lock(pending_paths().mutex);
      pending_paths().paths.erase(path_);
      path_ = beside(place_);
      pending_paths().paths.insert(path_);
    }
    error = made(path_);
  }
  return error;
}

PendingFolder::PendingFolder(const fs::path& place) : place_(place), pending_(place) {
  if (!writes_files()) return;
  require_writable(place_);
  if (const std::error_code error = pending_.make(make_new_folder)) fail_to_make(place_, error.message());
}

PendingFolder::~PendingFolder() {
  if (writes_files()) static_cast<void>(remove_everything(path()));
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
  for (const fs::path& path : pending_paths().paths) static_cast<void>(remove_everything(path));
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
