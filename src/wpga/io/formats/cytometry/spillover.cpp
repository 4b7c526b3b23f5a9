#include "wpga/io/formats/cytometry/spillover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/decompositions.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

constexpr std::size_t most_compensated_channels = 1000;

// Words between separators; an empty one is kept, so that columns keep their places.
std::vector<std::string_view> split_at(std::string_view line, std::string_view separators) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t end = line.find_first_of(separators);
    words.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return words;
    line.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> cells_of(std::string_view line) {
  for (const std::string_view separator : {"\t", ",", ";"})
    if (line.find(separator) != std::string_view::npos) return split_at(line, separator);
  std::vector<std::string_view> words;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) words.push_back(word);
  return words;
}

double entry_in(std::string_view word) {
  const std::optional<double> number = number_in(word);
  require(number && std::isfinite(*number),
          fmt::format("the spillover matrix has {} where a number belongs", shown(word)));
  return *number;
}

void require_regular(const Spillover& spillover) {
  std::vector<std::string> sorted = spillover.channels;
  std::ranges::sort(sorted);
  require(std::ranges::adjacent_find(sorted) == sorted.end(), "the spillover matrix names a channel twice");
  require(inverse_of(spillover.matrix).has_value(), "the spillover matrix has no inverse");
}

// A line of at least one name and nothing but names.  FlowJo writes "<\t>" before it.
bool is_line_of_names(const std::vector<std::string_view>& cells) {
  return std::ranges::all_of(cells, [](std::string_view cell) {
    return !cell.empty() && cell != "<" && cell != ">" && !number_in(cell);
  });
}

}  // namespace

bool Spillover::is_identity() const { return matrix.isIdentity(0); }

Spillover parse_spillover(std::string_view text) {
  const bool commas = text.find(',') != std::string_view::npos;
  const std::vector<std::string_view> words = commas ? split_at(text, ",") : cells_of(text);
  const std::optional<double> count = number_in(words.empty() ? std::string_view() : words.front());
  require(count && *count >= 1 && *count <= static_cast<double>(most_compensated_channels) &&
              *count == std::floor(*count),
          fmt::format("the spillover matrix {} does not begin with the number of its channels", shown(text)));
  const auto n = static_cast<std::size_t>(*count);
  require(words.size() == 1 + n + n * n,
          fmt::format("the spillover matrix of {} channels has {} entries where {} are needed", n,
                      words.size() - 1, n + n * n));
  Spillover spillover;
  for (std::size_t k = 1; k <= n; ++k) spillover.channels.emplace_back(words[k]);
  spillover.matrix.resize(static_cast<Index>(n), static_cast<Index>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      spillover.matrix(static_cast<Index>(i), static_cast<Index>(j)) = entry_in(words[1 + n + i * n + j]);
  require_regular(spillover);
  return spillover;
}

std::string text_of(const Spillover& spillover) {
  std::string text = fmt::format("{}", spillover.channels.size());
  for (const std::string& channel : spillover.channels) text += "," + channel;
  for (Index i = 0; i < spillover.matrix.rows(); ++i)
    for (Index j = 0; j < spillover.matrix.cols(); ++j) text += fmt::format(",{}", spillover.matrix(i, j));
  return text;
}

Spillover parse_spillover_file(std::string_view text) {
  require_text(text);
  std::vector<std::vector<std::string_view>> rows;
  LineCursor lines(without_byte_order_mark(text));
  while (const auto line = lines.next())
    if (!trimmed(*line).empty()) rows.push_back(cells_of(*line));
  // The names stand in the line before the first one that has a number.
  const auto has_number = [](const auto& row) {
    return std::ranges::any_of(row, [](std::string_view cell) { return number_in(cell).has_value(); });
  };
  const auto first = std::ranges::find_if(rows, has_number);
  require(first != rows.end() && first != rows.begin(),
          "a spillover matrix is a line of channel names and a line of numbers for each of them");
  std::vector<std::string_view> names = *(first - 1);
  if (names.size() > 1 && names.front().empty()) names.erase(names.begin());  // above the names of the rows
  require(is_line_of_names(names) && names.size() <= most_compensated_channels,
          "the line before the numbers of a spillover matrix must hold the names of its channels");
  const auto n = static_cast<Index>(names.size());
  require(rows.end() - first == n,
          fmt::format("the spillover matrix has {} channels but {} rows", n, rows.end() - first));
  Spillover spillover{{names.begin(), names.end()}, Matrix(n, n)};
  for (Index i = 0; i < n; ++i) {
    const auto& row = first[i];
    const auto width = static_cast<Index>(row.size());
    require(
        width == n || width == n + 1,
        fmt::format("row {} of the spillover matrix has {} numbers where {} are needed", i + 1, width, n));
    for (Index j = 0; j < n; ++j)
      spillover.matrix(i, j) = entry_in(row[static_cast<std::size_t>(j + width - n)]);
  }
  require_regular(spillover);
  return spillover;
}

std::optional<Spillover> spillover_of(const FcsText& text) {
  for (const char* keyword : {"$SPILLOVER", "SPILLOVER", "SPILL"})
    if (const std::string_view value = text.find(keyword); !value.empty()) return parse_spillover(value);
  return std::nullopt;
}

void compensate(const Spillover& spillover, const std::function<Index(const std::string&)>& row_of,
                Matrix& values) {
  std::vector<Index> rows;
  for (const std::string& channel : spillover.channels) rows.push_back(row_of(channel));
  const Matrix undo = inverse_of(spillover.matrix).value().transpose();  // events are columns here
  constexpr Index block = 4096;                                          // a copy of a few events at a time
  for (Index first = 0; first < values.cols(); first += block) {
    const Index here = std::min(block, values.cols() - first);
    auto part = values.middleCols(first, here);
    const Matrix solved = undo * part(rows, Eigen::all);
    part(rows, Eigen::all) = solved;
  }
}

}  // namespace wpga
