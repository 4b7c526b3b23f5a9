// What a model knows beside its components, as the page reads it.
#pragma once

#include <string>

#include "wpga/study/model.hpp"

namespace wpga {

// {"folds", "held_out_explained", "held_out_cumulative", "helpful", "noise_share", "noise_measures",
// "angles"}; what is not known is null, and "helpful" where it was not asked. Angles are [5th, 95th
// percentile] in degrees for each component.
std::string page_statistics(const Statistics& statistics);

}  // namespace wpga
