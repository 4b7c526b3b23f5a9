#include "wpga/io/formats/arrays/numeric_array.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <limits>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr std::array<std::size_t, 12> element_sizes = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
constexpr std::size_t largest_rank = 64;  // NumPy's own limit

// IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits.
double half_to_double(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1f;
  const int fraction = bits & 0x3ff;
  const double sign = (bits & 0x8000) ? -1.0 : 1.0;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  if (exponent == 0x1f)
    return fraction ? std::numeric_limits<double>::quiet_NaN()
                    : sign * std::numeric_limits<double>::infinity();
  return sign * std::ldexp(fraction + 1024, exponent - 25);
}

template <class T>
void widen(const std::byte* from, std::span<double> out) {
  for (double& value : out) {
    value = static_cast<double>(load_number<T>(from, std::endian::native));
    from += sizeof(T);
  }
}

void widen_halves(const std::byte* from, std::span<double> out) {
  for (double& value : out) {
    value = half_to_double(load_number<std::uint16_t>(from, std::endian::native));
    from += sizeof(std::uint16_t);
  }
}

void widen_booleans(const std::byte* from, std::span<double> out) {
  for (double& value : out) value = *from++ == std::byte{0} ? 0.0 : 1.0;
}

void to_doubles(const std::byte* from, ElementType type, std::span<double> out) {
  switch (type) {
    case ElementType::boolean:
      return widen_booleans(from, out);
    case ElementType::u8:
      return widen<std::uint8_t>(from, out);
    case ElementType::i8:
      return widen<std::int8_t>(from, out);
    case ElementType::u16:
      return widen<std::uint16_t>(from, out);
    case ElementType::i16:
      return widen<std::int16_t>(from, out);
    case ElementType::u32:
      return widen<std::uint32_t>(from, out);
    case ElementType::i32:
      return widen<std::int32_t>(from, out);
    case ElementType::u64:
      return widen<std::uint64_t>(from, out);
    case ElementType::i64:
      return widen<std::int64_t>(from, out);
    case ElementType::f16:
      return widen_halves(from, out);
    case ElementType::f32:
      return widen<float>(from, out);
    case ElementType::f64:
      return widen<double>(from, out);
  }
}

template <class T>
NumericArray copied(std::vector<Index> shape, std::span<const T> values, ElementType type) {
  const Bytes raw = std::as_bytes(values);
  assert(checked_size(shape, sizeof(T)) == static_cast<Index>(values.size()));
  return {std::move(shape), type, {raw.begin(), raw.end()}};
}

void reverse_each(std::vector<std::byte>& data, std::size_t element_bytes) {
  for (auto at = data.begin(); at != data.end(); at += static_cast<std::ptrdiff_t>(element_bytes))
    std::reverse(at, at + static_cast<std::ptrdiff_t>(element_bytes));
}

// Visits the elements with the last index running fastest and fetches each from where the first one does.
std::vector<std::byte> transposed(Bytes raw, std::span<const Index> shape, std::size_t element_bytes) {
  std::vector<std::byte> out(raw.size());
  std::vector<Index> strides(shape.size()), index(shape.size(), 0);
  Index stride = 1;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    strides[k] = stride;
    stride *= shape[k];
  }
  Index from = 0;
  for (std::size_t to = 0; to < out.size(); to += element_bytes) {
    std::memcpy(out.data() + to, raw.data() + static_cast<std::size_t>(from) * element_bytes, element_bytes);
    for (std::size_t k = shape.size(); k-- > 0;) {
      from += strides[k];
      if (++index[k] < shape[k]) break;
      from -= strides[k] * shape[k];
      index[k] = 0;
    }
  }
  return out;
}

}  // namespace

std::size_t size_of(ElementType type) { return element_sizes[static_cast<std::size_t>(type)]; }

Index NumericArray::size() const { return rows() * row_size(); }

Index NumericArray::rows() const { return shape.empty() ? 1 : shape.front(); }

Index NumericArray::row_size() const {
  Index product = 1;
  for (std::size_t k = 1; k < shape.size(); ++k) product *= shape[k];
  return product;
}

double NumericArray::at(Index flat) const {
  assert(flat >= 0 && flat < size());
  return load_element(data.data() + static_cast<std::size_t>(flat) * size_of(type), type,
                      std::endian::native);
}

void NumericArray::row(Index i, std::span<double> out) const {
  assert(i >= 0 && i < rows() && static_cast<Index>(out.size()) == row_size());
  to_doubles(data.data() + static_cast<std::size_t>(i * row_size()) * size_of(type), type, out);
}

std::vector<double> NumericArray::values() const {
  std::vector<double> all(static_cast<std::size_t>(size()));
  to_doubles(data.data(), type, all);
  return all;
}

NumericArray numeric_array(std::vector<Index> shape, std::span<const double> values) {
  return copied(std::move(shape), values, ElementType::f64);
}

NumericArray numeric_array(std::vector<Index> shape, std::span<const std::int64_t> values) {
  return copied(std::move(shape), values, ElementType::i64);
}

Index checked_size(std::span<const Index> shape, std::size_t element_bytes) {
  require(shape.size() <= largest_rank,
          fmt::format("the array has {} dimensions, more than {}", shape.size(), largest_rank));
  // Extents of zero must not hide others whose product overflows, since row sizes are computed without them.
  const auto element = static_cast<std::int64_t>(std::max<std::size_t>(element_bytes, 1));
  std::vector<std::int64_t> factors = {element};
  bool empty = false;
  for (const Index extent : shape) {
    require(extent >= 0, fmt::format("the shape {} has a negative extent", shape_words(shape)));
    empty = empty || extent == 0;
    factors.push_back(std::max<std::int64_t>(extent, 1));
  }
  const auto bytes = checked_product(factors);
  require(bytes.has_value(), fmt::format("the shape {} is too large for any file", shape_words(shape)));
  return empty ? 0 : *bytes / element;
}

std::vector<std::byte> in_native_order(Bytes raw, std::span<const Index> shape, std::size_t element_bytes,
                                       StoredOrder order) {
  std::vector<std::byte> data = order.first_index_fastest && shape.size() > 1
                                    ? transposed(raw, shape, element_bytes)
                                    : std::vector<std::byte>(raw.begin(), raw.end());
  if (order.bytes != std::endian::native && element_bytes > 1) reverse_each(data, element_bytes);
  return data;
}

double load_element(const std::byte* at, ElementType type, std::endian order) {
  std::array<std::byte, 8> raw = {};
  const auto end = raw.begin() + static_cast<std::ptrdiff_t>(size_of(type));
  std::copy_n(at, size_of(type), raw.begin());
  if (order != std::endian::native) std::reverse(raw.begin(), end);
  double value = 0;
  to_doubles(raw.data(), type, {&value, 1});
  return value;
}

std::string shape_words(std::span<const Index> shape) {
  return shape.empty() ? "()" : fmt::format("{}", fmt::join(shape, " × "));
}

}  // namespace wpga
