// wpga: the command line.  Exit codes: 0 done · 1 a bug · 2 bad usage or bad data · 3 not converged under
// --strict · 130 interrupted.
#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <string>
#include <vector>

#include "console/interrupt.hpp"
#include "flags/command_line.hpp"
#include "flags/flag_words.hpp"
#include "wpga/base/error.hpp"

namespace {

int run(const std::vector<std::string>& words) {
  const wpga::InterruptWatch interrupt;
  const auto commands = wpga::all_commands();
  const wpga::Invocation invocation = wpga::parse_command_line(words, commands);
  std::vector<std::string> typed = words;
  typed.insert(typed.begin(), "wpga");
  wpga::Console console(invocation.common.json, invocation.common.quiet, std::move(typed));
  if (!invocation.command) {
    console.print(invocation.page);
    return 0;
  }
  wpga::ProgressBar progress(!invocation.common.quiet && ::isatty(STDERR_FILENO) == 1);
  const wpga::Execution execution{
      .threads = invocation.common.threads, .observer = &progress, .stop = interrupt.token()};
  invocation.command->run(console, execution);
  if (!invocation.common.strict || !console.has_stopped_early()) return 0;
  fmt::print(stderr, "wpga: stopped before convergence, which --strict does not accept\n");
  return 3;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run({words + 1, words + count});
  } catch (const wpga::InputError& error) {
    fmt::print(stderr, "wpga: {}\n", wpga::with_known_flags(error.what()));
    return 2;
  } catch (const wpga::Interrupted&) {
    fmt::print(stderr, "wpga: interrupted; no file was left half written\n");
    return 130;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "wpga: not enough memory for this data; try --limit, --resize or --colors\n");
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "wpga: internal error, please report it: {}\n", error.what());
    return 1;
  }
}
