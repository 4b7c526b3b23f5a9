#include "wpga/parallel/stop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

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

// Bodies that run for ever but look end as soon as the stop is asked for, in every thread that has begun one:
// how many have is up to the library of threads, which promises none but the caller's.
TEST(Stop, ReachesTheBodiesOfALoop) {
  for (const int threads : {1, 2, 5}) {
    std::stop_source source;
    std::atomic<int> begun = 0;
    std::atomic<int> ended = 0;
    const std::jthread stopper([&] {
      while (begun == 0) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      source.request_stop();
    });
    const auto endless = [&](std::int64_t) {
      ++begun;
      try {
        while (true) check_stop();
      } catch (const Interrupted&) {
        ++ended;
        throw;
      }
    };
    EXPECT_THROW(parallel_for({.threads = threads, .stop = source.get_token()}, 2 * threads, endless),
                 Interrupted);
    EXPECT_GE(begun, 1);
    EXPECT_EQ(ended, begun);
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
