// The model as the projection in the page needs it: every digit, in the coordinates of the analysis.
#pragma once

#include <string>

#include "wpga/study/model.hpp"

namespace wpga {

// {"numbers", "variance", "center", "scale"} (page/src/payload.ts), or null for a model that the page cannot
// project on: without components, with curves of weights, with measures aligned or mass free (which the page
// does not know), or larger than `most_megabytes`.
std::string page_exact_model(const Model& model, double most_megabytes);

}  // namespace wpga
