#include "console/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "console/standard_streams.hpp"
#include "console/terminal_text.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

constexpr double between_drawings = 0.1, between_lines = 5;  // seconds

// Text cut or padded with a bar to the width.
std::string with_bar(const std::string& text, double share, int width) {
  const int room = width - static_cast<int>(displayed_width(text)) - 2;
  if (room < 8) return text;
  const int full = static_cast<int>(share * room);
  std::string bar = " ";
  for (int i = 0; i < room; ++i) bar += i < full ? "█" : "·";
  return text + bar;
}

}  // namespace

Progress::~Progress() { clear_line(); }

void Progress::begin(std::string_view task, std::int64_t total) {
  const std::scoped_lock lock(mutex_);
  task_ = task;
  total_ = total;
  done_ = 0;
  task_began_ = now();
}

void Progress::advance(std::int64_t steps) {
  const std::scoped_lock lock(mutex_);
  done_ += steps;
  show_if_due();
}

void Progress::end() {
  const std::scoped_lock lock(mutex_);
  task_.clear();
  if (!estimate_.in_part()) clear_line();  // the parts of a fit are many tasks, and one line
}

void Progress::begin_part(std::string_view name, std::int64_t number, std::int64_t total, double later) {
  const std::scoped_lock lock(mutex_);
  estimate_.begin_part(name, number, total, later, now());
  if (!estimate_.in_part()) clear_line();
}

void Progress::iterated(const IterationDone& iteration) {
  const std::scoped_lock lock(mutex_);
  estimate_.iterated(iteration, now());
  show_if_due();
}

void Progress::expect(double times) {
  const std::scoped_lock lock(mutex_);
  estimate_.expect(times, now());
}

void Progress::show_if_due() {
  if (!enabled_) return;
  const double time = now();
  if (time - shown_ < (terminal_ ? between_drawings : between_lines)) return;
  shown_ = time;
  terminal_ ? draw(time) : print_line(time);
}

std::string Progress::task_words() const { return fmt::format("{} {}/{}", task_, done_, total_); }

// How far the task has come is said where nobody knows how long all of it will take.
std::string Progress::part_words(std::optional<double> left) const {
  return left || task_.empty() ? estimate_.words() : estimate_.words() + ": " + task_words();
}

void Progress::draw(double time) const {
  double share = total_ > 0 ? std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_)) : 0;
  std::string text;
  if (estimate_.in_part()) {
    const auto left = estimate_.seconds_left(time);
    text = part_words(left);
    if (left) text += ", about " + duration_words(*left) + " left";
    share = left && time > 0 ? time / (time + *left) : 0;
  } else {
    text = task_words();
    if (share > 0) text += ", " + duration_words((time - task_began_) * (1 - share) / share) + " left";
  }
  draw_line(with_bar(text, share, terminal_width()));
}

void Progress::print_line(double time) const {
  const auto left = estimate_.in_part() ? estimate_.seconds_left(time) : std::nullopt;
  std::string text = estimate_.in_part() ? part_words(left) : task_words();
  text += fmt::format(", {} so far", duration_words(time));
  if (left) text += ", about " + duration_words(*left) + " left";
  tell(text + "\n");
}

}  // namespace wpga
