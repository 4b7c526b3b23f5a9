#include "wpga/numerics/bounded_increments.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/random_families.hpp"
#include "wpga/analysis/cone/field_program.hpp"

namespace wpga {
namespace {

using test::random_weights;

constexpr double infinity = std::numeric_limits<double>::infinity();

Vector normals(Random& random, Index count) { return test::normal_matrix(random, count, 1); }

// Pool adjacent violators, the textbook way: each block holds the mean of its values.
Vector isotonic(const Vector& weights, const Vector& wanted) {
  std::vector<std::array<double, 3>> blocks;  // mean, weight, length
  for (Index k = 0; k < wanted.size(); ++k) {
    blocks.push_back({wanted[k], weights[k], 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2][0] > blocks.back()[0]) {
      const auto last = blocks.back();
      blocks.pop_back();
      auto& block = blocks.back();
      block[0] = (block[0] * block[1] + last[0] * last[1]) / (block[1] + last[1]);
      block[1] += last[1];
      block[2] += last[2];
    }
  }
  Vector values(wanted.size());
  Index k = 0;
  for (const auto& block : blocks)
    for (int i = 0; i < static_cast<int>(block[2]); ++i) values[k++] = block[0];
  return values;
}

TEST(BoundedRegression, IsIsotonicRegressionWhenOnlyDescentsAreForbidden) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Index count = 1 + random.below(40);
    const Vector weights = random_weights(random, count), wanted = normals(random, count);
    const Vector found =
        bounded_regression(weights, wanted, {Vector::Zero(count - 1), Vector::Constant(count - 1, infinity)})
            .values;
    EXPECT_NEAR((found - isotonic(weights, wanted)).norm(), 0, 1e-12);
  }
}

IncrementBounds random_bounds(Random& random, Index count) {
  return {-normals(random, count - 1).cwiseAbs() / 2, normals(random, count - 1).cwiseAbs() / 2};
}

std::vector<FieldConstraint> constraints_of(const IncrementBounds& bounds) {
  std::vector<FieldConstraint> all;
  for (int k = 0; k < bounds.low.size(); ++k) {
    all.push_back({.places = {{0, k}, {0, k + 1}}, .coefficients = Matrix{{-1, 1}}, .bound = bounds.high[k]});
    all.push_back({.places = {{0, k}, {0, k + 1}}, .coefficients = Matrix{{1, -1}}, .bound = -bounds.low[k]});
  }
  return all;
}

// Two independent solvers: dynamic programming and Newton's method on the dual.
TEST(BoundedRegression, AgreesWithTheFieldProgram) {
  Random random(2);
  for (int trial = 0; trial < 20; ++trial) {
    const Index count = 2 + random.below(15);
    const Vector weights = random_weights(random, count), wanted = normals(random, count);
    const IncrementBounds bounds = random_bounds(random, count);
    std::vector<FieldConstraint> constraints = constraints_of(bounds);
    const QuadraticModel model{weights, Matrix::Identity(1, 1), {wanted.transpose()}};
    const FieldSolution other = minimise(model, constraints, {});
    const Vector found = bounded_regression(weights, wanted, bounds).values;
    EXPECT_NEAR((found.transpose() - other.fields[0]).norm(), 0, 1e-6);
    const Vector steps = found.tail(count - 1) - found.head(count - 1);
    EXPECT_TRUE((steps.array() <= bounds.high.array() + 1e-13).all());
    EXPECT_TRUE((steps.array() >= bounds.low.array() - 1e-13).all());
  }
}

TEST(BoundedRegression, StaysOrthogonalAndNearest) {
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const Index count = 6 + random.below(15);
    const Vector weights = random_weights(random, count), wanted = normals(random, count);
    const IncrementBounds bounds = random_bounds(random, count);
    const std::vector<Vector> normal = {normals(random, count), normals(random, count)};
    const Vector found = bounded_regression(weights, wanted, bounds, normal);
    for (const Vector& each : normal) EXPECT_NEAR(weights.dot(found.cwiseProduct(each)), 0, 1e-10);
    std::vector<FieldConstraint> constraints = constraints_of(bounds);
    for (const Vector& each : normal) {
      FieldConstraint equal{.bound = 0, .equality = true};
      for (int k = 0; k < count; ++k) equal.places.push_back({0, k});
      equal.coefficients = weights.cwiseProduct(each).transpose();
      constraints.push_back(equal);
    }
    const QuadraticModel model{weights, Matrix::Identity(1, 1), {wanted.transpose()}};
    EXPECT_NEAR((found.transpose() - minimise(model, constraints, {}).fields[0]).norm(), 0, 1e-6);
  }
}

TEST(BoundedRegression, LeavesAloneWhatSatisfiesTheBounds) {
  Random random(4);
  const Vector wanted = Vector::LinSpaced(12, -1, 3), weights = random_weights(random, 12);
  const IncrementBounds bounds{Vector::Zero(11), Vector::Ones(11)};
  EXPECT_NEAR((bounded_regression(weights, wanted, bounds).values - wanted).norm(), 0, 1e-14);
}

}  // namespace
}  // namespace wpga
