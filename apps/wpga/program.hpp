// The program without its main: one process of it, or one of many.
#pragma once

#include <functional>
#include <memory>

namespace wpga {

class Command;
class Ranks;

// The exit code; every way to fail is one sentence.  `ranks` may be null.
int run_program(int count, char** words, Ranks* ranks);

// The same for a program that is one command.
int run_command(int count, char** words, std::unique_ptr<Command> command);

// The end of a main that runs in one process.
[[noreturn]] void run_and_exit(const std::function<int()>& run);

}  // namespace wpga
