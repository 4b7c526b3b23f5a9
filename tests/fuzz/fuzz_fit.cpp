#include "fuzz_format.hpp"
#include "study/small_family.hpp"

// Not a parser: a family of a few measures, fitted on one thread, on three, and in another unit of length.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wpga::testing::insist(wpga::test::flaw_of_fit({data, size}).empty());
  return 0;
}
