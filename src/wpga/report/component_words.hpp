// What a curve is, in a few words: for tables and beneath pictures.
#pragma once

#include <string>

#include "wpga/analysis/analysis.hpp"

namespace wpga {

// A bound on a share of one, "0.05 %", with as many digits as mean something; never below 0.001 %.
std::string percent(double share);

// The component furthest from what it should be: by negative mass, map gap, then geodesic gap.  There is one.
std::size_t worst_component(const Analysis& analysis);

// "probability measures" or "negative mass 12 %"; for curves of moving atoms "a geodesic" or "geodesic gap
// …".
std::string curve_words(const Component& component);

}  // namespace wpga
