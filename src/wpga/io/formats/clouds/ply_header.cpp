#include "wpga/io/formats/clouds/ply_header.hpp"

#include <fmt/format.h>

#include <charconv>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

ElementType parse_type(std::string_view word) {
  using enum ElementType;
  constexpr std::pair<std::string_view, ElementType> words[] = {
      {"char", i8},    {"int8", i8},     {"uchar", u8},   {"uint8", u8},   {"short", i16}, {"int16", i16},
      {"ushort", u16}, {"uint16", u16},  {"int", i32},    {"int32", i32},  {"uint", u32},  {"uint32", u32},
      {"float", f32},  {"float32", f32}, {"double", f64}, {"float64", f64}};
  for (const auto& [name, type] : words)
    if (name == word) return type;
  throw InputError(fmt::format("{} is not a type of PLY", shown(word)));
}

PlyEncoding parse_encoding(std::string_view word) {
  if (word == "ascii") return PlyEncoding::ascii;
  if (word == "binary_little_endian") return PlyEncoding::little_endian;
  if (word == "binary_big_endian") return PlyEncoding::big_endian;
  throw InputError(
      fmt::format("{} is not a PLY format (ascii, binary_little_endian, binary_big_endian)", shown(word)));
}

PlyElement parse_element(std::string_view rest) {
  PlyElement element{std::string(next_word(rest)), 0, {}};
  const std::string_view count = next_word(rest);
  const auto [stop, error] = std::from_chars(count.data(), count.data() + count.size(), element.count);
  require(!count.empty() && error == std::errc{} && stop == count.data() + count.size(),
          "an element is declared as: element NAME COUNT");
  return element;
}

PlyProperty parse_property(std::string_view rest) {
  PlyProperty property;
  std::string_view word = next_word(rest);
  if (word == "list") {
    property.is_list = true;
    property.count_type = parse_type(next_word(rest));
    require(property.count_type != ElementType::f32 && property.count_type != ElementType::f64,
            "the length of a list must be an integer");
    word = next_word(rest);
  }
  property.type = parse_type(word);
  property.name = std::string(next_word(rest));
  require(!property.name.empty(), "a property is declared as: property TYPE NAME");
  return property;
}

// False once the header has ended.
bool read_line(std::string_view line, PlyHeader& header, bool& has_format) {
  const std::string_view keyword = next_word(line);
  if (keyword == "end_header") return false;
  if (keyword == "format") {
    header.encoding = parse_encoding(next_word(line));
    has_format = true;
  } else if (keyword == "element") {
    header.elements.push_back(parse_element(line));
  } else if (keyword == "property") {
    require(!header.elements.empty(), "a property stands before the first element");
    header.elements.back().properties.push_back(parse_property(line));
  } else {
    require(keyword.empty() || keyword == "comment" || keyword == "obj_info",
            fmt::format("{} is not a keyword of a PLY header", shown(keyword)));
  }
  return true;
}

}  // namespace

PlyHeader parse_ply_header(Bytes bytes) {
  LineCursor lines(text_of(bytes));
  const auto first = lines.next();
  require(first && trimmed(*first) == "ply", "this is not a PLY file: its first line is not \"ply\"");
  PlyHeader header;
  bool has_format = false;
  while (true) {
    const auto line = lines.next();
    require(line.has_value(), "the file is cut short: its header has no line end_header");
    try {
      if (!read_line(*line, header, has_format)) break;
    } catch (const InputError& error) {
      rethrow_at(fmt::format("line {}", lines.line()), error);
    }
  }
  require(has_format, "the PLY header has no line that begins with format");
  header.size = lines.position();
  header.lines = lines.line();
  return header;
}

}  // namespace wpga
