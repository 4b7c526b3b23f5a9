// Columns that count the rows of a table, as id 1, 2, 3, …, and say nothing of where a point lies.
#pragma once

#include <optional>
#include <string_view>

namespace wpga {

// Is a column with this header likely to number rows?  Its last word is id, index, row, number or the like;
// or it has no name, as the index that spreadsheets and data frames write.
bool named_like_a_counter(std::string_view header);

// Told the cells of a column from top to bottom, says whether it has only counted so far.
class RowCounter {
 public:
  // A whole number, one more than the one before.  Where another measure begins, counting may begin anew at
  // the number of the first row.
  bool goes_on(double cell, bool another_measure);

 private:
  std::optional<double> first_, last_;
};

}  // namespace wpga
