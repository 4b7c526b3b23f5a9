#include "wpga/io/formats/tables/table_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/tables/row_counter.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

void fail_at(const Table& table, Index row, std::size_t column, std::string_view what) {
  throw InputError(
      fmt::format("line {}, column {}: {}", table.line(row), table.columns()[column].name, what));
}

bool is_missing(std::string_view cell) {
  return cell.empty() || cell == "NA" || cell == "N/A" || cell == "null";
}

void require_numeric(const Table& table, std::size_t column) {
  const Table::Column& facts = table.columns()[column];
  if (facts.numeric) return;
  if (!facts.first_text_row) fail_at(table, 0, column, "the whole column is empty where numbers are needed");
  const std::string_view cell = table.text(*facts.first_text_row, column);
  const bool decimal_comma = cell.find(',') != std::string_view::npos;
  fail_at(
      table, *facts.first_text_row, column,
      fmt::format("{} is not a number{}", shown(cell), decimal_comma ? "; write decimals with a point" : ""));
}

double finite_at(const Table& table, Index row, std::size_t column) {
  const double number = table.columns()[column].numbers[static_cast<std::size_t>(row)];
  if (std::isnan(number))
    fail_at(table, row, column, "the number is missing (empty, NA or NaN); remove the row");
  if (std::isinf(number)) fail_at(table, row, column, "the number is infinite");
  return number;
}

double weight_at(const Table& table, Index row, std::size_t column) {
  const double weight = finite_at(table, row, column);
  if (weight < 0) fail_at(table, row, column, fmt::format("the weight {} is negative", weight));
  return weight;
}

double coordinate_at(const Table& table, Index row, std::size_t column, const ColumnTransform& transform) {
  const double number = finite_at(table, row, column);
  const std::optional<double> result = transformed(number, transform);
  if (!result)
    fail_at(table, row, column,
            fmt::format("{} has no logarithm; use `transform` asinh or remove the row", number));
  return *result;
}

std::string joined_cells(const Table& table, Index row, const std::vector<std::size_t>& columns) {
  std::string joined;
  for (const std::size_t k : columns) {
    const std::string_view cell = table.text(row, k);
    if (!cell.empty()) joined.append(joined.empty() ? "" : " ").append(cell);
  }
  return joined;
}

std::optional<std::size_t> asked_or_usual(const Table& table, const std::string& asked,
                                          std::initializer_list<std::string_view> usual) {
  if (!asked.empty()) return table.find(asked);
  return table.has_header() ? table.find_any(usual) : std::nullopt;
}

std::vector<std::size_t> asked_columns(const std::vector<std::string>& asked, std::string_view option,
                                       const std::function<std::size_t(const std::string&)>& find) {
  std::vector<std::size_t> columns;
  std::unordered_set<std::size_t> seen;
  for (const std::string& name : asked) {
    columns.push_back(find(name));
    require(seen.insert(columns.back()).second, fmt::format("`{}` names {} twice", option, shown(name)));
  }
  return columns;
}

std::vector<bool> among(const Table& table, const std::vector<std::size_t>& columns) {
  std::vector<bool> flags(table.columns().size(), false);
  for (const std::size_t column : columns) flags[column] = true;
  return flags;
}

namespace {

void add(const std::vector<std::optional<std::size_t>>& columns, std::vector<bool>& flags) {
  for (const std::optional<std::size_t>& column : columns)
    if (column) flags[*column] = true;
}

// The rows that belong to another measure than the row before.
std::vector<bool> measure_begins(const Table& table, const std::vector<std::size_t>& name_columns) {
  std::vector<bool> begins(static_cast<std::size_t>(table.rows()), false);
  std::string before = joined_cells(table, 0, name_columns);
  for (Index row = 1; row < table.rows(); ++row) {
    std::string name = joined_cells(table, row, name_columns);
    begins[static_cast<std::size_t>(row)] = name != before;
    before = std::move(name);
  }
  return begins;
}

// Does the column only number the rows, of the table or of each measure (row_counter.hpp)?
bool counts_rows(const std::vector<double>& numbers, const std::vector<bool>& begins) {
  RowCounter counter;
  for (std::size_t row = 0; row < numbers.size(); ++row)
    if (!counter.goes_on(numbers[row], begins[row])) return false;
  return true;
}

}  // namespace

std::vector<std::size_t> coordinate_columns(const Table& table, const std::vector<std::string>& asked,
                                            const std::vector<std::optional<std::size_t>>& taken,
                                            const std::vector<std::size_t>& name_columns) {
  std::vector<std::size_t> chosen =
      asked_columns(asked, "columns", [&](const std::string& name) { return table.find(name); });
  for (const std::size_t column : chosen) require_numeric(table, column);
  if (!asked.empty()) return chosen;
  std::vector<bool> used = among(table, {});
  add(taken, used);
  std::optional<std::size_t> counter;
  std::vector<bool> begins;  // told once, where a column may count
  for (std::size_t k = 0; k < table.columns().size(); ++k) {
    const Table::Column& column = table.columns()[k];
    if (used[k] || column.number_count == 0) continue;
    require_numeric(table, k);
    const bool may_count = table.has_header() && named_like_a_counter(column.name);
    if (may_count && begins.empty()) begins = measure_begins(table, name_columns);
    if (may_count && counts_rows(column.numbers, begins))
      counter = k;
    else
      chosen.push_back(k);
  }
  require(!chosen.empty() || !counter,
          fmt::format(
              "column {} only counts rows, and no other holds numbers; `columns` {} reads it all the same",
              counter ? shown(table.columns()[*counter].name) : std::string(), counter ? *counter + 1 : 0));
  require(!chosen.empty(), "no column holds numbers that could be coordinates");
  return chosen;
}

UnusedColumns unused_columns(const Table& table, const std::vector<std::size_t>& coordinates,
                             const std::vector<std::optional<std::size_t>>& taken) {
  UnusedColumns unused;
  std::vector<bool> used = among(table, coordinates);
  add(taken, used);
  for (std::size_t k = 0; k < table.columns().size(); ++k) {
    if (used[k]) continue;
    const Table::Column& column = table.columns()[k];
    (column.number_count == 0 ? unused.without_numbers : unused.counters).push_back(column.name);
  }
  return unused;
}

}  // namespace wpga
