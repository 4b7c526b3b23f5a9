// Splitting the text of a table into cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// Gives one row after the other.  Cells go, unquoted and trimmed, to the end of an arena, so no cell
// allocates.
class RowReader {
 public:
  // `separator` 0 stands for runs of blanks.
  RowReader(std::string_view text, char separator) : text_(text), separator_(separator) {}

  // Appends the cells of the next row that is not blank: their text to `cells`, where each begins to
  // `begins`. False at the end of the text.
  bool next(std::string& cells, std::vector<std::size_t>& begins);

  Index line() const { return row_line_; }  // the row last given begins here, counted from 1

 private:
  bool skip_blank_lines();
  void read_cell(std::string& cells);
  void read_quoted(std::string& cells);
  bool at_row_end() const;
  void skip_blanks();
  bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != separator_; }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  Index line_ = 1;
  Index row_line_ = 0;
};

}  // namespace wpga
