#include "wpga/io/formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// Beyond double's range the wider type tells overflow from underflow.
std::optional<double> out_of_range_number(const char* begin, const char* end) {
  long double wide = 0;
  const auto [stop, error] = std::from_chars(begin, end, wide);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return static_cast<double>(wide);
}

}  // namespace

std::optional<double> number_in(std::string_view word) {
  const char* begin = word.data();
  const char* const end = begin + word.size();
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') ++begin;
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range) return out_of_range_number(begin, end);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::string_view next_word(std::string_view& rest) {
  std::size_t begin = 0;
  while (begin < rest.size() && is_blank(rest[begin])) ++begin;
  std::size_t end = begin;
  while (end < rest.size() && !is_blank(rest[end])) ++end;
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string part(text.substr(0, longest));
  while (const auto bad = first_invalid_utf8(part)) part[*bad] = '?';
  std::replace_if(part.begin(), part.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return '"' + part + (text.size() > longest ? "…\"" : "\"");
}

std::optional<std::string_view> LineCursor::next() {
  if (position_ >= text_.size()) return std::nullopt;
  const std::size_t end = std::min(text_.find_first_of("\r\n", position_), text_.size());
  const std::string_view line = text_.substr(position_, end - position_);
  position_ = end + (text_.substr(end).starts_with("\r\n") ? 2 : 1);
  position_ = std::min(position_, text_.size());
  ++line_;
  return line;
}

void require_text(std::string_view text) {
  const std::size_t zero = text.find('\0');
  const auto invalid = first_invalid_utf8(text);
  const std::size_t bad = std::min(zero, invalid.value_or(std::string_view::npos));
  if (bad == std::string_view::npos) return;
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
  throw InputError(fmt::format("line {}: byte 0x{:02x} is not UTF-8 text; save the file as UTF-8", line,
                               static_cast<unsigned char>(text[bad])));
}

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace wpga
