// A small HDF5 file with something of every kind.
#pragma once

#include <vector>

#include "wpga/io/files/hdf5_writer.hpp"

namespace wpga {

inline std::vector<std::byte> some_file() {
  Hdf5Writer file;
  file.write("/deep/in/numbers", std::vector<double>{1, -2.5, 1e300, 0, 4, 5}, {2, 3});
  file.write("/counts", std::vector<std::int64_t>{7, -9007199254740993}, {2});
  file.write("/words", std::vector<std::string>{"", "β", "two words"});
  file.write("/bytes", std::vector<std::byte>{std::byte{0}, std::byte{255}});
  file.set_attribute("/", "kind", std::string("test"));
  file.set_attribute("/counts", "share", 0.25);
  file.set_attribute("/counts", "many", std::span<const std::int64_t>(std::vector<std::int64_t>{1, 2, 3}));
  return file.finish();
}

}  // namespace wpga
