#include "wpga/study/statistics/stability.hpp"

#include <gtest/gtest.h>

#include "study/statistics_families.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/bootstrap.hpp"
#include "wpga/study/statistics/refit.hpp"

namespace wpga {
namespace {

TEST(PrincipalAngles, AreThoseOfPlanesInSpace) {
  const Vector weights = Vector::Ones(1);
  const auto field = [](double x, double y, double z) -> Matrix { return Eigen::Vector3d(x, y, z); };
  const std::vector<Matrix> first = {field(1, 0, 0), field(0, 1, 0)};
  // The x axis in common, turned about it by 30°.
  const std::vector<Matrix> second = {field(2, 0, 0), field(3, std::sqrt(0.75), 0.5)};
  const Vector angles = principal_angles_between(weights, first, second);
  EXPECT_NEAR(angles[0], 0, 1e-5);
  EXPECT_NEAR(angles[1], 30, 1e-9);
  EXPECT_NEAR(angle_between(weights, field(1, 0, 0), field(-1, 1, 0)), 45, 1e-9);
  EXPECT_EQ(angle_between(weights, field(0, 0, 0), field(1, 0, 0)), 90);
}

struct Shears {
  Measure cloud = test::lattice(5);
  std::vector<Matrix> fields;
  Matrix factors;
  MeasureFamily family;

  Shears(std::uint64_t seed, Index count) {
    Random random(seed);
    fields = test::orthonormal_fields(cloud, 2, random);
    factors.resize(2, count);
    for (Index i = 0; i < count; ++i) factors.col(i) << 0.12 * random.normal(), 0.06 * random.normal();
    factors = factors.cwiseMax(-0.3).cwiseMin(0.3);
    family = test::moved_lattice(cloud, fields, factors, 0.005, random);
  }
};

// Where plans never change a refit is the principal component of the measures drawn, by eigenvectors.
TEST(Stability, IsThatOfPrincipalComponentsWherePlansNeverChange) {
  const Shears made(1, 30);
  FitOptions options = test::lattice_options(made.cloud, 1);
  options.bootstrap.bootstrap = 8;
  const Model model = fit(made.family, options);
  ASSERT_TRUE(model.statistics.stability);
  Matrix data(50, 30);
  for (Index i = 0; i < 30; ++i) data.col(i) = (made.family[i].points - made.cloud.points).reshaped();
  const auto leading = [&](const std::vector<Index>& chosen, const Vector& given) -> Matrix {
    const Vector weights = given / given.sum();
    const Matrix part = data(Eigen::all, chosen);
    const Matrix centered = part.colwise() - Vector(part * weights);
    const SymmetricEigen eigen = symmetric_eigen(centered * weights.asDiagonal() * centered.transpose());
    return eigen.vectors.rightCols(1).reshaped(2, 25);
  };
  std::vector<Index> all(30);
  for (Index i = 0; i < 30; ++i) all[static_cast<std::size_t>(i)] = i;
  const Matrix whole = leading(all, Vector::Ones(30));
  for (Index draw = 0; draw < 8; ++draw) {
    const DrawnMeasures drawn = draw_measures(made.family, 1, draw);
    const double expected = angle_between(made.cloud.weights, whole, leading(drawn.chosen, drawn.weights));
    EXPECT_NEAR(model.statistics.stability->angles(draw, 0), expected, 0.15 * expected + 1);
  }
}

TEST(Stability, OfTwoNearlyEqualFactorsIsThatOfTheirPlane) {
  Random random(2);
  Shears made(2, 30);
  made.factors.row(1) *= 2;  // as large as the first
  made.family = test::moved_lattice(made.cloud, made.fields, made.factors, 0.003, random);
  FitOptions options = test::lattice_options(made.cloud, 2);
  options.bootstrap.bootstrap = 10;
  const Stability found = *fit(made.family, options).statistics.stability;
  EXPECT_LT(found.principal_angles.maxCoeff(), 10);
  EXPECT_GT(found.angles.maxCoeff(), found.principal_angles.maxCoeff());
}

TEST(Stability, JackknifesSmallFamilies) {
  const Shears small(3, 8);
  FitOptions options = test::lattice_options(small.cloud, 1);
  options.bootstrap.bootstrap = 3;
  const Stability found = *fit(small.family, options).statistics.stability;
  EXPECT_EQ(found.influence.rows(), 8);
  EXPECT_EQ(found.angle_error.size(), 1);
  const Shears large(3, 25);
  options = test::lattice_options(large.cloud, 1);
  options.bootstrap.bootstrap = 3;
  EXPECT_EQ(fit(large.family, options).statistics.stability->influence.size(), 0);
}

// Bands of scores hold the score along the true direction about as often as they say: 90 %.
TEST(Stability, BandsHoldTheTrueScores) {
  int inside = 0, all = 0;
  for (std::uint64_t seed = 20; seed < 24; ++seed) {
    const Shears made(seed, 40);
    FitOptions options = test::lattice_options(made.cloud, 1);
    options.bootstrap.bootstrap = 30;
    const Model model = fit(made.family, options);
    const Stability& found = *model.statistics.stability;
    const double sign = inner_product(made.cloud.weights, made.fields[0],
                                      model.analysis.components[0].curve.atoms().direction()) > 0
                            ? 1
                            : -1;
    for (Index i = 0; i < 40; ++i) {
      const double truth = sign * inner_product(made.cloud.weights, made.fields[0],
                                                Matrix(made.family[i].points - made.cloud.points));
      inside += truth >= found.score_low(i, 0) && truth <= found.score_high(i, 0) ? 1 : 0;
      ++all;
    }
  }
  EXPECT_GT(static_cast<double>(inside) / all, 0.75);
  EXPECT_LT(static_cast<double>(inside) / all, 0.99);
}

TEST(Stability, RefusesCurvesOfWeights) {
  const Shears made(4, 6);
  Analysis none{.mean = made.cloud};
  const FitOptions options;
  EXPECT_THROW(find_stability({made.family, none, options}, 2, 1, {}), InputError);
}

}  // namespace
}  // namespace wpga
