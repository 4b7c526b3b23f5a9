#include "wpga/io/formats/images/tiff_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace wpga {
namespace {

std::vector<double> unpacked(std::span<const std::byte> row, SampleType type, std::size_t count) {
  std::vector<double> out(count);
  unpack_samples(row, type, out);
  return out;
}

template <class Stored>
std::vector<double> unpacked(const std::vector<Stored>& values, SampleFormat format) {
  return unpacked(std::as_bytes(std::span(values)), {format, 8 * sizeof(Stored)}, values.size());
}

TEST(TiffSamples, UnsignedOnesRunFromZeroToOne) {
  using Format = SampleFormat;
  EXPECT_EQ(unpacked<std::uint8_t>({0, 51, 255}, Format::unsigned_integer), (std::vector<double>{0, 0.2, 1}));
  EXPECT_EQ(unpacked<std::uint16_t>({0, 13107, 65535}, Format::unsigned_integer),
            (std::vector<double>{0, 0.2, 1}));
  EXPECT_EQ(unpacked<std::uint32_t>({0, 858993459, 4294967295U}, Format::unsigned_integer),
            (std::vector<double>{0, 0.2, 1}));
  EXPECT_EQ(unpacked<std::uint64_t>({0, ~std::uint64_t{0}}, Format::unsigned_integer),
            (std::vector<double>{0, 1}));
}

TEST(TiffSamples, SignedOnesKeepTheirSign) {
  EXPECT_EQ(unpacked<std::int8_t>({-127, 0, 127}, SampleFormat::signed_integer),
            (std::vector<double>{-1, 0, 1}));
  EXPECT_EQ(unpacked<std::int16_t>({-32767, 0, 32767}, SampleFormat::signed_integer),
            (std::vector<double>{-1, 0, 1}));
  EXPECT_EQ(unpacked<std::int32_t>({-2147483647, 2147483647}, SampleFormat::signed_integer),
            (std::vector<double>{-1, 1}));
  EXPECT_EQ(unpacked<std::int64_t>({std::numeric_limits<std::int64_t>::max()}, SampleFormat::signed_integer),
            (std::vector<double>{1}));
}

TEST(TiffSamples, FloatingOnesAreWhatTheySay) {
  EXPECT_EQ(unpacked<float>({-2.5F, 1e10F}, SampleFormat::floating), (std::vector<double>{-2.5, 1e10F}));
  EXPECT_EQ(unpacked<double>({-2.5, 1e300}, SampleFormat::floating), (std::vector<double>{-2.5, 1e300}));
}

// 1, −2, 65504 (the largest), 2⁻²⁴ (the smallest), ∞ and no number, by IEEE 754.
TEST(TiffSamples, HalvesFollowTheStandard) {
  const std::vector<std::uint16_t> halves = {0x3c00, 0xc000, 0x7bff, 0x0001, 0x7c00, 0x7e00};
  const std::vector<double> found =
      unpacked(std::as_bytes(std::span(halves)), {SampleFormat::floating, 16}, 6);
  EXPECT_EQ(found[0], 1);
  EXPECT_EQ(found[1], -2);
  EXPECT_EQ(found[2], 65504);
  EXPECT_EQ(found[3], std::ldexp(1, -24));
  EXPECT_TRUE(std::isinf(found[4]) && found[4] > 0);
  EXPECT_TRUE(std::isnan(found[5]));
}

// Whatever the width: the bits written from the highest on, one sample after the other, come back.
TEST(TiffSamples, OddWidthsArePackedFromTheHighestBit) {
  for (int bits = 1; bits < 16; ++bits) {
    if (bits == 8) continue;
    const unsigned largest = (1U << bits) - 1;
    std::vector<unsigned> values;
    for (unsigned i = 0; i < 11; ++i) values.push_back(i * 2654435761U % (largest + 1));
    values.push_back(largest);
    std::vector<std::byte> row((values.size() * static_cast<std::size_t>(bits) + 7) / 8, std::byte{0});
    std::size_t at = 0;
    for (const unsigned value : values)
      for (int bit = bits - 1; bit >= 0; --bit, ++at)
        if (value >> bit & 1U) row[at / 8] |= std::byte{0x80} >> (at % 8);
    const std::vector<double> found = unpacked(row, {SampleFormat::unsigned_integer, bits}, values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(found[i], static_cast<double>(values[i]) / largest) << bits << " bits, sample " << i;
  }
}

TEST(TiffSamples, KnowWhatTheyCanUnpack) {
  for (int bits = 0; bits <= 65; ++bits) {
    const bool whole = bits == 16 || bits == 32 || bits == 64;
    EXPECT_EQ(can_unpack({SampleFormat::unsigned_integer, bits}), (bits >= 1 && bits <= 16) || whole) << bits;
    EXPECT_EQ(can_unpack({SampleFormat::signed_integer, bits}), bits == 8 || whole) << bits;
    EXPECT_EQ(can_unpack({SampleFormat::floating, bits}), whole) << bits;
  }
}

}  // namespace
}  // namespace wpga
