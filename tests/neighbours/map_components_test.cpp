#include "wpga/neighbours/maps/map_components.hpp"

#include <gtest/gtest.h>

#include "neighbours/affine_families.hpp"

namespace wpga {
namespace {

// Maps of translates, in closed form: field i is the centred shift i everywhere.
Analysis components_of(const test::Translates& e, ComponentOptions options, bool optimal = false) {
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  const TangentMaps maps = maps_of(e.mean.weights, e.family, [&](Index i) -> Matrix {
    return e.centered.col(i).replicate(1, e.mean.size());
  });
  const TransportOptions transport;
  return map_components(maps, {e.mean, transport, options, optimal}, couplings, {});
}

TEST(MapComponents, OfTranslatesAreThePrincipalAxesOfTheirShifts) {
  Random random(1);
  const test::Translates e = test::translates_with_axes(random, 3, 10, 12);
  for (const bool optimal : {false, true}) {  // translations are optimal already
    const Analysis found = components_of(e, {.components = 3}, optimal);
    ASSERT_EQ(found.components.size(), 3u);
    for (Index c = 0; c < 3; ++c) {
      const Component& component = found.components[static_cast<std::size_t>(c)];
      const Matrix direction = component.curve.atoms().direction();
      const Vector first = direction.col(0);
      EXPECT_LT((direction.colwise() - first).norm(), 1e-5 * direction.norm());
      EXPECT_NEAR(std::abs(first.normalized().dot(e.axes.col(c))), 1, 1e-6);
      EXPECT_NEAR(found.tangent_explained[c], e.variances[c] / e.variances.sum(), 1e-6);
      // The line ends where the outermost measures stand.
      const Vector positions = e.centered.transpose() * e.axes.col(c);
      EXPECT_NEAR(first.norm(), positions.maxCoeff() - positions.minCoeff(), 1e-5);
      EXPECT_NEAR(component.times.minCoeff(), 0, 1e-5);
      EXPECT_NEAR(component.times.maxCoeff(), 1, 1e-5);
    }
  }
}

TEST(MapComponents, EndWhereNoVarianceIsLeft) {
  Random random(2);
  const test::Translates e = test::translates_with_axes(random, 2, 6, 9);
  const Analysis found = components_of(e, {.components = 4});
  EXPECT_EQ(found.components.size(), 2u);
  EXPECT_EQ(found.termination, Termination::no_variance_left);
  EXPECT_NEAR(found.tangent_explained.sum(), 1, 1e-6);
}

TEST(MapComponents, OfMeasuresThatAreAllTheMeanAreNone) {
  Random random(3);
  const Measure cloud = test::random_mean(random, 2, 7);
  const test::Translates e{cloud, test::translates(cloud, Matrix::Zero(2, 4)), Matrix::Zero(2, 4),
                           Matrix::Identity(2, 2), Vector::Zero(2)};
  const Analysis found = components_of(e, {.components = 2});
  EXPECT_TRUE(found.components.empty());
  EXPECT_EQ(found.termination, Termination::no_variance_left);
}

// A square that turns by more than 45 degrees either way, as straight fields of tangent vectors: its corners
// would then rather go to the neighbours, so that maps along the line are not optimal unless asked for.
TEST(MapComponents, AreMadeOptimalWhereAsked) {
  const Measure square{Matrix{{1, -1, -1, 1}, {1, 1, -1, -1}}, Vector::Constant(4, 0.25)};
  const Matrix turning = 1.7 * Matrix{{0, -1}, {1, 0}} * square.points;
  MeasureFamily family;
  family.append(square.points - turning, square.weights, "one way");
  family.append(square.points + turning, square.weights, "the other");
  const TangentMaps maps =
      maps_of(square.weights, family, [&](Index i) -> Matrix { return i == 0 ? -turning : turning; });
  FamilyCouplings couplings(family, {}, square.weights);
  const TransportOptions transport;
  const ComponentOptions options{.components = 1};
  const auto gap = [&](bool optimal) {
    const Analysis found = map_components(maps, {square, transport, options, optimal}, couplings, {});
    return found.components.at(0).certificates.map_gap.largest();
  };
  // 1 − |corner at 1.7 of the tangent − neighbour|² / |1.7 of the tangent|², with corners at distance √2.
  const double squared = 2 * (1 + (1 + 1.7 * 1.7) - 2 * 1.7);
  EXPECT_NEAR(gap(false), 1 - squared / (2 * 1.7 * 1.7), 1e-6);
  EXPECT_LT(gap(true), 1e-6);
}

}  // namespace
}  // namespace wpga
