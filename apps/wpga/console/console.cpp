#include "console/console.hpp"

#include <fmt/format.h>

#include "console/standard_streams.hpp"
#include "console/terminal_text.hpp"

namespace wpga {

void Console::say(std::string_view text) const {
  clear_line();
  if (!quiet_) tell_lines(for_terminal(std::string(text) + "\n"));
}

void Console::print(std::string_view text) const {
  clear_line();
  print_result(text);
}

void Console::print_document(const Json& document) const {
  if (json_) print(json_text(document) + "\n");
}

}  // namespace wpga
