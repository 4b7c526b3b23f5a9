// Which character the verbs that draw one shall draw: --font and --character.
#pragma once

#include <string>

#include "wpga/synthetic/synthetic.hpp"

namespace wpga {

struct FontCharacter {
  std::string font;       // path, or empty
  std::string character;  // UTF-8, or empty

  bool given() const { return !font.empty() || !character.empty(); }
};

// The pattern glyphs with this character, or with our own 木 where none is given.  Throws InputError when
// only one of font and character is there, and for a font that cannot be read or lacks the character.
SyntheticFamily glyph_family(const FontCharacter& chosen, const SyntheticOptions& options,
                             const Execution& execution);

}  // namespace wpga
