#include "wpga/neighbours/histograms/curve.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {
namespace {

MeasureFamily bells(int count) {
  return synthetic_family(Pattern::bells, {.count = count, .atoms = 40}).family;
}

Measure some_mean(const MeasureFamily& family) {
  return free_support_mean(family, {}, {.support = 12}).measure;
}

// A bump that moves traces a curve in the space of histograms: following it leaves less than a line does.
TEST(Curve, LeavesLessThanTheLineOfEuclideanPca) {
  const MeasureFamily family = bells(60);
  const Measure mean = some_mean(family);
  const double line = euclidean_analysis(family, mean, {}, {.components = 1}).components[0].objective.back();
  for (const CurveFit fit : {CurveFit::segments, CurveFit::smooth}) {
    const Analysis found = curve_analysis(family, mean, {}, {.fit = fit});
    ASSERT_EQ(found.components.size(), 1u);
    EXPECT_LT(found.components[0].objective.back(), 0.8 * line);
    EXPECT_LE(found.components[0].certificates.time_gap, 1.001e-4);
    EXPECT_NEAR((found.components[0].curve.weights().weights.colwise().sum().array() - 1).abs().maxCoeff(), 0,
                1e-10);
  }
}

// Neither belongs to P(X): the statement of the first figure.
TEST(Curve, LeavesTheProbabilities) {
  const MeasureFamily family = bells(40);
  const Analysis found = curve_analysis(family, some_mean(family), {}, {});
  EXPECT_GT(found.components[0].curve.weights().negative_mass, 0.01);
}

TEST(Curve, LaterCurvesFollowWhatIsLeft) {
  const MeasureFamily family = bells(40);
  const Analysis found = curve_analysis(family, some_mean(family), {}, {.components = 3});
  ASSERT_EQ(found.components.size(), 3u);
  for (std::size_t k = 1; k < 3; ++k) {
    EXPECT_LE(found.components[k - 1].cumulative, found.components[k].cumulative + 1e-12);
    EXPECT_LE(found.components[k].objective.back(), found.components[k - 1].objective.back() * (1 + 1e-9));
  }
}

TEST(Curve, OfIdenticalMeasuresHasNothingToFollow) {
  MeasureFamily family(Space{.kind = Kind::histogram});
  for (int i = 0; i < 4; ++i) family.append(Matrix{{0, 1, 2}}, Vector{{0.2, 0.3, 0.5}}, "same");
  const Analysis found = curve_analysis(family, copy_of(family[0]), {}, {});
  EXPECT_TRUE(found.components.empty());
  EXPECT_EQ(found.termination, Termination::no_variance_left);
}

TEST(Curve, RefusesMoreCurvesThanMeasures) {
  const MeasureFamily family = bells(3);
  EXPECT_THROW(curve_analysis(family, copy_of(family[0]), {}, {.components = 3}), InputError);
}

}  // namespace
}  // namespace wpga
