#include "console/long_work.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

TEST(LongWork, IsToldInTheUnitOnePlansIn) {
  EXPECT_EQ(long_work_words(9.6, {.threads = 1}),
            "this will take about 10 seconds of processor time on 1 thread");
  EXPECT_EQ(long_work_words(300, {.threads = 2}),
            "this will take about 5 minutes of processor time on 2 threads");
  EXPECT_EQ(long_work_words(7200, {.threads = 2}),
            "this will take about 2 hours of processor time on 2 threads");
  EXPECT_EQ(long_work_words(864000, {.threads = 2}),
            "this will take about 10 days of processor time on 2 threads");
}

}  // namespace
}  // namespace wpga
