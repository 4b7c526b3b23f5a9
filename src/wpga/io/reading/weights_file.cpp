#include "wpga/io/reading/weights_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/formats/bytes.hpp"
#include "wpga/io/formats/tables/decimal_commas.hpp"
#include "wpga/io/formats/tables/table.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/formats/text_lines.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

namespace {

Vector weights_in_order(const Table& table, std::size_t column, Index count) {
  require(table.rows() == count, fmt::format("it holds {} weights for {} measures", table.rows(), count));
  Vector weights(count);
  for (Index row = 0; row < count; ++row) weights[row] = weight_at(table, row, column);
  return weights;
}

Vector weights_by_name(const Table& table, std::size_t names, std::size_t column,
                       const MeasureFamily& family) {
  std::map<std::string, double, std::less<>> weight_of;
  for (Index row = 0; row < table.rows(); ++row) {
    const std::string_view name = table.text(row, names);
    if (!weight_of.emplace(name, weight_at(table, row, column)).second)
      fail_at(table, row, names, fmt::format("the measure '{}' is named twice", displayed(name)));
  }
  Vector weights(family.count());
  for (Index i = 0; i < family.count(); ++i) {
    const std::string& name = family.names()[static_cast<std::size_t>(i)];
    const auto found = weight_of.find(name);
    require(found != weight_of.end(), fmt::format("it has no weight for the measure '{}'", displayed(name)));
    weights[i] = found->second;
  }
  return weights;
}

// The last one with numbers.
std::size_t column_of_weights(const Table& table) {
  const auto& columns = table.columns();
  const auto numeric =
      std::find_if(columns.rbegin(), columns.rend(), [](const auto& column) { return column.numeric; });
  require(numeric != columns.rend(), "it has no column of numbers");
  return static_cast<std::size_t>(columns.rend() - numeric - 1);
}

// A first line whose weight is a number is no header, though a name stands beside it.
Table parsed_weights(std::string_view text) {
  Table table = parse_table(text);
  if (!table.has_header()) return table;
  const std::string& first = table.columns()[column_of_weights(table)].name;
  const bool is_weight = number_in(first) || (table.has_decimal_commas() && number_with_comma(first));
  if (!is_weight) return table;
  return parse_table(text, {.header = Header::no});
}

}  // namespace

std::string measure_weights_file(const std::string& column_or_file) {
  return is_file(column_or_file) ? column_or_file : std::string();
}

void weigh_measures(MeasureFamily& family, const std::filesystem::path& file) {
  try {
    const std::vector<std::byte> bytes = read_file(file);
    const Table table = parsed_weights(text_of(Bytes(bytes)));
    const auto& columns = table.columns();
    const std::size_t column = column_of_weights(table);
    family.set_measure_weights(columns.size() == 1 ? weights_in_order(table, column, family.count())
                                                   : weights_by_name(table, 0, column, family));
  } catch (const InputError& error) {
    rethrow_at(fmt::format("measure weights {}", displayed(file.string())), error);
  }
}

}  // namespace wpga
