// array_probe IN OUT: reads an .npy or .npz file and writes what was read, for numpy_cross_check.py.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/arrays/npy_file.hpp"
#include "wpga/io/formats/zip_archive.hpp"

namespace {

std::vector<std::byte> copied(wpga::Bytes bytes) {
  if (wpga::is_npy(bytes))
    return std::visit([](const auto& array) { return wpga::encode_npy(array); }, wpga::decode_npy(bytes));
  const wpga::NpzArchive archive = wpga::decode_npz(bytes);
  return wpga::encode_npz(archive.numbers, archive.strings);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 1;
  std::ifstream in(arguments[1], std::ios::binary);
  const std::string contents{std::istreambuf_iterator<char>(in), {}};
  try {
    const auto out = copied(wpga::bytes_of(contents));
    std::ofstream(arguments[2], std::ios::binary) << wpga::text_of(out);
  } catch (const wpga::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
