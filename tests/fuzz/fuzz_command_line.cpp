#include "apps/random_words.hpp"
#include "fuzz_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wpga::testing::insist(wpga::test::flaw_of_words({data, size}).empty());
  return 0;
}
