#include "wpga/analysis/cone/orthogonality.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/random_families.hpp"
#include "wpga/analysis/fit/majoriser.hpp"

namespace wpga {
namespace {

using test::normal_matrix;

struct Example {
  Vector weights;
  std::vector<Matrix> earlier;
  GeneralizedGeodesic curve;
};

Example example(std::uint64_t seed) {
  Random random(seed);
  Example e{test::random_weights(random, 7), {}, test::random_curve(random, 3, 7)};
  e.earlier = {normal_matrix(random, 3, 7), normal_matrix(random, 3, 7)};
  return e;
}

TEST(Orthogonality, ConstraintsAreTheInnerProducts) {
  const Example e = example(1);
  const Fields ends = ends_of(e.curve);
  const auto each = orthogonality_constraints(e.weights, e.earlier, Orthogonality::each);
  const auto sum = orthogonality_constraints(e.weights, e.earlier, Orthogonality::sum);
  const auto one = orthogonality_constraints(e.weights, e.earlier);
  ASSERT_EQ(each.size(), 4U);
  ASSERT_EQ(sum.size(), 2U);
  ASSERT_EQ(one.size(), 2U);
  for (std::size_t c = 0; c < 2; ++c) {
    const double backward = inner_product(e.weights, e.curve.backward, e.earlier[c]);
    const double forward = inner_product(e.weights, e.curve.forward, e.earlier[c]);
    EXPECT_NEAR(std::abs(each[2 * c].excess(ends)), std::abs(backward), 1e-13);
    EXPECT_NEAR(std::abs(each[2 * c + 1].excess(ends)), std::abs(forward), 1e-13);
    EXPECT_NEAR(sum[c].excess(ends), backward + forward, 1e-13);
    EXPECT_NEAR(one[c].excess({e.curve.forward}), forward, 1e-13);
    EXPECT_TRUE(each[2 * c].equality && each[2 * c + 1].equality && sum[c].equality && one[c].equality);
  }
}

TEST(Orthogonality, HoldsToRoundingForTheNearestFields) {
  const Example e = example(2);
  const QuadraticModel model{e.weights, Matrix{{1, 0.3}, {0.3, 1}}, ends_of(e.curve), 0};
  for (const Orthogonality kind : {Orthogonality::each, Orthogonality::sum}) {
    auto constraints = orthogonality_constraints(e.weights, e.earlier, kind);
    const GeneralizedGeodesic nearest = curve_between(minimise(model, constraints, {}).fields);
    EXPECT_GT(orthogonality_gap(e.weights, e.curve, e.earlier, kind), 1e-3);
    EXPECT_LT(orthogonality_gap(e.weights, nearest, e.earlier, kind), 1e-12);
  }
}

// `sum` asks for less than `each`.
TEST(Orthogonality, OfEachImpliesThatOfTheSum) {
  const Example e = example(3);
  auto constraints = orthogonality_constraints(e.weights, e.earlier, Orthogonality::each);
  const QuadraticModel model{e.weights, Matrix::Identity(2, 2), ends_of(e.curve), 0};
  const GeneralizedGeodesic found = curve_between(minimise(model, constraints, {}).fields);
  EXPECT_LT(orthogonality_gap(e.weights, found, e.earlier, Orthogonality::sum), 1e-12);
  // But not the other way round: opposite parts cancel in the sum.
  const GeneralizedGeodesic opposed{e.earlier[0], -e.earlier[0]};
  const std::vector<Matrix> first = {e.earlier[0]};
  EXPECT_LT(orthogonality_gap(e.weights, opposed, first, Orthogonality::sum), 1e-14);
  EXPECT_NEAR(orthogonality_gap(e.weights, opposed, first, Orthogonality::each), 0.5, 1e-14);
}

TEST(Orthogonality, GapIsOneForAFieldAlongAnEarlierOne) {
  const Example e = example(4);
  const std::vector<Matrix> first = {e.earlier[0]};
  const GeneralizedGeodesic along{0 * e.earlier[0], -3 * e.earlier[0]};
  EXPECT_NEAR(orthogonality_gap(e.weights, along, first, Orthogonality::each), 1, 1e-14);
}

TEST(Orthogonality, OffDirectionsLeavesNothingAlongThem) {
  Example e = example(5);
  e.earlier[1] = off_directions(e.weights, e.earlier[1], std::span(e.earlier).first(1));
  EXPECT_NEAR(inner_product(e.weights, e.earlier[0], e.earlier[1]), 0, 1e-14);
  const Matrix left = off_directions(e.weights, e.curve.forward, e.earlier);
  for (const Matrix& direction : e.earlier) EXPECT_NEAR(inner_product(e.weights, left, direction), 0, 1e-13);
  EXPECT_TRUE(off_directions(e.weights, left, e.earlier).isApprox(left));
  // What was taken off lies in the span: Pythagoras.
  EXPECT_NEAR(squared_norm(e.weights, e.curve.forward),
              squared_norm(e.weights, left) + squared_norm(e.weights, e.curve.forward - left), 1e-12);
}

TEST(Orthogonality, TakesFieldsThatVanish) {
  const Example e = example(6);
  const Matrix zero = Matrix::Zero(3, 7);
  const std::vector<Matrix> with_zero = {zero, e.earlier[0]};
  EXPECT_EQ(orthogonality_gap(e.weights, {zero, zero}, e.earlier, Orthogonality::each), 0);
  EXPECT_EQ(orthogonality_gap(e.weights, e.curve, {}, Orthogonality::each), 0);
  const std::vector<Matrix> without = {e.earlier[0]};
  EXPECT_EQ(orthogonality_gap(e.weights, e.curve, with_zero, Orthogonality::each),
            orthogonality_gap(e.weights, e.curve, without, Orthogonality::each));
  EXPECT_EQ(off_directions(e.weights, e.curve.forward, with_zero),
            off_directions(e.weights, e.curve.forward, without));
}

}  // namespace
}  // namespace wpga
