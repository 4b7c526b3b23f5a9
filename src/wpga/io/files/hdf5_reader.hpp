// The door to HDF5, reading: named arrays, strings and attributes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/paged_memory.hpp"

namespace wpga {

// What is told of .h5.gz.
inline constexpr const char* gunzip_first =
    "it is compressed as a whole, so that HDF5 finds nothing in it; unpack it first (gunzip)";

// Reads what HDF5 can convert to the type asked for.  Throws InputError that names the file and the dataset.
// Files with our seal are verified before the library parses a byte; others are parsed in a child process
// with limits of memory and time.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path);
  ~Hdf5Reader();
  Hdf5Reader(Hdf5Reader&&) noexcept;
  Hdf5Reader& operator=(Hdf5Reader&&) noexcept;

  bool is_sealed() const;  // by us, and as it was made

  // Where in a sealed file the doubles of a dataset lie as in memory; nothing where they lie otherwise.
  struct Place {
    std::uint64_t offset, bytes;
  };
  std::optional<Place> place_of(const std::string& path) const;
  // The bytes there as they lie on the disk; nothing where they cannot be brought.
  std::shared_ptr<const PagedMemory> bytes_at(const Place& place) const;

  bool has(const std::string& path) const;
  std::vector<std::uint64_t> shape(const std::string& path) const;
  // Extents of the pieces in which a dataset lies in the file, each packed by itself; empty where it is one.
  std::vector<std::uint64_t> chunk(const std::string& path) const;
  std::vector<double> read_doubles(const std::string& path) const;
  std::vector<std::int64_t> read_integers(const std::string& path) const;
  // Rows first … end − 1 of a dataset with one axis or two; of two, the given columns (none: all).
  std::vector<double> read_doubles(const std::string& path, std::uint64_t first, std::uint64_t end,
                                   const std::vector<std::uint64_t>& columns = {}) const;
  std::vector<std::int64_t> read_integers(const std::string& path, std::uint64_t first,
                                          std::uint64_t end) const;
  bool holds_strings(const std::string& path) const;
  std::vector<std::string> read_strings(const std::string& path) const;
  // Numbers of one axis, each as the shortest text that gives it back in the type in which it is stored.
  std::vector<std::string> read_number_texts(const std::string& path) const;
  std::vector<std::byte> read_bytes(const std::string& path) const;

  bool has_attribute(const std::string& path, const std::string& name) const;
  std::vector<double> attribute_doubles(const std::string& path, const std::string& name) const;
  std::vector<std::int64_t> attribute_integers(const std::string& path, const std::string& name) const;
  std::vector<std::string> attribute_strings(const std::string& path, const std::string& name) const;

  // InputError: file, dataset, what is wrong.
  [[noreturn]] void fail(const std::string& path, std::string_view what) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wpga
