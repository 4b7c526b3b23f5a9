// A change of colours as a table: what happens to the colours of a regular grid in the cube [0,1]³, and by
// trilinear interpolation to all others.
#pragma once

#include <functional>
#include <vector>

#include "wpga/measures/color.hpp"
#include "wpga/measures/image.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

class ColorTable {
 public:
  // Nodes along each edge of the cube: a step is four levels of 8 bits, finer than any change worth making.
  static constexpr Index nodes = 65;

  // Tabulates colours ↦ images, both 3 × n in encoded red green blue.  `change` is called with one row of the
  // grid at a time, from several threads.  Images outside the cube are drawn back inside softly: what is left
  // of the way to the wall bounds the step, so that order along each channel survives, nothing is cut flat
  // and a colour that does not move stays exactly where it is.
  ColorTable(const std::function<Matrix(const Matrix& colors)>& change, const Execution& execution);

  // Continuous; in the cube for every colour in the cube; exact where the change is affine and stays inside.
  ColorVector operator()(const ColorVector& color) const;

 private:
  std::vector<double> steps_;  // 3 × nodes³: image minus colour, blue fastest
};

// A step from `value` in [0,1] to value + step, shortened so that it ends in [0,1]: of unit slope for short
// steps, never past the wall, monotone in both.
double bounded_step(double value, double step);

// The photo in other colours: red green blue of every pixel through the table, alpha as it was.  Grey
// pictures gain colours.  In parallel over rows; the same bits for any number of threads.
Image apply(const ColorTable& table, const Image& photo, const Execution& execution);

}  // namespace wpga
