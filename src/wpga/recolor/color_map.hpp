// A map known at the colours of a palette, continued smoothly to all colours.  docs/recolor.md
#pragma once

#include "wpga/base/options.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

struct ColorMapOptions {
  double smoothness = 0.2;

  static constexpr auto list() {
    return Listing{option("smoothness", &ColorMapOptions::smoothness,
                          "least distance over which the change of colour may vary, in edges of the colour "
                          "cube; larger keeps more of the photo, smaller follows the palette",
                          Range{0, 10, true})};
  }
};
static_assert(lists_every_member<ColorMapOptions>);

// Differences of colour below this share of the smoothness are not told apart, so that a narrow cluster that
// has to fill a wide one is not stretched into noise.
inline constexpr double resolved_share = 0.2;

// x ↦ x + m(x) + B(x) (x − c(x)): around x the steps T(c_k) − c_k are fitted by an affine function, in least
// squares weighted by mass and nearness (local linear regression, Cleveland 1979).  Nearness has the tails of
// a power, so the window widens by itself where the palette is sparse.
//
// Infinitely differentiable.  Affine maps of palettes that fill space are continued as they are, translations
// always; in directions in which the palette around x is flat, colours move along with it.
class ColorMap {
 public:
  // `palette` with p atoms in R³ and the images of its atoms, 3 × p.
  ColorMap(const MeasureView& palette, const PointsRef& images, const ColorMapOptions& options);

  Matrix operator()(const PointsRef& colors) const;  // 3 × n to 3 × n, O(n p)

 private:
  Matrix places_;    // 3 × p
  Vector nearness_;  // p: 1 / bandwidth²
  Matrix moments_;   // mass, and mass times the first and second moments of place and step, of each atom
  double ridge_ = 0;
};

}  // namespace wpga
