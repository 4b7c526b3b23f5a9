#include "font_character.hpp"

#include "option_flags.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/formats/font_file.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

FlagGroup FontCharacter::flags() {
  FlagGroup group{"The character", {}};
  group.flags.push_back(file_flag(
      "--font", "", "glyphs: draw the character of --character in this font (.ttf, .otf, .ttc)", font_));
  group.flags.push_back({.name = "--character",
                         .value = "X",
                         .sentence = "glyphs: the one character to draw from --font, instead of our own 木",
                         .accept = [this](const std::string& text) {
                           character_ = single_character(text);
                           text_ = text;
                         }});
  return group;
}

SyntheticFamily FontCharacter::glyphs(const SyntheticOptions& options, const Execution& execution) const {
  if (!given()) return synthetic_family(Pattern::glyphs, options, execution);
  require(!font_.empty(), "--character says what to draw but not in which font; add --font FILE");
  require(character_.has_value(), "--font says how to draw but not which character; add --character X");
  const std::vector<std::byte> bytes = read_file(font_);
  const Outline outline = [&] {
    try {
      return decode_character(bytes, *character_);
    } catch (const InputError& error) {
      rethrow_at(font_, error);
    }
  }();
  return synthetic_glyphs(outline, options, execution);
}

}  // namespace wpga
