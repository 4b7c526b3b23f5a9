#include "wpga/base/option_values.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/base/option_text.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};

bool is_empty_list(const OptionValue& value) {
  return std::visit(Overloaded{[](const std::vector<std::string>& list) { return list.empty(); },
                               [](const std::vector<double>& list) { return list.empty(); },
                               [](const auto&) { return false; }},
                    value.variant());
}

[[noreturn]] void wrong_kind(const OptionValue& value, std::string_view wanted) {
  throw InputError(fmt::format("'{}' is not {}", value.words(), wanted));
}

}  // namespace

bool OptionValue::is_absent() const {
  if (const std::string* word = text()) return word->empty();
  return is_nothing() || value_ == Variant(false) || is_empty_list(*this);
}

std::optional<double> OptionValue::number() const {
  return std::visit(Overloaded{[](std::int64_t value) { return std::optional(static_cast<double>(value)); },
                               [](std::uint64_t value) { return std::optional(static_cast<double>(value)); },
                               [](double value) { return std::optional(value); },
                               [](const auto&) { return std::optional<double>(); }},
                    value_);
}

std::string OptionValue::words() const {
  const std::string written = std::visit(Overloaded{[](std::monostate) { return std::string("none"); },
                                                    [](const auto& value) { return text_of(value); }},
                                         value_);
  return displayed(written);
}

bool OptionValue::operator==(const OptionValue& other) const {
  if (value_.index() == other.value_.index()) return value_ == other.value_;
  if (is_empty_list(*this)) return is_empty_list(other);
  const std::optional<double> mine = number();
  return mine && mine == other.number();
}

const OptionValue* OptionValues::find(std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &std::pair<std::string, OptionValue>::first);
  return found == entries_.end() ? nullptr : &found->second;
}

void OptionValues::set(std::string_view name, OptionValue value) {
  const auto found = std::ranges::find(entries_, name, &std::pair<std::string, OptionValue>::first);
  if (found != entries_.end())
    found->second = std::move(value);
  else
    entries_.emplace_back(name, std::move(value));
}

void OptionValues::set(const OptionValues& others) {
  for (const auto& [name, value] : others) set(name, value);
}

void set_value(const OptionValue& from, bool& to) {
  const bool* value = std::get_if<bool>(&from.variant());
  if (!value) wrong_kind(from, "true or false");
  to = *value;
}

void set_value(const OptionValue& from, double& to) {
  const std::optional<double> value = from.number();
  if (!value) wrong_kind(from, "a number");
  to = *value;
}

void set_value(const OptionValue& from, std::string& to) {
  if (!from.text()) wrong_kind(from, "a text");
  to = *from.text();
}

void set_value(const OptionValue& from, std::vector<std::string>& to) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&from.variant()))
    to = *list;
  else if (is_empty_list(from))
    to.clear();
  else
    wrong_kind(from, "a list of texts");
}

void set_value(const OptionValue& from, std::vector<double>& to) {
  if (const auto* list = std::get_if<std::vector<double>>(&from.variant()))
    to = *list;
  else if (is_empty_list(from))
    to.clear();
  else
    wrong_kind(from, "a list of numbers");
}

std::int64_t whole_number(const OptionValue& from) {
  if (const auto* whole = std::get_if<std::int64_t>(&from.variant())) return *whole;
  const std::optional<double> value = from.number();
  if (!value || *value != std::floor(*value) || std::abs(*value) >= 0x1p63)
    wrong_kind(from, "a whole number");
  return static_cast<std::int64_t>(*value);
}

std::uint64_t large_whole_number(const OptionValue& from) {
  if (const auto* whole = std::get_if<std::uint64_t>(&from.variant())) return *whole;
  const std::int64_t whole = whole_number(from);
  if (whole < 0) wrong_kind(from, "a whole number of 0 or more");
  return static_cast<std::uint64_t>(whole);
}

}  // namespace wpga
