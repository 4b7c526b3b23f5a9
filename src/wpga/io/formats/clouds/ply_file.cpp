#include "wpga/io/formats/clouds/ply_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/clouds/ply_header.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

// Gives the values of one element after the other, whatever the encoding.
class ValueReader {
 public:
  virtual ~ValueReader() = default;
  virtual void begin_row(const PlyElement& element, std::uint64_t row) = 0;
  virtual double value(ElementType type) = 0;
  virtual void skip(ElementType type, std::uint64_t count) = 0;
  virtual std::size_t remaining() const = 0;
  virtual std::size_t least_size(ElementType type) const = 0;
};

class AsciiReader : public ValueReader {
 public:
  AsciiReader(std::string_view text, Index lines_before) : lines_(text), lines_before_(lines_before) {}

  void begin_row(const PlyElement& element, std::uint64_t row) override {
    do {
      const auto line = lines_.next();
      require(line.has_value(),
              fmt::format("the file is cut short: element {} has {} rows where {} are promised",
                          shown(element.name), row, element.count));
      rest_ = trimmed(*line);
    } while (rest_.empty());
  }
  double value(ElementType) override {
    const std::string_view word = next_word(rest_);
    require(!word.empty(), fmt::format("line {} has too few values", line()));
    const auto number = number_in(word);
    require(number.has_value(), fmt::format("line {}: {} is not a number", line(), shown(word)));
    return *number;
  }
  void skip(ElementType type, std::uint64_t count) override {
    for (; count > 0; --count) value(type);
  }
  std::size_t remaining() const override { return lines_.remaining(); }
  std::size_t least_size(ElementType) const override { return 2; }  // a digit and what separates it

 private:
  Index line() const { return lines_before_ + lines_.line(); }

  LineCursor lines_;
  Index lines_before_;
  std::string_view rest_;
};

class BinaryReader : public ValueReader {
 public:
  BinaryReader(Bytes bytes, std::size_t start, std::endian order) : cursor_(bytes, start), order_(order) {}

  void begin_row(const PlyElement& element, std::uint64_t row) override {
    what_ = &element;
    row_ = row;
  }
  double value(ElementType type) override { return load_element(take(size_of(type)).data(), type, order_); }
  void skip(ElementType type, std::uint64_t count) override {
    // Lengths have at most 32 bits, so this product cannot overflow.
    take(count * size_of(type));
  }
  std::size_t remaining() const override { return cursor_.remaining(); }
  std::size_t least_size(ElementType type) const override { return size_of(type); }

 private:
  Bytes take(std::uint64_t count) {
    if (count > cursor_.remaining())
      throw InputError(
          fmt::format("the file is cut short: it ends inside row {} of the {} rows of element {}", row_ + 1,
                      what_->count, shown(what_->name)));
    return cursor_.take(count, "a row");
  }

  ByteCursor cursor_;
  std::endian order_;
  const PlyElement* what_ = nullptr;
  std::uint64_t row_ = 0;
};

// What the rows of an element take at least, checked before anything is allocated for them.
void check_room(const PlyElement& element, const ValueReader& reader) {
  std::uint64_t least = 0;
  for (const PlyProperty& property : element.properties)
    least += reader.least_size(property.is_list ? property.count_type : property.type);
  const std::uint64_t available = reader.remaining() + 1;  // the last line may lack its end
  require(least == 0 || element.count <= available / least,
          fmt::format("the file is cut short: {} rows of element {} need at least {} bytes each, but {} "
                      "bytes are left",
                      element.count, shown(element.name), least, reader.remaining()));
}

void skip_list(const PlyProperty& property, ValueReader& reader) {
  const double length = reader.value(property.count_type);
  require(length >= 0 && length <= 4294967295.0,
          fmt::format("list {} has length {}", shown(property.name), length));
  reader.skip(property.type, static_cast<std::uint64_t>(length));
}

void skip_element(const PlyElement& element, ValueReader& reader) {
  if (element.properties.empty()) return;
  check_room(element, reader);
  for (std::uint64_t row = 0; row < element.count; ++row) {
    reader.begin_row(element, row);
    for (const PlyProperty& property : element.properties)
      if (property.is_list)
        skip_list(property, reader);
      else
        reader.skip(property.type, 1);
  }
}

// Where a vertex's property goes: coordinate 0, 1, 2, the weight, or nowhere.
constexpr int nowhere = -1;
constexpr int to_weight = 3;

int place_of(const PlyProperty& property) {
  if (property.name == "x") return 0;
  if (property.name == "y") return 1;
  if (property.name == "z") return 2;
  return property.name == "weight" ? to_weight : nowhere;
}

std::vector<int> places_of(const PlyElement& vertex) {
  std::vector<int> places;
  std::array<int, 4> seen = {};
  for (const PlyProperty& property : vertex.properties) {
    const int place = place_of(property);
    places.push_back(place);
    if (place == nowhere) continue;
    require(!property.is_list,
            fmt::format("vertex property {} is a list, not a number", shown(property.name)));
    require(++seen[static_cast<std::size_t>(place)] == 1,
            fmt::format("vertex property {} is declared twice", shown(property.name)));
  }
  require(seen[0] && seen[1], "the vertices lack the property x or y");
  return places;
}

Cloud read_vertices(const PlyElement& vertex, ValueReader& reader) {
  require(vertex.count > 0, "the file holds no vertices");
  const std::vector<int> places = places_of(vertex);
  check_room(vertex, reader);
  const auto count = static_cast<Index>(vertex.count);
  const bool has_z = std::find(places.begin(), places.end(), 2) != places.end();
  Cloud cloud{Matrix(has_z ? 3 : 2, count), Vector::Ones(count)};
  for (Index row = 0; row < count; ++row) {
    reader.begin_row(vertex, static_cast<std::uint64_t>(row));
    for (std::size_t k = 0; k < places.size(); ++k) {
      const PlyProperty& property = vertex.properties[k];
      if (places[k] == to_weight)
        cloud.weights(row) = reader.value(property.type);
      else if (places[k] != nowhere)
        cloud.points(places[k], row) = reader.value(property.type);
      else if (property.is_list)
        skip_list(property, reader);
      else
        reader.skip(property.type, 1);
    }
  }
  return cloud;
}

Cloud read_cloud(const PlyHeader& header, ValueReader& reader) {
  for (const PlyElement& element : header.elements) {
    if (element.name == "vertex") return read_vertices(element, reader);
    skip_element(element, reader);
  }
  throw InputError("the PLY header declares no element called vertex");
}

}  // namespace

bool is_ply(Bytes bytes) {
  const std::string_view text = text_of(bytes);
  return text.starts_with("ply\n") || text.starts_with("ply\r");
}

Cloud decode_ply(Bytes bytes) {
  const PlyHeader header = parse_ply_header(bytes);
  if (header.encoding == PlyEncoding::ascii) {
    AsciiReader reader(text_of(bytes).substr(header.size), header.lines);
    return read_cloud(header, reader);
  }
  const bool little = header.encoding == PlyEncoding::little_endian;
  BinaryReader reader(bytes, header.size, little ? std::endian::little : std::endian::big);
  return read_cloud(header, reader);
}

}  // namespace wpga
