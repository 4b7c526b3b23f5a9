#include "font_character.hpp"

#include "wpga/base/error.hpp"
#include "wpga/io/formats/font_file.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

namespace {

// action(), whose InputError then names the place.
template <class Action>
auto at_place(std::string_view place, const Action& action) {
  try {
    return action();
  } catch (const InputError& error) {
    rethrow_at(place, error);
  }
}

}  // namespace

SyntheticFamily glyph_family(const FontCharacter& chosen, const SyntheticOptions& options,
                             const Execution& execution) {
  if (!chosen.given()) return synthetic_family(Pattern::glyphs, options, execution);
  require(!chosen.font.empty(), "--character says what to draw but not in which font; add --font FILE");
  require(!chosen.character.empty(), "--font says how to draw but not which character; add --character X");
  const char32_t character = at_place("--character", [&] { return single_character(chosen.character); });
  const std::vector<std::byte> bytes = read_file(chosen.font);
  const Outline outline = at_place(chosen.font, [&] { return decode_character(bytes, character); });
  return synthetic_glyphs(outline, options, execution);
}

}  // namespace wpga
