// Numbers as CSV (RFC 4180), the same digits when read back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/measures/measure.hpp"

namespace wpga {

// Quoted where commas, quotes or line ends ask for it.
std::string csv_cell(std::string_view text);

// A header, then a line for each row of `numbers`, each beginning with its name; no names: numbers only.
std::string csv_text(std::span<const std::string> header, std::span<const std::string> names,
                     const Matrix& numbers);

// The same with two columns of words before the numbers.
std::string csv_text(std::span<const std::string> header, std::span<const std::string> names,
                     std::span<const std::string> labels, const Matrix& numbers);

// One line an atom: weight, then its coordinates, called by their axes or x1, x2, …: what wpga reads as a
// cloud.
std::string csv_text(const MeasureView& measure, std::span<const std::string> axes);

// "x1", "x2", …
std::vector<std::string> numbered(std::string_view letter, Index count);

}  // namespace wpga
