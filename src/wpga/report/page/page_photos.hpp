// Photos beside their palettes, small enough to travel inside a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/base/options.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

struct PhotoOptions {
  double photo_megabytes = 2;

  static constexpr auto list() {
    return Listing{option("photo-megabytes", &PhotoOptions::photo_megabytes,
                          "most room for small photos beside their palettes, before they become text (a "
                          "third more); 0: none",
                          at_least(0))};
  }
};
static_assert(lists_every_member<PhotoOptions>);

// Pictures of a format that browsers read.
struct PagePhotos {
  std::vector<std::uint32_t> indices;  // of the measures with a photo, rising
  std::vector<std::uint32_t> offsets;  // one more
  std::vector<std::byte> bytes;
  Index there = 0;  // measures that have a photo, shown or not
};

inline constexpr int smallest_photo = 32, largest_photo = 128;

// The photo of a measure, no side longer than `side`.
using SmallPhoto = std::function<std::vector<std::byte>(Index measure, int side)>;

// Of the measures that have a photo those that page_samples would choose, at most `most`, with sides as large
// as the room allows, from `largest_photo` down to `smallest_photo` pixels; where even those do not fit,
// fewer photos.
PagePhotos page_photos(const std::vector<bool>& has_photo, const Vector& left_over, Index most,
                       const SmallPhoto& photo, const PhotoOptions& options, const Execution& execution);

// {"indices", "offsets", "bytes"}.
std::string photos_text(const PagePhotos& photos);

}  // namespace wpga
