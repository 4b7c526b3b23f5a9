#include "wpga/analysis/cone/schur_complement.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <numeric>
#include <vector>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

using test::normal_matrix;

constexpr Index few = 130, many = 1300;  // dense in three panels; sparse

std::vector<Index> random_places(Random& random, Index count, Index size) {
  std::vector<Index> places;
  while (std::ssize(places) < size) {
    const Index place = random.below(count);
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  std::ranges::sort(places);
  return places;
}

// A positive definite sum of small matrices, added up here and in the complement.
struct Example {
  Example(Random& random, Index count, Index blocks) : complement(count), sum(Matrix::Zero(count, count)) {
    complement.clear();
    for (Index b = 0; b < blocks; ++b) {
      const std::vector<Index> places = random_places(random, count, 5);
      const Matrix root = normal_matrix(random, 5, 5);
      Matrix block = root * root.transpose();
      for (Index i = 0; i < 5; ++i)
        for (Index j = 0; j < 5; ++j)
          sum(places[static_cast<std::size_t>(i)], places[static_cast<std::size_t>(j)]) += block(i, j);
      block.triangularView<Eigen::StrictlyUpper>().setConstant(1e300);  // is not read
      complement.add(places, block);
    }
    for (Index i = 0; i < count; ++i) {
      complement.add_to_diagonal(i, 1);
      sum(i, i) += 1;
    }
  }

  SchurComplement complement;
  Matrix sum;
};

TEST(SchurComplement, SolvesAsCholeskysMethodOfTheWholeMatrix) {
  Random random(1);
  for (const Index count : {Index{1}, Index{40}, Index{48}, Index{49}, few, many}) {
    Example example(random, count, count < 5 ? 0 : count / 2);
    example.complement.factor(example.sum.diagonal());
    const Vector right = normal_matrix(random, count, 1);
    Vector found = right;
    example.complement.solve(found);
    EXPECT_LT((found - example.sum.llt().solve(right)).norm(), 1e-10 * found.norm()) << count;
    EXPECT_TRUE(example.complement.ridge().isApprox(1e-15 * example.sum.diagonal())) << count;
  }
}

// The unknowns that are eliminated, one small block after the other, and the rest that is left to us.
TEST(SchurComplement, IsWhatEliminationLeaves) {
  Random random(2);
  for (const Index count : {few, many}) {
    const Index blocks = 60, inner = 3;
    Matrix whole = Matrix::Identity(blocks * inner + count, blocks * inner + count);
    SchurComplement complement(count);
    complement.clear();
    for (Index b = 0; b < blocks; ++b) {
      const std::vector<Index> places = random_places(random, count, 6);
      const Matrix root = normal_matrix(random, inner + 6, inner + 6);
      const Matrix block = root * root.transpose() + Matrix::Identity(inner + 6, inner + 6);
      complement.add(places,
                     block.bottomRightCorner(6, 6) -
                         block.bottomLeftCorner(6, inner) *
                             block.topLeftCorner(inner, inner).llt().solve(block.topRightCorner(inner, 6)));
      std::vector<Index> all(static_cast<std::size_t>(inner));
      std::iota(all.begin(), all.end(), b * inner);
      for (const Index place : places) all.push_back(blocks * inner + place);
      for (Index i = 0; i < inner; ++i)
        whole(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(i)]) = 0;
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < all.size(); ++j)
          whole(all[i], all[j]) += block(static_cast<Index>(i), static_cast<Index>(j));
    }
    for (Index i = 0; i < count; ++i) complement.add_to_diagonal(i, 1);
    complement.factor(Vector::Ones(count));
    Vector right = Vector::Zero(whole.rows());
    right.tail(count) = normal_matrix(random, count, 1);
    Vector found = right.tail(count);
    complement.solve(found);
    EXPECT_LT((found - whole.llt().solve(right).tail(count)).norm(), 1e-9 * found.norm()) << count;
  }
}

// A narrow band, then rows that reach far back and end again: the envelope has steps both ways.
TEST(SchurComplement, SolvesWithinAnyEnvelope) {
  Random random(5);
  constexpr Index count = 300;
  SchurComplement complement(count);
  for (const Index far : {Index{0}, Index{90}, Index{200}}) {
    complement.clear();
    Matrix sum = Matrix::Identity(count, count);
    for (Index i = 0; i < count; ++i) complement.add_to_diagonal(i, 1);
    for (Index i = 0; i + 4 < count; ++i) {
      const std::vector<Index> places = {i % 70 == 60 ? std::max(Index{0}, i - far) : i, i + 1, i + 4};
      const Matrix root = normal_matrix(random, 3, 3), block = root * root.transpose();
      complement.add(places, block);
      for (Index r = 0; r < 3; ++r)
        for (Index c = 0; c < 3; ++c)
          sum(places[static_cast<std::size_t>(r)], places[static_cast<std::size_t>(c)]) += block(r, c);
    }
    complement.factor(sum.diagonal());
    const Vector right = normal_matrix(random, count, 1);
    Vector found = right;
    complement.solve(found);
    EXPECT_LT((found - sum.llt().solve(right)).norm(), 1e-11 * found.norm()) << far;
  }
}

// A small matrix among places that nothing else touches: by sparse factors the same solution.
TEST(SchurComplement, IsTheSameDenseAndSparse) {
  Random random(3);
  SchurComplement dense(few), sparse(many);
  dense.clear();
  sparse.clear();
  for (Index b = 0; b < few; ++b) {
    const std::vector<Index> places = random_places(random, few, 4);
    const Matrix root = normal_matrix(random, 4, 4), block = root * root.transpose();
    dense.add(places, block);
    sparse.add(places, block);
  }
  for (Index i = 0; i < many; ++i) sparse.add_to_diagonal(i, 1);
  for (Index i = 0; i < few; ++i) dense.add_to_diagonal(i, 1);
  dense.factor(Vector::Ones(few));
  sparse.factor(Vector::Ones(many));
  Vector right = Vector::Zero(many);
  right.head(few) = normal_matrix(random, few, 1);
  Vector small = right.head(few);
  dense.solve(small);
  sparse.solve(right);
  EXPECT_LT((right.head(few) - small).norm(), 1e-11 * small.norm());
  EXPECT_EQ(right.tail(many - few), Vector(Vector::Zero(many - few)));
}

// Differences along a ring say nothing of a constant: a ridge holds it, and moves the rest by no more.
TEST(SchurComplement, HoldsWhatIsNotDetermined) {
  for (const Index count : {few, many}) {
    SchurComplement complement(count);
    complement.clear();
    for (Index i = 0; i < count; ++i) {
      const Index next = (i + 1) % count;
      complement.add(std::vector<Index>{std::min(i, next), std::max(i, next)}, Matrix{{1, -1}, {-1, 1}});
    }
    complement.factor(Vector::Constant(count, 2));
    EXPECT_GE(complement.ridge().minCoeff(), 2e-15);
    EXPECT_LE(complement.ridge().maxCoeff(), 2e-9);
    Vector solution = Vector::Zero(count);
    solution[0] = 1;
    solution[1] = -1;
    complement.solve(solution);
    for (Index i = 0; i < count; ++i) {
      const double flow = solution[i] - solution[(i + 1) % count];
      EXPECT_NEAR(flow, i == 0 ? 1 - 1.0 / static_cast<double>(count) : -1.0 / static_cast<double>(count),
                  1e-5);
    }
  }
}

// The ridge grows a hundredfold until the matrix is definite, and only so far.
TEST(SchurComplement, RidgeIsAsLargeAsRoundingAsksFor) {
  for (const Index count : {few, many}) {
    SchurComplement complement(count);
    complement.clear();
    for (Index i = 0; i < count; ++i) complement.add_to_diagonal(i, i == 7 ? -3e-10 : 1);
    complement.factor(Vector::Ones(count));
    EXPECT_TRUE(complement.ridge().isApprox(Vector::Constant(count, 1e-9)));
  }
}

TEST(SchurComplement, ForgetsWhenCleared) {
  Random random(4);
  for (const Index count : {few, many}) {
    Example example(random, count, 20);
    example.complement.clear();
    for (Index i = 0; i < count; ++i) example.complement.add_to_diagonal(i, 2);
    example.complement.factor(Vector::Ones(count));
    Vector solution = Vector::Ones(count);
    example.complement.solve(solution);
    EXPECT_TRUE(solution.isApprox(Vector::Constant(count, 0.5), 1e-14));
  }
}

}  // namespace
}  // namespace wpga
