#include "wpga/report/page/page_columns.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "wpga/report/page/base64.hpp"
#include "wpga/report/page/json_text.hpp"
#include "wpga/report/printable.hpp"

namespace wpga {

namespace {

bool is_digit(char sign) { return sign >= '0' && sign <= '9'; }

// Words by their letters, numbers in them by their size: 9 before 10, day 2 before day 10.
bool stands_before(const std::string& first, const std::string& second) {
  std::size_t a = 0, b = 0;
  while (a < first.size() && b < second.size()) {
    if (!is_digit(first[a]) || !is_digit(second[b])) {
      if (first[a] != second[b]) return first[a] < second[b];
      ++a, ++b;
      continue;
    }
    const auto end = [](const std::string& text, std::size_t at) {
      while (at < text.size() && is_digit(text[at])) ++at;
      return at;
    };
    const std::size_t a_end = end(first, a), b_end = end(second, b);
    if (a_end - a != b_end - b) return a_end - a < b_end - b;
    if (const int order = first.compare(a, a_end - a, second, b, b_end - b); order != 0) return order < 0;
    a = a_end, b = b_end;
  }
  return first.size() - a < second.size() - b;
}

std::string numbers_of(const Vector& values) {
  const Eigen::VectorXf single = values.cast<float>();
  return json_string(base64_of(std::span(single.data(), static_cast<std::size_t>(single.size()))));
}

}  // namespace

std::string page_classes(const std::vector<std::string>& texts) {
  std::vector<std::string> different = texts;
  std::ranges::sort(different, stands_before);
  different.erase(std::ranges::unique(different).begin(), different.end());
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t k = 0; k < different.size(); ++k) places.emplace(different[k], k);
  // More classes than a page can tell apart share the last one.
  constexpr std::size_t last = 65535;
  std::vector<std::uint16_t> of;
  for (const std::string& text : texts)
    of.push_back(static_cast<std::uint16_t>(std::min(places.at(text), last)));
  different.resize(std::min(different.size(), last + 1));
  for (std::string& text : different) text = printable(text);
  return JsonObject()
      .add("values", json_strings(different))
      .add("of", json_string(base64_of(std::span<const std::uint16_t>(of))))
      .text();
}

std::string page_columns(std::span<const SampleColumn> columns) {
  std::string list = "[";
  for (const SampleColumn& column : columns)
    list += (list.size() > 1 ? "," : "") +
            JsonObject()
                .add("name", json_string(printable(column.name)))
                .add("numbers", column.numeric ? numbers_of(column.numbers) : "null")
                .add("classes", column.numeric ? "null" : page_classes(column.texts))
                .text();
  return list + "]";
}

}  // namespace wpga
