#include "wpga/transport/simplex/integer_masses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "transport/random_measures.hpp"

namespace wpga {
namespace {

TEST(IntegerMasses, AddUpToTheTotalWhateverTheWeights) {
  Random random(4);
  for (const Weights kind : {Weights::uniform, Weights::random, Weights::wild})
    for (const Index count : {1, 2, 7, 100, 1001}) {
      const Measure measure = random_cloud(random, count, 1, kind);
      const std::int64_t total = common_total(count, 37);
      std::vector<std::int64_t> masses(static_cast<std::size_t>(count));
      to_integer_masses(measure.weights, total, masses);
      EXPECT_EQ(std::accumulate(masses.begin(), masses.end(), std::int64_t{0}), total);
      EXPECT_GE(*std::ranges::min_element(masses), 1);
      for (Index k = 0; k < count; ++k)
        EXPECT_NEAR(static_cast<double>(masses[static_cast<std::size_t>(k)]) / static_cast<double>(total),
                    measure.weights[k], 1e-15);
      if (kind == Weights::uniform) {
        EXPECT_EQ(*std::ranges::max_element(masses), total / count);
      }
    }
}

// A subset of a family lays its measures at other addresses, and goes on from their spanning trees.
TEST(IntegerMasses, DoNotDependOnWhereTheWeightsBegin) {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const Index count = 3 + trial % 90;
    const Measure measure = random_cloud(random, count, 1, Weights::random);
    const std::int64_t total = common_total(count, 100);
    std::vector<std::int64_t> masses(static_cast<std::size_t>(count)), again(masses.size());
    to_integer_masses(measure.weights, total, masses);
    Vector moved(count + 1);
    moved.tail(count) = measure.weights;
    to_integer_masses(moved.tail(count), total, again);
    ASSERT_EQ(masses, again) << trial;
  }
}

}  // namespace
}  // namespace wpga
