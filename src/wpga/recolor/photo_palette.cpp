#include "wpga/recolor/photo_palette.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "wpga/base/error.hpp"
#include "wpga/measures/distinct_atoms.hpp"

namespace wpga {

namespace {

ColorVector color_of(const Image& photo, Index pixel) {
  const double* samples = photo.samples.data() + pixel * photo.channels;
  return photo.has_color() ? ColorVector(samples[0], samples[1], samples[2])
                           : ColorVector::Constant(samples[0]);
}

// Is any pixel there to be seen?
bool has_pixels(const Image& photo) {
  if (!photo.has_alpha()) return true;
  for (std::size_t at = static_cast<std::size_t>(photo.channels) - 1; at < photo.samples.size();
       at += static_cast<std::size_t>(photo.channels))
    if (photo.samples[at] > 0) return true;
  return false;
}

}  // namespace

void require_photo(const Image& photo) {
  require(photo.rows > 0 && photo.columns > 0, "a photo needs at least one pixel");
  const auto bad = std::ranges::find_if_not(photo.samples, [](double s) { return s >= 0 && s <= 1; });
  if (bad == photo.samples.end())
    return require(has_pixels(photo),
                   "every pixel is transparent, so that there are no colours to carry anywhere");
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
  const Index all = photo.rows * photo.columns, count = std::min(all, pixels);
  Matrix colors(3, count);
  Vector weights(count);
  for (Index i = 0; i < count; ++i) {
    const Index begin = i * all / count, end = (i + 1) * all / count;
    const Index pixel = end - begin == 1 ? begin : begin + random.below(end - begin);
    colors.col(i) = color_of(photo, pixel);
    weights[i] =
        photo.has_alpha() ? photo.samples[static_cast<std::size_t>((pixel + 1) * photo.channels - 1)] : 1.0;
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
