// Random small families through the whole fit, compared with themselves in other units and on other threads.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "study/small_family.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

TEST(Fit, OfRandomSmallFamiliesObeysWhatHoldsForAll) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    // Few different bytes make equal atoms, equal measures and lines.
    const std::int64_t variety = seed % 3 == 0 ? 4 : seed % 3 == 1 ? 32 : 256;
    std::vector<std::uint8_t> bytes(160);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(variety) * 256 / variety);
    for (std::size_t i = 0; i < 7; ++i) bytes[i] = static_cast<std::uint8_t>(random.below(256));
    EXPECT_EQ(test::flaw_of_fit(bytes), "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace wpga
