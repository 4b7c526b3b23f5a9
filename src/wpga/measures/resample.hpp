// Grids of intensities at another size.
#pragma once

#include <string>
#include <string_view>

#include "wpga/measures/image.hpp"

namespace wpga {

struct GridSize {
  Index rows = 0, columns = 0;
  bool operator==(const GridSize&) const = default;
};

// How a wanted size is written: nothing (as it is), "WxH" (columns x rows) or "N" (the longer side, the other
// in proportion, at least 1); numbers from 1 to 16384.
struct SizeRule {
  bool holds(std::string_view wanted) const;
  std::string words() const;
};

// The size that `wanted` means for a picture of the given one.  Throws InputError where SizeRule fails.
GridSize wanted_size(GridSize given, std::string_view wanted);

// Each axis by itself: to fewer pixels by averaging over the area a new pixel covers, to more pixels by
// straight lines between pixel centres.  Constants stay constant; smaller grids keep the mean, hence the mass
// per area. Every channel alike.
Image resample(const Image& image, GridSize size);

}  // namespace wpga
