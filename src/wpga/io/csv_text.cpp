#include "wpga/io/csv_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace wpga {

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_text(std::span<const std::string> header, std::span<const std::string> names,
                     const Matrix& numbers) {
  return csv_text(header, names, {}, numbers);
}

std::string csv_text(std::span<const std::string> header, std::span<const std::string> names,
                     std::span<const std::string> labels, const Matrix& numbers) {
  std::string text;
  for (std::size_t i = 0; i < header.size(); ++i) text += (i == 0 ? "" : ",") + csv_cell(header[i]);
  text += '\n';
  for (Index row = 0; row < numbers.rows(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    std::string separator;
    for (const auto& words : {names, labels})
      if (!words.empty()) text += std::exchange(separator, ",") + csv_cell(words[at]);
    for (Index column = 0; column < numbers.cols(); ++column)
      text += fmt::format("{}{}", std::exchange(separator, ","), numbers(row, column));
    text += '\n';
  }
  return text;
}

std::string csv_text(const MeasureView& measure, std::span<const std::string> axes) {
  const Index d = measure.dimension();
  std::vector<std::string> header = {"weight"};
  const std::vector<std::string> plain = numbered("x", d);
  for (std::size_t i = 0; i < plain.size(); ++i) header.push_back(i < axes.size() ? axes[i] : plain[i]);
  Matrix numbers(measure.size(), d + 1);
  numbers << measure.weights, measure.points.transpose();
  return csv_text(header, {}, numbers);
}

std::vector<std::string> numbered(std::string_view letter, Index count) {
  std::vector<std::string> words;
  for (Index i = 1; i <= count; ++i) words.push_back(fmt::format("{}{}", letter, i));
  return words;
}

}  // namespace wpga
