#include "console/long_work.hpp"

#include <fmt/format.h>

namespace wpga {

namespace {

std::string rough_duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} seconds", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} minutes", seconds / 60);
  return seconds < 172800 ? fmt::format("{:.0f} hours", seconds / 3600)
                          : fmt::format("{:.0f} days", seconds / 86400);
}

}  // namespace

std::string long_work_words(double seconds, const Execution& execution) {
  const int threads = thread_count(execution);
  return fmt::format("this will take about {} of processor time on {} thread{}", rough_duration(seconds),
                     threads, threads == 1 ? "" : "s");
}

}  // namespace wpga
