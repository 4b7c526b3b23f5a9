#include "wpga/parallel/progress.hpp"

#include <gtest/gtest.h>

#include <string>

namespace wpga {
namespace {

class Listener : public ProgressObserver {
 public:
  void begin(std::string_view task, std::int64_t) override { heard += "begin " + std::string(task) + "; "; }
  void advance(std::int64_t steps) override { heard += "advance " + std::to_string(steps) + "; "; }
  void end() override { heard += "end; "; }
  void begin_part(std::string_view name, std::int64_t number, std::int64_t total, double) override {
    heard += std::string(name) + " " + std::to_string(number) + "/" + std::to_string(total) + "; ";
  }
  void iterated(const IterationDone&) override { heard += "iterated; "; }
  void expect(double) override { heard += "expect; "; }

  std::string heard;
};

// All that a fit tells.
void fit_in(const Execution& execution) {
  tell_later_work(execution, 2);
  tell_part(execution, "component", 1, 3);
  Task task(execution, "plans", 5);
  task.advance(5);
  tell_iteration(execution, {});
}

TEST(InsidePart, TellsOnlyThatTheWorkGoesOn) {
  Listener listener;
  const Execution outer{.threads = 3, .observer = &listener};
  tell_part(outer, "fold", 2, 4);
  const InsidePart inside(outer);
  EXPECT_EQ(inside.execution().threads, 3);
  fit_in(inside.execution());
  const InsidePart deeper(inside.execution());
  fit_in(deeper.execution());
  EXPECT_EQ(listener.heard, "fold 2/4; advance 0; advance 0; advance 0; advance 0; ");
  fit_in(outer);
  EXPECT_NE(listener.heard.find("component 1/3; begin plans; advance 5; iterated; end; "), std::string::npos);
}

TEST(InsidePart, IsSilentWithoutAnObserver) {
  const InsidePart inside(Execution{.threads = 1});
  EXPECT_EQ(inside.execution().observer, nullptr);
  fit_in(inside.execution());
}

}  // namespace
}  // namespace wpga
