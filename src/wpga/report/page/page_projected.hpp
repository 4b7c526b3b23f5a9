// New samples on the components of a model, for the page.
#pragma once

#include <string>

#include "wpga/measures/measure_family.hpp"
#include "wpga/report/page/page_photos.hpp"
#include "wpga/report/page/page_samples.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

// What was projected, and where it stands.
struct NewSamples {
  const MeasureFamily& family;
  const AnalysisProjections& placed;
  const PagePhotos* photos = nullptr;  // beside palettes
};

// What the numbers of a page are multiples of, and the origin of its coordinates.
struct PageUnits {
  double coordinate = 1;
  double length = 1;  // distances
  double along = 1;   // scores
  Vector origin = {};
};

// So many of them have a picture, in a megabyte at most.
inline constexpr Index most_projected_pictures = 200;

// As a JSON object.
std::string page_projected(const NewSamples& samples, const PageUnits& units, const PictureOptions& options);

}  // namespace wpga
