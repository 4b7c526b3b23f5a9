#include "wpga/neighbours/histograms/common_histograms.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

// Bins stay where they are, and only those that carry mass somewhere.
TEST(CommonHistograms, KeepBinsAsTheyAre) {
  MeasureFamily family(Space{.kind = Kind::histogram});
  family.append(Matrix{{0, 1}}, Vector{{0.25, 0.75}}, "a");
  family.append(Matrix{{1, 4}}, Vector{{0.5, 0.5}}, "b");
  const CommonHistograms found = common_histograms(family, 0);
  EXPECT_EQ(found.points, (Matrix{{0, 1, 4}}));
  EXPECT_EQ(found.weights, (Matrix{{0.25, 0}, {0.75, 0.5}, {0, 0.5}}));
  EXPECT_EQ(found.full, 0.75);
}

// On a grid every atom moves by at most half a cell along each axis, and no mass is lost.
TEST(CommonHistograms, MoveAtomsToTheCentresOfTheirCubes) {
  Random random(1);
  const MeasureFamily family = test::random_family(random, 6, 2, 15);
  const CommonHistograms found = common_histograms(family, 8);
  const double side =
      (family.points().rowwise().maxCoeff() - family.points().rowwise().minCoeff()).maxCoeff() / 8;
  EXPECT_LE(found.points.cols(), 64);
  for (Index i = 0; i < family.count(); ++i) EXPECT_NEAR(found.weights.col(i).sum(), 1, 1e-14);
  for (Index k = 0; k < family.atoms(); ++k) {
    const Vector atom = family.points().col(k);
    const double nearest = (found.points.colwise() - atom).cwiseAbs().colwise().maxCoeff().minCoeff();
    EXPECT_LE(nearest, side / 2 * (1 + 1e-9));
  }
}

TEST(CommonHistograms, TakeOtherMeasuresToTheNearestPoints) {
  const Matrix points{{0, 1, 4}};
  const Measure other = make_measure(Matrix{{-3, 0.4, 0.6, 9}}, Vector{{0.1, 0.2, 0.3, 0.4}});
  EXPECT_LT((histogram_on(points, other.view()) - Vector{{0.3, 0.3, 0.4}}).norm(), 1e-15);
  MeasureFamily family;
  family.append(other.view(), "a");
  family.append(Matrix{{4.5}}, Vector{{1}}, "b");
  EXPECT_EQ(histograms_on(points, family).col(1), (Vector{{0, 0, 1}}));
}

}  // namespace
}  // namespace wpga
