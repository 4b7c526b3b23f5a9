// A verb of the program: its page in the manual, its flags, and what it does.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "console/console.hpp"
#include "flags/flag.hpp"
#include "wpga/base/memory_size.hpp"
#include "wpga/base/options.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

struct CommandPage {
  std::string name;                       // "convert"
  std::string typed_as = "wpga " + name;  // before its arguments
  std::string summary;                    // one line
  std::string usage;                      // "DATA... -o family.h5"
  std::string description;                // a paragraph or two
  std::vector<std::string> examples;      // shell lines
  // The flags that matter most, for the short help; none: the verb has so few that it shows them all.
  std::vector<std::string> main_flags = {};
};

// Flags that every verb understands.
struct CommonOptions {
  int threads = 0;
  MemorySize memory;
  std::string scratch;
  bool json = false;
  bool quiet = false;
  bool strict = false;

  static constexpr auto list() {
    return Listing{
        option("threads", &CommonOptions::threads, "threads to use; 0 takes all cores", at_least(0)),
        option("memory", &CommonOptions::memory,
               "let no more than about this much be resident: measures are read as they are needed, and what "
               "is found about each lies in scratch files (800M, 2G; default: no bound)"),
        option("scratch", &CommonOptions::scratch,
               "the folder of the scratch files of `memory`; default: TMPDIR, else /var/tmp"),
        option("json", &CommonOptions::json, "print the result as one JSON document on standard output"),
        option("quiet", &CommonOptions::quiet, "say nothing on standard error but errors"),
        option("strict", &CommonOptions::strict, "exit with 3 when something stopped before convergence")};
  }
};
static_assert(lists_every_member<CommonOptions>);

class Command {
 public:
  virtual ~Command() = default;
  virtual CommandPage page() const = 0;
  virtual std::vector<Positional> positionals() { return {}; }
  virtual std::vector<FlagGroup> flags() = 0;  // without the common ones
  virtual void run(Console& console, const Execution& execution) = 0;
  // Several ranks run it together, each with its share of the measures; else the first runs it alone.
  virtual bool is_shared_out() const { return false; }
};

// Every verb, in the order of the manual.
std::vector<std::unique_ptr<Command>> all_commands();

}  // namespace wpga
