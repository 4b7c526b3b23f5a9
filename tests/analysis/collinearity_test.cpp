#include "wpga/analysis/cone/collinearity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

using test::normal_matrix;

QuadraticModel random_model(Random& random, double mixed) {
  QuadraticModel model{test::random_weights(random, 6), Matrix{{0.6, mixed}, {mixed, 0.8}}, {}, 0};
  model.linear = {normal_matrix(random, 2, 6), normal_matrix(random, 2, 6)};
  return model;
}

double penalised(const QuadraticModel& model, double strength, const Fields& ends) {
  return model.value(ends) + strength * collinearity_penalty(model.weights, {-ends[0], ends[1]});
}

TEST(Collinearity, PenaltyIsZeroOnlyForFieldsThatPointTheSameWay) {
  Random random(1);
  const Vector weights = test::random_weights(random, 5);
  const Matrix one = normal_matrix(random, 2, 5), other = normal_matrix(random, 2, 5);
  EXPECT_NEAR(collinearity_penalty(weights, {one, 3 * one}), 0, 1e-20);
  EXPECT_NEAR(collinearity_gap(weights, {one, 3 * one}), 0, 1e-14);
  // Opposite: (−2 ‖v1‖‖v2‖)²; orthogonal: ‖v1‖²‖v2‖².
  const double squared = squared_norm(weights, one);
  EXPECT_NEAR(collinearity_penalty(weights, {one, -one}), 4 * squared * squared, 1e-12);
  EXPECT_NEAR(collinearity_gap(weights, {one, -one}), 2, 1e-14);
  const Matrix across = other - inner_product(weights, one, other) / squared * one;
  EXPECT_NEAR(collinearity_penalty(weights, {one, across}), squared * squared_norm(weights, across), 1e-12);
  EXPECT_NEAR(collinearity_gap(weights, {one, across}), 1, 1e-14);
}

TEST(Collinearity, IsZeroWhereAFieldVanishes) {
  Random random(2);
  const Vector weights = test::random_weights(random, 5);
  const Matrix one = normal_matrix(random, 2, 5), zero = Matrix::Zero(2, 5);
  for (const GeneralizedGeodesic& curve : {GeneralizedGeodesic{one, zero}, {zero, one}, {zero, zero}}) {
    EXPECT_EQ(collinearity_penalty(weights, curve), 0);
    EXPECT_EQ(collinearity_gap(weights, curve), 0);
    EXPECT_EQ(collinearity_gradient(weights, curve).backward, zero);
    EXPECT_EQ(collinearity_gradient(weights, curve).forward, zero);
  }
}

TEST(Collinearity, GradientIsTheLimitOfDifferences) {
  Random random(3);
  for (int trial = 0; trial < 10; ++trial) {
    const Vector weights = test::random_weights(random, 5);
    const GeneralizedGeodesic at = test::random_curve(random, 3, 5), along = test::random_curve(random, 3, 5);
    const GeneralizedGeodesic gradient = collinearity_gradient(weights, at);
    const auto value = [&](double step) {
      return collinearity_penalty(weights,
                                  {at.backward + step * along.backward, at.forward + step * along.forward});
    };
    const double slope = inner_product(weights, gradient.backward, along.backward) +
                         inner_product(weights, gradient.forward, along.forward);
    EXPECT_NEAR((value(1e-5) - value(-1e-5)) / 2e-5, slope, 1e-6 * (1 + std::abs(slope)));
  }
}

TEST(Collinearity, MinimumIsStationary) {
  Random random(4);
  for (const double strength : {0.01, 1.0, 100.0}) {
    const QuadraticModel model = random_model(random, 0.2);
    const Fields found = minimise_with_collinearity(model, strength);
    for (int trial = 0; trial < 20; ++trial) {
      const Fields along = {normal_matrix(random, 2, 6), normal_matrix(random, 2, 6)};
      const auto value = [&](double step) {
        return penalised(model, strength, {found[0] + step * along[0], found[1] + step * along[1]});
      };
      EXPECT_NEAR((value(1e-4) - value(-1e-4)) / 2e-4, 0, 1e-4 * (1 + std::sqrt(strength)));
    }
  }
}

TEST(Collinearity, MinimumIsNoWorseThanRandomSearch) {
  Random random(5);
  for (const double mixed : {0.2, 0.0, -0.3})
    for (const double strength : {0.1, 1.0, 10.0}) {
      const QuadraticModel model = random_model(random, mixed);
      const double least = penalised(model, strength, minimise_with_collinearity(model, strength));
      EXPECT_LE(least, penalised(model, strength, model.minimiser()) + 1e-12);
      Fields best = model.minimiser();
      for (int trial = 0; trial < 4000; ++trial) {
        const double size = std::pow(10, random.uniform(-3, 0.3));
        const Fields other = {best[0] + size * normal_matrix(random, 2, 6),
                              best[1] + size * normal_matrix(random, 2, 6)};
        if (penalised(model, strength, other) < penalised(model, strength, best)) best = other;
      }
      EXPECT_LE(least, penalised(model, strength, best) + 1e-9);
    }
}

// strength · Ω is at most what the model may lose: Ω falls, and vanishes in the limit.
TEST(Collinearity, ALargeStrengthMakesThePenaltyVanish) {
  Random random(6);
  for (int trial = 0; trial < 20; ++trial) {
    const QuadraticModel model = random_model(random, 0.2);
    double last = std::numeric_limits<double>::infinity();
    for (const double strength : {0.0, 1.0, 1e2, 1e4, 1e6}) {
      const Fields found = minimise_with_collinearity(model, strength);
      const double penalty = collinearity_penalty(model.weights, {-found[0], found[1]});
      EXPECT_LE(penalty, last + 1e-9);
      EXPECT_LE(strength * penalty,
                model.value({0 * found[0], 0 * found[1]}) - model.value(model.minimiser()));
      last = penalty;
    }
    EXPECT_LT(last, 1e-6);
  }
}

// Where the fields of the data point the same way already, nothing changes.
TEST(Collinearity, LeavesCollinearFieldsAlone) {
  Random random(8);
  QuadraticModel model = random_model(random, 0.2);
  const Matrix way = normal_matrix(random, 2, 6);
  model.linear = {-way * 0.6 + 0.2 * 2 * way, 2 * 0.8 * way - 0.2 * way};  // V1 = way, V2 = 2 way
  const Fields found = minimise_with_collinearity(model, 10);
  EXPECT_TRUE(found[0].isApprox(-way, 1e-6));
  EXPECT_TRUE(found[1].isApprox(2 * way, 1e-6));
}

TEST(Collinearity, TakesALinearTermThatVanishes) {
  Random random(7);
  for (const double mixed : {0.2, -0.3})
    for (const std::size_t gone : {0U, 1U}) {
      QuadraticModel model = random_model(random, mixed);
      model.linear[gone].setZero();
      const Fields found = minimise_with_collinearity(model, 1);
      EXPECT_TRUE(found[0].allFinite() && found[1].allFinite());
      EXPECT_LE(penalised(model, 1, found), penalised(model, 1, model.minimiser()) + 1e-12);
      // Without a common sign the free minimiser is opposed, and the penalty must be seen.
      if (mixed < 0) {
        EXPECT_LT(penalised(model, 1, found), penalised(model, 1, model.minimiser()) - 1e-6);
      }
    }
  QuadraticModel nothing = random_model(random, 0.2);
  for (Matrix& linear : nothing.linear) linear.setZero();
  for (const Matrix& field : minimise_with_collinearity(nothing, 1)) EXPECT_EQ(field.norm(), 0);
}

}  // namespace
}  // namespace wpga
