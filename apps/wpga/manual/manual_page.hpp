// Pages for man(1), in the language of man(7), from the same lists as --help.
#pragma once

#include <span>
#include <string>

#include "flags/command.hpp"
#include "manual/help_topics.hpp"

namespace wpga {

std::string program_manual(std::span<const std::unique_ptr<Command>> commands);  // wpga(1)
std::string verb_manual(Command& command);                                       // wpga-fit(1)
std::string topic_manual(const HelpTopic& topic);                                // wpga-formats(7)

}  // namespace wpga
