#include "wpga/io/formats/tables/column_transforms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

constexpr std::string_view grammar = "none, linear, log10, asinh or asinh(150)";

ColumnTransform parsed_transform(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::string_view word = text.substr(0, open);
  ColumnTransform transform;
  if (word != "linear") {
    const std::optional<Transform> found = value_named<Transform>(word);
    require(found.has_value(), fmt::format("{} is not one of {}", shown(text), grammar));
    transform.kind = *found;
  }
  if (open == std::string_view::npos) return transform;
  require(transform.kind == Transform::asinh && text.ends_with(')'),
          fmt::format("{} is not one of {}", shown(text), grammar));
  const std::string_view number = text.substr(open + 1, text.size() - open - 2);
  const std::optional<double> cofactor = number_in(number);
  require(cofactor && std::isfinite(*cofactor) && *cofactor > 0,
          fmt::format("the cofactor {} of asinh must be a number greater than 0", shown(number)));
  transform.cofactor = *cofactor;
  return transform;
}

std::string words_of(const ColumnTransform& transform) {
  const std::string_view name = name_of(transform.kind);
  return transform.cofactor == 1 ? std::string(name) : fmt::format("{}({})", name, transform.cofactor);
}

}  // namespace

void parse_value(std::string_view text, ColumnTransforms& value) {
  ColumnTransforms parsed;
  bool any_for_all = false;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view item = trimmed(text.substr(0, comma));
    const std::size_t colon = item.rfind(':');
    if (colon == std::string_view::npos) {
      require(!any_for_all, "it names two transforms for all columns; write COLUMN:NAME for one column");
      parsed.all = parsed_transform(item);
      any_for_all = true;
    } else {
      parsed.columns.push_back(
          {std::string(item.substr(0, colon)), parsed_transform(item.substr(colon + 1))});
    }
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  value = std::move(parsed);
}

std::string text_of(const ColumnTransforms& value) {
  if (value.columns.empty()) return words_of(value.all);
  std::string text = value.all == ColumnTransform() ? std::string() : words_of(value.all);
  for (const auto& [column, transform] : value.columns)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", column, words_of(transform));
  return text;
}

OptionValue value_of(const ColumnTransforms& value) { return text_of(value); }

void set_value(const OptionValue& from, ColumnTransforms& to) {
  std::string text;
  set_value(from, text);
  parse_value(text, to);
}

std::vector<ColumnTransform> transforms_for(const ColumnTransforms& transforms,
                                            std::span<const std::size_t> chosen,
                                            const std::function<std::size_t(const std::string&)>& find) {
  std::vector<ColumnTransform> result(chosen.size(), transforms.all);
  std::vector<bool> named(chosen.size(), false);
  for (const auto& [column, transform] : transforms.columns) {
    const auto at = static_cast<std::size_t>(std::ranges::find(chosen, find(column)) - chosen.begin());
    require(at < chosen.size(),
            fmt::format("`transform` names {}, which is not among the coordinates", shown(column)));
    require(!named[at], fmt::format("`transform` names {} twice", shown(column)));
    named[at] = true;
    result[at] = transform;
  }
  return result;
}

std::vector<ColumnTransform> transforms_of_axes(const ColumnTransforms& transforms, std::size_t dimension) {
  std::vector<std::size_t> chosen(dimension);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  return transforms_for(transforms, chosen, [&](const std::string& name) -> std::size_t {
    if (name.size() == 1 && name[0] >= 'x' && name[0] <= 'z') return static_cast<std::size_t>(name[0] - 'x');
    const std::optional<double> number = number_in(name);
    require(
        number && *number >= 1 && *number <= static_cast<double>(dimension) && *number == std::floor(*number),
        fmt::format("`transform`: {} is no coordinate; these have none but their numbers, 1 to {}",
                    shown(name), dimension));
    return static_cast<std::size_t>(*number) - 1;
  });
}

std::optional<double> transformed(double number, const ColumnTransform& transform) {
  switch (transform.kind) {
    case Transform::none:
      return number;
    case Transform::asinh:
      return std::asinh(number / transform.cofactor);
    case Transform::log10:
      break;
  }
  if (!(number > 0)) return std::nullopt;
  return std::log10(number);
}

std::string axis_name(std::string_view column, const ColumnTransform& transform) {
  if (transform.kind == Transform::none) return std::string(column);
  if (transform.cofactor == 1) return fmt::format("{} {}", name_of(transform.kind), column);
  return fmt::format("{} {}/{}", name_of(transform.kind), column, transform.cofactor);
}

}  // namespace wpga
