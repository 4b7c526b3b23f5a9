// Results (base/results.hpp) as JSON: the same names as in files, tables and on the page; what does not apply
// is absent, what is not known is null.
#pragma once

#include "wpga/analysis/analysis.hpp"
#include "wpga/io/json.hpp"

namespace wpga {

// Every number of the struct, parts of a result as an object: {"map_gap": {"backward": …, "forward": …}}.
Json results_json(const Component& component);
// With the counts of the mean, those of the joint times (`joint_…`), and `together`.
Json results_json(const Analysis& analysis);
// The certificates of its curve alone.
Json proofs_json(const Component& component);
// Counts of transport problems alone, as projections have them, or all that a fit counts.
Json results_json(const Shortfalls& shortfalls, Scope scope);

// The list itself: {"component": [{"name", "parts", "unit", "sentence", "scope", "limits"}, …],
// "weight_curve", "together", "analysis"}.
Json result_list_json();

}  // namespace wpga
