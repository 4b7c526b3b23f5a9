// JSON as text that may stand inside a script element of HTML.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <string_view>

namespace wpga {

// A string in quotes.  Besides what JSON asks for, <, > and & are written as \u003c …, so that no text can
// end the script element, open a comment or begin an entity.
std::string json_string(std::string_view text);

// The shortest text that reads back as the same number; null where it is not finite.
std::string json_number(double value);

std::string json_strings(std::span<const std::string> texts);

template <class Numbers>
std::string json_numbers(const Numbers& numbers) {
  std::string text = "[";
  for (const auto value : numbers)
    text += (text.size() > 1 ? "," : "") + json_number(static_cast<double>(value));
  return text + "]";
}

// {"name": value, …}; values are JSON already.
class JsonObject {
 public:
  JsonObject& add(std::string_view name, std::string_view json) {
    text_ += text_.size() > 1 ? "," : "";
    text_ += json_string(name);
    text_ += ':';
    text_ += json;
    return *this;
  }
  std::string text() const { return text_ + "}"; }

 private:
  std::string text_ = "{";
};

}  // namespace wpga
