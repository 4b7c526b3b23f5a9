// Every verb with its flags, and every topic, as JSON: what the pages of the site and the tests are made
// from.
#pragma once

#include <span>

#include "flags/command.hpp"
#include "wpga/io/json.hpp"

namespace wpga {

Json verb_document(Command& command);
Json manual_document(std::span<const std::unique_ptr<Command>> commands);

}  // namespace wpga
