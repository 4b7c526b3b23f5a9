// Tables of text and numbers: CSV (RFC 4180), TSV, semicolons, blanks.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

enum class Separator { automatic, comma, semicolon, tab, blanks };
constexpr std::array<std::string_view, 5> names(Separator) {
  return {"auto", "comma", "semicolon", "tab", "blanks"};
}

enum class Header { automatic, yes, no };
constexpr std::array<std::string_view, 3> names(Header) { return {"auto", "yes", "no"}; }

struct TableFormat {
  Separator separator =
      Separator::automatic;           // auto: the most frequent of tab ; , in the first line, else blanks
  Header header = Header::automatic;  // auto: the first line is one unless all its cells are numbers
};

// A rectangle of cells.  Decimals may be written with commas (decimal_commas.hpp).  A column is numeric when
// each of its cells is a number or missing (empty, NA, N/A, null) and at least one is a number.
class Table {
 public:
  struct Column {
    std::string name;  // x1, x2, … where the file has no header
    bool numeric = false;
    std::vector<double> numbers;          // when numeric: one for each row, NaN where missing
    std::optional<Index> first_text_row;  // the first cell that is neither number nor missing
    Index number_count = 0;               // cells that are numbers
  };

  Index rows() const { return static_cast<Index>(lines_.size()); }
  const std::vector<Column>& columns() const { return columns_; }
  bool has_header() const { return has_header_; }
  bool has_decimal_commas() const { return has_decimal_commas_; }

  // The cell as written, without quotes and outer blanks.
  std::string_view text(Index row, std::size_t column) const;

  // The line of the file that the row begins on, counted from 1.
  Index line(Index row) const { return lines_[static_cast<std::size_t>(row)]; }

  // The column with this name, or else with this number, counted from 1.  Throws InputError naming the
  // columns there are, or when two have the name.
  std::size_t find(std::string_view name_or_number) const;

  // The first of `names` that is a column's name, upper and lower case alike.
  std::optional<std::size_t> find_any(std::initializer_list<std::string_view> names) const;

 private:
  friend Table parse_table(std::string_view text, const TableFormat& format);

  std::vector<Column> columns_;
  std::string cells_;                // the text of all cells, row by row
  std::vector<std::size_t> begins_;  // of each cell in cells_, and the end
  std::vector<Index> lines_;
  bool has_header_ = false, has_decimal_commas_ = false;
};

// Lines that begin with # before the first row are comments; blank lines are skipped; a byte order mark is
// ignored.  Throws InputError with the line for rows of different lengths, quotes that do not close and bytes
// that are not UTF-8; and for decimal commas that cannot be told from something else.
Table parse_table(std::string_view text, const TableFormat& format = {});

}  // namespace wpga
