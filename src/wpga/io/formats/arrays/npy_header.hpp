// The header of an .npy file: a Python dictionary in ASCII, read without Python.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

struct NpyHeader {
  std::string descr;  // "<f8"; for a structured array its text, which begins with a bracket
  bool fortran_order = false;
  std::vector<Index> shape;
};

// Reads "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }": the three keys in any order, each
// once, nothing else.  Throws InputError with the column of the first character that does not fit.
NpyHeader parse_npy_header(std::string_view text);

// The reverse, without the padding.
std::string npy_header_text(const NpyHeader& header);

}  // namespace wpga
