#include "wpga/io/files/isolated_process.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <new>
#include <stop_token>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {
namespace {

using Bytes = std::vector<std::byte>;

bool answers(IsolatedProcess& process) {
  std::byte byte{};
  return process.channel().receive(std::span(&byte, 1));
}

TEST(IsolatedProcess, SendsBackMoreThanASocketHolds) {
  Bytes sent(3'000'000);
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<std::byte>(i * 7919 >> 3);
  IsolatedProcess process(
      [](Channel& channel) {
        Bytes all(3'000'000);
        channel.receive(all);
        channel.send(all);
      },
      {});
  Bytes back(sent.size());
  ASSERT_TRUE(process.channel().send(sent));
  ASSERT_TRUE(process.channel().receive(back));
  EXPECT_EQ(back, sent);
}

TEST(IsolatedProcess, SurvivesACrash) {
  IsolatedProcess process([](Channel&) { std::raise(SIGSEGV); }, {});
  EXPECT_FALSE(answers(process));
  EXPECT_EQ(process.end(), "crashed");
  EXPECT_FALSE(process.took_too_long());
}

TEST(IsolatedProcess, EndsALoop) {
  IsolatedProcess process(
      [](Channel&) {
        for (volatile unsigned i = 0; true;) i = i + 1;
      },
      {.computing_seconds = 1});
  EXPECT_FALSE(answers(process));
  EXPECT_EQ(process.end(), "did not end within 1 seconds");
  EXPECT_TRUE(process.took_too_long());
}

// The shell may allow less (`ulimit -t`): the end is told as what it is.
TEST(IsolatedProcess, ObeysTheLimitOfTheShell) {
  const pid_t shell = ::fork();
  ASSERT_GE(shell, 0);
  if (shell == 0) {
    const rlimit second{1, 1};
    ::setrlimit(RLIMIT_CPU, &second);
    IsolatedProcess process(
        [](Channel&) {
          for (volatile unsigned i = 0; true;) i = i + 1;
        },
        {.computing_seconds = 100});
    ::_exit(!answers(process) &&
                    process.end() == "did not end within 1 seconds, the limit of the shell (ulimit -t)" &&
                    process.took_too_long()
                ? 0
                : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(shell, &status, 0), shell);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST(IsolatedProcess, EndsASleep) {
  IsolatedProcess process([](Channel&) { ::sleep(600); }, {.waiting_seconds = 1});
  EXPECT_FALSE(answers(process));
  EXPECT_EQ(process.end(), "gave no answer for 1 seconds");
  EXPECT_TRUE(process.took_too_long());
}

// Then the system tells nobody how a child ended (whoever started us may ignore SIGCHLD, and we inherit it).
TEST(IsolatedProcess, AnEndThatNobodySawIsNoCrash) {
  struct sigaction before;
  struct sigaction ignored{};
  ignored.sa_handler = SIG_IGN;
  ASSERT_EQ(::sigaction(SIGCHLD, &ignored, &before), 0);
  IsolatedProcess gone([](Channel&) { std::raise(SIGXCPU); }, {});
  EXPECT_FALSE(answers(gone));
  EXPECT_EQ(gone.end(), "ended without an answer");
  EXPECT_TRUE(gone.nobody_saw_its_end());
  IsolatedProcess asleep([](Channel&) { ::sleep(600); }, {.waiting_seconds = 1});
  EXPECT_FALSE(answers(asleep));
  EXPECT_EQ(asleep.end(), "gave no answer for 1 seconds");
  EXPECT_TRUE(asleep.took_too_long());
  ::sigaction(SIGCHLD, &before, nullptr);
}

// A profiler's timer interrupts every wait.
TEST(IsolatedProcess, SignalsDoNotLengthenItsTime) {
  struct sigaction before;
  struct sigaction heard{};
  heard.sa_handler = [](int) {};
  ASSERT_EQ(::sigaction(SIGALRM, &heard, &before), 0);
  const itimerval often{{0, 20'000}, {0, 20'000}}, never{};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  IsolatedProcess process([](Channel&) { ::sleep(8); }, {.waiting_seconds = 1});
  const bool answered = answers(process);
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
  EXPECT_FALSE(answered);
  EXPECT_EQ(process.end(), "gave no answer for 1 seconds");
}

// Ctrl-Z stops both, and the clock goes on.
TEST(IsolatedProcess, TimeThatBothAreStoppedForIsNotCounted) {
  const pid_t both = ::fork();
  ASSERT_GE(both, 0);
  if (both == 0) {
    ::setpgid(0, 0);
    IsolatedProcess process(
        [](Channel& channel) {
          for (int i = 0; i < 10; ++i) ::usleep(60'000);
          const std::byte byte{1};
          channel.send(std::span(&byte, 1));
        },
        {.waiting_seconds = 2});
    ::_exit(answers(process) ? 0 : 1);
  }
  ::setpgid(both, both);
  ::usleep(200'000);
  ::kill(-both, SIGSTOP);
  ::usleep(2'500'000);
  ::kill(-both, SIGCONT);
  int status = -1;
  ASSERT_EQ(::waitpid(both, &status, 0), both);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

// A disk that brings a megabyte per second is slow, not damaged: 60 s were the limit for 6 GB.
TEST(IsolatedProcess, ALargeFileIsGivenTheTimeOfASlowDisk) {
  for (const std::uint64_t megabytes : {0, 1, 600, 6000, 30000}) {
    const IsolationLimits limits = limits_for_file(megabytes << 20);
    EXPECT_GE(limits.waiting_seconds, 60);
    EXPECT_GE(static_cast<std::uint64_t>(limits.waiting_seconds), megabytes);
    EXPECT_GE(static_cast<std::uint64_t>(limits.computing_seconds), megabytes);
  }
  EXPECT_GT(limits_for_file(~std::uint64_t{0}).waiting_seconds, 60);
}

// Ctrl-C reaches all processes of a group: the child's end would be told as a crash.
TEST(IsolatedProcess, LeavesRequestsToStopToItsParent) {
  IsolatedProcess process(
      [](Channel& channel) {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::raise(signal);
        const std::byte alive{};
        channel.send(std::span(&alive, 1));
      },
      {});
  EXPECT_TRUE(answers(process));
}

TEST(IsolatedProcess, WaitingLooksAtTheStop) {
  std::stop_source source;
  const std::stop_token token = source.get_token();
  const StopScope scope(token);
  IsolatedProcess process([](Channel&) { ::sleep(600); }, {});
  source.request_stop();
  EXPECT_THROW(answers(process), Interrupted);
}

TEST(IsolatedProcess, LimitsMemory) {
#if defined(WPGA_SANITIZED_ADDRESS) || defined(WPGA_SANITIZED_THREAD)
  GTEST_SKIP() << "a sanitizer ends a process whose memory runs out, or takes more for itself";
#endif
  const auto try_to_take = [](std::size_t bytes) {
    IsolatedProcess process(
        [&](Channel& channel) {
          const std::byte got{std::unique_ptr<char[]>(new (std::nothrow) char[bytes]) ? std::uint8_t{1}
                                                                                      : std::uint8_t{0}};
          channel.send(std::span(&got, 1));
        },
        {.memory = 64 << 20});
    std::byte got{};
    EXPECT_TRUE(process.channel().receive(std::span(&got, 1)));
    return got == std::byte{1};
  };
  EXPECT_TRUE(try_to_take(8 << 20));
  EXPECT_FALSE(try_to_take(512 << 20));
}

TEST(IsolatedProcess, LeavesNoChildBehind) {
  for (int i = 0; i < 20; ++i) const IsolatedProcess process([](Channel&) { ::sleep(600); }, {});
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no children at all
}

}  // namespace
}  // namespace wpga
