// An analysis, said to a person and as JSON.
#pragma once

#include <string>

#include "wpga/analysis/analysis.hpp"
#include "wpga/io/json.hpp"
#include "wpga/report/component_words.hpp"

namespace wpga {

// A few lines for each component: its share of the variance with a bar, and its certificates in words.
std::string summary_text(const Analysis& analysis);

// One line: "256 atoms, variance 37.8 (root 6.15)".
std::string mean_words(const Analysis& analysis);

// {"mean_squared_distance", "explained", "cumulative", "time_gap", "map_gap": {"backward", "forward"}, …};
// what does not apply to the curve is absent.
Json component_document(const Component& component);

// {"variance_lower_bound", "ceiling", "scored_by", "unconverged_transports", "contradictions",
// "joint_unconverged_transports"}, where they apply: counts of the mean and its plans, and of the joint
// times.
Json mean_document(const Analysis& analysis);

// "; 3 transport problems stopped early", …; nothing for a sound result.
std::string shortfall_words(const Shortfalls& shortfalls);

}  // namespace wpga
