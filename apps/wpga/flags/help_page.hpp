// Pages a person can read: the program's, and each verb's.
#pragma once

#include <span>
#include <string>

#include "flags/command.hpp"

namespace wpga {

std::string program_page(std::span<const std::unique_ptr<Command>> commands);

// --help: the main flags of the verb and the common ones, and a line that tells of --help-all: all of them.
enum class HelpLength { main_flags, all_flags };
std::string command_page(Command& command, std::span<const FlagGroup> groups, HelpLength length);

// Text of any length at the width of a page: a line is a paragraph, but for those that begin with two spaces.
std::string paragraphs(const std::string& text);

// The entry of `candidates` nearest to a mistyped word, or empty when none is near.
std::string nearest_word(const std::string& word, std::span<const std::string> candidates);

}  // namespace wpga
