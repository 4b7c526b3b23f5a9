#include "wpga/analysis/cone/field_dual.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

using test::normal_matrix;

struct Example {
  QuadraticModel model;
  std::vector<FieldConstraint> constraints;
  FieldBox box;
};

Example example(bool boxed, std::uint64_t seed) {
  Random random(seed);
  constexpr Index dimension = 2, atoms = 4;
  Example e;
  e.model = {test::random_weights(random, atoms),
             (Matrix(2, 2) << 0.7, 0.2, 0.2, 0.5).finished(),
             {normal_matrix(random, dimension, atoms), normal_matrix(random, dimension, atoms)},
             1.5};
  for (int r = 0; r < 3; ++r) {
    FieldConstraint constraint;
    constraint.places = {{r % 2, r}, {1 - r % 2, 3}};
    constraint.coefficients = normal_matrix(random, dimension, 2);
    constraint.bound = random.normal();
    e.constraints.push_back(constraint);
  }
  if (boxed)
    for (int a = 0; a < 2; ++a) {
      e.box.lower.push_back(Matrix::Constant(dimension, atoms, -0.8));
      e.box.upper.push_back(Matrix::Constant(dimension, atoms, 0.9));
    }
  return e;
}

// The slack is the gradient of the dual's negative, the curvature its second derivative, box or not.
TEST(FieldDual, HasTheDerivativesItClaims) {
  for (const bool boxed : {false, true}) {
    const Example e = example(boxed, 3);
    FieldDual dual(e.model, e.constraints, e.box);
    const Vector at{{0.11, 0.23, 0.07}};
    dual.evaluate(at);
    const Vector slack = dual.slack();
    const Matrix curvature = dual.curvature({0, 1, 2}, 3).selfadjointView<Eigen::Lower>();
    constexpr double step = 1e-6;
    for (Index r = 0; r < 3; ++r) {
      const Vector aside = at + step * Vector::Unit(3, r), back = at - step * Vector::Unit(3, r);
      const double above = dual.evaluate(aside);
      const Vector slack_above = dual.slack();
      const double below = dual.evaluate(back);
      const Vector slack_below = dual.slack();
      EXPECT_NEAR((above - below) / (2 * step), slack[r], 1e-7);
      EXPECT_LT(((slack_above - slack_below) / (2 * step) - curvature.col(r)).cwiseAbs().maxCoeff(), 1e-6);
    }
  }
}

TEST(FieldDual, GivesTheMinimiserForMultipliersOfZero) {
  const Example e = example(false, 5);
  FieldDual dual(e.model, e.constraints, e.box);
  const double value = dual.evaluate(Vector::Zero(3));
  const Fields expected = e.model.minimiser();
  for (std::size_t a = 0; a < 2; ++a) EXPECT_TRUE(dual.fields()[a].isApprox(expected[a], 1e-12));
  EXPECT_NEAR(-value, 0.5 * (e.model.value(expected) - e.model.constant), 1e-12);
}

// Weak duality: no multipliers of inequalities promise more than a feasible point costs.
TEST(FieldDual, NeverExceedsTheValueOfAFeasiblePoint) {
  Example e = example(true, 7);
  for (FieldConstraint& constraint : e.constraints) constraint.bound = std::abs(constraint.bound);
  const Fields zero(2, Matrix::Zero(2, 4));
  FieldDual dual(e.model, e.constraints, e.box);
  Random random(8);
  for (int trial = 0; trial < 50; ++trial) {
    const Vector multipliers = Vector::NullaryExpr(3, [&] { return random.uniform(0, 3); });
    EXPECT_LE(-dual.evaluate(multipliers), 0.5 * (e.model.value(zero) - e.model.constant) + 1e-12);
  }
}

}  // namespace
}  // namespace wpga
