#include "wpga/analysis/fit/fit_together.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace wpga {
namespace {

GeodesicOptions together() {
  GeodesicOptions options;
  options.fit = FitOrder::together;
  return options;
}

TEST(FitTogether, IsForTheStandardAlgorithmAndCurvesThatTurn) {
  EXPECT_TRUE(may_fit_together(together()));
  for (const auto& change : std::vector<void (*)(GeodesicOptions&)>{
           [](GeodesicOptions& o) { o.fit = FitOrder::greedy; },
           [](GeodesicOptions& o) { o.curve = CurveKind::translation; },
           [](GeodesicOptions& o) { o.algorithm = FitAlgorithm::paper; }}) {
    GeodesicOptions options = together();
    change(options);
    EXPECT_FALSE(may_fit_together(options));
    EXPECT_FALSE(keeps_joint_maps(options));
  }
}

// Joint maps are kept by a part of the fits that move together.
TEST(FitTogether, KeepsJointMapsOfGeneralizedCurvesInTheCone) {
  EXPECT_TRUE(keeps_joint_maps(together()));
  for (const auto& change : std::vector<void (*)(GeodesicOptions&)>{
           [](GeodesicOptions& o) { o.maps = MapRule::free; },
           [](GeodesicOptions& o) { o.projection = MapProjection::barycentric; },
           [](GeodesicOptions& o) { o.curve = CurveKind::geodesic; },
           [](GeodesicOptions& o) { o.collinearity = 0.5; }}) {
    GeodesicOptions options = together();
    change(options);
    EXPECT_TRUE(may_fit_together(options));
    EXPECT_FALSE(keeps_joint_maps(options));
  }
}

TEST(FitTogether, StartsRoughlyOnlyWhereComponentsMoveLater) {
  GeodesicOptions options = together();
  options.tolerance = 1e-6;
  EXPECT_EQ(one_by_one(options, {3, {}}).tolerance, 1e-3);
  EXPECT_EQ(one_by_one(options, {1, {}}).tolerance, 1e-6);
  EXPECT_EQ(one_by_one(options, {3, 0.9}).tolerance, 1e-6);
  options.tolerance = 0.1;  // never finer than was asked for
  EXPECT_EQ(one_by_one(options, {3, {}}).tolerance, 0.1);
  options.fit = FitOrder::greedy;
  options.tolerance = 1e-6;
  EXPECT_EQ(one_by_one(options, {3, {}}).tolerance, 1e-6);
}

}  // namespace
}  // namespace wpga
