// P(X) drawn as a curved sheet in space, with data on it and three kinds of curves through them: a drawing,
// not data.
#pragma once

#include "wpga/report/canvas.hpp"

namespace wpga {

// The colours of the three kinds of curves, here and beside their actual pictures.
inline constexpr Color geodesic_color = colors::vermilion;
inline constexpr Color euclidean_color = colors::blue;
inline constexpr Color curve_color = colors::orange;

// Geodesics stay on the sheet; straight lines and the principal curve leave it.  What the sheet hides is
// dashed.
void draw_schematic(Canvas& canvas, const Box& box);

}  // namespace wpga
