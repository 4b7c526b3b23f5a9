// XYZ point clouds: one point a line, numbers separated by blanks.
#pragma once

#include <string_view>

#include "wpga/io/formats/clouds/cloud.hpp"

namespace wpga {

// Two flavours, told apart by the first line:
// - plain: every line has the same number of numbers: x y, x y z, or x y z weight; from the fifth number on
// there are
//   attributes (colours, normals), and then the fourth is one too: only x y z is read.  Blank lines and lines
//   that begin with # are skipped.
// - chemistry: a lone count, a comment line, then that many lines of an element (symbol or atomic number) and
// x y z;
//   what follows in a line is ignored, all weights are 1.  A second frame throws.
// Throws InputError with the line for what is not a number, rows of different lengths and a count that does
// not fit.
Cloud decode_xyz(std::string_view text);

}  // namespace wpga
