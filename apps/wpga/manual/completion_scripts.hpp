// Completion for three shells, from the same list of flags as the manual.
#pragma once

#include <span>
#include <string>

#include "flags/command.hpp"

namespace wpga {

std::string bash_script(std::span<const std::unique_ptr<Command>> commands);
std::string zsh_script(std::span<const std::unique_ptr<Command>> commands);
std::string fish_script(std::span<const std::unique_ptr<Command>> commands);

}  // namespace wpga
