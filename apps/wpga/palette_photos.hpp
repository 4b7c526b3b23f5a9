// Small photos of palettes for a page, where the data are pictures.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "wpga/measures/measure_family.hpp"
#include "wpga/report/page/page_photos.hpp"

namespace wpga {

// Of the measures with these names, found among the files of the data; `left_over` says which come first.
// Nothing but for palettes.
PagePhotos photos_for(const Space& space, std::span<const std::string> data,
                      const std::vector<std::string>& names, const Vector& left_over, Index most,
                      const PhotoOptions& options, const Execution& execution);

}  // namespace wpga
