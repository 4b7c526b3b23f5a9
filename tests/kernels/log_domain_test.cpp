#include "wpga/kernels/log_domain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace wpga::kernels {
namespace {

template <class T>
void check_round_trip(double precision) {
  for (const std::size_t count : {1u, 7u, 16u, 37u}) {
    std::vector<double> logarithms(count), back(count);
    for (std::size_t i = 0; i < count; ++i) logarithms[i] = 500 - 1.7 * static_cast<double>(i);
    logarithms[0] = nothing;
    std::vector<T> powers(count);
    const auto size = static_cast<std::ptrdiff_t>(count);
    shifted_exponentials(logarithms.data(), size, 500, powers.data());
    EXPECT_EQ(powers[0], T(0));
    for (std::size_t i = 1; i < count; ++i) {
      const double expected = std::exp(logarithms[i] - 500);
      EXPECT_NEAR(static_cast<double>(powers[i]), expected, precision * expected);
    }
    shifted_logarithms(powers.data(), size, 500, back.data());
    EXPECT_EQ(back[0], nothing);
    for (std::size_t i = 1; i < count; ++i) EXPECT_NEAR(back[i], logarithms[i], 10 * precision);
  }
}

TEST(LogDomain, RoundTripInSinglePrecision) { check_round_trip<float>(1e-5); }
TEST(LogDomain, RoundTripInDoublePrecision) { check_round_trip<double>(1e-12); }

TEST(LogDomain, WhatVanishesIsZeroAndNotSubnormal) {
  const double in[] = {-86, -88, -1e4};
  float out[3];
  shifted_exponentials(in, 3, 0, out);
  EXPECT_GT(out[0], 0);
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 0);
}

}  // namespace
}  // namespace wpga::kernels
