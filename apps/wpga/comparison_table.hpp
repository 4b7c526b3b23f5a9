// A comparison of methods, said to a person, as CSV and as JSON.
#pragma once

#include <string>

#include "wpga/io/json.hpp"
#include "wpga/study/comparison.hpp"

namespace wpga {

// One line a method: shares of the variance that the first 1 … K components explain, on the training and the
// held-out measures, whether the first curve is made of probability measures and is a geodesic, and the
// seconds.
std::string comparison_text(const Comparison& comparison);

// A row for each method and each number of components.
std::string comparison_csv(const Comparison& comparison);

// {"variance", "held_out_variance", "methods": {NAME: {…}}, "refused": {NAME: REASON}}
Json comparison_document(const Comparison& comparison);

}  // namespace wpga
