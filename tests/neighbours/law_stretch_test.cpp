#include "wpga/neighbours/maps/law_stretch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "wpga/base/decompositions.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

class LawStretch : public testing::Test {
 protected:
  Matrix normal_matrix() {
    Matrix matrix(4, 4);
    for (double& entry : matrix.reshaped()) entry = random_.normal();
    return matrix;
  }
  Matrix symmetric_matrix() {
    const Matrix half = normal_matrix();
    return half + half.transpose();
  }
  Matrix positive_matrix() {
    const Matrix half = normal_matrix();
    return half * half.transpose() + 0.1 * Matrix::Identity(4, 4);
  }

  static double value(const Matrix& stretch, const Matrix& covariance, const Matrix& right) {
    return (stretch * covariance * stretch).trace() - (stretch * right).trace();
  }

  Random random_{3};
};

TEST_F(LawStretch, TurnedRootHasTheSameCovarianceAndIsNearest) {
  const Matrix root = normal_matrix(), target = normal_matrix();
  const Matrix turned = turned_towards(root, target);
  EXPECT_LT((turned * turned.transpose() - root * root.transpose()).norm(), 1e-10);
  for (int k = 0; k < 20; ++k)
    EXPECT_LE((turned - target).norm(), (root * orthogonal_factor(normal_matrix()) - target).norm() + 1e-12);
}

TEST_F(LawStretch, LyapunovSolvesItsEquation) {
  const Matrix covariance = positive_matrix(), right = symmetric_matrix();
  const Matrix solved = lyapunov(covariance, right);
  EXPECT_LT((solved - solved.transpose()).norm(), 1e-12);
  EXPECT_LT((solved * covariance + covariance * solved - right).norm(), 1e-10);
}

TEST_F(LawStretch, InverseUndoesThePositiveMatrix) {
  const Matrix positive = positive_matrix();
  EXPECT_LT((inverse_of_regular(positive) * positive - Matrix::Identity(4, 4)).norm(), 1e-10);
}

TEST_F(LawStretch, MovedIdentityIsLinearInTime) {
  const Matrix stretch = symmetric_matrix();
  EXPECT_EQ(moved_identity(stretch, 0), Matrix::Identity(4, 4));
  EXPECT_LT((moved_identity(stretch, 3) - moved_identity(stretch, 1) - 2 * stretch).norm(), 1e-14);
}

// Without need of the constraint its minimum is that of the Lyapunov equation.
TEST_F(LawStretch, PositiveAtEndsIsTheFreeMinimumWhereThatIsPositive) {
  const Matrix covariance = positive_matrix(), wanted = symmetric_matrix();
  const Matrix stretch = wanted * (0.9 * most_stretch / symmetric_eigenvalues(wanted).cwiseAbs().maxCoeff());
  const Matrix right = stretch * covariance + covariance * stretch;
  EXPECT_LT((positive_at_ends(covariance, right, Matrix::Zero(4, 4)) - stretch).norm(), 1e-3);
}

// A convex minimum: no feasible matrix is lower, and none on the way to it.
TEST_F(LawStretch, PositiveAtEndsIsFeasibleAndLowest) {
  const Matrix covariance = positive_matrix(), right = 20 * symmetric_matrix();
  const Matrix found = positive_at_ends(covariance, right, Matrix::Zero(4, 4));
  EXPECT_LE(symmetric_eigenvalues(found).cwiseAbs().maxCoeff(), most_stretch + 1e-12);
  const double least = value(found, covariance, right);
  for (int k = 0; k < 50; ++k) {
    Matrix other = symmetric_matrix();
    other *= most_stretch / symmetric_eigenvalues(other).cwiseAbs().maxCoeff();
    EXPECT_LE(least, value(other, covariance, right));
    EXPECT_LE(least, value(0.99 * found + 0.01 * other, covariance, right) + 1e-6 * std::abs(least));
  }
}

}  // namespace
}  // namespace wpga
