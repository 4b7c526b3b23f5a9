#include "fuzz_image.hpp"
#include "wpga/io/formats/images/tiff_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wpga::testing::decode_or_refuse(wpga::decode_tiff, data, size);
  return 0;
}
