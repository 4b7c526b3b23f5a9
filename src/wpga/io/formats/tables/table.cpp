#include "wpga/io/formats/tables/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/tables/decimal_commas.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/formats/tables/table_rows.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

// Comments and blank lines before the first row.
std::size_t end_of_comments(std::string_view text) {
  LineCursor lines(text);
  std::size_t end = 0;
  while (const auto line = lines.next()) {
    const std::string_view words = trimmed(*line);
    if (!words.empty() && words.front() != '#') break;
    end = lines.position();
  }
  return end;
}

char guess_separator(std::string_view first_line) {
  bool quoted = false;
  Index tabs = 0, semicolons = 0, commas = 0, inside_numbers = 0;
  const auto digit_at = [&](std::size_t i) {
    return i < first_line.size() && first_line[i] >= '0' && first_line[i] <= '9';
  };
  for (std::size_t i = 0; i < first_line.size(); ++i) {
    const char c = first_line[i];
    quoted = quoted != (c == '"');
    if (quoted) continue;
    tabs += c == '\t';
    semicolons += c == ';';
    commas += c == ',';
    inside_numbers += c == ',' && i > 0 && digit_at(i - 1) && digit_at(i + 1);
  }
  if (tabs + semicolons > 0) commas -= inside_numbers;  // 1,5;2,5
  const Index most = std::max({tabs, semicolons, commas});
  if (most == 0) return 0;
  return most == tabs ? '\t' : most == semicolons ? ';' : ',';
}

char separator_character(Separator separator, std::string_view first_line) {
  switch (separator) {
    case Separator::comma:
      return ',';
    case Separator::semicolon:
      return ';';
    case Separator::tab:
      return '\t';
    case Separator::blanks:
      return 0;
    case Separator::automatic:
      break;
  }
  return guess_separator(first_line);
}

std::optional<double> number_of(std::string_view cell, bool decimal_commas) {
  const std::optional<double> number = number_in(cell);
  return number || !decimal_commas ? number : number_with_comma(cell);
}

void classify(const Table& table, std::size_t k, Table::Column& column) {
  column.numbers.resize(static_cast<std::size_t>(table.rows()));
  for (Index row = 0; row < table.rows(); ++row) {
    const std::string_view cell = table.text(row, k);
    const auto number = number_of(cell, table.has_decimal_commas());
    column.numbers[static_cast<std::size_t>(row)] = number.value_or(std::numeric_limits<double>::quiet_NaN());
    if (number)
      ++column.number_count;
    else if (!column.first_text_row && !is_missing(cell))
      column.first_text_row = row;
  }
  column.numeric = column.number_count > 0 && !column.first_text_row;
  if (!column.numeric) column.numbers = {};
}

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::string_view Table::text(Index row, std::size_t column) const {
  const std::size_t cell = static_cast<std::size_t>(row) * columns_.size() + column;
  return std::string_view(cells_).substr(begins_[cell], begins_[cell + 1] - begins_[cell]);
}

std::size_t Table::find(std::string_view name_or_number) const {
  std::optional<std::size_t> found;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k].name != name_or_number) continue;
    require(!found,
            fmt::format("two columns are called {}; choose one by its number", shown(name_or_number)));
    found = k;
  }
  if (found) return *found;
  std::size_t number = 0;
  const char* const end = name_or_number.data() + name_or_number.size();
  const auto [stop, error] = std::from_chars(name_or_number.data(), end, number);
  if (error == std::errc{} && stop == end && number >= 1 && number <= columns_.size()) return number - 1;
  std::string known;
  for (std::size_t k = 0; k < columns_.size() && k < 12; ++k) known += (k ? ", " : "") + columns_[k].name;
  throw InputError(fmt::format("there is no column {}; the columns are {}{}", shown(name_or_number), known,
                               columns_.size() > 12 ? ", …" : ""));
}

std::optional<std::size_t> Table::find_any(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names)
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (same_word(columns_[k].name, name)) return k;
  return std::nullopt;
}

namespace {

struct Cells {
  std::string text;
  std::vector<std::size_t> begins;
  std::vector<Index> lines;
  std::size_t width = 0;

  std::string_view cell(std::size_t k) const {
    const std::size_t end = k + 1 < begins.size() ? begins[k + 1] : text.size();
    return std::string_view(text).substr(begins[k], end - begins[k]);
  }
  std::vector<std::string_view> all() const {
    std::vector<std::string_view> views(begins.size());
    for (std::size_t k = 0; k < views.size(); ++k) views[k] = cell(k);
    return views;
  }
};

Cells read_cells(std::string_view text, char separator, Index lines_before) {
  Cells cells;
  cells.text.reserve(text.size());
  RowReader reader(text, separator);
  while (true) {
    const std::size_t before = cells.begins.size();
    if (!reader.next(cells.text, cells.begins)) break;
    const Index line = reader.line() + lines_before;
    const std::size_t width = cells.begins.size() - before;
    if (before == 0) cells.width = width;
    require(width == cells.width,
            fmt::format("line {} has {} cells where the first row has {}", line, width, cells.width));
    cells.lines.push_back(line);
  }
  return cells;
}

// A number too large or too small to be one, as 1e-5000.
bool is_out_of_range(std::string_view cell) {
  double value = 0;
  const auto [end, flaw] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return flaw == std::errc::result_out_of_range && end == cell.data() + cell.size();
}

// As separators at the ends of lines leave it.
bool is_empty_column(const Cells& cells, std::size_t column) {
  for (std::size_t at = column; at < cells.begins.size(); at += cells.width)
    if (!cells.cell(at).empty()) return false;
  return true;
}

// Numbers and missing cells may be a row of data, which would be lost as a header.
[[noreturn]] void refuse_first_row(const Cells& cells, std::size_t missing) {
  throw InputError(fmt::format(
      "line {}: names of columns, or numbers of which that in column {} is missing? write a name, "
      "or a number, there",
      cells.lines.front(), missing + 1));
}

// Empty cells before numbers stand above the names of rows, as pandas writes them.
bool first_row_is_header(const Cells& cells, bool decimal_commas, Header header) {
  if (header != Header::automatic) return header == Header::yes;
  std::size_t names = 0;
  while (names < cells.width && cells.cell(names).empty()) ++names;
  std::optional<std::size_t> missing;
  bool any_number = false;
  for (std::size_t k = names; k < cells.width; ++k) {
    const std::string_view cell = cells.cell(k);
    if (number_of(cell, decimal_commas))
      any_number = true;
    else if (!is_missing(cell) && !is_out_of_range(cell))
      return true;
    else if (!missing && !is_empty_column(cells, k))
      missing = k;
  }
  if (any_number && missing) refuse_first_row(cells, *missing);
  return names > 0 || !any_number;
}

}  // namespace

Table parse_table(std::string_view text, const TableFormat& format) {
  text = without_byte_order_mark(text);
  require_text(text);
  const std::size_t start = end_of_comments(text);
  const std::string_view comments = text.substr(0, start);
  const std::string_view body = text.substr(start);
  Index lines_before = 0;
  for (LineCursor lines(comments); lines.next();) ++lines_before;

  const std::string_view first_line = LineCursor(body).next().value_or("");
  const char separator = separator_character(format.separator, first_line);
  Cells cells = read_cells(body, separator, lines_before);
  require(cells.width > 0, "the table is empty");

  Table table;
  table.has_decimal_commas_ = separator != ',' && writes_decimal_commas(cells.all(), separator);
  table.has_header_ = first_row_is_header(cells, table.has_decimal_commas_, format.header);
  table.columns_.resize(cells.width);
  for (std::size_t k = 0; k < cells.width; ++k)
    table.columns_[k].name = table.has_header_ ? std::string(cells.cell(k)) : fmt::format("x{}", k + 1);
  const std::size_t header_cells = table.has_header_ ? cells.width : 0;
  cells.begins.push_back(cells.text.size());
  table.begins_.assign(cells.begins.begin() + static_cast<std::ptrdiff_t>(header_cells), cells.begins.end());
  table.lines_.assign(cells.lines.begin() + (table.has_header_ ? 1 : 0), cells.lines.end());
  table.cells_ = std::move(cells.text);
  require(table.rows() > 0, "the table has a header but no rows");
  for (std::size_t k = 0; k < cells.width; ++k) classify(table, k, table.columns_[k]);
  return table;
}

}  // namespace wpga
