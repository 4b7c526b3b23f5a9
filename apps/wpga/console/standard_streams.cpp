#include "console/standard_streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

template <class Line>
std::string lines_as(std::string_view text, const Line& line) {
  std::string shown;
  while (true) {
    const std::size_t end = text.find('\n');
    shown += line(text.substr(0, end));
    if (end == std::string_view::npos) return shown;
    shown += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace

void tell(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string brief_line(std::string_view line) {
  constexpr std::size_t most = 2000, head = 1500, tail = 400;
  if (line.size() <= most) return std::string(line);
  const auto inside_character = [&](std::size_t at) {
    return (static_cast<unsigned char>(line[at]) & 0xc0) == 0x80;
  };
  std::size_t cut = head, again = line.size() - tail;
  while (cut > 0 && inside_character(cut)) --cut;
  while (again < line.size() && inside_character(again)) ++again;
  return fmt::format("{} … {}", line.substr(0, cut), line.substr(again));
}

void tell_lines(std::string_view text) {
  tell(lines_as(text, [](std::string_view line) { return brief_line(displayed(line)); }));
}

void guard_standard_streams() {
  // A missing output is opened for reading: a result that is printed there is refused, not lost.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    const int opened = ::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    if (opened < 0 || opened == stream) continue;
    ::dup2(opened, stream);
    ::close(opened);
  }
}

void print_result(std::string_view asked) {
  const std::string text = ::isatty(STDOUT_FILENO) == 1 ? lines_as(asked, displayed) : std::string(asked);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) {  // `| head`: all files are written by now
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  throw InputError("cannot write to standard output; is its disk full?");
}

}  // namespace wpga
