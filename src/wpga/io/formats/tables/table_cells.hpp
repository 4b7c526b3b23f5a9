// Cells of a table with their place: checked numbers, and errors that name line and column.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/io/formats/tables/table.hpp"
#include "wpga/io/formats/tables/table_options.hpp"

namespace wpga {

// Throws InputError "line 12, column CD4: …".
[[noreturn]] void fail_at(const Table& table, Index row, std::size_t column, std::string_view what);

// A cell that says that nothing is known: empty, NA, N/A or null.
bool is_missing(std::string_view cell);

// Throws unless the column is numeric, at the cell that is not.
void require_numeric(const Table& table, std::size_t column);

// The cell's number; throws where it is missing or infinite.
double finite_at(const Table& table, Index row, std::size_t column);

// The same for a weight, which also must not be negative.
double weight_at(const Table& table, Index row, std::size_t column);

// The cell's number after the transform; throws where that is not defined.
double coordinate_at(const Table& table, Index row, std::size_t column, const ColumnTransform& transform);

// The cells that are not empty, joined by blanks.
std::string joined_cells(const Table& table, Index row, const std::vector<std::size_t>& columns);

// The column an option asks for, or else the one with a usual name.
std::optional<std::size_t> asked_or_usual(const Table& table, const std::string& asked,
                                          std::initializer_list<std::string_view> usual);

// The columns that `option` asks for, in that order.  Throws where two of its words, names or numbers, mean
// one column.
std::vector<std::size_t> asked_columns(const std::vector<std::string>& asked, std::string_view option,
                                       const std::function<std::size_t(const std::string&)>& find);

// For each column of the table, whether it is one of these: a line may have a million columns, too many to
// search.
std::vector<bool> among(const Table& table, const std::vector<std::size_t>& columns);

// The columns asked for, or else every numeric column that is not in `taken` and does not only number the
// rows, of the table or of each measure (row_counter.hpp).  `name_columns` name the measures, if there are
// several.  A column with some numbers and some text throws at the text, so that one slip does not silently
// cost a coordinate.
std::vector<std::size_t> coordinate_columns(const Table& table, const std::vector<std::string>& asked,
                                            const std::vector<std::optional<std::size_t>>& taken,
                                            const std::vector<std::size_t>& name_columns = {});

// Names of columns that nobody asked for, and that are neither coordinates nor anything else.
struct UnusedColumns {
  std::vector<std::string> without_numbers = {}, counters = {};
};

UnusedColumns unused_columns(const Table& table, const std::vector<std::size_t>& coordinates,
                             const std::vector<std::optional<std::size_t>>& taken);

}  // namespace wpga
