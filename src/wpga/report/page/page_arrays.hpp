// Arrays and texts as values of the JSON of a page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/report/page/base64.hpp"
#include "wpga/report/page/json_text.hpp"

namespace wpga {

// A dense array in memory order as base64 of float32: a d × n matrix gives one row per point.
std::string floats(const PointsRef& values);

template <class Number>
std::string packed(const std::vector<Number>& numbers) {
  return json_string(base64_of(std::span<const Number>(numbers)));
}

// Names without signs that a screen cannot show.
std::string printable_names(const std::vector<std::string>& names);

}  // namespace wpga
