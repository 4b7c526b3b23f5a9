// Lines, words and numbers of plain text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// The number that the whole word spells in C's decimal notation, whatever the locale: "3", "+1.5e-3", "nan",
// "-inf". Too large becomes infinite, too small zero.
std::optional<double> number_in(std::string_view word);

// Removes the next word, separated by blanks, from the front of `rest`; empty at the end.
std::string_view next_word(std::string_view& rest);

// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

// For error sentences: quoted, shortened to 40 bytes, control and broken characters replaced.
std::string shown(std::string_view text);

// Walks through text line by line; "\n", "\r\n" and "\r" end a line.
class LineCursor {
 public:
  explicit LineCursor(std::string_view text) : text_(text) {}

  // The next line without its end, or nothing after the last.
  std::optional<std::string_view> next();
  Index line() const { return line_; }  // of the line last given, counted from 1
  std::size_t position() const { return position_; }
  std::size_t remaining() const { return text_.size() - position_; }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  Index line_ = 0;
};

// Throws InputError with the line of the first byte that is not UTF-8 text (or is NUL): the door for text
// files.
void require_text(std::string_view text);

// The text behind a UTF-8 byte order mark, if there is one.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace wpga
