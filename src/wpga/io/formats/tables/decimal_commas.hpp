// Numbers written with a decimal comma, "1,5", in tables whose cells are separated by something else.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace wpga {

// The number of a cell with exactly one comma and no point, the comma taken for a point.
std::optional<double> number_with_comma(std::string_view cell);

// Does a table with these cells write its decimals with commas?  Behind semicolons every such number is one;
// behind tabs and blanks commas may also separate thousands.  Throws InputError where all of them could
// ("1,234"), and where other cells have a decimal point.
bool writes_decimal_commas(std::span<const std::string_view> cells, char separator);

}  // namespace wpga
