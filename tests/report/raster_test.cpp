#include "wpga/report/raster.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "wpga/base/random.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {
namespace {

Measure random_cloud(Index atoms, double low, double high) {
  Random random(11);
  Measure cloud{Matrix(2, atoms), Vector(atoms)};
  for (double& x : cloud.points.reshaped()) x = random.uniform(low, high);
  for (double& w : cloud.weights) w = random.uniform(0.1, 1);
  cloud.weights /= cloud.weights.sum();
  return cloud;
}

Measure lattice(Index side, double spacing) {
  Measure result{Matrix(2, side * side),
                 Vector::Constant(side * side, 1.0 / static_cast<double>(side * side))};
  for (Index k = 0; k < side * side; ++k)
    result.points.col(k) << spacing * static_cast<double>(k % side), spacing * static_cast<double>(k / side);
  return result;
}

TEST(Histogram, ReproducesAPixelGridExactly) {
  const SyntheticFamily made = synthetic_family(Pattern::glyphs, {.count = 3});
  const PixelGrid grid{.rows = 60, .columns = 60};
  for (Index i = 0; i < 3; ++i) {
    const MeasureView glyph = made.family[i];
    ASSERT_TRUE(lies_on(glyph, grid));
    Matrix image = Matrix::Zero(60, 60);
    for (Index k = 0; k < glyph.size(); ++k)
      image(static_cast<Index>(glyph.points(1, k) - 0.5), static_cast<Index>(glyph.points(0, k) - 0.5)) =
          glyph.weights[k];
    EXPECT_EQ(histogram(glyph, grid), image);
  }
}

TEST(Histogram, PutsEveryAtomInThePixelThatHoldsIt) {
  const Measure measure{Matrix{{0, 0.99, 1, 2.5}, {0, 0, 1.5, -0.1}}, Vector{{0.1, 0.2, 0.3, 0.4}}};
  const Matrix masses = histogram(measure.view(), {.rows = 2, .columns = 3});
  EXPECT_DOUBLE_EQ(masses(0, 0), 0.1 + 0.2);
  EXPECT_EQ(masses(1, 1), 0.3);
  EXPECT_NEAR(masses.sum(), 0.6, 1e-15);  // the last lies above the window
}

TEST(Histogram, KnowsWhatLiesOnTheGrid) {
  const PixelGrid grid{.rows = 4, .columns = 4, .left = 10, .top = -2, .pixel = 0.5};
  const auto one = [](double x, double y) { return Measure{Matrix{{x}, {y}}, Vector{{1}}}; };
  EXPECT_TRUE(lies_on(one(10.25, -1.75).view(), grid));
  EXPECT_TRUE(lies_on(one(11.75, -0.25).view(), grid));
  EXPECT_FALSE(lies_on(one(10.3, -1.75).view(), grid));
  EXPECT_FALSE(lies_on(one(12.25, -1.75).view(), grid));  // beyond the right edge
}

TEST(Spacing, IsTheStepOfALattice) {
  for (const double step : {1e-6, 1.0, 3.7, 1e9}) {
    const std::vector<double> spacing = local_spacing(lattice(12, step).view(), 0);
    // The middle of the lattice: four neighbours one step away.
    EXPECT_NEAR(spacing[12 * 6 + 6], step, 1e-6 * step);
    EXPECT_LT(*std::max_element(spacing.begin(), spacing.end()), 1.5 * step);
  }
}

TEST(Spacing, FollowsTheCloudWhenItIsScaledMovedOrReordered) {
  const Measure cloud = random_cloud(150, 0, 10);
  const std::vector<double> spacing = local_spacing(cloud.view(), 0);
  Measure other{(3 * cloud.points.rowwise().reverse()).colwise() + Vector{{40, -7}}, cloud.weights.reverse()};
  const std::vector<double> scaled = local_spacing(other.view(), 0);
  for (std::size_t k = 0; k < 150; ++k) EXPECT_NEAR(scaled[149 - k], 3 * spacing[k], 1e-9);
}

TEST(Spacing, GrowsWhereAtomsStandFartherApart) {
  Measure both{Matrix(2, 200), Vector::Constant(200, 1.0 / 200)};
  both.points << lattice(10, 1).points, (lattice(10, 2).points.colwise() + Vector{{100, 0}});
  const std::vector<double> spacing = local_spacing(both.view(), 0);
  EXPECT_NEAR(spacing[155] / spacing[55], 2, 0.3);
}

TEST(Spacing, HasAnAnswerForAtomsAtOnePlace) {
  EXPECT_EQ(local_spacing(Measure{Matrix::Constant(2, 5, 7), Vector::Constant(5, 0.2)}.view(), 0.25),
            std::vector<double>(5, 0.25));
  EXPECT_EQ(local_spacing(Measure{Matrix::Zero(2, 1), Vector::Ones(1)}.view(), 3), std::vector<double>(1, 3));
  EXPECT_TRUE(local_spacing(Measure{Matrix(2, 0), Vector(0)}.view(), 3).empty());
}

TEST(Splat, ConservesMass) {
  const Measure cloud = random_cloud(400, 20, 60);
  for (const double pixel : {0.25, 1.0, 3.0}) {
    const auto side = static_cast<Index>(80 / pixel);
    EXPECT_NEAR(splat(cloud.view(), {.rows = side, .columns = side, .pixel = pixel}, 0.5).sum(), 1, 1e-12);
  }
}

TEST(Splat, KeepsTheMeanToAFractionOfAPixel) {
  const Measure cloud = random_cloud(300, 20, 60);
  const Matrix masses = splat(cloud.view(), {.rows = 80, .columns = 80}, 0.5);
  const Vector centers = Vector::LinSpaced(80, 0.5, 79.5);
  EXPECT_NEAR(masses.colwise().sum() * centers, mean_of(cloud.view())[0], 0.01);
  EXPECT_NEAR(centers.dot(masses.rowwise().sum()), mean_of(cloud.view())[1], 0.01);
}

TEST(Splat, MovesWithItsAtomsByWholePixels) {
  const Measure cloud = random_cloud(200, 20, 40);
  const Measure moved{cloud.points.colwise() + Vector{{7, -3}}, cloud.weights};
  const PixelGrid grid{.rows = 60, .columns = 60};
  const Matrix here = splat(cloud.view(), grid, 0.5), there = splat(moved.view(), grid, 0.5);
  EXPECT_LT((there.block(7, 17, 40, 40) - here.block(10, 10, 40, 40)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Splat, OfALatticeIsAnEvenGrey) {
  const Matrix masses = splat(lattice(30, 1).view(), {.rows = 120, .columns = 120, .pixel = 0.25}, 0.1);
  const auto inside = masses.block(40, 40, 40, 40).array();
  EXPECT_LT(inside.maxCoeff() / inside.minCoeff(), 1.06);
}

TEST(Splat, DoesNotBlurBeyondTheSpacing) {
  // An edge of a lattice fades within one and a half steps.
  const Matrix masses =
      splat(lattice(20, 1).view(), {.rows = 40, .columns = 40, .left = -10.5, .top = -10.5}, 0.1);
  EXPECT_EQ(masses(20, 7), 0);
  EXPECT_LT(masses(20, 8), 1e-2 * masses(20, 20));
  EXPECT_LT(masses(20, 9), 0.2 * masses(20, 20));
  EXPECT_GT(masses(20, 11), 0.9 * masses(20, 20));
}

TEST(Splat, SurvivesExtremes) {
  const PixelGrid grid{.rows = 10, .columns = 10};
  const Measure far{Matrix{{1e9, -1e9, 5}, {1e9, 5, 5}}, Vector{{0.3, 0.3, 0.4}}};
  EXPECT_TRUE(splat(far.view(), grid, 1).allFinite());
  const Measure one{Matrix{{5}, {5}}, Vector{{1}}};
  EXPECT_NEAR(splat(one.view(), grid, 1).sum(), 1, 1e-12);
  EXPECT_NEAR(splat(one.view(), grid, 0).sum(), 1, 1e-12);
  EXPECT_EQ(splat(Measure{Matrix(2, 0), Vector(0)}.view(), grid, 1).sum(), 0);
  const Measure huge = random_cloud(50, 1e9, 1e9 + 8);
  EXPECT_NEAR(splat(huge.view(), {.rows = 40, .columns = 40, .left = 1e9 - 16, .top = 1e9 - 16}, 1).sum(), 1,
              1e-12);
}

TEST(FullInk, IsOneScaleForAllPictures) {
  const std::array<Matrix, 2> pictures{Matrix::Constant(10, 10, 1), Matrix::Constant(10, 10, 3)};
  EXPECT_EQ(full_ink(pictures, 0.5), 3);  // three quarters of the mass
  EXPECT_EQ(full_ink(pictures, 0.8), 1);
  const std::array<Matrix, 2> turned{pictures[1], pictures[0]};
  EXPECT_EQ(full_ink(turned, 0.5), 3);
  const std::array<Matrix, 1> blank{Matrix::Zero(3, 3)};
  EXPECT_EQ(full_ink(blank, 0.5), 1);
}

}  // namespace
}  // namespace wpga
