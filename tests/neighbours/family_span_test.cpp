#include "wpga/neighbours/maps/family_span.hpp"

#include <gtest/gtest.h>

#include "wpga/base/random.hpp"
#include "wpga/neighbours/maps/gaussian.hpp"
#include "wpga/neighbours/maps/gaussian_geodesic.hpp"

namespace wpga {
namespace {

MeasureFamily clouds(Random& random, Index dimension) {
  MeasureFamily family;
  for (Index i = 0; i < 5; ++i) {
    const Matrix points = Matrix::NullaryExpr(dimension, 4, [&] { return random.normal() + 3; });
    family.append(points, Vector::Constant(4, 0.25), std::to_string(i));
  }
  return family;
}

TEST(FamilySpan, KeepsEveryAtomWhereItIs) {
  Random random(1);
  const MeasureFamily family = clouds(random, 90);
  const FamilySpan span = family_span(family);
  EXPECT_EQ(span.family.dimension(), 19);  // atoms about their centre
  for (Index i = 0; i < family.count(); ++i)
    EXPECT_LT((span.points(span.family[i].points) - family[i].points).norm(), 1e-12);
}

TEST(FamilySpan, LeavesFewDimensionsAlone) {
  Random random(2);
  EXPECT_EQ(family_span(clouds(random, 8)).basis.size(), 0);
  EXPECT_EQ(family_span(clouds(random, 39)).basis.size(), 0);
  EXPECT_EQ(family_span(clouds(random, 39)).family.dimension(), 39);
}

// Rotated into many dimensions a family has the same laws, so the same shares, as far as the single precision
// of tangent maps tells.
TEST(FamilySpan, LawsOfARotatedFamilyExplainTheSame) {
  Random random(3);
  const MeasureFamily family = clouds(random, 90);
  MeasureFamily moved;
  for (Index i = 0; i < family.count(); ++i) {
    Matrix wide = Matrix::Zero(200, 4);
    wide.bottomRows(90) = family[i].points.colwise().reverse();
    moved.append(wide, family[i].weights, family.names()[static_cast<std::size_t>(i)]);
  }
  const auto share = [](const MeasureFamily& one) {
    GaussianOptions options;
    options.of.components = 1;
    const Measure mean{one[0].points, one[0].weights};
    return gaussian_analysis(one, mean, {}, options, {.threads = 1}).tangent_explained[0];
  };
  EXPECT_NEAR(share(family), share(moved), 1e-6);
}

}  // namespace
}  // namespace wpga
