// Pictures and arrays as measures: the pixels are the atoms, their intensities the weights.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "wpga/base/options.hpp"
#include "wpga/measures/image.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/measures/resample.hpp"

namespace wpga {

// plain: Rec. 601 luma of the encoded samples.  linear: luminance of the light they stand for.
enum class Grey { plain, linear };
constexpr std::array<std::string_view, 2> names(Grey) { return {"plain", "linear"}; }

struct ShapeOptions {
  bool invert = false;
  double threshold = 0;
  std::string resize;
  Grey grey = Grey::plain;

  static constexpr auto list() {
    return Listing{option("invert", &ShapeOptions::invert,
                          "dark pixels carry the mass: intensity becomes 1 - intensity"),
                   option("threshold", &ShapeOptions::threshold,
                          "pixels of this intensity or less (white is 1) are no atoms", at_least(0)),
                   option("resize", &ShapeOptions::resize, "resample pictures first", SizeRule{}),
                   option("grey", &ShapeOptions::grey,
                          "how colours become grey: plain averages the encoded values, linear the light")};
  }
};
static_assert(lists_every_member<ShapeOptions>);

// One channel of weights, at the size asked for: grey, inverted if asked, times alpha, resampled, then zero
// where the threshold is not exceeded.  In this order: what is transparent stays empty when inverted, and no
// weight at or below the threshold is left.  Throws InputError for a sample that is not finite or a weight
// that is negative.
Image shape_weights(const Image& image, const ShapeOptions& options);

// The measure of shape_weights: pixel (row r, column c) of the resampled picture at (x, y) = (c + ½, r + ½).
// Throws InputError if no mass is left.
Measure shape_measure(const Image& image, const ShapeOptions& options);

// An array of weights as a measure on its grid.  The last axis is x: bins → R¹, rows × columns → R² (x, y),
// depth × rows × columns → R³ (x, y, z); entry i of an axis lies at i + ½.  Zeros are no atoms.  Throws
// InputError for a NaN, infinite or negative entry, saying where, and for an array without mass.  Two passes,
// no temporary memory.
Measure grid_measure(std::span<const double> values, std::span<const Index> shape);

}  // namespace wpga
