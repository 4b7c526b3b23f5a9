#include "wpga/io/formats/clouds/xyz_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

std::optional<Index> lone_count(std::string_view line) {
  const std::string_view word = next_word(line);
  Index count = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  const bool whole = error == std::errc{} && stop == word.data() + word.size() && !word.empty();
  return whole && count >= 0 && next_word(line).empty() ? std::optional(count) : std::nullopt;
}

double number_at(std::string_view word, Index line) {
  const auto number = number_in(word);
  require(number.has_value(), fmt::format("line {}: {} is not a number", line, shown(word)));
  return *number;
}

Cloud cloud_from(const std::vector<double>& coordinates, Index dimension, std::vector<double> weights) {
  const Index count = static_cast<Index>(coordinates.size()) / dimension;
  Cloud cloud{MatrixView(coordinates.data(), dimension, count), Vector::Ones(count)};
  if (!weights.empty()) cloud.weights = VectorView(weights.data(), count);
  return cloud;
}

Cloud decode_plain(std::string_view text) {
  std::vector<double> coordinates, weights;
  std::vector<double> row;
  std::size_t width = 0;
  LineCursor lines(text);
  while (const auto line = lines.next()) {
    if (line->starts_with('#')) continue;
    row.clear();
    std::string_view rest = *line;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest))
      row.push_back(number_at(word, lines.line()));
    if (row.empty()) continue;
    if (width == 0) width = row.size();
    require(row.size() == width, fmt::format("line {} has {} numbers where the first point has {}",
                                             lines.line(), row.size(), width));
    require(width >= 2, fmt::format("line {} has one number; a point needs at least x and y", lines.line()));
    coordinates.insert(coordinates.end(), row.begin(),
                       row.begin() + static_cast<Index>(std::min<std::size_t>(width, 3)));
    if (width == 4) weights.push_back(row[3]);
  }
  require(width > 0, "the file holds no points");
  return cloud_from(coordinates, static_cast<Index>(std::min<std::size_t>(width, 3)), std::move(weights));
}

Cloud decode_chemistry(LineCursor lines, Index count) {
  // "H 0 0 0" takes seven characters: this bounds what a count can make us allocate.
  require(count <= static_cast<Index>(lines.remaining() / 7) + 1,
          fmt::format("the first line promises {} atoms, more than the file has room for", count));
  require(count > 0, "the first line promises no atoms");
  lines.next();  // the comment
  std::vector<double> coordinates;
  coordinates.reserve(static_cast<std::size_t>(3 * count));
  for (Index k = 0; k < count; ++k) {
    const auto line = lines.next();
    require(line.has_value(),
            fmt::format("the file is cut short: {} atoms are promised, {} are there", count, k));
    std::string_view rest = *line;
    require(!next_word(rest).empty(),
            fmt::format("line {} is blank where atom {} should be", lines.line(), k + 1));
    for (int d = 0; d < 3; ++d) {
      const std::string_view word = next_word(rest);
      require(!word.empty(), fmt::format("line {} is not an element followed by x y z", lines.line()));
      coordinates.push_back(number_at(word, lines.line()));
    }
  }
  while (const auto line = lines.next())
    require(trimmed(*line).empty(),
            fmt::format("line {}: there is more after the {} atoms of the first frame; split the file",
                        lines.line(), count));
  return cloud_from(coordinates, 3, {});
}

}  // namespace

Cloud decode_xyz(std::string_view text) {
  text = without_byte_order_mark(text);
  require_text(text);
  LineCursor lines(text);
  const auto first = lines.next();
  require(first.has_value(), "the file is empty");
  if (const auto count = lone_count(*first)) return decode_chemistry(lines, *count);
  return decode_plain(text);
}

}  // namespace wpga
