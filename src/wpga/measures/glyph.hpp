// One Chinese character, 木 ("tree"), drawn from four brush strokes of our own.
#pragma once

#include "wpga/measures/image.hpp"

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

}  // namespace wpga
