#include "wpga/numerics/mixing.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

// On a linear problem the iteration is GMRES: as many steps as there are distinct eigenvalues.
TEST(Mixing, SolvesALinearProblemInAsManyStepsAsEigenvalues) {
  const Vector factors{{0.9, 0.9, 0.99, 0.5, 0.99, 0.5}};
  const Vector solution{{1, 2, 3, 4, 5, 6}};
  Mixing mixing(8);
  mixing.restart(Vector::Ones(6));
  Vector x = Vector::Zero(6), next;
  for (int step = 0; step < 5; ++step) {
    const Vector residual = (1 - factors.array()) * (solution - x).array();
    mixing.advance(x, residual, next);
    x = next;
  }
  EXPECT_LT((x - solution).norm(), 1e-3);
}

TEST(Mixing, TakesThePlainStepWithoutHistory) {
  Mixing mixing(4);
  mixing.restart(Vector::Ones(2));
  Vector next;
  mixing.advance(Vector{{1, 2}}, Vector{{0.5, -1}}, next);
  EXPECT_EQ(next, (Vector{{1.5, 1}}));
  EXPECT_FALSE(mixing.has_history());
}

TEST(Mixing, SurvivesAResidualThatNoLongerChanges) {
  Mixing mixing(4);
  mixing.restart(Vector::Ones(2));
  Vector x{{1, 2}}, next;
  for (int step = 0; step < 10; ++step) {
    mixing.advance(x, Vector::Zero(2), next);
    EXPECT_EQ(next, x);  // a fixed point stays
  }
}

}  // namespace
}  // namespace wpga
