// Pages a person can read: the program's, and each verb's.
#pragma once

#include <span>
#include <string>

#include "command.hpp"

namespace wpga {

std::string program_page(std::span<const std::unique_ptr<Command>> commands);
std::string command_page(Command& command, std::span<const FlagGroup> groups);

// The entry of `candidates` nearest to a mistyped word, or empty when none is near.
std::string nearest_word(const std::string& word, std::span<const std::string> candidates);

}  // namespace wpga
