#include "wpga/io/formats/tables/decimal_commas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

bool has_point(std::string_view cell) { return cell.find('.') != std::string_view::npos; }

// "1,234" or "-12,345", but not "0,123".
bool may_be_thousands(std::string_view cell) {
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  const std::size_t comma = cell.find(',');
  return comma >= 1 && comma <= 3 && cell[0] != '0' && cell.size() == comma + 4;
}

}  // namespace

std::optional<double> number_with_comma(std::string_view cell) {
  if (std::ranges::count(cell, ',') != 1 || has_point(cell)) return std::nullopt;
  std::string with_point(cell);
  with_point[cell.find(',')] = '.';
  return number_in(with_point);
}

bool writes_decimal_commas(std::span<const std::string_view> cells, char separator) {
  if (separator == ',') return false;
  std::string_view comma, point;
  bool certain = separator == ';';
  for (const std::string_view cell : cells) {
    if (number_with_comma(cell)) {
      if (comma.empty()) comma = cell;
      certain = certain || !may_be_thousands(cell);
    } else if (point.empty() && has_point(cell) && number_in(cell)) {
      point = cell;
    }
  }
  if (comma.empty()) return false;
  require(point.empty(),
          fmt::format("some numbers have a decimal comma ({}) and others a decimal point ({}); write "
                      "all of them with a point",
                      shown(comma), shown(point)));
  require(certain,
          fmt::format("the comma in {} may separate decimals or thousands; write numbers with a point and "
                      "without separators",
                      shown(comma)));
  return true;
}

}  // namespace wpga
