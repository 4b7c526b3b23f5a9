#include "apps/random_words.hpp"

#include <gtest/gtest.h>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

TEST(CommandLine, OfRandomWordsIsTakenOrRefused) {
  const std::string values = "0123456789.,-:aeinx%/";
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    Random random(seed);
    std::vector<std::uint8_t> bytes = {static_cast<std::uint8_t>(1 + random.below(31)), 0};
    for (int word = 0; word < 4; ++word) {
      const bool flag = random.below(2) == 0;
      if (flag)
        bytes.insert(bytes.end(), {static_cast<std::uint8_t>(1 + random.below(31)),
                                   static_cast<std::uint8_t>(random.below(256)), 0});
      for (std::int64_t i = random.below(6); i > 0; --i)
        bytes.push_back(random.below(12) == 0
                            ? static_cast<std::uint8_t>(random.below(256))
                            : static_cast<std::uint8_t>(
                                  values[static_cast<std::size_t>(random.below(std::ssize(values)))]));
      bytes.push_back(0);
    }
    EXPECT_EQ(test::flaw_of_words(bytes), "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace wpga
