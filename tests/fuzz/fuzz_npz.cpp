#include "fuzz_format.hpp"
#include "wpga/io/formats/arrays/npy_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const wpga::InflateLimits limits{.bytes = 1 << 20, .free_bytes = 1 << 16, .ratio = 100};
  wpga::testing::read_or_refuse([&] {
    const wpga::NpzArchive archive = wpga::decode_npz(std::as_bytes(std::span(data, size)), limits);
    const wpga::NpzArchive again = wpga::decode_npz(wpga::encode_npz(archive.numbers, archive.strings));
    wpga::testing::insist(again.numbers.size() == archive.numbers.size());
  });
  return 0;
}
