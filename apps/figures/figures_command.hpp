// The one command of wpga-figures.
#pragma once

#include <memory>

#include "flags/command.hpp"

namespace wpga {

std::unique_ptr<Command> figures_command();

}  // namespace wpga
