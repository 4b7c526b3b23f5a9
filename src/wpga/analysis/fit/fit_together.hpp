// Which fits move all components together, and how their components are found one by one before.
#pragma once

#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"

namespace wpga {

// Not the paper's algorithm; and translations are the best together, as principal components of the means
// are.
bool may_fit_together(const GeodesicOptions& options);

// The options of components one by one.  Where all are to move together afterwards these are only a start,
// with a tolerance of at least 1e-3, unless a share of the variance says how many there are.
GeodesicOptions one_by_one(const GeodesicOptions& options, const ComponentGoal& goal);

// Whether `joint-maps` all can be promised.
bool keeps_joint_maps(const GeodesicOptions& options);

}  // namespace wpga
