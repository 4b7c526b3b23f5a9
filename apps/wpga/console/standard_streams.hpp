// Writing to standard streams that may be closed, full or a broken pipe.
#pragma once

#include <string>
#include <string_view>

namespace wpga {

// Writes on standard error and never fails: what cannot be told (closed, full, a broken pipe) is not.
void tell(std::string_view text) noexcept;

// A line that a person can read, whatever names of others it lists: of more than 2000 bytes the first 1500
// and the last 400, which may say what to do, with … between them.
std::string brief_line(std::string_view line);

// The same of lines that may hold names of others: control characters are shown as \xNN, long lines
// shortened.
void tell_lines(std::string_view text);

// A descriptor that is closed would be given to the next file opened, and what is told would land there:
// closed ones of the first three lead to /dev/null, from which nothing comes and where a result cannot be
// printed.
void guard_standard_streams();

// Writes what was asked for on standard output; control characters are shown where that is a terminal. Throws
// InputError; a pipe whose reader has enough ends the program, as it ends any other.
void print_result(std::string_view text);

}  // namespace wpga
