// What is known of the measures beside the measures: ages, treatments, places.
#pragma once

#include <string>
#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// One value for each measure of a family.
struct SampleColumn {
  std::string name;
  bool numeric = false;
  Vector numbers;                  // N when numeric, NaN where missing
  std::vector<std::string> texts;  // N otherwise, empty where missing
};

}  // namespace wpga
