#include "wpga/recolor/photo_palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/measures/distinct_atoms.hpp"
#include "wpga/measures/drawn_pixels.hpp"

namespace wpga {

namespace {

ColorVector color_of(const Image& photo, Index pixel) {
  const double* samples = photo.samples.data() + pixel * photo.channels;
  return photo.has_color() ? ColorVector(samples[0], samples[1], samples[2])
                           : ColorVector::Constant(samples[0]);
}

double weight_of(const Image& photo, Index pixel) {
  return photo.has_alpha() ? photo.samples[static_cast<std::size_t>((pixel + 1) * photo.channels - 1)] : 1;
}

}  // namespace

void require_photo(const Image& photo) {
  require(photo.rows > 0 && photo.columns > 0, "a photo needs at least one pixel");
  const auto bad = std::ranges::find_if_not(photo.samples, [](double s) { return s >= 0 && s <= 1; });
  if (bad == photo.samples.end())
    return require(!drawn_pixels(photo, 1, Random(0)).empty(),
                   "every pixel is transparent, so that there are no colours to carry anywhere; save the "
                   "photo without transparency (alpha) to use the colours beneath");
  const Index pixel = (bad - photo.samples.begin()) / photo.channels;
  throw InputError(fmt::format(
      "the sample at row {}, column {} is {}; a photo has samples from 0 to 1, scale it to that range first",
      pixel / photo.columns + 1, pixel % photo.columns + 1, *bad));
}

ColorVector in_space(const ColorVector& srgb, ColorSpace space) {
  return space == ColorSpace::lab ? lab_from_srgb(srgb) : srgb;
}

ColorVector from_space(const ColorVector& color, ColorSpace space) {
  return space == ColorSpace::lab ? srgb_from_lab(color) : color;
}

Measure photo_colors(const Image& photo, ColorSpace space, Index pixels, Random random) {
  const std::vector<Index> drawn = drawn_pixels(photo, pixels, random);
  Matrix colors(3, std::ssize(drawn));
  Vector weights(std::ssize(drawn));
  for (Index i = 0; i < weights.size(); ++i) {
    const Index pixel = drawn[static_cast<std::size_t>(i)];
    colors.col(i) = color_of(photo, pixel);
    weights[i] = weight_of(photo, pixel);
  }
  Measure merged = merge_duplicates(make_measure(colors, weights).view()).measure;
  for (auto color : merged.points.colwise()) color = in_space(color, space);
  return merged;
}

Measure photo_palette(const Image& photo, ColorSpace space, int colors, Random random) {
  const Measure all = photo_colors(photo, space, palette_pixels, random);
  return quantize(all.points, all.weights, random, {.colors = colors}).measure;
}

}  // namespace wpga
