#include "fuzz_format.hpp"
#include "wpga/io/formats/arrays/idx_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wpga::testing::read_or_refuse([&] {
    const wpga::NumericArray array = wpga::decode_idx(std::as_bytes(std::span(data, size)));
    wpga::testing::insist(array.values().size() == static_cast<std::size_t>(array.size()));
  });
  return 0;
}
