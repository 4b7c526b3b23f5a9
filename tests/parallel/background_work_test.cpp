#include "wpga/parallel/background_work.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {
namespace {

using namespace std::chrono_literals;

// Goes on until it is asked to stop, as a single long solve does.
void solve_for_ever(const Execution&) {
  while (true) {
    check_stop();
    std::this_thread::sleep_for(1ms);
  }
}

TEST(BackgroundWork, IsDoneBesideTheCaller) {
  const auto here = std::this_thread::get_id();
  std::atomic<bool> elsewhere = false;
  const auto work = BackgroundWork::begun(3, [&](const Execution& execution) {
    elsewhere = std::this_thread::get_id() != here && execution.threads == 3;
  });
  ASSERT_TRUE(work->wait(300s));
  EXPECT_TRUE(elsewhere);
  EXPECT_NO_THROW(work->rethrow());
  EXPECT_TRUE(work_in_progress().empty());
}

TEST(BackgroundWork, ThrowsInTheThreadThatAsks) {
  const auto work = BackgroundWork::begun(1, [](const Execution&) { throw std::runtime_error("no ink"); });
  ASSERT_TRUE(work->wait(300s));
  EXPECT_THROW(work->rethrow(), std::runtime_error);
}

TEST(BackgroundWork, EndsWhenItIsAskedTo) {
  const auto work = BackgroundWork::begun(1, solve_for_ever);
  EXPECT_FALSE(work->wait(20ms));
  EXPECT_EQ(work_in_progress().size(), 1u);
  work->ask_to_stop();
  ASSERT_TRUE(work->wait(300s));
  EXPECT_THROW(work->rethrow(), Interrupted);
  EXPECT_TRUE(work_in_progress().empty());
}

TEST(BackgroundWork, TellsTheInnermostTask) {
  std::atomic<int> step = 0;
  const auto work = BackgroundWork::begun(1, [&](const Execution& execution) {
    const Task outer(execution, "outer", 2);
    {
      Task inner(execution, "inner", 5);
      inner.advance(3);
      step = 1;
      while (step == 1) std::this_thread::sleep_for(1ms);
    }
    step = 3;
    while (step == 3) std::this_thread::sleep_for(1ms);
  });
  while (step != 1) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(work->stage(), (Stage{"inner", 3, 5}));
  step = 2;
  while (step != 3) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(work->stage(), (Stage{"outer", 0, 2}));
  step = 4;
  ASSERT_TRUE(work->wait(300s));
  EXPECT_FALSE(work->stage());
}

// What the work owns is gone once it is done, whoever still holds the work.
TEST(BackgroundWork, GivesBackWhatItOwns) {
  auto owned = std::make_shared<int>(1);
  const std::weak_ptr<int> watched = owned;
  const auto work = BackgroundWork::begun(1, [kept = std::move(owned)](const Execution&) {});
  ASSERT_TRUE(work->wait(300s));
  EXPECT_TRUE(watched.expired());
}

TEST(BackgroundWork, OfAnotherProcessDoesNotCount) {
  const auto work = BackgroundWork::begun(1, solve_for_ever);
  const pid_t child = ::fork();
  if (child == 0) ::_exit(static_cast<int>(work_in_progress().size()));
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(work_in_progress().size(), 1u);
  work->ask_to_stop();
  EXPECT_TRUE(work->wait(300s));
}

}  // namespace
}  // namespace wpga
