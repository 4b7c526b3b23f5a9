#include "wpga/analysis/fit/curve_start.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

struct Example {
  MeasureFamily family;
  Measure mean;
  TangentMaps maps;
};

Example example(std::uint64_t seed) {
  Random random(seed);
  Example e{test::random_family(random, 12, 2, 10), test::random_mean(random, 2, 6), {}};
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  e.maps = tangent_maps(couplings.centered(e.mean.points), couplings, {});
  return e;
}

// A line through the mean whose times are those of the inner products.
TEST(CurveStart, IsALineThroughTheMeanOverTheRangeOfTheMaps) {
  const Example e = example(1);
  const Vector& weights = e.mean.weights;
  for (const CurveStart kind : {CurveStart::tangent, CurveStart::farthest, CurveStart::random}) {
    const CurveAtStart start = start_curve(e.maps, {}, kind, Random(2));
    EXPECT_GE(start.times.minCoeff(), 0);
    EXPECT_LE(start.times.maxCoeff(), 1);
    const double nearest = time_nearest_mean(weights, start.curve);
    EXPECT_LT(squared_norm(weights, displacement(start.curve, nearest)), 1e-10);
    const Matrix direction = start.curve.direction() / length(weights, start.curve);
    const Vector positions = inner_products(e.maps, direction);
    EXPECT_LT((scores(weights, start.curve, start.times) - positions).cwiseAbs().maxCoeff(), 1e-5);
  }
}

// On a line through the mean the nearest times are those of the inner products; nobody stands outside.
TEST(CurveStart, TimesAlongALineAreItsOwn) {
  const Example e = example(2);
  const CurveAtStart start = start_curve(e.maps, {}, CurveStart::tangent, Random(2));
  EXPECT_LT((times_along(e.maps, start.curve) - start.times).cwiseAbs().maxCoeff(), 1e-5);
  const GeneralizedGeodesic half = trimmed(start.curve, 0.25, 0.75);
  const Vector expected = (2 * (start.times.array() - 0.25)).cwiseMax(0.0).cwiseMin(1.0);
  EXPECT_LT((times_along(e.maps, half) - expected).cwiseAbs().maxCoeff(), 1e-5);
}

TEST(CurveStart, AlongTheTangentExplainsMostOfAllLines) {
  const Example e = example(3);
  const auto explained = [&](CurveStart kind, std::uint64_t seed) {
    const CurveAtStart start = start_curve(e.maps, {}, kind, Random(seed));
    return scores(e.mean.weights, start.curve, start.times).cwiseAbs2().dot(e.maps.measure_weights);
  };
  const double most = explained(CurveStart::tangent, 1);
  EXPECT_LE(explained(CurveStart::farthest, 1), most * (1 + 1e-5));
  for (std::uint64_t seed = 1; seed < 10; ++seed)
    EXPECT_LE(explained(CurveStart::random, seed), most * (1 + 1e-5));
}

TEST(CurveStart, IsOffTheEarlierDirections) {
  const Example e = example(4);
  Random random(5);
  const std::vector<Matrix> earlier = {test::normal_matrix(random, 2, 6)};
  for (const CurveStart kind : {CurveStart::tangent, CurveStart::farthest, CurveStart::random}) {
    const GeneralizedGeodesic curve = start_curve(e.maps, earlier, kind, Random(6)).curve;
    EXPECT_NEAR(inner_product(e.mean.weights, curve.direction(), earlier[0]), 0,
                1e-12 * length(e.mean.weights, curve));
  }
}

TEST(CurveStart, TangentMajoriserIsTheSumOverTheMaps) {
  const Example e = example(7);
  Random random(8);
  const Vector times = Vector::NullaryExpr(12, [&] { return random.uniform(); });
  const QuadraticModel model = tangent_majoriser(e.maps, times, e.mean.weights);
  const Fields zero = {Matrix::Zero(2, 6), Matrix::Zero(2, 6)};
  EXPECT_NEAR(model.value(zero), e.maps.variance, 1e-10);
  const Fields ends = {test::normal_matrix(random, 2, 6), test::normal_matrix(random, 2, 6)};
  double expected = e.maps.variance;
  for (Index i = 0; i < 12; ++i) {
    const Matrix map = e.maps.field(e.maps.coordinates.col(i).cast<double>());
    const Matrix moved = (1 - times[i]) * ends[0] + times[i] * ends[1];
    expected += e.maps.measure_weights[i] *
                (squared_norm(e.mean.weights, moved - map) - squared_norm(e.mean.weights, map));
  }
  EXPECT_NEAR(model.value(ends), expected, 1e-4 * std::abs(expected));
}

// The remark of §3: the scores are those of ordinary PCA of the means.
TEST(CurveStart, TranslationsAreThePrincipalAxesOfTheMeans) {
  Random random(9);
  const MeasureFamily family = test::random_family(random, 15, 3, 8);
  Matrix means(3, 15);
  Vector center = Vector::Zero(3);
  for (Index i = 0; i < 15; ++i) {
    means.col(i) = mean_of(family[i]);
    center += family.measure_weight(i) * means.col(i);
  }
  Measure mean = test::random_mean(random, 3, 5);
  mean.points.colwise() += center - mean_of(mean.view());
  const Matrix moved = means.colwise() - center;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(
      (moved * family.measure_weights().asDiagonal() * moved.transpose()).eval());
  for (Index c = 0; c < 3; ++c) {
    const CurveAtStart start = translation_curve(family, mean, c);
    const Vector expected = moved.transpose() * solver.eigenvectors().col(2 - c);
    const Vector found = scores(mean.weights, start.curve, start.times);
    const double sign = found.dot(expected) < 0 ? -1 : 1;
    EXPECT_LT((sign * found - expected).cwiseAbs().maxCoeff(), 1e-10);
    // Every atom moves the same way.
    EXPECT_LT((start.curve.forward.colwise() - start.curve.forward.col(0)).norm(), 1e-14);
  }
  const CurveAtStart beyond = translation_curve(family, mean, 3);
  EXPECT_EQ(length(mean.weights, beyond.curve), 0);
}

TEST(CurveStart, OfIdenticalMeasuresStandsStillWithoutTrouble) {
  Random random(10);
  const Measure cloud = test::random_mean(random, 2, 5);
  const MeasureFamily family = test::translates(cloud, Matrix::Zero(2, 4));
  FamilyCouplings couplings(family, {}, cloud.weights);
  const TangentMaps maps = tangent_maps(couplings.centered(cloud.points), couplings, {});
  for (const CurveStart kind : {CurveStart::tangent, CurveStart::farthest, CurveStart::random}) {
    const CurveAtStart start = start_curve(maps, {}, kind, Random(1));
    EXPECT_TRUE(start.curve.backward.allFinite() && start.curve.forward.allFinite());
    EXPECT_TRUE(start.times.allFinite());
    EXPECT_LT(length(cloud.weights, start.curve), 1e-6);
  }
}

}  // namespace
}  // namespace wpga
