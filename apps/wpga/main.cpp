// wpga: the command line.  Exit codes: 0 done · 1 a bug · 2 bad usage or bad data · 3 not converged under
// --strict · 130, 143, 129 stopped by SIGINT (Ctrl-C), SIGTERM, SIGHUP.
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "console/interrupt.hpp"
#include "console/progress.hpp"
#include "console/standard_streams.hpp"
#include "console/terminal_text.hpp"
#include "flags/command_line.hpp"
#include "flags/flag_words.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/parallel/thread_probe.hpp"

namespace {

int run(const std::vector<std::string>& words, const wpga::InterruptWatch& interrupt) {
  const auto commands = wpga::all_commands();
  const wpga::Invocation invocation = wpga::parse_command_line(words, commands);
  std::vector<std::string> typed = words;
  typed.insert(typed.begin(), "wpga");
  wpga::Console console(invocation.common.json, invocation.common.quiet, std::move(typed));
  if (!invocation.command) {
    console.print(invocation.page);
    return 0;
  }
  wpga::Progress progress(!invocation.common.quiet, wpga::is_terminal());
  const wpga::Execution execution{
      .threads = invocation.common.threads, .observer = &progress, .stop = interrupt.token()};
  const wpga::StopScope scope(execution.stop);
  wpga::require_threads(execution);
  invocation.command->run(console, execution);
  if (!invocation.common.strict || !console.has_stopped_early()) return 0;
  wpga::tell("wpga: stopped before convergence, which --strict does not accept\n");
  return 3;
}

// The exit code; every way to fail is one sentence.
int answer(int count, char** words) {
  std::optional<wpga::InterruptWatch> interrupt;
  try {
    interrupt.emplace();
    return run({words + 1, words + count}, *interrupt);
  } catch (const wpga::InputError& error) {
    wpga::tell("wpga: " + wpga::for_terminal(wpga::displayed(wpga::with_known_flags(error.what()))) + "\n");
    return 2;
  } catch (const wpga::Interrupted&) {
    wpga::tell("wpga: interrupted; no file was left half written\n");
    return 128 + (interrupt ? interrupt->signal() : 2);
  } catch (const std::bad_alloc&) {
    wpga::tell("wpga: not enough memory for this data; try --limit, --resize or --colors\n");
    return 2;
  } catch (const std::system_error& error) {  // no thread, no memory, no process left
    wpga::tell(std::string("wpga: the system refuses what is needed: ") + error.code().message() + "\n");
    return 2;
  } catch (const std::exception& error) {
    wpga::tell(std::string("wpga: internal error, please report it: ") + error.what() + "\n");
    return 1;
  }
}

}  // namespace

// All that was asked for is written: what libraries do at the end of a program (OpenBLAS waits for threads
// that could not be started, HDF5 closes what could not be closed) is not waited for.
int main(int count, char** words) {
  wpga::guard_standard_streams();
  const int code = answer(count, words);
  std::fflush(nullptr);
  ::_exit(code);
}
