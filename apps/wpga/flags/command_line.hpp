// From the words typed to a command that is ready to run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "flags/command.hpp"

namespace wpga {

struct Invocation {
  Command* command = nullptr;  // null: only `page` was asked for
  CommonOptions common;
  std::string page;  // help or version, for standard output
};

// The words after a command.
Invocation parse_command(const std::vector<std::string>& words, Command& command);

// The words after the program's name, of which the first is the verb.  Throws InputError with a suggestion
// for what it does not know.
Invocation parse_command_line(const std::vector<std::string>& words,
                              std::span<const std::unique_ptr<Command>> commands);

// All flags of a verb, its own groups and the common one.
std::vector<FlagGroup> all_flags(Command& command, CommonOptions& common);

}  // namespace wpga
