// The door to HDF5, writing: named arrays, strings and attributes, in memory on the way out.
//
// C-ordered float64, int64 and uint8, UTF-8 strings, no object times: the same content gives the same bytes.
// Arrays belong into datasets: an attribute holds 64 KB at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/large_array.hpp"
#include "wpga/io/file_pieces.hpp"

namespace wpga {

// Builds a file in memory; write_file puts it on the disk, whole or not at all.  Groups in a path such as
// "/components/0/times" are made on the way.
class Hdf5Writer {
 public:
  // in_pieces: arrays that are written later need no place in memory, and finish_in_pieces no second copy.
  enum class Held { whole, in_pieces };
  explicit Hdf5Writer(Held held = Held::whole);
  ~Hdf5Writer();
  Hdf5Writer(Hdf5Writer&&) noexcept;
  Hdf5Writer& operator=(Hdf5Writer&&) noexcept;

  void write(const std::string& path, std::span<const double> values, std::vector<std::uint64_t> shape);
  void write(const std::string& path, std::span<const std::int64_t> values, std::vector<std::uint64_t> shape);
  void write(const std::string& path, std::span<const std::string> values);
  void write(const std::string& path, std::span<const std::byte> values);

  // The file takes the numbers from where they lie when it is written: they must stay until then.
  void write_later(const std::string& path, const LargeArray<double>& values,
                   std::vector<std::uint64_t> shape);

  // Attributes of the root ("/") or of an object written before.
  void set_attribute(const std::string& path, const std::string& name, double value);
  void set_attribute(const std::string& path, const std::string& name, std::int64_t value);
  void set_attribute(const std::string& path, const std::string& name, const std::string& value);
  void set_attribute(const std::string& path, const std::string& name, std::span<const double> values);
  void set_attribute(const std::string& path, const std::string& name, std::span<const std::int64_t> values);
  void set_attribute(const std::string& path, const std::string& name, std::span<const std::string> values);

  // The file's bytes under our seal (seal.hpp), with a word for what it is; the writer is then spent.
  std::vector<std::byte> finish(std::string_view kind = "data");
  // The same bytes, as write_file wants them.
  FilePieces finish_in_pieces(std::string_view kind = "data");

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wpga
