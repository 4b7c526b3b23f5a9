#include "wpga/parallel/thread_probe.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(RequireThreads, AllowsAsManyAsCanBeStarted) {
  EXPECT_NO_THROW(require_threads({.threads = 1}));
  EXPECT_NO_THROW(require_threads({.threads = 16}));
}

// Each thread reserves a stack: with 12 MB of addresses more than the process has, stacks for 16 threads, of
// 2 MB or more each, do not fit; a few do.
void ask_for_too_many() {
  std::FILE* pages = std::fopen("/proc/self/statm", "r");
  unsigned long held = 0;
  if (pages == nullptr || std::fscanf(pages, "%lu", &held) != 1) std::_Exit(3);
  const rlim_t room = held * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (rlim_t{12} << 20);
  const rlimit limit{room, room};
  if (::setrlimit(RLIMIT_AS, &limit) != 0) std::_Exit(4);
  try {
    require_threads({.threads = 16});
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(2);
  }
  std::_Exit(0);
}

TEST(RequireThreads, SaysHowManyCouldBeStartedWhereMemoryIsLimited) {
#if defined(WPGA_SANITIZED_ADDRESS) || defined(WPGA_SANITIZED_THREAD)
  GTEST_SKIP() << "sanitizers reserve addresses beyond any limit";
#endif
  EXPECT_EXIT(ask_for_too_many(), testing::ExitedWithCode(2),
              "cannot start 16 threads, only 1?[0-9] .*; give fewer with `threads`");
}

}  // namespace
}  // namespace wpga
