#include "wpga/neighbours/histograms/weight_analysis.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

// Shares of two bins: what they differ by is one number.
struct TwoBins {
  TwoBins() : family(Space{.kind = Kind::histogram}) {
    for (const double share : {0.2, 0.4, 0.6, 0.8}) family.append(points, Vector{{1 - share, share}}, "m");
    mean = make_measure(points, Vector{{0.5, 0.5}});
    found = {{.curve = weight_curve(points, Matrix{{0.8, 0.2}, {0.2, 0.8}}, Vector{{0.5, 0.5}}, 0.8),
              .objective = {1},
              .seconds = 2}};
  }
  Matrix points{{0, 1}};
  MeasureFamily family;
  Measure mean;
  std::vector<FoundCurve> found;
};

// √2 times the share: the Euclidean length of (−x, x).
TEST(WeightAnalysis, ScoresAreLengthsFromTheCenter) {
  const TwoBins bins;
  const Vector found = scores(bins.found[0].curve, bins.family);
  EXPECT_LT((found - std::sqrt(2.0) * Vector{{-0.3, -0.1, 0.1, 0.3}}).norm(), 1e-9);
}

// W2² from share s to ½ is |s − ½|: the variance is 0.2, and the curve leaves nothing of it.
TEST(WeightAnalysis, MeasuresWhatTheCurveLeaves) {
  const TwoBins bins;
  const Analysis analysis = measured_analysis(bins.found, bins.family, bins.mean, {}, {}, {.threads = 1});
  EXPECT_NEAR(analysis.variance, 0.2, 1e-12);
  ASSERT_EQ(analysis.components.size(), 1u);
  const Component& component = analysis.components[0];
  EXPECT_TRUE(component.curve.changes_weights());
  EXPECT_NEAR(component.explained, 1, 1e-3);
  EXPECT_LT((component.times - Vector{{0, 1.0 / 3, 2.0 / 3, 1}}).cwiseAbs().maxCoeff(), 1e-2);
  EXPECT_EQ(component.objective, std::vector<double>{1});
  EXPECT_GE(component.seconds, 2);  // and the measuring
}

}  // namespace
}  // namespace wpga
