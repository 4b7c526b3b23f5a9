#include "wpga/io/reading/sample_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/formats/bytes.hpp"
#include "wpga/io/formats/tables/table.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/formats/text_lines.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

namespace {

constexpr Index no_row = -1;
using RowOf = std::map<std::string, Index, std::less<>>;

RowOf rows_by_name(const Table& table, std::size_t names) {
  RowOf row_of;
  for (Index row = 0; row < table.rows(); ++row)
    if (const std::string_view name = table.text(row, names); !row_of.emplace(name, row).second)
      fail_at(table, row, names, fmt::format("the measure '{}' is named twice", displayed(name)));
  return row_of;
}

Index row_called(const RowOf& row_of, const std::string& name) {
  const auto found = row_of.find(name);
  return found == row_of.end() ? no_row : found->second;
}

std::string file_name_of(const std::string& name) { return std::filesystem::path(name).filename().string(); }

std::string stem_of(const std::string& name) { return std::filesystem::path(name).stem().string(); }

// photos/a.jpg is found as photos/a.jpg, else as a.jpg, else as a; a short name serves one measure only.
std::vector<Index> rows_as_named(const RowOf& row_of, std::span<const std::string> names) {
  std::map<std::string, int> files, stems;
  for (const std::string& name : names) {
    ++files[file_name_of(name)];
    ++stems[stem_of(name)];
  }
  std::vector<Index> rows;
  for (const std::string& name : names) {
    Index row = row_called(row_of, name);
    if (row == no_row && files[file_name_of(name)] == 1) row = row_called(row_of, file_name_of(name));
    if (row == no_row && stems[stem_of(name)] == 1) row = row_called(row_of, stem_of(name));
    rows.push_back(row);
  }
  return rows;
}

// Numbers after a dot belong to the name: sample.1 has no extension.
bool has_extension(const std::string& name) {
  const std::string extension = std::filesystem::path(name).extension().string();
  return extension.size() > 1 && std::isalpha(static_cast<unsigned char>(extension[1])) != 0;
}

// Short names that one row alone has, of rows that are not `taken`.
RowOf rows_by_short_name(const RowOf& row_of, const std::vector<bool>& taken) {
  RowOf rows;
  const auto add = [&](const std::string& name, Index row) {
    const auto [place, is_new] = rows.emplace(name, row);
    if (!is_new && place->second != row) place->second = no_row;
  };
  for (const auto& [name, row] : row_of) {
    if (taken[static_cast<std::size_t>(row)]) continue;
    add(file_name_of(name), row);
    if (has_extension(name)) add(stem_of(name), row);
  }
  return rows;
}

std::vector<bool> taken_rows(const std::vector<Index>& rows, std::size_t count) {
  std::vector<bool> taken(count, false);
  for (const Index row : rows)
    if (row != no_row) taken[static_cast<std::size_t>(row)] = true;
  return taken;
}

// A measure called a is found in the row of a.jpg, or of photos/a.jpg, too, where no other row could be
// meant.
std::vector<Index> rows_of(const RowOf& row_of, std::span<const std::string> names) {
  std::vector<Index> rows = rows_as_named(row_of, names);
  const RowOf short_names = rows_by_short_name(row_of, taken_rows(rows, row_of.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] == no_row) rows[i] = row_called(short_names, names[i]);
  return rows;
}

std::vector<std::string> names_besides(const Table& table, std::size_t names,
                                       const std::vector<Index>& rows) {
  const std::vector<bool> used = taken_rows(rows, static_cast<std::size_t>(table.rows()));
  std::vector<std::string> besides;
  for (Index row = 0; row < table.rows(); ++row)
    if (!used[static_cast<std::size_t>(row)]) besides.emplace_back(table.text(row, names));
  return besides;
}

// Among words NaN is no category either.
bool is_word(std::string_view cell) {
  const std::optional<double> number = number_in(cell);
  return !is_missing(cell) && !(number && std::isnan(*number));
}

SampleColumn column_of(const Table& table, std::size_t column, const std::vector<Index>& rows) {
  const Table::Column& from = table.columns()[column];
  SampleColumn taken{.name = from.name, .numeric = from.numeric, .numbers = {}, .texts = {}};
  if (from.numeric)
    taken.numbers.setConstant(static_cast<Index>(rows.size()), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool known = rows[i] != no_row;
    if (!from.numeric)
      taken.texts.emplace_back(known && is_word(table.text(rows[i], column)) ? table.text(rows[i], column)
                                                                             : std::string_view());
    else if (known)
      taken.numbers[static_cast<Index>(i)] = from.numbers[static_cast<std::size_t>(rows[i])];
  }
  return taken;
}

// Which of two columns is meant would depend on their order; columns without a name are what spreadsheets
// leave behind.
void require_different_names(const Table& table) {
  std::set<std::string, std::less<>> seen;
  for (const Table::Column& column : table.columns())
    require(column.name.empty() || seen.insert(column.name).second,
            fmt::format("two of its columns are called '{}'", displayed(column.name)));
}

SampleTable joined(const Table& table, std::span<const std::string> names) {
  require(table.has_header(), "its first line must name the columns");
  const std::size_t by = table.find_any({"name", "sample", "measure", "id", "file"}).value_or(0);
  require(table.columns().size() > 1, "it has no column besides the names of the measures");
  require_different_names(table);
  const std::vector<Index> rows = rows_of(rows_by_name(table, by), names);
  SampleTable result;
  result.unmatched = std::ranges::count(rows, no_row);
  require(result.unmatched < static_cast<Index>(names.size()),
          fmt::format("no row of its column '{}' is the name of a measure; the first measure is '{}'{}",
                      displayed(table.columns()[by].name), displayed(names.front()),
                      table.rows() > 0 ? fmt::format(", the first row '{}'", displayed(table.text(0, by)))
                                       : std::string()));
  result.unused = names_besides(table, by, rows);
  for (std::size_t column = 0; column < table.columns().size(); ++column)
    if (column != by) result.columns.push_back(column_of(table, column, rows));
  return result;
}

}  // namespace

SampleTable read_sample_table(const std::filesystem::path& file, std::span<const std::string> names) {
  require(!names.empty(), "there are no measures that a table could describe");
  try {
    const std::vector<std::byte> bytes = read_file(file);
    return joined(parse_table(text_of(Bytes(bytes))), names);
  } catch (const InputError& error) {
    rethrow_at(fmt::format("columns about the measures, {}", displayed(file.string())), error);
  }
}

}  // namespace wpga
