// The header of a PLY file: what elements follow, and of which properties they are made.
#pragma once

#include <string>
#include <vector>

#include "wpga/io/formats/arrays/numeric_array.hpp"
#include "wpga/io/formats/bytes.hpp"

namespace wpga {

enum class PlyEncoding { ascii, little_endian, big_endian };

struct PlyProperty {
  std::string name;
  ElementType type = ElementType::f32;  // of the value, or of the list's entries
  bool is_list = false;
  ElementType count_type = ElementType::u8;  // of a list's length
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::ascii;
  std::vector<PlyElement> elements;
  std::size_t size = 0;  // bytes up to and with the line end_header
  Index lines = 0;
};

// Throws InputError with the line.
PlyHeader parse_ply_header(Bytes bytes);

}  // namespace wpga
