// --font and --character: which character the verbs that draw one shall draw.
#pragma once

#include <optional>
#include <string>

#include "flag.hpp"
#include "wpga/measures/synthetic.hpp"

namespace wpga {

class FontCharacter {
 public:
  FlagGroup flags();

  bool given() const { return !font_.empty() || character_.has_value(); }
  // The character as typed; 木 where none is given.
  const std::string& text() const { return text_; }

  // The pattern glyphs with this character, or with our own 木 where none is given.  Throws InputError when
  // only one of the two flags is there, and for a font that cannot be read or lacks the character.
  SyntheticFamily glyphs(const SyntheticOptions& options, const Execution& execution) const;

 private:
  std::string font_;
  std::string text_ = "木";
  std::optional<char32_t> character_;
};

}  // namespace wpga
