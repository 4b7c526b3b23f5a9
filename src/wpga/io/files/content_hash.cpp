#include "wpga/io/files/content_hash.hpp"

#include <fmt/format.h>

#include "wpga/io/file_system.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

void ContentHash::add(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) value_ = (value_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
}

void ContentHash::add(const LargeArray<double>& values) {
  const std::size_t count = values.size();
  add(std::as_bytes(std::span(&count, 1)));
  values.walk(1 << 16, [&](std::size_t, std::span<const double> run) { add(std::as_bytes(run)); });
}

void ContentHash::add(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) add(text.data(), text.size());
}

void ContentHash::add(const MeasureFamily& family) {
  add(family.packed_points());
  add(family.packed_weights());
  add(family.offsets().data(), family.offsets().size());
  add(family.measure_weights().data(), static_cast<std::size_t>(family.measure_weights().size()));
}

std::string ContentHash::words() const { return fmt::format("{:016x}", value_); }

std::string content_mark(const std::filesystem::path& path) {
  if (!is_file(path)) return path.string();
  ContentHash hash;
  read_in_pieces(path, [&](std::span<const std::byte> piece) {
    hash.add(piece);
    return true;
  });
  return hash.words();
}

}  // namespace wpga
