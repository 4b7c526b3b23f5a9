#include "console/console.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "console/standard_streams.hpp"

namespace wpga {

void Console::say(std::string_view text) const {
  if (!quiet_) tell_lines(std::string(text) + "\n");
}

void Console::print(std::string_view text) const { print_result(text); }

void Console::print_document(const Json& document) const {
  if (json_) print(document.dump(2) + "\n");
}

void ProgressBar::begin(std::string_view task, std::int64_t total) {
  const std::scoped_lock lock(mutex_);
  task_ = task;
  total_ = total;
  done_ = 0;
  started_ = drawn_ = Clock::now();
}

void ProgressBar::advance(std::int64_t steps) {
  const std::scoped_lock lock(mutex_);
  done_ += steps;
  if (!enabled_) return;
  // A tenth of a second between drawings; nothing at all for what ends at once.
  const auto now = Clock::now();
  if (now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  draw(now);
}

void ProgressBar::draw(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const double share =
      total_ > 0 ? std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_)) : 0;
  const double left = share > 0 ? seconds * (1 - share) / share : 0;
  const std::string numbers = fmt::format(" {}/{}  {:.0f} s left", done_, total_, left);
  const int room = terminal_width() - static_cast<int>(task_.size() + numbers.size()) - 5;
  std::string bar;
  if (room >= 8) {
    const int full = static_cast<int>(share * room);
    for (int i = 0; i < room; ++i) bar += i < full ? "█" : "·";
  }
  tell(fmt::format("\r\x1b[K{} {}{}", task_, bar, numbers));
  visible_ = true;
}

void ProgressBar::end() {
  const std::scoped_lock lock(mutex_);
  if (visible_) tell("\r\x1b[K");
  visible_ = false;
}

int terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

}  // namespace wpga
