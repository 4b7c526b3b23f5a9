#include "wpga/io/formats/tables/row_counter.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>

namespace wpga {

namespace {

bool is_letter_or_digit(unsigned char letter) { return std::isalnum(letter) != 0; }

// In lower case: "cell_id" and "Cell ID" give "id".
std::string last_word(std::string_view text) {
  while (!text.empty() && !is_letter_or_digit(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  std::size_t begin = text.size();
  while (begin > 0 && is_letter_or_digit(static_cast<unsigned char>(text[begin - 1]))) --begin;
  std::string word(text.substr(begin));
  std::ranges::transform(word, word.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return word;
}

}  // namespace

bool named_like_a_counter(std::string_view header) {
  constexpr std::array<std::string_view, 9> usual = {"id", "ids", "index",  "idx",  "row",
                                                     "no", "nr",  "number", "rowid"};
  // As pandas calls an index without a name.
  if (header.empty() || header == "#" || header.starts_with("Unnamed: ")) return true;
  return std::ranges::find(usual, last_word(header)) != usual.end();
}

bool RowCounter::goes_on(double cell, bool another_measure) {
  const bool whole = std::isfinite(cell) && cell == std::floor(cell);
  const bool follows = !last_ || cell == *last_ + 1 || (another_measure && cell == *first_);
  if (!first_) first_ = cell;
  last_ = cell;
  return whole && follows;
}

}  // namespace wpga
