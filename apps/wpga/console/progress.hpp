// How far the work has come, on stderr: one line drawn again and again on a terminal, a line every few
// seconds elsewhere.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "console/progress_estimate.hpp"
#include "wpga/parallel/progress.hpp"

namespace wpga {

class Progress : public ProgressObserver {
 public:
  Progress(bool enabled, bool terminal) : enabled_(enabled), terminal_(terminal) {}
  ~Progress() override;
  void begin(std::string_view task, std::int64_t total) override;
  void advance(std::int64_t steps) override;
  void end() override;
  void begin_part(std::string_view name, std::int64_t number, std::int64_t total, double later) override;
  void iterated(const IterationDone& iteration) override;
  void expect(double times) override;

 private:
  using Clock = std::chrono::steady_clock;
  double now() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  void show_if_due();
  std::string task_words() const;
  std::string part_words(std::optional<double> left) const;
  void draw(double time) const;
  void print_line(double time) const;

  const bool enabled_, terminal_;
  const Clock::time_point started_ = Clock::now();
  std::mutex mutex_;
  ProgressEstimate estimate_;
  std::string task_;
  std::int64_t total_ = 0, done_ = 0;
  double task_began_ = 0, shown_ = 0;
};

}  // namespace wpga
