#include "fuzz_format.hpp"
#include "wpga/io/formats/gzip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const wpga::Bytes bytes = std::as_bytes(std::span(data, size));
  const wpga::InflateLimits limits{.bytes = 1 << 20, .free_bytes = 1 << 16, .ratio = 100};
  wpga::testing::read_or_refuse(
      [&] { wpga::testing::insist(wpga::gunzip(bytes, limits).size() <= limits.bytes); });
  wpga::testing::read_or_refuse([&] { wpga::inflate_raw(bytes, 1000); });
  return 0;
}
