// Arrays of numbers, as a file would bring them.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "wpga/io/formats/arrays/numeric_array.hpp"

namespace wpga::testing {

inline NumericArray array(std::vector<Index> shape, const std::vector<double>& values) {
  return numeric_array(std::move(shape), std::span<const double>(values));
}

}  // namespace wpga::testing
