#include "fuzz_image.hpp"
#include "wpga/io/formats/images/png_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wpga::testing::decode_or_refuse(wpga::decode_png, data, size);
  return 0;
}

namespace {

std::uint32_t read_length(const std::uint8_t* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xffffffffU;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1U) * 0xedb88320U;
  }
  return ~crc;
}

// Sets the checksum of every chunk right, so that mutations reach what lies behind it.
void mend_checksums(std::span<std::uint8_t> file) {
  for (std::size_t at = 8; at + 12 <= file.size();) {
    const std::size_t length = read_length(&file[at]);
    if (length > file.size() - at - 12) return;
    const std::uint32_t crc = checksum(file.subspan(at + 4, length + 4));
    for (std::size_t i = 0; i < 4; ++i)
      file[at + 8 + length + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
    at += length + 12;
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned) {
  const std::size_t mutated = LLVMFuzzerMutate(data, size, max_size);
  mend_checksums({data, mutated});
  return mutated;
}
