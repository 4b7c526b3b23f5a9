#include "wpga/parallel/stop.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "wpga/base/error.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {
namespace {

TEST(Stop, IsHeardInsideTheScopeOnly) {
  std::stop_source source;
  const std::stop_token token = source.get_token();
  check_stop();
  {
    const StopScope scope(token);
    check_stop();
    source.request_stop();
    EXPECT_THROW(check_stop(), Interrupted);
  }
  check_stop();
}

TEST(Stop, OfTheOuterWorkIsHeardWhereTheInnerHasNone) {
  std::stop_source source;
  source.request_stop();
  const std::stop_token token = source.get_token(), none;
  const StopScope outer(token), inner(none);
  EXPECT_THROW(check_stop(), Interrupted);
}

// A body that runs for ever but looks ends as soon as the stop is asked for, in every thread.
TEST(Stop, ReachesTheBodiesOfALoop) {
  for (const int threads : {1, 2, 5}) {
    std::stop_source source;
    std::atomic<int> begun = 0;
    const auto endless = [&](std::int64_t) {
      ++begun;
      while (true) {
        check_stop();
        if (begun == threads) source.request_stop();
      }
    };
    EXPECT_THROW(parallel_for({.threads = threads, .stop = source.get_token()}, 2 * threads, endless),
                 Interrupted);
    check_stop();
  }
}

TEST(Execution, BoundsTheNumberOfThreads) {
  EXPECT_EQ(thread_count({.threads = 3}), 3);
  EXPECT_GE(thread_count({}), 1);
  EXPECT_GE(thread_count({.threads = 1 << 30}), 16);
  EXPECT_LE(thread_count({.threads = 1 << 30}), std::max(16, 4 * thread_count({})));
}

}  // namespace
}  // namespace wpga
