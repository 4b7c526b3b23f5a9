#include "wpga/measures/evenly_chosen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace wpga {
namespace {

TEST(EvenlyChosen, AllWhereThereAreNoMore) {
  EXPECT_EQ(evenly_chosen(Vector::Constant(3, 1.0 / 3), 3), (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(evenly_chosen(Vector::Constant(1, 1), 64), std::vector<Index>{0});
  EXPECT_EQ(evenly_chosen(Vector{{1, 0}}, 2), (std::vector<Index>{0, 1}));
}

TEST(EvenlyChosen, EquallySpacedForEqualWeights) {
  const std::vector<Index> chosen = evenly_chosen(Vector::Constant(1000, 1e-3), 10);
  ASSERT_EQ(chosen.size(), 10u);
  for (std::size_t k = 0; k < chosen.size(); ++k)
    EXPECT_LE(std::abs(chosen[k] - static_cast<Index>(50 + 100 * k)), 1);
}

// Of every interval of summed weights of length 1/most one is chosen, and never the same twice; those without
// weight never.
TEST(EvenlyChosen, HeavyOnesFirst) {
  Vector weights = Vector::Constant(100, 0.5 / 98);
  weights[7] = 0.5;
  weights[50] = 0;
  const std::vector<Index> chosen = evenly_chosen(weights, 8);
  EXPECT_LE(chosen.size(), 8u);
  EXPECT_TRUE(std::ranges::is_sorted(chosen));
  EXPECT_EQ(std::ranges::adjacent_find(chosen), chosen.end());
  EXPECT_NE(std::ranges::find(chosen, 7), chosen.end());
  EXPECT_EQ(std::ranges::find(chosen, 50), chosen.end());
}

}  // namespace
}  // namespace wpga
