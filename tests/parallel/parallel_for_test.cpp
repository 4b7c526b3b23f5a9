#include "wpga/parallel/parallel_for.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/parallel/ordered_sum.hpp"

namespace wpga {
namespace {

TEST(ParallelFor, VisitsEveryIndexOnce) {
  for (const int threads : {1, 2, 5}) {
    std::vector<int> visits(1000, 0);
    parallel_for({.threads = threads}, 1000, [&](std::int64_t i) { ++visits[static_cast<std::size_t>(i)]; });
    EXPECT_EQ(visits, std::vector<int>(1000, 1));
  }
}

TEST(ParallelFor, HandsTheExceptionOfTheLowestIndexToTheCaller) {
  for (const int threads : {1, 2, 5})
    for (int round = 0; round < 20; ++round) try {
        parallel_for({.threads = threads}, 500,
                     [](std::int64_t i) { require(i % 100 != 37, std::to_string(i)); });
        FAIL();
      } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "37");
      }
}

// After the request no body begins; those that had begun on the other threads end, one on each.
TEST(ParallelFor, StopsBeforeTheNextBody) {
  for (const int threads : {1, 2, 5}) {
    std::stop_source source;
    std::mutex one_at_a_time;
    int visited = 0;
    const Execution execution{.threads = threads, .observer = nullptr, .stop = source.get_token()};
    EXPECT_THROW(parallel_for(execution, 100000,
                              [&](std::int64_t) {
                                const std::scoped_lock lock(one_at_a_time);
                                if (++visited == 10) source.request_stop();
                              }),
                 Interrupted);
    EXPECT_GE(visited, 10);
    EXPECT_LT(visited, 10 + threads);
  }
}

TEST(ParallelFor, NeverSharesAWorkspaceEvenWhenLoopsNest) {
  const Execution execution{.threads = 3};
  std::atomic<int> clashes = 0;
  parallel_for_with(
      execution, 64, [] { return std::make_unique<std::atomic<bool>>(false); },
      [&](auto& busy, std::int64_t) {
        if (busy->exchange(true)) ++clashes;
        parallel_for(execution, 16, [](std::int64_t) {});
        busy->store(false);
      });
  EXPECT_EQ(clashes, 0);
}

long resident_kib() {
  std::ifstream status("/proc/self/statm");
  long all = 0, resident = 0;
  status >> all >> resident;
  return resident * (::sysconf(_SC_PAGESIZE) / 1024);
}

// A long fit has hundreds of thousands of loops, and a notebook many fits, each in a thread of its own.
TEST(ParallelFor, KeepsNoMemoryOfLoopsThatAreOver) {
#if defined(WPGA_SANITIZED_ADDRESS) || defined(WPGA_SANITIZED_THREAD)
  GTEST_SKIP() << "sanitizers keep what was freed";
#endif
  const auto loops = [](int count) {
    for (int k = 0; k < count; ++k)
      std::thread([] {
        for (int inner = 0; inner < 10; ++inner) parallel_for({.threads = 2}, 8, [](std::int64_t) {});
      }).join();
  };
  loops(50);
  const long before = resident_kib();
  loops(200);
  EXPECT_LT(resident_kib() - before, 2048);  // 2000 loops of 7 KiB would be 14 MiB
}

// Loops of several threads at once, as Python's threads begin them, do not meet.
TEST(ParallelFor, LoopsOfSeveralThreadsDoNotMeet) {
  std::atomic<std::int64_t> wrong = 0;
  {
    std::vector<std::jthread> callers;
    for (int caller = 0; caller < 4; ++caller)
      callers.emplace_back([&] {
        for (int round = 0; round < 50; ++round) {
          std::vector<int> visits(64, 0);
          parallel_for({.threads = 3}, 64, [&](std::int64_t i) { ++visits[static_cast<std::size_t>(i)]; });
          wrong += std::ranges::count_if(visits, [](int times) { return times != 1; });
        }
      });
  }
  EXPECT_EQ(wrong, 0);
}

// The promise behind "same bytes for any number of threads".
TEST(OrderedSum, HasTheSameBitsForAnyNumberOfThreads) {
  Random random(1);
  std::vector<double> terms(5000);
  for (double& term : terms) term = random.normal() * std::pow(10, random.uniform(-8, 8));
  const auto sum = [&](int threads) {
    return ordered_sum({.threads = threads}, 5000, 0.0,
                       [&](double& total, std::int64_t i) { total += terms[static_cast<std::size_t>(i)]; });
  };
  const double one = sum(1);
  const long double exact = std::accumulate(terms.begin(), terms.end(), 0.0L);
  EXPECT_NEAR(one, static_cast<double>(exact), 1e-12 * 5000 * 4e8);
  EXPECT_EQ(one, sum(2));
  EXPECT_EQ(one, sum(7));
}

}  // namespace
}  // namespace wpga
