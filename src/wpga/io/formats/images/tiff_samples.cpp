#include "wpga/io/formats/images/tiff_samples.hpp"

#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace wpga {

namespace {

template <class Stored>
void unpack_whole(std::span<const std::byte> row, std::span<double> out) {
  const double scale =
      std::is_floating_point_v<Stored> ? 1 : static_cast<double>(std::numeric_limits<Stored>::max());
  for (std::size_t i = 0; i < out.size(); ++i) {
    Stored value{};
    std::memcpy(&value, &row[i * sizeof(Stored)], sizeof(Stored));
    out[i] = static_cast<double>(value) / scale;
  }
}

void unpack_odd(std::span<const std::byte> row, int bits, std::span<double> out) {
  const double scale = static_cast<double>((1U << bits) - 1);
  unsigned held = 0;
  int held_bits = 0;
  std::size_t next = 0;
  for (double& sample : out) {
    for (; held_bits < bits; held_bits += 8) held = held << 8 | std::to_integer<unsigned>(row[next++]);
    held_bits -= bits;
    sample = static_cast<double>(held >> held_bits) / scale;
    held &= (1U << held_bits) - 1;
  }
}

// IEEE binary16: 1 sign, 5 exponent and 10 fraction bits.
double from_half(std::uint16_t half) {
  const int exponent = half >> 10 & 31, fraction = half & 1023;
  double magnitude = 0;
  if (exponent == 0)
    magnitude = std::ldexp(fraction, -24);
  else if (exponent < 31)
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  else
    magnitude =
        fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  return (half >> 15) != 0 ? -magnitude : magnitude;
}

void unpack_half(std::span<const std::byte> row, std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint16_t half = 0;
    std::memcpy(&half, &row[2 * i], 2);
    out[i] = from_half(half);
  }
}

void unpack_unsigned(std::span<const std::byte> row, int bits, std::span<double> out) {
  switch (bits) {
    case 8:
      return unpack_whole<std::uint8_t>(row, out);
    case 16:
      return unpack_whole<std::uint16_t>(row, out);
    case 32:
      return unpack_whole<std::uint32_t>(row, out);
    case 64:
      return unpack_whole<std::uint64_t>(row, out);
    default:
      return unpack_odd(row, bits, out);
  }
}

void unpack_signed(std::span<const std::byte> row, int bits, std::span<double> out) {
  switch (bits) {
    case 8:
      return unpack_whole<std::int8_t>(row, out);
    case 16:
      return unpack_whole<std::int16_t>(row, out);
    case 32:
      return unpack_whole<std::int32_t>(row, out);
    default:
      return unpack_whole<std::int64_t>(row, out);
  }
}

void unpack_floating(std::span<const std::byte> row, int bits, std::span<double> out) {
  switch (bits) {
    case 16:
      return unpack_half(row, out);
    case 32:
      return unpack_whole<float>(row, out);
    default:
      return unpack_whole<double>(row, out);
  }
}

}  // namespace

bool can_unpack(SampleType type) {
  const int bits = type.bits;
  switch (type.format) {
    case SampleFormat::unsigned_integer:
      return (bits >= 1 && bits <= 16) || bits == 32 || bits == 64;
    case SampleFormat::signed_integer:
      return bits == 8 || bits == 16 || bits == 32 || bits == 64;
    case SampleFormat::floating:
      return bits == 16 || bits == 32 || bits == 64;
  }
  return false;
}

void unpack_samples(std::span<const std::byte> row, SampleType type, std::span<double> out) {
  assert(can_unpack(type));
  assert(row.size() * 8 >= out.size() * static_cast<std::size_t>(type.bits));
  switch (type.format) {
    case SampleFormat::unsigned_integer:
      return unpack_unsigned(row, type.bits, out);
    case SampleFormat::signed_integer:
      return unpack_signed(row, type.bits, out);
    case SampleFormat::floating:
      return unpack_floating(row, type.bits, out);
  }
}

}  // namespace wpga
