// Characters of fonts.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "wpga/synthetic/outline.hpp"

namespace wpga {

// The one character that the text is (UTF-8).  Throws InputError when it is none, several, or not UTF-8.
char32_t single_character(std::string_view text);

// The outline of a character as the font draws it without hints, in units of the font's em, y down from the
// baseline; curves become chords that stray less than 5e-5 em.  TrueType, OpenType, Type 1 and whatever else
// FreeType reads, of a collection (.ttc) the first face.  Throws InputError for what is not a whole font, for
// a font without outlines or without a Unicode table, and for a character that it lacks or that has no ink.
Outline decode_character(std::span<const std::byte> font, char32_t character);

}  // namespace wpga
