// Single atoms on the line, named by their places in the family.
#pragma once

#include <initializer_list>
#include <string>

#include "wpga/measures/measure_family.hpp"

namespace wpga::test {

inline MeasureFamily line_family(std::initializer_list<double> places) {
  MeasureFamily family;
  for (const double place : places)
    family.append(Matrix{{place}}, Vector{{1}}, std::to_string(family.count()));
  return family;
}

}  // namespace wpga::test
