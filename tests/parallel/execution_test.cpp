#include "wpga/parallel/execution.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

struct Counter : Observer {
  void begin(std::string_view task, std::int64_t total) override {
    name = task;
    whole = total;
  }
  void advance(std::int64_t steps) override { done += steps; }
  void end() override { ++ended; }

  std::string name;
  std::int64_t whole = 0;
  std::atomic<std::int64_t> done = 0;
  int ended = 0;
};

TEST(Execution, StandsForAtLeastOneThread) {
  EXPECT_GE(thread_count({}), 1);
  EXPECT_EQ(thread_count({.threads = 3}), 3);
}

TEST(Execution, IsInterruptedOnceAStopWasAskedFor) {
  std::stop_source source;
  const Execution execution{.stop = source.get_token()};
  EXPECT_NO_THROW(check_stop(execution));
  source.request_stop();
  EXPECT_THROW(check_stop(execution), Interrupted);
}

TEST(Task, TellsItsObserverFromBeginningToEndAlsoWhenItThrows) {
  Counter counter;
  try {
    Task task({.observer = &counter}, "work", 5);
    task.advance();
    task.advance(3);
    EXPECT_EQ(counter.ended, 0);
    throw InputError("no more");
  } catch (const InputError&) {
  }
  EXPECT_EQ(counter.name, "work");
  EXPECT_EQ(counter.whole, 5);
  EXPECT_EQ(counter.done, 4);
  EXPECT_EQ(counter.ended, 1);
  EXPECT_NO_THROW(Task({}, "unseen", 1).advance());
}

}  // namespace
}  // namespace wpga
