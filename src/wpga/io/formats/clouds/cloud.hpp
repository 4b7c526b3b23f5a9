// A point cloud as a file holds it, before it becomes a measure: nothing is normalised or dropped yet.
#pragma once

#include <string>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

struct Cloud {
  Matrix points;   // d × n
  Vector weights;  // n; all 1 where the file gives none
};

struct NamedCloud {
  Cloud cloud;
  std::string name;
  std::string label;          // empty: none
  double measure_weight = 1;  // how much this measure counts in its family
};

}  // namespace wpga
