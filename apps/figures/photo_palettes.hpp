// Photos and the palettes made of them.
#pragma once

#include <string>
#include <vector>

#include "figures/figure.hpp"
#include "wpga/measures/image.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// Photos of Debian's package mate-backgrounds, used when --photos names no others.
inline constexpr const char* default_photos = "/usr/share/backgrounds/mate/nature";

struct Photo {
  std::string name;
  Image image;  // colour on white paper, no side longer than 1200 pixels
};

// The picture with no side longer than `side` pixels.
Image reduced(const Image& image, Index side);

// The photos of the folder, in natural order.  Throws InputError for a folder that is not there, or that
// holds none.
std::vector<Photo> read_photos(const FigureOptions& options, const Execution& execution);

// Palettes of 128 colours by k-means, in RGB: of whole photos when --photos named them; else of 25 crops of
// each, half as wide and high, that overlap by three quarters.
MeasureFamily palette_family(const std::vector<Photo>& photos, const FigureOptions& options,
                             const Execution& execution);

// The palettes of whole photos, in the order given.
MeasureFamily whole_palettes(const std::vector<Photo>& photos, const FigureOptions& options,
                             const Execution& execution);

}  // namespace wpga
