// Numbers in a box of any rank, kept in the type they came in: 60,000 × 28 × 28 bytes stay 47 MB.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/io/formats/bytes.hpp"

namespace wpga {

enum class ElementType { boolean, u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64 };
constexpr std::array<std::string_view, 12> names(ElementType) {
  return {"bool", "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f16", "f32", "f64"};
}

// Bytes that one element takes.
std::size_t size_of(ElementType type);

struct NumericArray {
  std::vector<Index> shape;  // empty: one number
  ElementType type = ElementType::f64;
  std::vector<std::byte> data;  // the last index runs fastest, this machine's byte order

  Index rank() const { return static_cast<Index>(shape.size()); }
  Index size() const;           // product of the shape
  Index rows() const;           // the first extent, 1 for a single number
  Index row_size() const;       // elements of one row: product of the other extents
  double at(Index flat) const;  // element in the order of `data`
  void row(Index i,
           std::span<double> out) const;  // row_size() numbers; 64-bit integers are rounded to double
  std::vector<double> values() const;     // all of them
};

// Text in a box, UTF-8.
struct StringArray {
  std::vector<Index> shape;
  std::vector<std::string> values;
};

NumericArray numeric_array(std::vector<Index> shape, std::span<const double> values);
NumericArray numeric_array(std::vector<Index> shape, std::span<const std::int64_t> values);

// The product of the extents for elements of `element_bytes` each.  Throws InputError when an extent is
// negative, the bytes cannot be counted in 63 bits, or there are more than 64 extents: the check before any
// allocation.
Index checked_size(std::span<const Index> shape, std::size_t element_bytes);

// Elements as a file holds them, brought to this machine's byte order and to the last index running fastest.
// `raw` holds exactly checked_size(shape) elements of size_of(type) bytes.
struct StoredOrder {
  std::endian bytes = std::endian::little;
  bool first_index_fastest = false;  // Fortran order
};
std::vector<std::byte> in_native_order(Bytes raw, std::span<const Index> shape, std::size_t element_bytes,
                                       StoredOrder order);

// The number that the first size_of(type) bytes at `at` spell in the given order.
double load_element(const std::byte* at, ElementType type, std::endian order);

// "60000 × 28 × 28"
std::string shape_words(std::span<const Index> shape);

}  // namespace wpga
