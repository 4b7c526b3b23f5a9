// Results (base/results.hpp) as members of a JSON object of the page, under the names they have everywhere.
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string>

#include "wpga/base/named_enum.hpp"
#include "wpga/base/results.hpp"
#include "wpga/report/page/json_text.hpp"

namespace wpga {

// A visitor of results; a result of several parts becomes an object.  `finish` closes the last one.  Lengths
// are told in multiples of `length`.
class ResultAdder {
 public:
  explicit ResultAdder(JsonObject& into, double length = 1) : into_(into), length_(length) {}

  template <class Value>
  void operator()(const ResultName& name, const ResultWords& words, const Value& value) {
    unit_ = words.unit == Unit::squared_length ? length_ * length_ : words.unit == Unit::length ? length_ : 1;
    if (open_ != name.whole()) finish();
    if (name.part.empty()) {
      into_.add(name.whole(), text_of_result(value));
      return;
    }
    open_ = name.whole();
    parts_.add(name.part, text_of_result(value));
  }

  void finish() {
    if (open_.empty()) return;
    into_.add(open_, parts_.text());
    open_.clear();
    parts_ = {};
  }

 private:
  std::string text_of_result(double value) const { return json_number(value / unit_); }
  std::string text_of_result(std::integral auto value) const {
    return json_number(static_cast<double>(value));
  }
  std::string text_of_result(const std::array<double, 2>& values) const {
    return json_numbers(std::array{values[0] / unit_, values[1] / unit_});
  }
  template <NamedEnum E>
  std::string text_of_result(E value) const {
    return json_string(name_of(value));
  }
  template <class T>
  std::string text_of_result(const std::optional<T>& value) const {
    return value ? text_of_result(*value) : "null";
  }

  JsonObject& into_;
  JsonObject parts_;
  std::string open_;
  double length_;
  double unit_ = 1;  // of the result at hand
};

}  // namespace wpga
