#include "fuzz_image.hpp"
#include "wpga/io/formats/images/pnm_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wpga::testing::decode_or_refuse(wpga::decode_pnm, data, size);
  return 0;
}
