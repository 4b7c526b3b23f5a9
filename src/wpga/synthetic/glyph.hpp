// A character drawn small, in any pose: 木 ("tree") from four brush strokes of our own, or any outline.
#pragma once

#include "wpga/measures/image.hpp"
#include "wpga/synthetic/outline.hpp"

namespace wpga {

// Where the character stands in its frame.  It is scaled and turned about its centre of ink, which is then
// moved to the centre of the frame plus (shift_x, shift_y).
struct GlyphPose {
  double shift_x = 0;  // pixels, to the right
  double shift_y = 0;  // pixels, down
  double scale = 1;    // at 1 the character's square is 0.56 of the frame's side
  double angle = 0;    // radians, clockwise as seen on the page
};

// A grey picture of size × size pixels: the share of each pixel that ink covers, 0 to 1.  Ink outside the
// frame is lost.  Cost: a few times size² operations.
Image draw_glyph(Index size, const GlyphPose& pose);

// The outline as a character in a square of side 1: its centre of ink moved to the origin, its farthest point
// to a distance of 0.52 from there (that of 木 lies at 0.55).  Throws InputError when it has no ink.
Outline glyph_from(const Outline& outline);

// The same for an outline made by glyph_from: coverage is exact.
Image draw_glyph(const Outline& glyph, Index size, const GlyphPose& pose);

}  // namespace wpga
