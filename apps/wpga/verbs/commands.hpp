// The verbs, one file each.
#pragma once

#include <memory>

#include "flags/command.hpp"

namespace wpga {

std::unique_ptr<Command> generate_command();
std::unique_ptr<Command> convert_command();
std::unique_ptr<Command> info_command();
std::unique_ptr<Command> distance_command();
std::unique_ptr<Command> morph_command();
std::unique_ptr<Command> mean_command();
std::unique_ptr<Command> fit_command();
std::unique_ptr<Command> project_command();
std::unique_ptr<Command> sample_command();
std::unique_ptr<Command> compare_command();
std::unique_ptr<Command> loadings_command();
std::unique_ptr<Command> regress_command();
std::unique_ptr<Command> recolor_command();
std::unique_ptr<Command> report_command();
std::unique_ptr<Command> help_command();
std::unique_ptr<Command> completion_command();

}  // namespace wpga
