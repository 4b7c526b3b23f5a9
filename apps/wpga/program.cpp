#include "program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
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
#include "wpga/base/paged_memory.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/pending_output.hpp"
#include "wpga/parallel/ranks.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/parallel/thread_probe.hpp"

namespace wpga {

namespace {

using Words = std::vector<std::string>;

void bound_memory(const CommonOptions& common, const Ranks* ranks) {
  require(common.scratch.empty() || common.memory.bytes > 0,
          "--scratch is the folder of what --memory keeps out of memory; give --memory too");
  require(common.scratch.empty() || is_folder(common.scratch),
          fmt::format("--scratch {}: there is no such folder", displayed(common.scratch)));
  set_memory_bound({common.memory.bytes, common.scratch, ranks ? ranks->size() : 1});
}

int run(const Invocation& invocation, const Words& typed, const InterruptWatch& interrupt, Ranks* ranks) {
  const bool is_first = !ranks || ranks->is_first();
  Console console(invocation.common.json, invocation.common.quiet, typed);
  if (!invocation.command) {
    if (is_first) console.print(invocation.page);
    return 0;
  }
  const bool is_shared_out = invocation.command->is_shared_out();
  if (!is_first && !is_shared_out) return 0;
  Progress progress(!invocation.common.quiet && is_first, is_terminal());
  const Execution execution{.threads = invocation.common.threads,
                            .observer = &progress,
                            .stop = interrupt.token(),
                            .ranks = is_shared_out ? ranks : nullptr};
  bound_memory(invocation.common, execution.ranks);
  const StopScope scope(execution.stop);
  require_threads(execution);
  invocation.command->run(console, execution);
  if (!invocation.common.strict || !console.has_stopped_early()) return 0;
  tell("wpga: stopped before convergence, which --strict does not accept\n");
  return 3;
}

constexpr const char* no_memory =
    "wpga: not enough memory for this data; try --limit, --resize or --colors\n";

[[noreturn]] void end_without_memory() {
  try {
    remove_pending();
  } catch (const std::exception&) {  // it may want memory, too
    tell(no_memory);
    ::_exit(2);
  }
  tell(no_memory);
  ::_exit(2);
}

// Destructors may not throw, and some want memory, as that of JSON does.
[[noreturn]] void end_where_none_may_throw() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    end_without_memory();
  } catch (...) {
    std::abort();
  }
  std::abort();
}

// Tells the failure in one sentence; returns the exit code.
int told(const std::exception_ptr& failure, const std::optional<InterruptWatch>& interrupt) {
  try {
    std::rethrow_exception(failure);
  } catch (const InputError& error) {
    tell("wpga: " + for_terminal(brief_line(displayed(with_known_flags(error.what())))) + "\n");
    return 2;
  } catch (const Interrupted&) {
    tell("wpga: interrupted; no file was left half written\n");
    return 128 + (interrupt ? interrupt->signal() : SIGINT);
  } catch (const std::bad_alloc&) {
    tell(no_memory);
    return 2;
  } catch (const std::system_error& error) {  // no thread, no memory, no process left
    tell(std::string("wpga: the system refuses what is needed: ") + error.code().message() + "\n");
    return 2;
  } catch (const std::exception& error) {
    tell(std::string("wpga: internal error, please report it: ") + error.what() + "\n");
    return 1;
  }
}

}  // namespace

namespace {

// `parse` is given the words after the program's name.
int run_guarded(Words typed, const std::function<Invocation(const Words&)>& parse, Ranks* ranks) {
  std::optional<InterruptWatch> interrupt;
  std::exception_ptr failure;
  int code = 0;
  std::set_terminate(end_where_none_may_throw);
  try {
    interrupt.emplace();
    const Invocation invocation = parse({typed.begin() + 1, typed.end()});
    code = run(invocation, typed, *interrupt, ranks);
  } catch (...) {
    failure = std::current_exception();
  }
  if (ranks) failure = ranks->part(failure);
  return failure ? told(failure, interrupt) : code;
}

Words typed_words(const std::string& program, int count, char** words) {
  Words typed = {program};
  typed.insert(typed.end(), words + 1, words + count);
  return typed;
}

}  // namespace

int run_program(int count, char** words, Ranks* ranks) {
  const auto commands = all_commands();
  return run_guarded(
      typed_words("wpga", count, words),
      [&](const Words& given) { return parse_command_line(given, commands); }, ranks);
}

int run_command(int count, char** words, std::unique_ptr<Command> command) {
  return run_guarded(
      typed_words(command->page().typed_as, count, words),
      [&](const Words& given) { return parse_command(given, *command); }, nullptr);
}

// All that was asked for is written: what libraries do at the end of a program (OpenBLAS waits for threads
// that could not be started, HDF5 closes what could not be closed) is not waited for.
void run_and_exit(const std::function<int()>& run) {
  guard_standard_streams();
  const int code = run();
  std::fflush(nullptr);
  ::_exit(code);
}

}  // namespace wpga
