#include "wpga/study/interval_words.hpp"

#include <gtest/gtest.h>

#include "wpga/study/bootstrap.hpp"

namespace wpga {
namespace {

// One draw more falls beyond the k-th lowest of B with chance k / (B + 1): from 19 draws on the lowest is at
// 5 %.
TEST(IntervalWords, SayPercentilesOnlyWhereTheIntervalHasThem) {
  for (const Index draws : {2, 5, 18, 19, 40}) {
    const Vector values = Vector::LinSpaced(draws, 0, 1);
    const std::array<double, 2> interval = central_interval(values);
    const bool extremes = interval[0] == 0 && interval[1] == 1;
    const bool percentiles = interval_words(draws).starts_with("5th to 95th percentile");
    EXPECT_EQ(extremes, draws <= 19) << draws;
    EXPECT_EQ(percentiles, draws >= 19) << draws;
  }
  EXPECT_EQ(interval_words(18), "lowest to highest of 18 draws");
  EXPECT_EQ(interval_words(1), "a single draw, which is no interval");
}

}  // namespace
}  // namespace wpga
