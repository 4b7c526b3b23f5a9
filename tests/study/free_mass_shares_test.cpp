#include "wpga/study/statistics/free_mass_shares.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

const TransportOptions free_mass{.mass = MassRule::free, .penalty = 2.0};
const Measure origin{Matrix{{0}, {0}}, Vector::Ones(1)};

FreeMassShares shares(const MeasureFamily& family) { return free_mass_shares(family, origin, free_mass, {}); }

// Up to the penalty mass moves, at the squared distance; beyond it is taken away and added, at the squared
// penalty.
TEST(FreeMassShares, CountTheMassBeyondThePenalty) {
  MeasureFamily family;
  family.append(Matrix{{1.5}, {0}}, Vector{{1}}, "near");
  family.append(Matrix{{0}, {9}}, Vector{{1}}, "far");
  family.append(Matrix{{0, 0}, {1, 9}}, Vector{{0.75, 0.25}}, "a quarter is far");
  const FreeMassShares found = shares(family);
  EXPECT_LT((found.unmatched - Vector{{0, 1, 0.25}}).norm(), 1e-12);
  const double variance = (1.5 * 1.5 + 4 + 0.75 + 0.25 * 4) / 3;
  EXPECT_NEAR(found.unmatched_share, (4 + 1) / 3.0 / variance, 1e-12);
}

TEST(FreeMassShares, AreAllOrNothingAtTheEnds) {
  MeasureFamily near, far;
  near.append(Matrix{{1}, {1}}, Vector{{1}}, "near");
  far.append(Matrix{{5}, {5}}, Vector{{1}}, "far");
  EXPECT_EQ(shares(near).unmatched_share, 0);
  EXPECT_NEAR(shares(far).unmatched_share, 1, 1e-12);
}

// A measure that is the mean has no variance to share.
TEST(FreeMassShares, OfTheMeanAreZero) {
  MeasureFamily same;
  same.append(origin.view(), "same");
  EXPECT_EQ(shares(same).unmatched_share, 0);
  EXPECT_EQ(shares(same).unmatched[0], 0);
}

}  // namespace
}  // namespace wpga
