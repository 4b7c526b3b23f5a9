// What the terminal on stderr can show.
#pragma once

#include <string>
#include <string_view>

namespace wpga {

// Is stderr a terminal?
bool is_terminal();

// Does the locale (LC_ALL, LC_CTYPE, LANG) say UTF-8?
bool locale_is_utf8();

// The text in ASCII: × as x, … as ..., squares as ^2; anything else as ?.
std::string in_ascii(std::string_view text);

// The text as this terminal can show it; what goes to a pipe or file stays UTF-8.
std::string for_terminal(std::string_view text);

// A line on stderr that is drawn again and again, and gone before anything else is said.  From any thread.
void draw_line(const std::string& text);
void clear_line();

// Columns of the terminal on stderr, or 80.
int terminal_width();

}  // namespace wpga
