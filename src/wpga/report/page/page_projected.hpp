// New samples on the components of a model, for the page.
#pragma once

#include <string>

#include "wpga/measures/measure_family.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

// What was projected, and where it stands.
struct NewSamples {
  const MeasureFamily& family;
  const AnalysisProjections& placed;
};

// As a JSON object; distances in multiples of `length`, scores in multiples of `along`.
std::string page_projected(const NewSamples& samples, double length, double along);

}  // namespace wpga
