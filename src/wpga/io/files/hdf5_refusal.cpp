#include "wpga/io/files/hdf5_refusal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "wpga/io/files/hdf5_reader.hpp"
#include "wpga/io/formats/gzip.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

namespace {

// A filter that this library has not got, by its name; nothing where it has them all.
std::string missing_filter(const Hdf5Handle& dataset) {
  const Hdf5Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  for (int k = 0; k < H5Pget_nfilters(creation); ++k) {
    std::array<char, 64> name{};
    std::size_t parameters = 0;
    unsigned int flags = 0, how = 0;
    const H5Z_filter_t filter = H5Pget_filter2(creation, static_cast<unsigned int>(k), &flags, &parameters,
                                               nullptr, name.size() - 1, name.data(), &how);
    if (filter >= 0 && H5Zfilter_avail(filter) == 0)
      return name[0] != 0 ? name.data() : fmt::format("number {}", filter);
  }
  return {};
}

// By the words that the library knows.
bool locks_are_switched_off() {
  const char* word = std::getenv("HDF5_USE_FILE_LOCKING");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return word && (std::string_view(word) == "FALSE" || std::string_view(word) == "0");
}

// Why a descriptor cannot be locked; 0 where it can, and where nobody asks for locks.
int error_of_lock(int descriptor) {
  if (locks_are_switched_off()) return 0;
  return ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 ? errno : 0;
}

}  // namespace

void require_reached(bool success) {
  if (!success) throw Hdf5Refusal{hdf5_unreachable};
}

H5T_class_t class_of(const Hdf5Handle& type) {
  const H5T_class_t kind = type.valid() ? H5Tget_class(type) : H5T_NO_CLASS;
  require_reached(kind != H5T_NO_CLASS);
  return kind;
}

std::string why_unreadable(const Hdf5Handle& dataset) {
  const std::string filter = missing_filter(dataset);
  if (filter.empty()) return "cannot be read; the file may be damaged or cut off";
  return fmt::format("is compressed by a filter that is not read, {}; write it with gzip or uncompressed",
                     filter);
}

std::string why_closed(const std::filesystem::path& path, const char* otherwise) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fmt::format("cannot be read: {}", std::generic_category().message(errno));
  // The library locks what it opens, whoever uses it.
  const int error = error_of_lock(descriptor);
  ::close(descriptor);
  if (error == EWOULDBLOCK)
    return "another program has it open for writing; close it there, or wait until it is done";
  if (error != 0 && error != ENOSYS)
    return fmt::format("its disk cannot lock it ({}); copy it to another disk",
                       std::generic_category().message(error));
  return is_gzip(read_beginning(path, 2)) ? gunzip_first : otherwise;
}

}  // namespace wpga
