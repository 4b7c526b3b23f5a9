#include "console/progress_estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wpga {
namespace {

// An iteration a second whose falls shrink by half, from one half to below a thousandth: ten of them.
TEST(ProgressEstimate, FollowsAGeometricSeries) {
  ProgressEstimate estimate;
  estimate.begin_part("component", 1, 1, 0, 100);
  EXPECT_FALSE(estimate.seconds_left(100));
  for (int i = 1; i <= 9; ++i) {
    const double now = 100 + i;
    estimate.iterated({i, 5.0, i == 1 ? 1 : std::pow(0.5, i), 1e-3, 500}, now);
    if (i < 3) continue;
    ASSERT_TRUE(estimate.seconds_left(now));
    EXPECT_NEAR(*estimate.seconds_left(now), 10 - i, 0.01) << i;
  }
  EXPECT_EQ(estimate.words(), "component, iteration 9, objective 5");
}

// Two components of ten seconds are done, the third of five has begun.
TEST(ProgressEstimate, CountsThePartsToCome) {
  ProgressEstimate estimate;
  for (int k = 1; k <= 3; ++k) estimate.begin_part("component", k, 5, 0, 10.0 * k);
  EXPECT_NEAR(estimate.seconds_left(34).value(), 6 + 20, 1e-9);
  EXPECT_EQ(estimate.words(), "component 3 of 5");
  for (int k = 1; k <= 3; ++k)
    estimate.begin_part("component", k, 5, 2, 10.0 * k);  // anew, with more behind it
  EXPECT_NEAR(estimate.seconds_left(34).value(), 6 + 40, 1e-9);
}

// Two folds of ten seconds each, of which one is done, and then work of three times as long.
TEST(ProgressEstimate, CountsTheWorkThatFollows) {
  ProgressEstimate estimate;
  estimate.expect(3, 0);
  estimate.begin_part("fold", 1, 2, 0, 0);
  EXPECT_FALSE(estimate.seconds_left(5));
  estimate.begin_part("fold", 2, 2, 0, 10);
  EXPECT_NEAR(estimate.seconds_left(14).value(), 6 + 3 * 20, 1e-9);
  estimate.expect(0, 20);
  estimate.begin_part("refit", 1, 2, 0, 20);
  estimate.begin_part("refit", 2, 2, 0, 24);
  EXPECT_NEAR(estimate.seconds_left(25).value(), 3, 1e-9);
}

TEST(ProgressEstimate, NeverLooksBeyondTheLimit) {
  ProgressEstimate estimate;
  estimate.begin_part("mean", 1, 1, 0, 0);
  for (int i = 1; i <= 8; ++i) estimate.iterated({i, 1, 0.1, 1e-9, 10}, i);
  EXPECT_LE(estimate.seconds_left(8).value(), 2.01);
  estimate.begin_part({}, 1, 1, 0, 9);
  EXPECT_FALSE(estimate.in_part());
}

TEST(DurationWords, AreRound) {
  EXPECT_EQ(duration_words(0.4), "0 s");
  EXPECT_EQ(duration_words(59.6), "60 s");
  EXPECT_EQ(duration_words(200), "3 min");
  EXPECT_EQ(duration_words(7800), "2 h 10 min");
  EXPECT_EQ(duration_words(-1), "0 s");
}

}  // namespace
}  // namespace wpga
