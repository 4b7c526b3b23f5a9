#include "wpga/report/component_words.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

TEST(ComponentWords, TellWhatACurveIs) {
  Component curve;
  EXPECT_EQ(curve_words(curve), "a geodesic");
  curve.certificates = {.map_gap = {0, 0.001}, .geodesic_gap = 0.04};
  EXPECT_EQ(curve_words(curve), "optimal maps, geodesic gap 4.00 %");
  curve.certificates.map_gap.backward = 0.25;
  EXPECT_EQ(curve_words(curve), "map gap 25.0 %");
  curve.curve = WeightCurve{.negative_mass = 0.12};
  EXPECT_EQ(curve_words(curve), "negative mass 12.0 %");
  curve.curve.weights().negative_mass = 0;
  EXPECT_EQ(curve_words(curve), "probability measures");
}

TEST(Percent, KeepsTheDigitsThatMeanSomething) {
  EXPECT_EQ(percent(0), "0.001 %");
  EXPECT_EQ(percent(0.0005), "0.050 %");
  EXPECT_EQ(percent(0.012), "1.20 %");
  EXPECT_EQ(percent(0.5), "50.0 %");
}

}  // namespace
}  // namespace wpga
